// Runs until it is paused or ended. It announces itself on the line of the loop: wherever it is paused then, that comes again.
#include <stdio.h>

static void spin(void) {
  volatile unsigned turns = 0;
  for (;;) if (turns < 1000 && ++turns == 1000) puts("spinning");
}

int main(void) {
  spin();
}

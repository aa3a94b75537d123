// Runs until it is paused or ended.
#include <stdio.h>

static void spin(void) {
  volatile unsigned turns = 0;
  for (;;) turns++;
}

int main(void) {
  puts("spinning");
  spin();
}

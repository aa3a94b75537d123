// Runs until it is paused or ended.
#include <stdio.h>

int main(void) {
  unsigned long long turns = 0;
  for (;;) {
    turns++;
    if (turns % 500000000 == 0) printf("%llu turns\n", turns);
  }
}

// Changes a few of a thousand numbers at every step, for the page that shows them all.
#include <stdio.h>

int main(void) {
  int numbers[1000];
  for (int n = 0; n < 1000; n++) numbers[n] = n;
  for (int n = 0; n < 100000; n++) {
    numbers[n % 7] += 1; // #step
    numbers[3] = n;
  }
  printf("%d\n", numbers[3]);
}

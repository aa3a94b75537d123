// An array of ten million numbers.
#include <stdio.h>

static int numbers[10000000];

int main(void) {
  for (int n = 0; n < 10000000; n++) numbers[n] = n * 2;
  printf("last %d\n", numbers[9999999]);
  return 0;
}

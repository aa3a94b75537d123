// Divide signed: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int a[] = {0, 1, -1, 7, -7, 100, -100, 2147483647, -2147483647 - 1}, b[] = {1, 2, -2, 3, -3, 7, 10, -10, 2147483647, -2147483647 - 1};
  for (int i = 0; i < 9; i++) {
    for (int j = 0; j < 10; j++) printf("%d,%d ", a[i] / b[j], a[i] % b[j]);
    printf("\n");
  }
  signed char c = -100; short s = -30000;
  printf("%d %d %d %d\n", c / 7, c % 7, s / 11, s % 11);
  return 0;
}

// Divide unsigned: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  unsigned a[] = {0, 1, 7, 100, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff}, b[] = {1, 2, 3, 7, 10, 0x7fffffff, 0x80000000, 0xffffffff};
  for (int i = 0; i < 9; i++) {
    for (int j = 0; j < 8; j++) printf("%u,%u ", a[i] / b[j], a[i] % b[j]);
    printf("\n");
  }
  unsigned x = 0xdeadbeef;
  printf("%u %u %u %u %u\n", x / 10, x % 10, x / 16, x % 16, x / 3);
  return 0;
}

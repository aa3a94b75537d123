// Multiply: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int s[] = {0, 1, -1, 7, -13, 65537, -46341, 2147483647, -2147483647 - 1};
  for (unsigned i = 0; i < 9; i++)
    for (unsigned j = 0; j < 9; j++) printf("%d ", (int)((unsigned)s[i] * (unsigned)s[j]));
  printf("\n");
  signed char c = -7; short h = 300; unsigned char u = 250;
  printf("%d %d %d\n", c * h, (signed char)(c * u), (short)(h * h));
  return 0;
}

// Add sub widths: what is printed is the same on every machine.
#include <stdio.h>
signed char a = 100; unsigned char b = 200; short c = 30000; unsigned short d = 60000; int e = 2000000000; unsigned f = 4000000000u;
int main(void) {
  a += 100; b += 100; c += 10000; d += 10000; f += 500000000u;
  printf("%d %d %d %d %u\n", a, b, c, d, f);
  a -= 127; b -= 201; c -= 32767; d -= 60001; e -= 7;
  printf("%d %d %d %d %d\n", a, b, c, d, e);
  signed char m = -128; m--; unsigned char z = 0; z--;
  printf("%d %d\n", m, z);
  return a + b;
}

// Shifts: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int s = -123456789; unsigned u = 0xdeadbeef; short h = -12345; unsigned char c = 0xa5; signed char d = -91;
  for (int n = 0; n < 32; n += 5) printf("%d %x %x ", s >> n, u >> n, u << n);
  printf("\n");
  for (int n = 0; n < 8; n++) printf("%d %d %d %d ", h >> n, c >> n, (unsigned char)(c << n), d >> n);
  printf("\n");
  u <<= 3; s >>= 2; h <<= 1; c >>= 1;
  printf("%x %d %d %d\n", u, s, h, c);
  return 0;
}

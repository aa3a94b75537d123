// Bitwise: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  unsigned a = 0x12345678, b = 0x0f0ff0f0; signed char c = 0x5a; unsigned short d = 0xff00;
  printf("%x %x %x %x\n", a & b, a | b, a ^ b, ~a);
  printf("%d %d %d %d\n", c & d, c | d, c ^ d, ~c);
  a &= ~0xffu; b |= 1u << 31; c ^= -1; d = ~d;
  printf("%x %x %d %d %d\n", a, b, c, d, !a + !!b);
  return 0;
}

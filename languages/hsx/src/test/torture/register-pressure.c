// Register pressure: what is printed is the same on every machine.
#include <stdio.h>
unsigned mix(unsigned a, unsigned b, unsigned c) {
  unsigned d = a ^ b, e = b + c, f = c * a, g = a - b, h = b | c, i = c & a, j = a << 3, k = b >> 2, l = c ^ 0x55, m = a + 7, n = b * 3, o = c - 9;
  for (int r = 0; r < 5; r++) { unsigned t = d; d = e ^ f; e = f + g; f = g * 3 + h; g = h ^ i; h = i + j; i = j ^ k; j = k + l; k = l ^ m; l = m + n; m = n ^ o; n = o + t; o = t ^ a ^ b ^ c; }
  return d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l ^ m ^ n ^ o;
}
int main(void) { unsigned s = 1; for (int i = 0; i < 10; i++) s = mix(s, s * 7 + 1, i); printf("%x\n", s); return 0; }

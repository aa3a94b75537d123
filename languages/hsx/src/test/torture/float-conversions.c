// Float conversions: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  double d[] = {0, 0.5, -0.5, 1.99, -1.99, 123456.789, -2147483648.0, 2147483647.0}; for (int i = 0; i < 8; i++) printf("%d %lld %d ", (int)d[i], (long long)(d[i] * 1000000), (signed char)((int)d[i] % 100)); printf("\n");
  printf("%u %llu %u\n", (unsigned)4e9, (unsigned long long)1.5e19, (unsigned char)200.7); int v[] = {0, 1, -1, 16777217, -2147483647 - 1, 2147483647}; for (int i = 0; i < 6; i++) { float f = v[i]; double e = v[i]; printf("%.1f %.1f ", f, e); }
  unsigned u = 4294967295u; unsigned long long w = 0xffffffffffffffffull; long long n = -0x7fffffffffffff01LL; printf("\n%.1f %.1f %.1f %.1f %.1f\n", (float)u, (double)u, (float)w, (double)w, (double)n); printf("%.10f %.10f\n", (double)0.1f, (float)0.1); return 0;
}

// Conversions: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int v[] = {0, 1, -1, 127, 128, 255, 256, -129, 32768, 65535, 65536, -70000};
  for (int i = 0; i < 12; i++) {
    signed char a = v[i]; unsigned char b = v[i]; short c = v[i]; unsigned short d = v[i]; long long e = v[i]; unsigned long long f = (unsigned)v[i]; _Bool g = v[i];
    printf("%d %d %d %d %lld %llu %d\n", a, b, c, d, e, f, g);
  }
  long long big = 0x123456789abcdef0LL;
  printf("%x %d %d\n", (unsigned)big, (short)big, (signed char)big);
  return 0;
}

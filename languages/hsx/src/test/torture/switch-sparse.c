// Switch sparse: what is printed is the same on every machine.
#include <stdio.h>
int f(int x) { int r = 0; switch (x) { case -100000: r = 1; break; case -1: r = 2; case 0: r += 3; break; case 77: case 78: r = 4; break; case 4096: r = 5; break; case 65536: r = 6; break; case 2147483647: r = 7; break; case 1000: r = 8; break; case 2000: r = 9; break; case 3000: r = 10; break; default: r = 11; } return r; }
int g(unsigned char c) { switch (c) { case 'a': return 1; case 'z': return 2; case 255: return 3; } return 0; }
int h(long long x) { switch (x) { case 0x100000000LL: return 1; case -5: return 2; case 5: return 3; } return 0; }
int main(void) {
  int v[] = {-100000, -1, 0, 77, 78, 79, 4096, 65536, 2147483647, 1000, 2000, 3000, 5};
  for (int i = 0; i < 13; i++) printf("%d ", f(v[i]));
  printf("%d %d %d %d %d %d %d\n", g('a'), g('z'), g(255), g(0), h(0x100000000LL), h(-5), h(0));
  return 0;
}

// Bit fields: what is printed is the same on every machine.
#include <stdio.h>
struct b { unsigned a : 3; int b : 5; unsigned c : 1; unsigned d : 17; int e : 6; unsigned long long f : 40; } g = {5, -7, 1, 99999, -20, 0x123456789aULL};
struct p { unsigned char lo : 4, hi : 4; signed char s : 3; };
int main(void) {
  struct b l = g; l.a += 4; l.b -= 10; l.c ^= 1; l.d++; l.e *= 3; l.f += 1;
  printf("%d %d %d %d %d %llx\n", g.a, g.b, g.c, g.d, g.e, (unsigned long long)g.f); printf("%d %d %d %d %d %llx\n", l.a, l.b, l.c, l.d, l.e, (unsigned long long)l.f);
  struct p q = {0}; q.lo = 9; q.hi = 0x1f; q.s = 5; printf("%d %d %d\n", q.lo, q.hi, q.s);
  return 0;
}

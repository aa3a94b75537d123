// Many arguments: what is printed is the same on every machine.
#include <stdio.h>
int f(int a, int b, int c, int d, int e, int f, int g, int h) { return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h; }
long long g(char a, long long b, short c, long long d, unsigned char e, int f) { return a + b * 2 + c * 3 + d * 4 + e * 5 + f; }
int h(int a, int b, int c, int d, int *e) { *e = d; return a + b + c + d; }
int main(void) {
  int e; printf("%d %lld\n", f(1, 2, 3, 4, 5, 6, 7, 8), g(-1, 1LL << 33, -5, -(1LL << 35), 250, 9));
  printf("%d\n", h(1, 2, 3, f(1, 1, 1, 1, 1, 1, 1, 1), &e) + e + f(h(1, 2, 3, 4, &e), 0, 0, 0, h(5, 5, 5, 5, &e), 0, 0, e));
  return 0;
}

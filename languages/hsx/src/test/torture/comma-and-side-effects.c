// Comma and side effects: what is printed is the same on every machine.
#include <stdio.h>
int n;
int next(void) { return ++n; }
int main(void) {
  int a = (next(), next());
  int b[5] = {0};
  int i = 0;
  b[i++] += 10;
  b[i] = a ? 7 : 8;
  int c = next() || next();
  int d = 0 && next();
  int x = 5;
  int y = x++ * 2;
  y += --x;
  for (i = 0, y += 1; i < 3; i++, y *= 2) b[i] -= y;
  printf("%d %d %d %d %d %d %d %d %d\n", a, b[0], b[1], b[2], c, d, n, y, x);
  x -= 2;
  x <<= 3, x |= 1, x %= 7;
  printf("%d\n", x);
  return 0;
}

// Live across calls: what is printed is the same on every machine.
#include <stdio.h>
int id(int x) { return x; } long long wide(long long x) { return x; }
int main(void) {
  int a = id(1), b = id(2), c = id(3), d = id(4), e = id(5), f = id(6), g = id(7), h = id(8), i = id(9), j = id(10); long long w = wide(1LL << 40), v = wide(-3);
  printf("%d\n", id(a) + id(b) * id(c) - id(d) * (id(e) + id(f) * (id(g) - id(h) * (id(i) + id(j))))); printf("%d %lld\n", a + b + c + d + e + f + g + h + i + j, w + wide(v) * wide(w >> 38));
  return 0;
}

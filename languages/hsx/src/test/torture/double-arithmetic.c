// Double arithmetic: what is printed is the same on every machine.
#include <stdio.h>
#include <string.h>
int main(void) {
  double v[] = {0.0, 1.0, -1.5, 3.141592653589793, 1e100, -1e-100, 9007199254740993.0, 0.1}; unsigned long long bits;
  for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) { double r[4] = {v[i] + v[j], v[i] - v[j], v[i] * v[j], v[i] / (v[j] == 0 ? 3.0 : v[j])}; for (int k = 0; k < 4; k++) { memcpy(&bits, &r[k], 8); printf("%llx ", bits); } printf("%d%d%d\n", v[i] < v[j], v[i] != v[j], v[i] <= v[j]); }
  return 0;
}

// Float arithmetic: what is printed is the same on every machine.
#include <stdio.h>
#include <string.h>
int main(void) {
  float v[] = {0.0f, 1.0f, -1.5f, 3.14159f, 1e10f, -1e-10f, 16777216.0f, 0.1f}; unsigned bits;
  for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) { float r[4] = {v[i] + v[j], v[i] - v[j], v[i] * v[j], v[i] / (v[j] == 0 ? 3.0f : v[j])}; for (int k = 0; k < 4; k++) { memcpy(&bits, &r[k], 4); printf("%x ", bits); } printf("%d%d%d ", v[i] < v[j], v[i] == v[j], v[i] >= v[j]); }
  printf("\n"); return 0;
}

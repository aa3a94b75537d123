// Half: what is printed is the same on every machine.
#include <stdio.h>
#include <string.h>
static int i(_Float16 h) { unsigned short b; memcpy(&b, &h, 2); return b; }
int main(void) {
  _Float16 v[] = {0.0f16, 1.0f16, -1.5f16, 3.140625f16, 100.0f16, 0.001f16, -60000.0f16};
  for (int a = 0; a < 7; a++) for (int b = 0; b < 7; b++) printf("%x %x %x %x %d%d ", i(v[a] + v[b]), i(v[a] - v[b]), i(v[a] * v[b]), i(v[a] / (v[b] == 0 ? (_Float16)3 : v[b])), v[a] < v[b], v[a] == v[b]);
  volatile _Float16 zero = 0; printf("\n%x %x %x\n", i(v[1] / zero), i(v[2] / zero), i(zero / zero) & 0x7c00); printf("%d %d %x %x %f\n", (int)v[3], (int)v[6], i((_Float16)1000), i((_Float16)0.1f), (double)v[3]); _Float16 s = 0; for (int k = 0; k < 10; k++) s += (_Float16)0.5; printf("%d %x\n", (int)s, i(-s)); return 0;
}

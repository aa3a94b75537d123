// Matrix: what is printed is the same on every machine.
#include <stdio.h>
typedef struct { int m[3][3]; } mat; mat mul(mat a, mat b) { mat r = {{{0}}}; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 3; k++) r.m[i][j] += a.m[i][k] * b.m[k][j]; return r; } mat power(mat a, int n) { if (n == 0) return (mat){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; mat h = power(a, n / 2); h = mul(h, h); return n % 2 ? mul(h, a) : h; }
int main(void) { mat r = power((mat){{{1, 1, 0}, {1, 0, 0}, {0, 2, 1}}}, 13); for (int i = 0; i < 3; i++) printf("%d %d %d\n", r.m[i][0], r.m[i][1], r.m[i][2]); return 0; }

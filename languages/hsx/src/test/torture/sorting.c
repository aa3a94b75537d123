// Sorting: what is printed is the same on every machine.
#include <stdio.h>
#include <stdlib.h>
static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } void bubble(short *a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j + 1 < n - i; j++) if (a[j] > a[j + 1]) { short t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }
void quick(int *a, int lo, int hi) { if (lo >= hi) return; int p = a[(lo + hi) / 2], i = lo, j = hi; while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } } quick(a, lo, j); quick(a, i, hi); }
int main(void) { int a[20], b[20]; short c[12]; unsigned s = 7; for (int i = 0; i < 20; i++) { s = s * 1664525u + 1013904223u; a[i] = b[i] = (int)(s >> 20) - 2048; if (i < 12) c[i] = a[i]; } qsort(a, 20, sizeof a[0], up); quick(b, 0, 19); bubble(c, 12); for (int i = 0; i < 20; i++) printf("%d%s", a[i], a[i] == b[i] ? " " : "! "); for (int i = 0; i < 12; i++) printf("%d ", c[i]); printf("\n"); int k = a[7]; printf("%d\n", (int)((int *)bsearch(&k, a, 20, 4, up) - a)); return 0; }

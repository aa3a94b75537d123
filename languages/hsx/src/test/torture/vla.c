// Vla: what is printed is the same on every machine.
#include <stdio.h>
int f(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; int s = 0; for (int i = 0; i < n; i++) { char t[i + 1]; for (int k = 0; k <= i; k++) t[k] = k; s += a[i] + t[i]; } return s; }
int g(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = s * 3 + a[i][j]; return s; }
int main(void) { int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; printf("%d %d %d %d\n", f(1), f(10), f(17), g(2, 3, a)); int n = 5; char b[n * 2]; printf("%d\n", (int)sizeof b); return 0; }

// Memory functions: what is printed is the same on every machine.
#include <stdio.h>
#include <string.h>
struct big { int a[20]; } x, y;
int main(void) { for (int i = 0; i < 20; i++) x.a[i] = i * 3; y = x; struct big z = y; z.a[5] = 100; y = z; printf("%d %d %d\n", x.a[5], y.a[5], y.a[19]); struct big e = {{0}}; int s = 0; for (int i = 0; i < 20; i++) s += e.a[i]; printf("%d\n", s); memcpy(&x, &y, sizeof x); memset(&y, 0xff, sizeof y); printf("%d %d %d\n", x.a[5], y.a[3], memcmp(&x, &z, sizeof x)); return 0; }

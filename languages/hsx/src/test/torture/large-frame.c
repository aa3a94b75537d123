// Large frame: what is printed is the same on every machine.
#include <stdio.h>
int f(int k) { int a[300]; char b[200]; for (int i = 0; i < 300; i++) a[i] = i * k; for (int i = 0; i < 200; i++) b[i] = i ^ k; int s = 0; for (int i = 0; i < 200; i++) s += a[i] - b[i]; return s + a[299]; }
int main(void) { int first = 1; int r = f(3); int last = 2; printf("%d %d %d\n", r, f(-7), first + last); return 0; }

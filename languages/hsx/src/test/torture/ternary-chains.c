// Ternary chains: what is printed is the same on every machine.
#include <stdio.h>
int grade(int n) { return n > 90 ? 'A' : n > 80 ? 'B' : n > 70 ? 'C' : 'F'; } long long pick(int c, long long a, long long b) { return c ? a : b; } double mid(double a, double b) { return a < b ? a : b; } int main(void) { for (int i = 65; i < 100; i += 7) putchar(grade(i)); int x = 4; int *p = x > 3 ? &x : 0; printf(" %d %lld %lld %d %d\n", *p, pick(1, 1LL << 50, 2), pick(0, 3, -4LL), (int)(mid(2.5, 1.25) * 4), x > 2 ? x < 4 ? 1 : 2 : 3); return 0; }

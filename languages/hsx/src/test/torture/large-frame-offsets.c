// Large frame offsets: what is printed is the same on every machine.
#include <stdio.h>
int f(int x) { volatile int near = x; int far[600]; volatile int other = x * 2; for (int i = 0; i < 600; i++) far[i] = i + x; near += far[0]; other += far[599]; return near * 1000 + other + far[x]; }
int main(void) { printf("%d %d\n", f(5), f(500)); return 0; }

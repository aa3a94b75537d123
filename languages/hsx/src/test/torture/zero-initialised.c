// Zero initialised: what is printed is the same on every machine.
#include <stdio.h>
static int big[500]; static struct { int a[20]; char *p; } s; char c; long long l;
int main(void) {
  int sum = 0; for (int i = 0; i < 500; i++) sum += big[i]; for (int i = 0; i < 500; i++) big[i] = i; for (int i = 0; i < 500; i++) sum += big[i];
  printf("%d %d %d %d %lld\n", sum, s.a[19], s.p == 0, c, l); return 0;
}

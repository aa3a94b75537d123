// Pointers: what is printed is the same on every machine.
#include <stdio.h>
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int *find(int *from, int *to, int x) { while (from != to && *from != x) from++; return from; }
int main(void) {
  int v[] = {5, 3, 8, 1}; swap(&v[0], &v[3]); int *p = v, **pp = &p;
  printf("%d %d %d\n", *p, *(p + 2), (*pp)[1]);
  printf("%d %d\n", (int)(find(v, v + 4, 8) - v), (int)(&v[3] - &v[1]));
  *pp += 1; *p++ = 42; printf("%d %d %d\n", v[1], *p, p > v);
  char *c = (char *)v; c[0] = 7; printf("%d %d\n", v[0], p == 0);
  return 0;
}

// Globals: what is printed is the same on every machine.
#include <stdio.h>
int a = 1, *pa = &a, zero, array[5] = {1, 2, 3}; static short s = -2; const char *text = "global"; char buffer[10] = "abc"; long long big = 0x123456789abcdefLL;
struct node { int v; struct node *next; } n3 = {3, 0}, n2 = {2, &n3}, n1 = {1, &n2}; int *inside = &array[3]; char *behind = buffer + 2; const char *const names[] = {"x", "yy", "zzz"};
static int counter(void) { static int n = 10; return n++; }
int main(void) {
  *pa = 7; zero += 3; *inside = 40; *behind = 'Z'; s *= 3; int sum = 0;
  for (struct node *n = &n1; n; n = n->next) sum = sum * 10 + n->v;
  counter(); counter();
  printf("%d %d %d %d %s %s %llx %d %s %d\n", a, zero, array[3], s, text, buffer, (unsigned long long)big, sum, names[2], counter());
  return 0;
}

// Function pointers: what is printed is the same on every machine.
#include <stdio.h>
int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } static int mul(int a, int b) { return a * b; }
typedef int (*op)(int, int); op table[] = {add, sub, mul}; struct handler { const char *name; op run; } handlers[] = {{"add", add}, {"mul", mul}};
int apply(op f, int a, int b) { return f(a, b); } op choose(char c) { return c == '+' ? add : c == '-' ? sub : mul; }
int main(void) {
  for (int i = 0; i < 3; i++) printf("%d ", table[i](7, 3));
  for (int i = 0; i < 2; i++) printf("%s=%d ", handlers[i].name, handlers[i].run(4, 5));
  op f = add; f = f == add ? sub : add; printf("%d %d %d\n", apply(f, 1, 2), choose('*')(6, 7), (*f)(9, 4) + (**choose('+'))(1, 1));
  return 0;
}

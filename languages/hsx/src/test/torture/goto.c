// Goto: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int i = 0, s = 0;
again:
  s += i;
  if (++i < 10) goto again;
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 5; b++)
      if (a * b == 6) { printf("%d %d\n", a, b); goto out; }
out:
  printf("%d\n", s);
  return 0;
}

// If else: what is printed is the same on every machine.
#include <stdio.h>
int classify(int x) { if (x < -10) return 1; else if (x < 0) return 2; else if (x == 0) return 3; else if (x < 10) return 4; return 5; }
int main(void) {
  for (int i = -15; i <= 15; i += 3) printf("%d ", classify(i));
  int a = 3, b = 0;
  printf("%d %d %d %d\n", a && b, a || b, a ? 10 : 20, b ? 10 : a ? 30 : 40);
  return 0;
}

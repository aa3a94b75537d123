// Loops: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; sum += i; }
  int n = 27, steps = 0;
  while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; }
  int k = 5;
  do { sum += k; } while (--k > 0);
  for (int i = 0, j = 10; i < j; i++, j--) sum += i * j;
  printf("%d %d\n", sum, steps);
  return sum;
}

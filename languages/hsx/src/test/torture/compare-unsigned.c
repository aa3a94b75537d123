// Compare unsigned: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  unsigned v[] = {0, 1, 5, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++) printf("%d%d%d%d ", v[i] < v[j], v[i] <= v[j], v[i] > v[j], v[i] >= v[j]);
  printf("\n");
  int s = -1; unsigned u = 1; unsigned char c = 255; signed char d = -1;
  printf("%d %d %d %d\n", s < (int)u, s > u, c > d, c == (unsigned char)d);
  return 0;
}

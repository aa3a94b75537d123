// Long add sub: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  long long v[] = {0, 1, -1, 0xffffffffLL, 0x100000000LL, -0x100000000LL, 9223372036854775807LL, -9223372036854775807LL - 1};
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) printf("%llx %llx ", (unsigned long long)v[i] + v[j], (unsigned long long)v[i] - v[j]);
  printf("\n");
  return 0;
}

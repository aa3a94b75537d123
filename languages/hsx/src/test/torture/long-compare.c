// Long compare: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  long long v[] = {0, 1, -1, 0xffffffffLL, 0x100000000LL, -0x100000000LL, 9223372036854775807LL, -9223372036854775807LL - 1};
  int n = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      printf("%d%d%d%d%d ", v[i] < v[j], v[i] <= v[j], v[i] == v[j], (unsigned long long)v[i] < (unsigned long long)v[j], (unsigned long long)v[i] >= (unsigned long long)v[j]);
      if (v[i] > v[j]) n++;
      if (v[i]) n += 100;
      if (!v[j]) n += 10000;
      if (v[i] < 0) n += 1000000;
    }
  printf("%d\n", n);
  return 0;
}

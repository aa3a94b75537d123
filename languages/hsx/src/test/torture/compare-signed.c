// Compare signed: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int v[] = {0, 1, -1, 5, -5, 2147483647, -2147483647, -2147483647 - 1};
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) printf("%d%d%d%d%d%d ", v[i] < v[j], v[i] <= v[j], v[i] > v[j], v[i] >= v[j], v[i] == v[j], v[i] != v[j]);
    printf("\n");
  }
  int count = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      if (v[i] < v[j]) count += 1;
      if (v[i] <= v[j]) count += 10;
      if (v[i] > v[j]) count += 100;
      if (v[i] >= v[j]) count += 1000;
      if (v[i] >= 0) count += 10000;
      if (v[i] < 0) count += 100000;
    }
  printf("%d\n", count);
  return 0;
}

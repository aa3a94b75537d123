// Switch fall through: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  int count = 23, n = (count + 7) / 8, i = 0, out[32];
  switch (count % 8) { case 0: do { out[i] = i; i++; case 7: out[i] = i; i++; case 6: out[i] = i; i++; case 5: out[i] = i; i++; case 4: out[i] = i; i++; case 3: out[i] = i; i++; case 2: out[i] = i; i++; case 1: out[i] = i; i++; } while (--n > 0); }
  int s = 0;
  for (int k = 0; k < count; k++) s += out[k];
  printf("%d %d\n", i, s);
  return 0;
}

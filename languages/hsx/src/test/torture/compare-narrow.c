// Compare narrow: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  signed char a[] = {-128, -1, 0, 1, 127}; unsigned char b[] = {0, 1, 127, 128, 255}; short c[] = {-32768, -1, 0, 32767}; _Bool t = 1, f = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) printf("%d%d%d%d ", a[i] < a[j], b[i] < b[j], a[i] == b[j], (signed char)b[i] < a[j]);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) printf("%d%d ", c[i] < c[j], (unsigned short)c[i] < (unsigned short)c[j]);
  printf("%d %d %d\n", t > f, t == !f, t && !f);
  return 0;
}

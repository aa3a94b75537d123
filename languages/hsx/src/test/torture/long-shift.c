// Long shift: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  long long s = -0x123456789abcdefLL; unsigned long long u = 0xfedcba9876543210ull;
  for (int n = 0; n < 64; n += 7) printf("%llx %llx %llx\n", (unsigned long long)(s >> n), u >> n, u << n);
  printf("%llx %llx %llx %llx\n", u << 32, u >> 32, u << 1, u >> 63);
  return 0;
}

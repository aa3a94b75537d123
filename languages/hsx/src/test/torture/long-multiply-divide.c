// Long multiply divide: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  long long a[] = {0, 1, -1, 12345678901234LL, -98765432109876LL, 9223372036854775807LL, -9223372036854775807LL - 1}, b[] = {1, 3, -7, 10, 1000000007LL, -5000000000LL, 9223372036854775807LL};
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++) printf("%lld %lld %llx\n", a[i] / b[j], a[i] % b[j], (unsigned long long)a[i] * (unsigned long long)b[j]);
  unsigned long long u = 0xfedcba9876543210ull;
  for (unsigned long long d = 1; d < 0x1000000000000000ull; d = d * 37 + 1) printf("%llu %llu\n", u / d, u % d);
  return 0;
}

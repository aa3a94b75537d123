// Primes: what is printed is the same on every machine.
#include <stdio.h>
static unsigned char sieve[1000]; int main(void) { int count = 0, sum = 0; for (int i = 2; i < 1000; i++) { if (sieve[i]) continue; count++; sum += i; for (int j = i * i; j < 1000; j += i) sieve[j] = 1; } unsigned long long f = 1; for (int i = 2; i <= 20; i++) f *= i; printf("%d %d %llu\n", count, sum, f); return 0; }

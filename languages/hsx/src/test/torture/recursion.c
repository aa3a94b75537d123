// Recursion: what is printed is the same on every machine.
#include <stdio.h>
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); } int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int moves; void hanoi(int n, int a, int b, int c) { if (n == 0) return; hanoi(n - 1, a, c, b); moves++; hanoi(n - 1, c, b, a); }
unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
int main(void) { hanoi(7, 1, 2, 3); printf("%d %d %d %d %d %u\n", fib(14), ack(2, 3), even(20), odd(7), moves, gcd(3528, 3780)); return 0; }

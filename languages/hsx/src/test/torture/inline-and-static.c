// Inline and static: what is printed is the same on every machine.
#include <stdio.h>
static inline int sq(int x) { return x * x; } static int twice(int (*f)(int), int x) { return f(f(x)); } static const unsigned char rev[] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}; static unsigned char flip(unsigned char b) { return (unsigned char)(rev[b & 15] << 4 | rev[b >> 4]); } int main(void) { printf("%d %d ", twice(sq, 3), sq(sq(2) + 1)); for (int i = 1; i < 256; i *= 3) printf("%d ", flip((unsigned char)i)); printf("\n"); return 0; }

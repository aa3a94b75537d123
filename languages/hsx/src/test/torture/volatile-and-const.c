// Volatile and const: what is printed is the same on every machine.
#include <stdio.h>
volatile int counter; const int table[] = {3, 1, 4, 1, 5}; static volatile unsigned char reg; int main(void) { for (int i = 0; i < 5; i++) { counter += table[i]; reg = (unsigned char)(reg + 60); } const volatile int *p = &counter; printf("%d %d %d\n", *p, reg, counter++ + ++counter); return 0; }

// Switch dense: what is printed is the same on every machine.
#include <stdio.h>
int f(int x) { switch (x) { case 0: return 5; case 1: return 4; case 2: return 9; case 3: return 1; case 4: return 7; case 5: return 8; case 6: return 3; case 7: return 2; default: return -1; } }
int main(void) { for (int i = -2; i < 10; i++) printf("%d ", f(i)); printf("\n"); return 0; }

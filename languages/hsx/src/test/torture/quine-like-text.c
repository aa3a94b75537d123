// Quine like text: what is printed is the same on every machine.
#include <stdio.h>
int isv(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; } int main(void) { char t[] = "it is a small machine with sixteen registers"; int v = 0, w = 1; for (char *p = t; *p; p++) { v += isv(*p); w += *p == ' '; if (p == t || p[-1] == ' ') *p = (char)(*p - 32); } printf("%s %d %d\n", t, v, w); char *q = t + sizeof t - 2, *p = t; while (p < q) { char c = *p; *p++ = *q; *q-- = c; } puts(t); return 0; }

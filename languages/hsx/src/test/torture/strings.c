// Strings: what is printed is the same on every machine.
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[64]; strcpy(b, "hello"); strcat(b, ", world"); printf("%s %d %d %d\n", b, (int)strlen(b), strcmp(b, "hello") > 0, strncmp(b, "help", 3));
  printf("%s %s %d\n", strchr(b, 'w'), strstr(b, "lo"), memcmp("abc", "abd", 3) < 0);
  memmove(b + 2, b, 6); b[8] = 0; printf("%s\n", b); memset(b, 'x', 5); printf("%s %c\n", b, "literal"[3]);
  char c[] = "tab\tquote\"back\\ \x41\101"; printf("%s %d\n", c, (int)sizeof c); strncpy(b, "abcdefgh", 4); printf("%.4s %d\n", b, (int)strspn("aab", "a")); return 0;
}

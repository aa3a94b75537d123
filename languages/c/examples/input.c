// Asks for a name and greets; ends with its input.
#include <stdio.h>
#include <string.h>

int main(void) {
  char name[64];
  printf("What is your name? ");
  while (fgets(name, sizeof name, stdin)) {
    name[strcspn(name, "\n")] = '\0';
    printf("Hello, %s!\nAnd who else? ", name);
  }
  printf("Goodbye.\n");
  return 0;
}

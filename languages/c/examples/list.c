// A list whose last node leads back to its first.
#include <stdio.h>

struct node {
  int value;
  char label[8];
  struct node *next;
};

int main(void) {
  struct node nodes[3] = {{1, "one", NULL}, {2, "two", NULL}, {3, "three", NULL}};
  for (int n = 0; n < 3; n++) nodes[n].next = &nodes[(n + 1) % 3];
  struct node *first = &nodes[0];
  int sum = 0;
  for (struct node *at = first; sum < 12; at = at->next) sum += at->value;
  printf("sum %d\n", sum); // #look
  return 0;
}

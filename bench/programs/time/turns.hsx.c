// HSX: calls, blocks of the heap and output in a loop, for `npm run time-bench`, which sets the number of turns.
#include <stdio.h>
#include <stdlib.h>

struct cell {
  int value;
  struct cell *before;
};

static int turns = 1000; // #turns
static int first;
static struct cell *latest;

static int mixed(int a, int b) {
  int c = a * 31 + b;
  return c % 251;
}

static int turn(int n) {
  struct cell *made = malloc(sizeof(struct cell));
  made->value = mixed(n % 100000, latest->value);
  made->before = 0;
  free(latest);
  latest = made;
  return made->value;
}

int main(void) {
  int total = 0;
  first = 7;
  latest = malloc(sizeof(struct cell));
  latest->value = first;
  int n = 0; // #begin
  while (n < turns) {
    total = (total + turn(n)) % 1000003; // #loop
    if (n % 20000 == 0) printf("turn %d\n", n);
    n = n + 1;
  }
  printf("total %d\n", total); // #end
  return 0;
}

/* What the native measurements debug: locals to show, lines to step, arrays to page, a line that runs often. */
#include <stdio.h>
#include <stdlib.h>

struct point {
  int x, y;
  const char *name;
};

static int small[10000];
static int *large;

static int step(int seed) {
  int a = seed, b = a + 1, c = b * 2;
  double ratio = c / 3.0;
  struct point where = {a, b, "here"};
  long total = 0;
  for (int i = 0; i < 1000000; i++) { /* #begin */
    total += i ^ a;
    where.x = i;
    ratio += 0.5;
    c = where.x + b;
    b = c - a;
  }
  return (int)total + where.y + (int)ratio;
}

static int busy(int limit) {
  int hits = 0;
  for (int i = 0; i < limit; i++) {
    hits += i & 1; /* #often */
  }
  return hits;
}

int main(int argc, char **argv) {
  int limit = argc > 1 ? atoi(argv[1]) : 10;
  int *elements = large = malloc(1000000 * sizeof *large);
  for (int i = 0; i < 10000; i++) small[i] = i;
  for (int i = 0; i < 1000000; i++) large[i] = i * 3;
  int(*all)[1000000] = (int(*)[1000000])large;
  int hits = busy(limit); /* #arrays */
  int result = step(hits + elements[1] + (*all)[2]);
  printf("%d\n", result + small[5]); /* #end */
  return 0;
}

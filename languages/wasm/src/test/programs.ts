// Programs in C that several tests compile.

/** All kinds of types, inlined calls, scopes, and variables that move. */
export const manyTypes = `
#include <stdio.h>
struct point { short x; double y; long long z; };
union either { int number; float real; unsigned char bytes[4]; };
enum color { RED, GREEN = 5, BLUE = -2 };
struct flags { unsigned low : 3; unsigned middle : 7; int high : 5; };
typedef struct node { struct node *next; int value; } node;
typedef int (*operation)(int, int);
static struct point points[8];
static int table[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
const char *names[] = { "zero", "one", "two" };
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation operations[] = { add, sub };

static inline int square(int n) { int twice = n + n; return twice * n / 2; }

static int walk(const node *from) {
  int sum = 0;
  for (const node *at = from; at != 0; at = at->next) {
    int here = at->value;
    sum += square(here) + operations[here & 1](here, 1);
  }
  return sum;
}

static double mean(const struct point *all, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += all[i].y;
  return sum / count;
}

static struct point moved(struct point by, int how) {
  by.x = (short)(by.x + how);
  by.z = by.z * how;
  return by;
}

int main(int argc, char **argv) {
  node last = { 0, 3 }, first = { &last, argc };
  union either e = { .real = 1.5f };
  struct flags f = { 5, 100, -3 };
  enum color c = GREEN;
  for (int i = 0; i < 8; i++) points[i] = (struct point){ (short)i, i * 0.5, 1LL << (i * 5) };
  struct point p = moved(points[3], 4);
  int total = walk(&first);
  printf("%d %f %d %d %d %s\\n", total, mean(points, 8), p.x, e.number, f.middle + c + table[1][2], names[argc & 1]);
  return 0;
}
`;

/** Tells a function what its variables are each time around its loop. */
export const collatz = `
#include <stdio.h>
static long long highest;
__attribute__((noinline)) static void tell(unsigned long long now, int count, double mean) {
  printf("%llu %d %g %lld\\n", now, count, mean, highest); // #tell
}
static int journey(unsigned from) {
  unsigned long long n = from;
  int steps = 0;
  double sum = 0;
  while (n != 1) {
    tell(n, steps, sum);
    if (n % 2 == 0) n = n / 2;
    else n = 3 * n + 1;
    if ((long long)n > highest) highest = (long long)n;
    steps++;
    sum += (double)n;
  }
  return steps;
}
int main(void) {
  int all = journey(7) + journey(6);
  printf("%d\\n", all);
  return all;
}
`;

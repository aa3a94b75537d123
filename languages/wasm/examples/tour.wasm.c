// A tour: compiled to WebAssembly by the clang that comes along, debugged in V8.
#include <stdio.h>

enum kind { planet, moon };

struct body {
  const char *name;
  enum kind kind;
  double mass;
  struct body *around;
};

static int seen;

/** How many bodies are between this one and the sun. */
static int depth(const struct body *from) {
  int steps = 0;
  for (const struct body *at = from; at->around != 0; at = at->around) {
    steps++; // #step
    seen++;
  }
  return steps;
}

static long long checksum(const char *text) {
  long long sum = 7;
  for (int i = 0; text[i] != 0; i++) {
    sum = sum * 31 + text[i]; // #sum
  }
  return sum;
}

int main(void) {
  struct body sun = {"Sun", planet, 1.989e30, 0};
  struct body earth = {"Earth", planet, 5.972e24, &sun};
  struct body luna = {"Luna", moon, 7.342e22, &earth};
  struct body *all[] = {&sun, &earth, &luna};
  for (int i = 0; i < 3; i++) {
    int steps = depth(all[i]);              // #call
    long long sum = checksum(all[i]->name); // #look
    printf("%s: %d steps, %lld\n", all[i]->name, steps, sum);
  }
  printf("%d steps in all\n", seen);
  return 0;
}

// Fixed-point maths: 16 bits before the point and 16 behind it, for a machine without floating point of 32 bits.
// Try: stop in the loop of `square_root` and watch `guess` come closer; `x >> 16` is the whole part.
#include <stdio.h>

typedef int fixed;

#define ONE 65536

static fixed multiply(fixed a, fixed b) {
  return (fixed)(((long long)a * b) >> 16);
}

static fixed divide(fixed a, fixed b) {
  return (fixed)(((long long)a << 16) / b);
}

static fixed square_root(fixed x) {
  fixed guess = x > ONE ? x / 2 : ONE;
  for (int round = 0; round < 12; round++) {
    fixed better = (guess + divide(x, guess)) / 2; // #look
    if (better == guess) break;
    guess = better;
  }
  return guess;
}

/** Bhaskara's approximation, for 0 to 180 degrees. */
static fixed sine(int degrees) {
  fixed part = (fixed)(degrees * (180 - degrees));
  return divide(4 * part, 40500 - part);
}

static void print_fixed(const char *name, fixed x) {
  unsigned thousandths = ((unsigned)(x & 0xffff) * 1000u + 32768u) >> 16;
  int whole = x >> 16;
  if (thousandths == 1000) {
    thousandths = 0;
    whole++;
  }
  printf("%s = %d.%03u\n", name, whole, thousandths);
}

int main(void) {
  fixed two = 2 * ONE;
  fixed root = square_root(two);
  print_fixed("root of 2", root);
  print_fixed("its square", multiply(root, root));
  for (int degrees = 0; degrees <= 180; degrees += 45) {
    fixed value = sine(degrees);
    print_fixed("sine", value);
  }
  return multiply(root, root) > two;
}

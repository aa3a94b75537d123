// Divides by zero, which the machine refuses.

static int ratio(int a, int b) {
  return a / b; // #throw
}

int main(void) {
  return ratio(42, 0);
}

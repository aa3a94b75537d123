// Divides by zero, at which WebAssembly traps.

__attribute__((noinline)) static int ratio(int a, int b) {
  return a / b; // #throw
}

int main(void) {
  return ratio(42, 0);
}

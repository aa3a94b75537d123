// An exception of C++ that is caught, for adapters that stop where they are thrown.

static int half(int n) {
  if (n % 2 != 0) throw "there is no half of it"; // #throw
  return n / 2;
}

int main() {
  try {
    return half(4) + half(7);
  } catch (const char *) {
    return 1;
  }
}

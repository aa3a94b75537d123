// What WebAssembly engines are measured with: calls, memory, floats, a dependent chain of integers, and a line that is met often.

int fib(int n) {
  if (n < 2)
    return n;
  return fib(n - 1) + fib(n - 2);
}

static unsigned char composite[400000];

int primes(int rounds) {
  int count = 0;
  for (int round = 0; round < rounds; round++) {
    count = 0;
    for (int i = 0; i < 400000; i++)
      composite[i] = 0;
    for (int i = 2; i < 400000; i++) {
      if (composite[i])
        continue;
      count++;
      for (int j = i + i; j < 400000; j += i)
        composite[j] = 1;
    }
  }
  return count;
}

enum { side = 120 };
static double a[side][side], b[side][side], product[side][side];

int multiply(int rounds) {
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++) {
      a[i][j] = i % 7;
      b[i][j] = j % 5;
    }
  double trace = 0;
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < side; i++)
      for (int j = 0; j < side; j++) {
        double sum = 0;
        for (int k = 0; k < side; k++)
          sum += a[i][k] * b[k][j];
        product[i][j] = sum;
        trace += sum;
      }
  return (int)trace;
}

unsigned hash(int n) {
  unsigned h = 2166136261u;
  for (int i = 0; i < n; i++) {
    h ^= (unsigned)(i * 31) & 255u;
    h *= 16777619u;
    h = (h << 5) | (h >> 27);
  }
  return h;
}

int elsewhere(int n) {
  return n + 1;
}

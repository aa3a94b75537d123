// Counts for ever.

int main(void) {
  volatile int i = 0;
  for (;;) i = i + 1;
}

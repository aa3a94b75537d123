/* Native code for gdb's recording, in `npm run time-bench`: calls and cells in a loop. No library runs in it, whose vector instructions gdb cannot record. */
struct cell {
  int value;
  struct cell *before;
};

static volatile int turns = 1000; /* #turns */
static struct cell cells[8];

static int mixed(int a, int b) {
  int c = a * 31 + b;
  return c % 251;
}

static int turn(int n) {
  struct cell *cell = &cells[n % 8];
  cell->value = mixed(n % 100000, cell->value);
  cell->before = &cells[(n + 1) % 8];
  return cell->value;
}

int main(void) {
  int total = 0;
  int n = 0; /* #begin */
  while (n < turns) {
    total = (total + turn(n)) % 1000003; /* #loop */
    n = n + 1;
  }
  return total == -1; /* #end */
}

// Follows a pointer that leads nowhere: the nearest thing to an uncaught exception.

static int read_it(const int *where) {
  return *where; // #throw
}

int main(void) {
  return read_it(0);
}

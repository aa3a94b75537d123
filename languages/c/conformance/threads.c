// Two threads that count for ever, and the main one, which ends them with the program.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t ready;

static void *count(void *step) {
  volatile long i = 0;
  pthread_barrier_wait(&ready);
  for (;;) i += (long)step;
}

int main(void) {
  pthread_t left, right;
  pthread_barrier_init(&ready, 0, 3);
  pthread_create(&left, 0, count, (void *)1);
  pthread_create(&right, 0, count, (void *)2);
  pthread_barrier_wait(&ready);
  puts("both count"); // #threads
  puts("the end");
  return 0;
}

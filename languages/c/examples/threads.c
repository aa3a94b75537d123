// Two threads count together under a lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *count(void *argument) {
  int step = *(int *)argument;
  for (int turn = 0; turn < 1000; turn++) {
    pthread_mutex_lock(&lock);
    total += step;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int steps[2] = {1, 10};
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], NULL, count, &steps[n]);
  for (int n = 0; n < 2; n++) pthread_join(threads[n], NULL);
  printf("total %d\n", total);
  return 0;
}

// Something is wrong here: after some minutes the machine refuses to divide, far from the mistake. Who changed `log.window`?
// Try: run to the fault in `average`, then set a data breakpoint on `log.window` and run again.
#include <stdio.h>

#define SAMPLES 8

static struct {
  int samples[SAMPLES];
  int window;
} log = {{0, 8, 8, 8, 8, 8, 8, 8}, SAMPLES};

static void record(int reading) {
  for (int i = 0; i <= SAMPLES; i++) { // #mistake
    int kept = log.samples[i];
    log.samples[i] = reading;
    reading = kept;
  }
}

static int average(void) {
  int total = 0;
  for (int i = 0; i < SAMPLES; i++) total += log.samples[i];
  return total / log.window; // #fault
}

int main(void) {
  for (int minute = 0; minute < 12; minute++) {
    record(20 + minute % 5); // #look
    printf("minute %d: average %d\n", minute, average());
  }
  return 0;
}

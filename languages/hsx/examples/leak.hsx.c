// A logger of measurements that forgets some of what it allocates, in two ways.
// Try: `sonde heap leak.hsx.c`: blocks that nothing points to any more, and a list that only grows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sample {
  int value;
  struct sample *next;
};

struct sensor {
  const char *name;
  struct sample *latest;
  int count;
};

static struct sensor sensors[2] = {{"temperature", 0, 0}, {"pressure", 0, 0}};

/* The first mistake: nobody ever takes a sample out of the list again. */
static void keep(struct sensor *sensor, int value) {
  struct sample *sample = malloc(sizeof(struct sample));
  sample->value = value;
  sample->next = sensor->latest;
  sensor->latest = sample;
  sensor->count++;
}

/* The second: the text is given up without a free. */
static int report(const struct sensor *sensor) {
  char *line = malloc(40);
  strcpy(line, sensor->name);
  strcat(line, " is fine");
  return (int)strlen(line);
}

int main(void) {
  int printed = 0;
  keep(&sensors[0], 20);
  for (int round = 0; round < 30; round++) { // #few
    keep(&sensors[0], 20 + round % 3);
    if (round % 10 == 0) printed += report(&sensors[1]);
  }
  printf("%d samples, %d characters\n", sensors[0].count, printed); // #look
  return 0;
}

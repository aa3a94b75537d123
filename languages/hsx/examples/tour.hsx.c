// A traffic light as a state machine: a table of states, functions behind pointers, bit fields for the lamps.
// Try: stop before the call of `enter`, expand `light`, then step into `->enter`. A condition such as `light.state == YELLOW` runs in the machine.
#include <stdio.h>

enum state { RED, RED_YELLOW, GREEN, YELLOW };

struct lamps {
  unsigned red : 1;
  unsigned yellow : 1;
  unsigned green : 1;
};

struct light;

struct transition {
  enum state next;
  int seconds;
  void (*enter)(struct light *light);
};

struct light {
  enum state state;
  struct lamps lamps;
  int elapsed;
  const char *name;
};

static int changes;

static void stop_traffic(struct light *light) {
  light->lamps = (struct lamps){.red = 1};
}

static void prepare(struct light *light) {
  light->lamps.yellow = 1;
}

static void let_traffic_go(struct light *light) {
  light->lamps = (struct lamps){.green = 1};
}

static void warn(struct light *light) {
  light->lamps = (struct lamps){.yellow = 1};
}

static const struct transition table[] = {
    [RED] = {RED_YELLOW, 30, stop_traffic},
    [RED_YELLOW] = {GREEN, 2, prepare},
    [GREEN] = {YELLOW, 25, let_traffic_go},
    [YELLOW] = {RED, 3, warn},
};

static const char *names[] = {"red", "red and yellow", "green", "yellow"};

static void tick(struct light *light) {
  const struct transition *way = &table[light->state];
  light->elapsed++;
  if (light->elapsed < way->seconds) return;
  light->elapsed = 0;
  light->state = way->next;
  changes++;
  table[light->state].enter(light); // #look
  printf("%s: %s\n", light->name, names[light->state]);
}

int main(void) {
  struct light light = {RED, {1, 0, 0}, 0, "Main Street"};
  for (int second = 0; second < 120; second++) tick(&light);
  printf("%d changes, red %d, yellow %d, green %d\n", changes, light.lamps.red, light.lamps.yellow,
         light.lamps.green);
  return 0;
}

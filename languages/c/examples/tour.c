// A short tour: a call, a loop, a struct, an enum, a text and a number that grows.
#include <stdio.h>

enum mood { CALM, CURIOUS, EXCITED };

struct traveller {
  const char *name;
  enum mood mood;
  int steps;
  double position[2];
};

static int stride(int day) {
  int length = 3 + day % 2;
  return length;
}

static void walk(struct traveller *who, int day) {
  int taken = stride(day);
  who->steps += taken;
  who->position[day % 2] += taken / 2.0;
  if (who->steps > 10) who->mood = EXCITED; // #look
}

int main(void) {
  struct traveller ada = {"Ada", CURIOUS, 0, {0.0, 0.0}};
  for (int day = 1; day <= 4; day++) {
    walk(&ada, day);
    printf("day %d: %s has taken %d steps\n", day, ada.name, ada.steps);
  }
  return 0;
}

// Whose turn it is: a queue of ready coroutines and a heap of sleeping ones.

#include "private.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

static struct CoroutineFrame *ready_first, *ready_last;

/** A binary heap by `wake_virtual`, then by who went to sleep first. */
static struct {
  struct CoroutineFrame **entries;
  uint64_t count, capacity;
} sleepers;

/** The deadline of whoever woke last: a clock that does not run while code does, so that the order is always the same. */
static uint64_t virtual_now;
static uint64_t next_order;

static uint64_t real_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void wait_until(uint64_t deadline) {
  for (;;) {
    uint64_t now = real_now();
    if (now >= deadline) return;
    uint64_t left = deadline - now;
    struct timespec pause = {.tv_sec = (time_t)(left / 1000000000), .tv_nsec = (long)(left % 1000000000)};
    if (nanosleep(&pause, NULL) != 0 && errno != EINTR) return;
  }
}

void aria_make_ready(struct CoroutineFrame *frame) {
  frame->state = ARIA_READY;
  frame->machine->next_ready = NULL;
  if (ready_last == NULL) ready_first = frame;
  else ready_last->machine->next_ready = frame;
  ready_last = frame;
}

static bool wakes_before(struct CoroutineFrame *a, struct CoroutineFrame *b) {
  const struct aria_switch *one = a->machine, *other = b->machine;
  if (one->wake_virtual != other->wake_virtual) return one->wake_virtual < other->wake_virtual;
  return one->wake_order < other->wake_order;
}

static void exchange(uint64_t a, uint64_t b) {
  struct CoroutineFrame *held = sleepers.entries[a];
  sleepers.entries[a] = sleepers.entries[b];
  sleepers.entries[b] = held;
}

void aria_sleep_until_due(struct CoroutineFrame *frame, int64_t milliseconds) {
  // A hundred years and "for ever" are the same, and the sum in nanoseconds must not overflow.
  const int64_t most = INT64_C(100) * 365 * 24 * 3600 * 1000;
  uint64_t wanted = (uint64_t)(milliseconds < 0 ? 0 : milliseconds > most ? most : milliseconds) * 1000000;
  struct aria_switch *entry = frame->machine;
  entry->wake_virtual = virtual_now > UINT64_MAX - wanted ? UINT64_MAX : virtual_now + wanted;
  entry->wake_real = real_now() + wanted;
  entry->wake_order = next_order++;
  aria_make_room(&sleepers.entries, sleepers.count, &sleepers.capacity, sizeof *sleepers.entries);
  uint64_t at = sleepers.count++;
  sleepers.entries[at] = frame;
  while (at > 0 && wakes_before(sleepers.entries[at], sleepers.entries[(at - 1) / 2])) {
    exchange(at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
}

static struct CoroutineFrame *wake_first(void) {
  struct CoroutineFrame *first = sleepers.entries[0];
  sleepers.entries[0] = sleepers.entries[--sleepers.count];
  for (uint64_t at = 0;;) {
    uint64_t least = at;
    for (uint64_t child = 2 * at + 1; child <= 2 * at + 2 && child < sleepers.count; child++)
      if (wakes_before(sleepers.entries[child], sleepers.entries[least])) least = child;
    if (least == at) break;
    exchange(at, least);
    at = least;
  }
  virtual_now = first->machine->wake_virtual;
  return first;
}

/** Turns that ready ones took from each other since none of them was left. */
static uint64_t busy_turns;
/** After so many the queue is taken for one that never empties, and sleepers join it by the real clock. */
enum { most_busy_turns = 1000 };

/** Whether the first sleeper's time has come, after waiting for it when nobody else can run. */
static bool first_sleeper_is_due(bool others_can_run) {
  const struct aria_switch *first = sleepers.entries[0]->machine;
  // Who has the deadline of somebody that was woken wakes with him, and sleeps no less for it.
  if (!others_can_run || first->wake_virtual <= virtual_now) {
    wait_until(first->wake_real);
    return true;
  }
  return busy_turns > most_busy_turns && real_now() >= first->wake_real;
}

struct CoroutineFrame *aria_next_ready(void) {
  // Ready ones go first, and sleepers wake one deadline at a time: so the order does not depend on how long code takes.
  // But those who only yield to each other cannot keep sleepers out for ever.
  if (ready_first == NULL) busy_turns = 0;
  while (sleepers.count > 0 && first_sleeper_is_due(ready_first != NULL)) {
    aria_make_ready(wake_first());
    busy_turns = 0;
  }
  struct CoroutineFrame *next = ready_first;
  if (next == NULL) return NULL;
  busy_turns++;
  ready_first = next->machine->next_ready;
  if (ready_first == NULL) ready_last = NULL;
  return next;
}

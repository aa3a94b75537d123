// Scopes that are active: what makes a wild pointer valid or dangling.

#include "private.h"

struct aria_scopes __aria_scopes;

/** In step with `ids`: the scope around each one. */
static uint64_t *parents;
static uint64_t parent_capacity;
static uint64_t last_id;

/** Ids only grow and removal keeps the order, so the array is sorted. */
static uint64_t place_of(uint64_t id) {
  // Nearly always the newest one is asked for.
  uint64_t count = __aria_scopes.count;
  if (count != 0 && __aria_scopes.ids[count - 1] == id) return count - 1;
  uint64_t low = 0, high = count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (__aria_scopes.ids[middle] < id) low = middle + 1;
    else high = middle;
  }
  return low < count && __aria_scopes.ids[low] == id ? low : UINT64_MAX;
}

uint64_t __aria_scope_enter(void) {
  uint64_t count = __aria_scopes.count;
  aria_make_room(&__aria_scopes.ids, count, &__aria_scopes.capacity, sizeof *__aria_scopes.ids);
  aria_make_room(&parents, count, &parent_capacity, sizeof *parents);
  uint64_t id = ++last_id;
  __aria_scopes.ids[count] = id;
  parents[count] = __aria_scopes.current;
  ARIA_PUBLISH();
  __aria_scopes.count = count + 1;
  __aria_scopes.current = id;
  return id;
}

void __aria_scope_exit(uint64_t id) {
  uint64_t place = place_of(id);
  if (place == UINT64_MAX) return;
  uint64_t parent = parents[place];
  if (__aria_scopes.current == id) __aria_scopes.current = parent;
  // Scopes above it stay: most belong to other coroutines. Those inside of it are now inside of what was around it.
  for (uint64_t i = place + 1; i < __aria_scopes.count; i++) {
    __aria_scopes.ids[i - 1] = __aria_scopes.ids[i];
    parents[i - 1] = parents[i] == id ? parent : parents[i];
  }
  ARIA_PUBLISH();
  __aria_scopes.count--;
}

bool aria_scope_is_active(uint64_t id) {
  return place_of(id) != UINT64_MAX;
}

// From an address to its place in a table: open addressing, because every access through a wild pointer asks it.

#include "private.h"

#include <stdlib.h>

struct aria_address_slot {
  const void *address; // NULL: never used
  uint64_t place;      // `removed`: used once
};

static const uint64_t removed = UINT64_MAX;

static uint64_t first_slot(const aria_address_index *index, const void *address) {
  // Fibonacci hashing: allocations differ in their middle bits.
  return ((uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (index->capacity - 1);
}

static struct aria_address_slot *slot_of(const aria_address_index *index, const void *address) {
  if (index->capacity == 0) return NULL;
  for (uint64_t at = first_slot(index, address);; at = (at + 1) & (index->capacity - 1)) {
    struct aria_address_slot *slot = &index->slots[at];
    if (slot->address == NULL) return NULL;
    if (slot->address == address && slot->place != removed) return slot;
  }
}

static void insert(aria_address_index *index, const void *address, uint64_t place) {
  uint64_t at = first_slot(index, address);
  while (index->slots[at].address != NULL) at = (at + 1) & (index->capacity - 1);
  index->slots[at] = (struct aria_address_slot){address, place};
  index->used++;
}

static void rebuild(aria_address_index *index) {
  aria_address_index old = *index;
  uint64_t live = 0;
  for (uint64_t i = 0; i < old.capacity; i++)
    live += old.slots[i].address != NULL && old.slots[i].place != removed;
  index->capacity = 64;
  while (index->capacity < live * 4) index->capacity *= 2;
  index->slots = calloc(index->capacity, sizeof *index->slots);
  if (index->slots == NULL) aria_out_of_memory(index->capacity * sizeof *index->slots, NULL, 0);
  index->used = 0;
  for (uint64_t i = 0; i < old.capacity; i++)
    if (old.slots[i].address != NULL && old.slots[i].place != removed)
      insert(index, old.slots[i].address, old.slots[i].place);
  free(old.slots);
}

void aria_index_put(aria_address_index *index, const void *address, uint64_t place) {
  struct aria_address_slot *known = slot_of(index, address);
  if (known != NULL) {
    known->place = place;
    return;
  }
  if ((index->used + 1) * 2 > index->capacity) rebuild(index);
  insert(index, address, place);
}

uint64_t aria_index_find(const aria_address_index *index, const void *address) {
  const struct aria_address_slot *slot = slot_of(index, address);
  return slot == NULL ? UINT64_MAX : slot->place;
}

void aria_index_remove(aria_address_index *index, const void *address) {
  struct aria_address_slot *slot = slot_of(index, address);
  if (slot != NULL) slot->place = removed;
}

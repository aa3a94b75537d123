// The old generation: objects that stay where they are until a full collection finds them dead.

#include "private.h"

#include <stdlib.h>

enum { growth = 2, least_threshold = 4 * 1024 * 1024, header_size = sizeof(uint64_t) };

struct aria_gc_old_objects __aria_gc_old_objects;

/** What malloc gives, aligned to 16 as the payload must be. The class of a large object promises more than it has. */
struct block {
  uint64_t payload_size;
  uint64_t header;
  char payload[];
};

static struct block *block_of(void *object) {
  return (struct block *)((char *)object - offsetof(struct block, payload));
}

void *aria_old_alloc(uint64_t payload, uint32_t size_class, uint32_t type_id) {
  struct block *block = calloc(1, sizeof *block + payload);
  if (block == NULL) return NULL;
  *block = (struct block){payload, aria_new_header(type_id, size_class, 0)};
  struct aria_gc_old_objects *table = &__aria_gc_old_objects;
  aria_make_room(&table->entries, table->count, &table->capacity, sizeof *table->entries);
  table->entries[table->count] = (aria_gc_old_object){block->payload, payload};
  ARIA_PUBLISH();
  table->count++;
  __aria_gc_statistics.old_bytes += payload + header_size;
  return block->payload;
}

static void mark_object(void *object) {
  uint64_t *header = aria_header(object);
  if (*header & ARIA_GC_MARK) return;
  *header |= ARIA_GC_MARK;
  bool young = aria_in_nursery(object);
  uint64_t block_size = __aria_gc_block_size(ARIA_GC_SIZE_CLASS(*header));
  aria_gray_push(object, young ? block_size - header_size : block_of(object)->payload_size);
}

static void mark(void **slot) {
  if (*slot != NULL) mark_object(*slot);
}

static void unmark_young(void *object) {
  *aria_header(object) &= ~ARIA_GC_MARK;
}

static void mark_young(void *object) {
  // Right after a minor collection nothing but pinned objects is left in the nursery.
  mark_object(object);
}

static void mark_all(void) {
  const struct aria_gc_old_objects *table = &__aria_gc_old_objects;
  for (uint64_t i = 0; i < table->count; i++) *aria_header(table->entries[i].object) &= ~ARIA_GC_MARK;
  aria_each_nursery_object(unmark_young);
  aria_each_root(mark);
  aria_each_nursery_object(mark_young);
  for (uint64_t i = 0; i < table->count; i++)
    if (*aria_header(table->entries[i].object) & ARIA_GC_PINNED) mark_object(table->entries[i].object);
  void *object;
  uint64_t payload;
  while (aria_gray_pop(&object, &payload)) aria_each_pointer(object, payload, mark);
}

static bool is_marked(aria_gc_old_object entry) {
  return *aria_header(entry.object) & ARIA_GC_MARK;
}

/** Dead entries go behind the living ones, then out of the table, and only then is their memory freed. */
static void sweep(void) {
  struct aria_gc_old_objects *table = &__aria_gc_old_objects;
  uint64_t live = 0, end = table->count, all = table->count;
  while (live < end) {
    aria_gc_old_object entry = table->entries[live];
    if (is_marked(entry)) {
      live++;
      continue;
    }
    table->entries[live] = table->entries[--end];
    table->entries[end] = entry;
  }
  ARIA_PUBLISH();
  table->count = live;
  ARIA_PUBLISH();
  for (uint64_t i = live; i < all; i++) {
    uint64_t size = table->entries[i].size + header_size;
    __aria_gc_statistics.freed_objects++;
    __aria_gc_statistics.freed_bytes += size;
    __aria_gc_statistics.old_bytes -= size;
    free(block_of(table->entries[i].object));
  }
}

void aria_old_collect(void) {
  mark_all();
  sweep();
  uint64_t wanted = __aria_gc_statistics.old_bytes * growth;
  __aria_gc_statistics.old_threshold = wanted < least_threshold ? least_threshold : wanted;
}

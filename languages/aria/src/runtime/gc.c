// The garbage collector from outside: types, roots, allocation, pins, and when which generation is collected.

#include "private.h"

#include <stdlib.h>

enum { exact_classes = 64, class_step = 16, first_doubled = exact_classes + 1, first_doubled_shift = 11 };
enum { last_class = first_doubled + 62 - first_doubled_shift };

struct aria_gc_type_table __aria_gc_type_table;
struct aria_gc_statistics __aria_gc_statistics = {.old_threshold = 4 * 1024 * 1024};
struct aria_roots *__aria_gc_roots;

struct aria_gc_globals __aria_gc_globals;
/** Which of them are known. */
static aria_address_index known_globals;

static struct {
  struct gray {
    void *object;
    uint64_t payload;
  } *entries;
  uint64_t count, capacity;
} gray;

uint64_t __aria_gc_block_size(uint32_t size_class) {
  if (size_class == 0 || size_class > last_class) return 0;
  if (size_class <= exact_classes) return (uint64_t)size_class * class_step;
  return UINT64_C(1) << (size_class - first_doubled + first_doubled_shift);
}

uint32_t aria_size_class(uint64_t payload) {
  if (payload > (UINT64_C(1) << 46)) return 0; // more than a process can address
  uint64_t block = payload + sizeof(uint64_t);
  // The payload has room for a forwarding address even when it is empty.
  if (block <= exact_classes * class_step) return (uint32_t)((block + class_step - 1) / class_step);
  uint32_t size_class = first_doubled;
  while (__aria_gc_block_size(size_class) < block) size_class++;
  return size_class;
}

void __aria_gc_types(const aria_type *table, uint32_t count) {
  // The count goes first when it shrinks and last when it grows: no id may lead beyond a table.
  __aria_gc_type_table.count = 0;
  ARIA_PUBLISH();
  __aria_gc_type_table.types = table;
  ARIA_PUBLISH();
  __aria_gc_type_table.count = table == NULL ? 0 : count;
}

void __aria_gc_push(struct aria_roots *roots) {
  roots->previous = __aria_gc_roots;
  ARIA_PUBLISH();
  __aria_gc_roots = roots;
}

void __aria_gc_pop(struct aria_roots *roots) {
  __aria_gc_roots = roots->previous;
}

void __aria_gc_global(void **slot) {
  if (slot == NULL || aria_index_find(&known_globals, slot) != UINT64_MAX) return;
  aria_make_room(&__aria_gc_globals.slots, __aria_gc_globals.count, &__aria_gc_globals.capacity, sizeof *__aria_gc_globals.slots);
  __aria_gc_globals.slots[__aria_gc_globals.count] = slot;
  aria_index_put(&known_globals, slot, __aria_gc_globals.count);
  ARIA_PUBLISH();
  __aria_gc_globals.count++;
}

static void each_in_chain(const struct aria_roots *roots, aria_slot_visitor visit) {
  for (; roots != NULL; roots = roots->previous)
    for (uint64_t i = 0; i < roots->count; i++)
      if (roots->slots[i] != NULL) visit(roots->slots[i]);
}

static void each_at_offsets(void *memory, uint64_t size, const uint32_t *offsets, uint32_t count,
                            aria_slot_visitor visit) {
  if (memory == NULL) return;
  for (uint32_t i = 0; i < count; i++)
    if (size >= sizeof(void *) && offsets[i] <= size - sizeof(void *)) visit((void **)((char *)memory + offsets[i]));
}

static void each_in_coroutine(struct CoroutineFrame *frame, aria_slot_visitor visit) {
  // The chain of the running one is the current chain.
  if (frame != __aria_coroutines.current) each_in_chain(frame->roots, visit);
  each_at_offsets(frame->args, frame->args_size, frame->args_pointers, frame->args_pointer_count, visit);
  each_at_offsets(frame->promise, frame->promise_size, frame->promise_pointers, frame->promise_pointer_count, visit);
}

void aria_each_root(aria_slot_visitor visit) {
  each_in_chain(__aria_gc_roots, visit);
  for (uint64_t i = 0; i < __aria_gc_globals.count; i++) visit(__aria_gc_globals.slots[i]);
  for (struct CoroutineFrame *it = __aria_coroutines.first; it != NULL; it = it->next) each_in_coroutine(it, visit);
  for (struct CoroutineFrame *it = __aria_coroutines.finished; it != NULL; it = it->next)
    each_in_coroutine(it, visit);
}

void aria_each_pointer(void *object, uint64_t payload, aria_slot_visitor visit) {
  uint32_t id = ARIA_GC_TYPE_ID(*aria_header(object));
  if (id >= __aria_gc_type_table.count) return;
  const aria_type *type = &__aria_gc_type_table.types[id];
  if (type->pointer_count == 0) return;
  uint64_t element = type->size == 0 ? payload : type->size;
  for (uint64_t at = 0; at < payload; at += element)
    each_at_offsets((char *)object + at, payload - at, type->pointer_offsets, type->pointer_count, visit);
}

void aria_gray_push(void *object, uint64_t payload) {
  aria_make_room(&gray.entries, gray.count, &gray.capacity, sizeof *gray.entries);
  gray.entries[gray.count++] = (struct gray){object, payload};
}

bool aria_gray_pop(void **object, uint64_t *payload) {
  if (gray.count == 0) return false;
  *object = gray.entries[--gray.count].object;
  *payload = gray.entries[gray.count].payload;
  return true;
}

void __aria_gc_collect(int32_t full) {
  struct aria_gc_statistics *statistics = &__aria_gc_statistics;
  // Asked for from inside: by a debugger that stopped in the middle and calls into the program.
  if (statistics->collecting) return;
  statistics->collecting = 1;
  ARIA_PUBLISH();
  aria_nursery_init();
  aria_nursery_collect();
  statistics->minor_collections++;
  if (full || statistics->old_bytes >= statistics->old_threshold) {
    aria_old_collect();
    statistics->full_collections++;
  }
  ARIA_PUBLISH();
  statistics->collecting = 0;
}

static void *alloc_old(uint64_t size, uint32_t size_class, uint32_t type_id) {
  struct aria_gc_statistics *statistics = &__aria_gc_statistics;
  if (statistics->old_bytes >= statistics->old_threshold) __aria_gc_collect(1);
  void *object = aria_old_alloc(size, size_class, type_id);
  if (object != NULL) return object;
  __aria_gc_collect(1);
  return aria_old_alloc(size, size_class, type_id);
}

static bool is_stressed(void) {
  static int stressed = -1;
  if (stressed < 0) {
    const char *setting = getenv("ARIA_GC_STRESS");
    stressed = setting != NULL && setting[0] == '1';
  }
  return stressed;
}

void *__aria_gc_alloc(uint64_t size, uint32_t type_id) {
  if (__aria_gc_statistics.collecting) return NULL;
  aria_nursery_init();
  uint32_t size_class = aria_size_class(size);
  if (size_class == 0) aria_out_of_memory(size, NULL, 0);
  if (is_stressed()) __aria_gc_collect(0);
  void *object = NULL;
  if (aria_nursery_takes(size_class)) {
    object = aria_nursery_alloc(size_class, type_id);
    if (object == NULL) {
      __aria_gc_collect(0);
      object = aria_nursery_alloc(size_class, type_id);
    }
  }
  // Large ones, and those for which the pinned ones leave no room.
  if (object == NULL) object = alloc_old(size, size_class, type_id);
  if (object == NULL) aria_out_of_memory(size, NULL, 0);
  __aria_gc_statistics.allocated_objects++;
  __aria_gc_statistics.allocated_bytes += __aria_gc_block_size(size_class);
  return object;
}

void __aria_gc_pin(void *object) {
  if (object != NULL) *aria_header(object) |= ARIA_GC_PINNED;
}

void __aria_gc_unpin(void *object) {
  if (object != NULL) *aria_header(object) &= ~ARIA_GC_PINNED;
}

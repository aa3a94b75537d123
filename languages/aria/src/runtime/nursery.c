// The nursery: new objects one behind the other; a collection moves the living ones to the old generation.
//
// Pinned objects stay where they are. The room between them makes the spans that allocation takes from next.
//
// Generated code has no write barrier, so each collection looks through the old generation for pointers to here. The
// nursery therefore grows with it: else a program with many old objects would do nothing else.

#include "private.h"

#include <string.h>
#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

enum { standard_size = 256 * 1024, least_size = 4 * 1024, most_size = 1024 * 1024 * 1024 };
enum { reserved_size = 64 * 1024 * 1024, part_of_old = 2 };
/** Objects beyond this part of the nursery, as it is at first, would empty it too often. */
enum { large_part = 8, header_size = sizeof(uint64_t), block_alignment = 16 };

char *__aria_gc_nursery_start, *__aria_gc_nursery_end;
struct aria_gc_nursery __aria_gc_nursery;

static char *reserved_end;
static uint64_t largest_block;
static uint64_t span_capacity;
static aria_gc_span *next_spans; // those of the collection under way, in the same room later
static uint64_t next_count, next_capacity;

static char *map_pages(uint64_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

void aria_nursery_init(void) {
  if (__aria_gc_nursery_start != NULL) return;
  uint64_t size = aria_size_setting("ARIA_GC_NURSERY", standard_size, least_size, most_size);
  size = aria_round_up(size, aria_page_size());
  uint64_t reserved = size < reserved_size ? reserved_size : size;
  char *map = map_pages(reserved);
  // Where address space is scarce it stays as it is.
  if (map == MAP_FAILED) map = map_pages(reserved = size);
  if (map == MAP_FAILED) aria_out_of_memory(size, NULL, 0);
  reserved_end = map + reserved;
  largest_block = size / large_part;
  struct aria_gc_nursery *nursery = &__aria_gc_nursery;
  // Headers stand 8 bytes off, so that payloads are aligned to 16.
  nursery->first = map + block_alignment - header_size;
  nursery->last = map + size - header_size;
  aria_make_room(&nursery->spans, 0, &span_capacity, sizeof *nursery->spans);
  nursery->spans[0] = (aria_gc_span){nursery->first, nursery->first, nursery->last};
  ARIA_PUBLISH();
  nursery->span_count = 1;
  __aria_gc_nursery_end = map + size;
  ARIA_PUBLISH();
  __aria_gc_nursery_start = map;
}

bool aria_nursery_takes(uint32_t size_class) {
  return __aria_gc_block_size(size_class) <= largest_block;
}

void *aria_nursery_alloc(uint32_t size_class, uint32_t type_id) {
  struct aria_gc_nursery *nursery = &__aria_gc_nursery;
  uint64_t block = __aria_gc_block_size(size_class);
  for (; nursery->current < nursery->span_count; nursery->current++) {
    aria_gc_span *span = &nursery->spans[nursery->current];
    if ((uint64_t)(span->end - span->used) < block) continue;
    char *at = span->used;
    uint64_t header = aria_new_header(type_id, size_class, ARIA_GC_NURSERY);
    memcpy(at, &header, sizeof header);
    memset(at + header_size, 0, block - header_size);
    ARIA_PUBLISH();
    span->used = at + block;
    return at + header_size;
  }
  return NULL;
}

static char *each_block(char *from, const char *to, void (*visit)(void *object)) {
  while (from < to) {
    char *object = from + header_size;
    // Before the visit, which may leave a forwarding address; the header's class stays in any case.
    from += __aria_gc_block_size(ARIA_GC_SIZE_CLASS(*aria_header(object)));
    visit(object);
  }
  return from;
}

void aria_each_nursery_object(void (*visit)(void *object)) {
  const struct aria_gc_nursery *nursery = &__aria_gc_nursery;
  char *at = nursery->first;
  for (uint64_t i = 0; i < nursery->span_count; i++) {
    const aria_gc_span *span = &nursery->spans[i];
    each_block(at, span->start, visit);
    each_block(span->start, span->used, visit);
    at = span->end;
  }
  each_block(at, nursery->last, visit);
}

static uint64_t payload_of(void *object) {
  return __aria_gc_block_size(ARIA_GC_SIZE_CLASS(*aria_header(object))) - header_size;
}

/** Moves what a slot leads to, once, and makes the slot follow. */
static void follow(void **slot) {
  void *object = *slot;
  if (object == NULL || !aria_in_nursery(object)) return;
  uint64_t *header = aria_header(object);
  if (*header & ARIA_GC_FORWARDED) {
    memcpy(slot, object, sizeof *slot);
    return;
  }
  if (*header & ARIA_GC_PINNED) return;
  uint64_t payload = payload_of(object);
  void *moved = aria_old_alloc(payload, ARIA_GC_SIZE_CLASS(*header), ARIA_GC_TYPE_ID(*header));
  if (moved == NULL) aria_out_of_memory(payload, NULL, 0);
  memcpy(moved, object, payload);
  memcpy(object, &moved, sizeof moved);
  ARIA_PUBLISH();
  *header |= ARIA_GC_FORWARDED;
  *slot = moved;
  __aria_gc_statistics.promoted_objects++;
  __aria_gc_statistics.promoted_bytes += payload + header_size;
  aria_gray_push(moved, payload);
}

static void follow_from_pinned(void *object) {
  if (*aria_header(object) & ARIA_GC_PINNED) aria_each_pointer(object, payload_of(object), follow);
}

static char *free_from;

static void add_span(char *start, char *end) {
  if (start == end) return;
  aria_make_room(&next_spans, next_count, &next_capacity, sizeof *next_spans);
  next_spans[next_count++] = (aria_gc_span){start, start, end};
}

static void keep_if_pinned(void *object) {
  if (!(*aria_header(object) & ARIA_GC_PINNED)) return;
  char *block = (char *)object - header_size;
  add_span(free_from, block);
  free_from = block + header_size + payload_of(object);
  __aria_gc_statistics.pinned_in_nursery++;
}

static void grow_with_old_generation(void) {
  uint64_t size = (uint64_t)(__aria_gc_nursery_end - __aria_gc_nursery_start);
  uint64_t most = (uint64_t)(reserved_end - __aria_gc_nursery_start);
  uint64_t wanted = aria_round_up(__aria_gc_statistics.old_bytes / part_of_old, aria_page_size());
  if (wanted > most) wanted = most;
  if (wanted <= size) return;
  __aria_gc_nursery_end = __aria_gc_nursery_start + wanted;
  __aria_gc_nursery.last = __aria_gc_nursery_end - header_size;
}

static void start_over(void) {
  struct aria_gc_nursery *nursery = &__aria_gc_nursery;
  __aria_gc_statistics.pinned_in_nursery = 0;
  next_count = 0;
  free_from = nursery->first;
  aria_each_nursery_object(keep_if_pinned);
  grow_with_old_generation();
  add_span(free_from, nursery->last);
  aria_gc_span *old = nursery->spans;
  uint64_t old_capacity = span_capacity;
  // No span at all is a picture a debugger may see for an instant: then every block would count as pinned.
  nursery->span_count = 0;
  ARIA_PUBLISH();
  nursery->spans = next_spans;
  nursery->current = 0;
  ARIA_PUBLISH();
  nursery->span_count = next_count;
  span_capacity = next_capacity;
  next_spans = old;
  next_capacity = old_capacity;
}

void aria_nursery_collect(void) {
  // Without a write barrier any old object may lead into the nursery. Those promoted below are looked into as they
  // come, so the count is taken first.
  uint64_t old_count = __aria_gc_old_objects.count;
  aria_each_root(follow);
  aria_each_nursery_object(follow_from_pinned);
  for (uint64_t i = 0; i < old_count; i++) {
    aria_gc_old_object entry = __aria_gc_old_objects.entries[i];
    aria_each_pointer(entry.object, entry.size, follow);
  }
  void *object;
  uint64_t payload;
  while (aria_gray_pop(&object, &payload)) aria_each_pointer(object, payload, follow);
  start_over();
}

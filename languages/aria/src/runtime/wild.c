// Wild memory: allocated and freed by hand, with fat pointers and a table of what is alive in debug builds.

#include "private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct aria_wild_table __aria_wild_table;
static aria_address_index places;

/**
 * Freed blocks wait here before malloc may hand them out again: else a stale pointer would look valid as soon as
 * its address is reused in the same scope.
 */
enum { quarantine_blocks = 256, quarantine_bytes = 1024 * 1024, freed_fill = 0xdd };
static struct {
  void *base[quarantine_blocks];
  uint64_t size[quarantine_blocks];
  uint64_t first, count, bytes;
} quarantine;

static void release_oldest(void) {
  uint64_t at = quarantine.first;
  free(quarantine.base[at]);
  quarantine.base[at] = NULL;
  quarantine.bytes -= quarantine.size[at];
  quarantine.first = (at + 1) % quarantine_blocks;
  quarantine.count--;
}

static void put_aside(void *base, uint64_t size) {
  if (size > quarantine_bytes / 4) {
    free(base);
    return;
  }
  memset(base, freed_fill, size);
  while (quarantine.count == quarantine_blocks || quarantine.bytes + size > quarantine_bytes) release_oldest();
  uint64_t at = (quarantine.first + quarantine.count) % quarantine_blocks;
  quarantine.base[at] = base;
  quarantine.size[at] = size;
  quarantine.count++;
  quarantine.bytes += size;
}

void __aria_wild_alloc_at(aria_fat *out, uint64_t size, const char *file, uint32_t line) {
  // An object larger than half of memory could not be indexed with signed offsets.
  void *base = size > PTRDIFF_MAX ? NULL : calloc(1, size == 0 ? 1 : size);
  if (base == NULL) aria_out_of_memory(size, file, line);
  uint64_t scope = __aria_scopes.current, count = __aria_wild_table.count;
  aria_make_room(&__aria_wild_table.entries, count, &__aria_wild_table.capacity, sizeof *__aria_wild_table.entries);
  __aria_wild_table.entries[count] = (aria_wild_allocation){base, size, scope, file, line};
  aria_index_put(&places, base, count);
  ARIA_PUBLISH();
  __aria_wild_table.count = count + 1;
  *out = (aria_fat){base, base, size, scope};
}

void __aria_wild_alloc(aria_fat *out, uint64_t size) {
  __aria_wild_alloc_at(out, size, NULL, 0);
}

/** The allocation that a pointer was made from, while it is alive. */
static const aria_wild_allocation *allocation_of(const aria_fat *pointer) {
  uint64_t place = aria_index_find(&places, pointer->base);
  if (place == UINT64_MAX) return NULL;
  const aria_wild_allocation *entry = &__aria_wild_table.entries[place];
  return entry->scope_id == pointer->scope_id ? entry : NULL;
}

void __aria_wild_free_at(const aria_fat *pointer, const char *file, uint32_t line) {
  if (pointer == NULL || pointer->base == NULL) return;
  const aria_wild_allocation *entry = allocation_of(pointer);
  if (entry == NULL) __aria_trap("free of wild memory that is not allocated (freed twice?)", file, line);
  if (pointer->ptr != pointer->base)
    __aria_trap("free of a wild pointer that is not the start of its allocation", file, line);
  void *base = entry->base;
  uint64_t size = entry->size, place = (uint64_t)(entry - __aria_wild_table.entries);
  uint64_t last = __aria_wild_table.count - 1;
  aria_index_remove(&places, base);
  if (place != last) {
    __aria_wild_table.entries[place] = __aria_wild_table.entries[last];
    aria_index_put(&places, __aria_wild_table.entries[place].base, place);
  }
  ARIA_PUBLISH();
  __aria_wild_table.count = last;
  ARIA_PUBLISH();
  put_aside(base, size);
}

void __aria_wild_free(const aria_fat *pointer) {
  __aria_wild_free_at(pointer, NULL, 0);
}

void __aria_wild_check(const aria_fat *pointer, uint64_t offset, uint64_t size, const char *file, uint32_t line) {
  if (pointer == NULL || pointer->base == NULL) __aria_trap("access through a NULL wild pointer", file, line);
  if (pointer->scope_id != 0 && !aria_scope_is_active(pointer->scope_id))
    __aria_trap("access through a dangling wild pointer: its scope was left", file, line);
  if (allocation_of(pointer) == NULL)
    __aria_trap("access through a dangling wild pointer: its memory was freed", file, line);
  int64_t from_base = (int64_t)((uintptr_t)pointer->ptr - (uintptr_t)pointer->base);
  int64_t start;
  bool wrapped = __builtin_add_overflow(from_base, (int64_t)offset, &start);
  if (!wrapped && start >= 0 && (uint64_t)start <= pointer->size && size <= pointer->size - (uint64_t)start) return;
  static char message[160];
  snprintf(message, sizeof message, "access out of bounds: %llu bytes at offset %+lld of an allocation of %llu",
           (unsigned long long)size, (long long)start, (unsigned long long)pointer->size);
  __aria_trap(message, file, line);
}

void *__aria_wild_alloc_plain(uint64_t size) {
  void *base = size > PTRDIFF_MAX ? NULL : calloc(1, size == 0 ? 1 : size);
  if (base == NULL) aria_out_of_memory(size, NULL, 0);
  return base;
}

void __aria_wild_free_plain(void *pointer) {
  free(pointer);
}

// Executable memory: writable first, executable after it was sealed, never both.

#include "private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct aria_exec_table __aria_exec_table;

aria_exec_region *aria_exec_find(const void *address) {
  for (uint64_t i = 0; i < __aria_exec_table.count; i++) {
    aria_exec_region *region = &__aria_exec_table.entries[i];
    uintptr_t start = (uintptr_t)region->ptr;
    if ((uintptr_t)address >= start && (uintptr_t)address - start < region->map_size) return region;
  }
  return NULL;
}

static aria_exec_region *region_at(void *code, const char *problem) {
  aria_exec_region *region = aria_exec_find(code);
  if (region == NULL || region->ptr != code) __aria_trap(problem, NULL, 0);
  return region;
}

void *__aria_exec_alloc(uint64_t size) {
  uint64_t map_size = size > PTRDIFF_MAX ? 0 : aria_round_up(size == 0 ? 1 : size, aria_page_size());
  char *map = map_size == 0
                  ? MAP_FAILED
                  : mmap(NULL, map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) aria_out_of_memory(size, NULL, 0);
  struct aria_exec_table *table = &__aria_exec_table;
  aria_make_room(&table->entries, table->count, &table->capacity, sizeof *table->entries);
  table->entries[table->count] = (aria_exec_region){map, size, map_size, ARIA_EXEC_WRITABLE, NULL};
  ARIA_PUBLISH();
  table->count++;
  return map;
}

void aria_exec_seal_part(aria_exec_region *region, uint64_t executable) {
  if (region->state == ARIA_EXEC_EXECUTABLE) return;
  if (mprotect(region->ptr, executable, PROT_READ | PROT_EXEC) != 0)
    __aria_trap("the system refuses to make wildx memory executable", NULL, 0);
  // Other machines than x86-64 may still hold what was there before.
  __builtin___clear_cache(region->ptr, (char *)region->ptr + executable);
  region->state = ARIA_EXEC_EXECUTABLE;
}

void __aria_exec_seal(void *code) {
  aria_exec_region *region = region_at(code, "seal of something that is no wildx memory");
  aria_exec_seal_part(region, region->map_size);
}

void __aria_exec_free(void *code) {
  if (code == NULL) return;
  aria_exec_region *region = region_at(code, "free of something that is no wildx memory (freed twice?)");
  aria_exec_region gone = *region;
  // Debuggers forget the code before its memory can be something else.
  void *image = gone.jit_entry == NULL ? NULL : aria_gdb_unregister(gone.jit_entry);
  *region = __aria_exec_table.entries[__aria_exec_table.count - 1];
  ARIA_PUBLISH();
  __aria_exec_table.count--;
  ARIA_PUBLISH();
  munmap(gone.ptr, gone.map_size);
  free(image);
}

// Code from elsewhere has no signature for a sanitizer to check.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
int64_t __aria_exec_call(void *code, int64_t argument) {
  const aria_exec_region *region = aria_exec_find(code);
  if (region == NULL) __aria_trap("call of something that is no wildx memory", NULL, 0);
  if (region->state != ARIA_EXEC_EXECUTABLE) __aria_trap("call of wildx memory that is not sealed", NULL, 0);
  int64_t (*function)(int64_t);
  memcpy(&function, &code, sizeof function);
  return function(argument);
}

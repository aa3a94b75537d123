// Stacks of coroutines: mapped with a guard below, and used again when a coroutine has ended.

#include "private.h"

#include <sys/mman.h>

#ifdef ARIA_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

enum { standard_size = 256 * 1024, least_size = 16 * 1024, most_size = 1024 * 1024 * 1024 };
/** Wider than a page: a large frame must not step over it. */
enum { guard_size = 64 * 1024, kept_stacks = 64 };

static aria_stack kept[kept_stacks];
static int kept_count;

uint64_t aria_stack_guard_size(void) {
  return guard_size;
}

static uint64_t stack_size(void) {
  static uint64_t size;
  if (size == 0) {
    size = aria_size_setting("ARIA_STACK", standard_size, least_size, most_size);
    size = aria_round_up(size, aria_page_size());
  }
  return size;
}

bool aria_stack_take(aria_stack *stack) {
  if (kept_count > 0) {
    *stack = kept[--kept_count];
    return true;
  }
  uint64_t size = stack_size();
  char *map =
      mmap(NULL, guard_size + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return false;
  if (mprotect(map, guard_size, PROT_NONE) != 0) {
    munmap(map, guard_size + size);
    return false;
  }
  *stack = (aria_stack){map, map + guard_size, map + guard_size + size};
  return true;
}

void aria_stack_give(aria_stack stack) {
#ifdef ARIA_ADDRESS_SANITIZER
  // Frames that never returned left their red zones behind.
  __asan_unpoison_memory_region(stack.low, (size_t)(stack.high - stack.low));
#endif
  if (kept_count < kept_stacks) kept[kept_count++] = stack;
  else munmap(stack.map, (size_t)(stack.high - stack.map));
}

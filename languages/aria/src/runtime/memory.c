// Growing arrays that a debugger may read at any moment, and settings that are sizes.

#include "private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const uint32_t __aria_layout_version = ARIA_LAYOUT_VERSION;

void aria_make_room(void *entries, uint64_t count, uint64_t *capacity, size_t element_size) {
  if (count < *capacity) return;
  uint64_t wanted = *capacity == 0 ? 16 : *capacity * 2;
  void *old, *grown;
  if (wanted > SIZE_MAX / element_size || (grown = malloc(wanted * element_size)) == NULL)
    aria_out_of_memory(wanted, NULL, 0);
  memcpy(&old, entries, sizeof old);
  if (count != 0) memcpy(grown, old, count * element_size);
  ARIA_PUBLISH();
  memcpy(entries, &grown, sizeof grown);
  *capacity = wanted;
  ARIA_PUBLISH();
  free(old);
}

void aria_out_of_memory(uint64_t size, const char *file, uint32_t line) {
  // Static, because a trap's message outlives this frame for the debugger.
  static char message[64];
  snprintf(message, sizeof message, "out of memory: %llu bytes", (unsigned long long)size);
  __aria_trap(message, file, line);
}

uint64_t aria_page_size(void) {
  static uint64_t size;
  if (size == 0) size = (uint64_t)sysconf(_SC_PAGESIZE);
  return size;
}

uint64_t aria_round_up(uint64_t value, uint64_t alignment) {
  if (value > UINT64_MAX - (alignment - 1)) return 0;
  return (value + alignment - 1) & ~(alignment - 1);
}

static int shift_of_unit(char unit) {
  switch (unit) {
    case 'K': case 'k': return 10;
    case 'M': case 'm': return 20;
    case 'G': case 'g': return 30;
    default: return 0;
  }
}

uint64_t aria_size_setting(const char *variable, uint64_t standard, uint64_t least, uint64_t most) {
  const char *text = getenv(variable);
  if (text == NULL || *text == '\0') return standard;
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  int shift = shift_of_unit(*end);
  bool whole = *end == '\0' || (shift != 0 && end[1] == '\0');
  if (errno != 0 || end == text || *text == '-' || !whole) {
    fprintf(stderr, "aria: %s is no size: '%s' (bytes, or with K, M or G)\n", variable, text);
    return standard;
  }
  if (value > most >> shift) return most;
  value <<= shift;
  return value < least ? least : value;
}

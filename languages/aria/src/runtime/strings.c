// Strings: made, joined, compared, and kept in an arena that lives as long as the program.

#include "private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { chunk_size = 64 * 1024, largest_shared = 4 * 1024 };

struct chunk {
  struct chunk *previous;
  char data[];
};

/** All chunks are reachable from here, which also tells leak checkers that they are not lost. */
static struct chunk *chunks;
static char *arena_next, *arena_end;

static char *new_chunk(size_t size, uint64_t wanted) {
  struct chunk *chunk = malloc(sizeof *chunk + size);
  if (chunk == NULL) aria_out_of_memory(wanted, NULL, 0);
  chunk->previous = chunks;
  chunks = chunk;
  return chunk->data;
}

char *aria_string_room(int64_t length) {
  if (length < 0 || (uint64_t)length > PTRDIFF_MAX - sizeof(struct chunk) - 1)
    aria_out_of_memory((uint64_t)length, NULL, 0);
  size_t size = (size_t)length + 1;
  char *room;
  if (size > largest_shared) {
    room = new_chunk(size, size);
  } else {
    if ((size_t)(arena_end - arena_next) < size) {
      arena_next = new_chunk(chunk_size, size);
      arena_end = arena_next + chunk_size;
    }
    room = arena_next;
    arena_next += size;
  }
  room[length] = '\0';
  return room;
}

/** A string that a debugger or a wrong cast made may have a negative length. */
static size_t length_of(aria_string text) {
  return text.length > 0 && text.data != NULL ? (size_t)text.length : 0;
}

aria_string __aria_string_from_bytes(const void *bytes, int64_t length) {
  if (bytes == NULL || length <= 0) return (aria_string){"", 0};
  char *room = aria_string_room(length);
  memcpy(room, bytes, (size_t)length);
  return (aria_string){room, length};
}

aria_string __aria_string_from_c(const char *text) {
  return text == NULL ? (aria_string){"", 0} : __aria_string_from_bytes(text, (int64_t)strlen(text));
}

aria_string __aria_string_concat(aria_string a, aria_string b) {
  size_t left = length_of(a), right = length_of(b);
  // Nothing is changed in place, so an empty half needs no copy.
  if (right == 0) return left == 0 ? (aria_string){"", 0} : a;
  if (left == 0) return b;
  int64_t length;
  if (__builtin_add_overflow(a.length, b.length, &length)) aria_out_of_memory(UINT64_MAX, NULL, 0);
  char *room = aria_string_room(length);
  memcpy(room, a.data, left);
  memcpy(room + left, b.data, right);
  return (aria_string){room, length};
}

aria_string __aria_string_from_int64(int64_t value) {
  char text[32];
  return __aria_string_from_bytes(text, snprintf(text, sizeof text, "%lld", (long long)value));
}

aria_string __aria_string_from_uint64(uint64_t value) {
  char text[32];
  return __aria_string_from_bytes(text, snprintf(text, sizeof text, "%llu", (unsigned long long)value));
}

aria_string __aria_string_from_bool(uint8_t value) {
  return value ? (aria_string){"true", 4} : (aria_string){"false", 5};
}

aria_string __aria_string_from_tbb(int64_t value, uint32_t bits) {
  if (bits == 0 || bits > 64) bits = 64;
  int64_t narrow = (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits);
  bool is_error = narrow == -(INT64_C(1) << (bits - 2)) * 2;
  return is_error ? (aria_string){"ERR", 3} : __aria_string_from_int64(narrow);
}

aria_string __aria_string_from_pointer(const void *value) {
  if (value == NULL) return (aria_string){"NULL", 4};
  char text[32];
  int length = snprintf(text, sizeof text, "0x%llx", (unsigned long long)(uintptr_t)value);
  return __aria_string_from_bytes(text, length);
}

/** The fewest significant digits that read back as `value`, without sign or point, and the power of the first. */
static int shortest_digits(double value, char digits[24], int *exponent) {
  char text[40];
  for (int precision = 1;; precision++) {
    snprintf(text, sizeof text, "%.*e", precision - 1, value);
    if (precision == 17 || strtod(text, NULL) == value) break;
  }
  int count = 0;
  const char *at = text;
  for (; *at != 'e'; at++)
    if (*at >= '0' && *at <= '9') digits[count++] = *at;
  *exponent = atoi(at + 1);
  while (count > 1 && digits[count - 1] == '0') count--;
  return count;
}

aria_string __aria_string_from_flt64(double value) {
  if (isnan(value)) return (aria_string){"NaN", 3};
  if (isinf(value)) return value > 0 ? (aria_string){"Infinity", 8} : (aria_string){"-Infinity", 9};
  if (value == 0) return (aria_string){"0", 1};
  char digits[24], text[64];
  int exponent, length = 0;
  int count = shortest_digits(value < 0 ? -value : value, digits, &exponent);
  if (value < 0) text[length++] = '-';
  if (exponent >= 21 || exponent < -6) {
    text[length++] = digits[0];
    if (count > 1) text[length++] = '.';
    memcpy(text + length, digits + 1, (size_t)(count - 1));
    length += count - 1;
    length += snprintf(text + length, sizeof text - (size_t)length, "e%+d", exponent);
    return __aria_string_from_bytes(text, length);
  }
  if (exponent < 0) {
    text[length++] = '0';
    text[length++] = '.';
    for (int zeros = -1; zeros > exponent; zeros--) text[length++] = '0';
  }
  for (int i = 0; i < count || i <= exponent; i++) {
    if (i == exponent + 1 && exponent >= 0) text[length++] = '.';
    text[length++] = i < count ? digits[i] : '0';
  }
  return __aria_string_from_bytes(text, length);
}

uint8_t __aria_string_equal(aria_string a, aria_string b) {
  size_t length = length_of(a);
  return length == length_of(b) && (length == 0 || memcmp(a.data, b.data, length) == 0);
}

int32_t __aria_string_compare(aria_string a, aria_string b) {
  size_t left = length_of(a), right = length_of(b), common = left < right ? left : right;
  int order = common == 0 ? 0 : memcmp(a.data, b.data, common);
  if (order == 0) return (left > right) - (left < right);
  return order < 0 ? -1 : 1;
}

// Texts: bytes up to a zero, in UTF-8; what counts or cuts them goes by bytes.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *osp_text_alloc(size_t length) { return osp_alloc((int64_t)length + 1, &osp_own_types[OSP_KIND_STRING]); }

static const char *piece(const char *start, size_t length) {
  char *text = osp_text_alloc(length);
  memcpy(text, start, length);
  return text;
}

void osp_print(const char *text) {
  if (osp_run.scheduled) osp_event(OSP_EVENT_PRINT, (int64_t)osp_text_hash(text), NULL, NULL);
  puts(text);
}

const char *osp_text_of(const char *foreign) { return foreign == NULL ? OSP_TEXT("") : piece(foreign, strlen(foreign)); }

const char *osp_int_text(int64_t value) {
  char buffer[24];
  int length = snprintf(buffer, sizeof buffer, "%lld", (long long)value);
  return piece(buffer, (size_t)length);
}

const char *osp_float_text(double value) {
  char buffer[40];
  int length = 0;
  for (int digits = 10; digits <= 17; digits++) {
    length = snprintf(buffer, sizeof buffer - 2, "%.*g", digits, value);
    if (strtod(buffer, NULL) == value) break;
  }
  if (strpbrk(buffer, ".eni") == NULL) {
    memcpy(buffer + length, ".0", 3);
    length += 2;
  }
  return piece(buffer, (size_t)length);
}

const char *osp_concat(const char *const *pieces, int64_t count) {
  size_t length = 0;
  for (int64_t i = 0; i < count; i++) length += strlen(pieces[i]);
  char *text = osp_text_alloc(length);
  char *end = text;
  for (int64_t i = 0; i < count; i++) {
    size_t part = strlen(pieces[i]);
    memcpy(end, pieces[i], part);
    end += part;
  }
  return text;
}

bool osp_text_equal(const char *left, const char *right) { return strcmp(left, right) == 0; }
int32_t osp_text_compare(const char *left, const char *right) { return strcmp(left, right); }
int64_t osp_length(const char *text) { return (int64_t)strlen(text); }
bool osp_is_empty(const char *text) { return text[0] == 0; }
bool osp_contains(const char *text, const char *part) { return strstr(text, part) != NULL; }
bool osp_starts_with(const char *text, const char *part) { return strncmp(text, part, strlen(part)) == 0; }

bool osp_ends_with(const char *text, const char *part) {
  size_t length = strlen(text), tail = strlen(part);
  return tail <= length && memcmp(text + length - tail, part, tail) == 0;
}

static size_t clamped(int64_t count, size_t most) {
  if (count < 0) return 0;
  return (uint64_t)count > most ? most : (size_t)count;
}

const char *osp_take(const char *text, int64_t count) { return piece(text, clamped(count, strlen(text))); }

const char *osp_drop(const char *text, int64_t count) {
  size_t length = strlen(text), from = clamped(count, length);
  return piece(text + from, length - from);
}

static const char *mapped(const char *text, char first, char last, int change) {
  size_t length = strlen(text);
  char *made = osp_text_alloc(length);
  for (size_t i = 0; i < length; i++) {
    bool changes = text[i] >= first && text[i] <= last;
    made[i] = (char)(changes ? text[i] + change : text[i]);
  }
  return made;
}

const char *osp_upper(const char *text) { return mapped(text, 'a', 'z', 'A' - 'a'); }
const char *osp_lower(const char *text) { return mapped(text, 'A', 'Z', 'a' - 'A'); }

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static const char *trimmed(const char *text, bool start, bool end) {
  size_t from = 0, to = strlen(text);
  while (start && from < to && is_blank(text[from])) from++;
  while (end && to > from && is_blank(text[to - 1])) to--;
  return piece(text + from, to - from);
}

const char *osp_trim(const char *text) { return trimmed(text, true, true); }
const char *osp_trim_start(const char *text) { return trimmed(text, true, false); }
const char *osp_trim_end(const char *text) { return trimmed(text, false, true); }

// By characters, so that it stays UTF-8: the bytes of one keep their order.
const char *osp_reverse(const char *text) {
  size_t length = strlen(text);
  char *made = osp_text_alloc(length);
  for (size_t i = 0; i < length;) {
    size_t width = 1;
    while (i + width < length && (text[i + width] & 0xC0) == 0x80) width++;
    memcpy(made + length - i - width, text + i, width);
    i += width;
  }
  return made;
}

const char *osp_replace(const char *text, const char *from, const char *to, const char **out) {
  size_t find = strlen(from), put = strlen(to), count = 0;
  if (find == 0) return OSP_TEXT("replace: needle must not be empty");
  for (const char *at = strstr(text, from); at != NULL; at = strstr(at + find, from)) count++;
  char *made = osp_text_alloc(strlen(text) - count * find + count * put);
  char *end = made;
  for (const char *at = strstr(text, from); at != NULL; at = strstr(text, from)) {
    memcpy(end, text, (size_t)(at - text));
    end += at - text;
    memcpy(end, to, put);
    end += put;
    text = at + find;
  }
  memcpy(end, text, strlen(text));
  *out = made;
  return NULL;
}

// Texts byte by byte and character by character, and pieces of them by place.
#include "private.h"
#include <string.h>

static const char *bytes(const char *start, size_t length) {
  char *text = osp_text_alloc(length);
  memcpy(text, start, length);
  return text;
}

const char *osp_index_of(const char *text, const char *part, int64_t *out) {
  const char *found = strstr(text, part);
  if (found == NULL) return OSP_TEXT("indexOf: needle not found");
  *out = found - text;
  return NULL;
}

const char *osp_substring(const char *text, int64_t start, int64_t end, const char **out) {
  if (start < 0 || end < start || end > (int64_t)strlen(text)) return OSP_TEXT("substring: index out of range");
  *out = bytes(text + start, (size_t)(end - start));
  return NULL;
}

// Longer texts than this are a mistake, and no machine has the room.
static const int64_t longest = INT64_C(1) << 40;

const char *osp_repeat(const char *text, int64_t count, const char **out) {
  if (count < 0) return OSP_TEXT("repeat: count must be non-negative");
  int64_t length = (int64_t)strlen(text);
  if (length > 0 && count > longest / length) return OSP_TEXT("repeat: result is too long");
  char *made = osp_text_alloc((size_t)(length * count));
  for (int64_t i = 0; i < count; i++) memcpy(made + i * length, text, (size_t)length);
  *out = made;
  return NULL;
}

const char *osp_byte_at(const char *text, int64_t index, int64_t *out) {
  if (index < 0 || index >= (int64_t)strlen(text)) return OSP_TEXT("byteAt: index out of range");
  *out = (unsigned char)text[index];
  return NULL;
}

static int width_of(int64_t point) {
  if (point < 0 || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

const char *osp_code_point_at(const char *text, int64_t index, int64_t *out) {
  if (index < 0 || index >= (int64_t)strlen(text)) return OSP_TEXT("codePointAt: index out of range");
  const unsigned char *at = (const unsigned char *)text + index;
  int width = at[0] < 0x80 ? 1 : at[0] < 0xC0 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : at[0] < 0xF8 ? 4 : 0;
  int64_t point = width == 1 ? at[0] : at[0] & (0x7F >> width);
  // The zero at the end is no further byte either.
  for (int i = 1; i < width; i++) {
    if ((at[i] & 0xC0) != 0x80) return OSP_TEXT("codePointAt: invalid UTF-8");
    point = point << 6 | (at[i] & 0x3F);
  }
  if (width == 0 || width_of(point) != width) return OSP_TEXT("codePointAt: invalid UTF-8");
  *out = point;
  return NULL;
}

const char *osp_code_point_width(int64_t point, int64_t *out) {
  if (width_of(point) == 0) return OSP_TEXT("codePointWidth: invalid code point");
  *out = width_of(point);
  return NULL;
}

const char *osp_from_code_point(int64_t point, const char **out) {
  int width = width_of(point);
  if (width == 0) return OSP_TEXT("fromCodePoint: invalid code point");
  char text[4] = {(char)point};
  for (int i = width - 1; width > 1 && i > 0; i--, point >>= 6) text[i] = (char)(0x80 | (point & 0x3F));
  if (width > 1) text[0] = (char)(0xFF00 >> width | point);
  *out = bytes(text, (size_t)width);
  return NULL;
}

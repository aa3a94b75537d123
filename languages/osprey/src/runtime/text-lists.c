// Texts taken apart and put together: split, lines, words, join, padding, numbers in texts.
#include "private.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const osp_type *texts = &osp_own_types[OSP_KIND_LIST];

static void add(osp_list *all, const char *start, size_t length) {
  char *text = osp_text_alloc(length);
  memcpy(text, start, length);
  osp_list_push(all, (int64_t)(intptr_t)text);
}

const char *osp_split(const char *text, const char *by, osp_list **out) {
  size_t width = strlen(by);
  if (width == 0) return OSP_TEXT("split: separator must not be empty");
  osp_list *all = osp_list_new(texts);
  for (const char *at; (at = strstr(text, by)) != NULL; text = at + width) add(all, text, (size_t)(at - text));
  add(all, text, strlen(text));
  *out = all;
  return NULL;
}

osp_list *osp_lines(const char *text) {
  osp_list *all = osp_list_new(texts);
  while (*text != 0) {
    size_t length = strcspn(text, "\n");
    add(all, text, length);
    text += length;
    if (*text == '\n') text++;
  }
  return all;
}

osp_list *osp_words(const char *text) {
  static const char blanks[] = " \t\n\v\f\r";
  osp_list *all = osp_list_new(texts);
  for (text += strspn(text, blanks); *text != 0; text += strspn(text, blanks)) {
    size_t length = strcspn(text, blanks);
    add(all, text, length);
    text += length;
  }
  return all;
}

const char *osp_join(const osp_list *list, const char *by) {
  size_t between = strlen(by), length = 0;
  for (int64_t i = 0; i < list->length; i++)
    length += strlen((const char *)(intptr_t)osp_list_word(list, i)) + (i > 0 ? between : 0);
  char *text = osp_text_alloc(length);
  char *end = text;
  for (int64_t i = 0; i < list->length; i++) {
    if (i > 0) {
      memcpy(end, by, between);
      end += between;
    }
    const char *part = (const char *)(intptr_t)osp_list_word(list, i);
    size_t width = strlen(part);
    memcpy(end, part, width);
    end += width;
  }
  return text;
}

static const char *padded(const char *text, int64_t width, const char *fill, bool before) {
  size_t length = strlen(text), unit = strlen(fill);
  size_t missing = width > (int64_t)length ? (size_t)width - length : 0;
  char *made = osp_text_alloc(length + missing);
  memcpy(made + (before ? missing : 0), text, length);
  char *pad = made + (before ? 0 : length);
  for (size_t i = 0; i < missing; i++) pad[i] = fill[i % unit];
  return made;
}

const char *osp_pad_start(const char *text, int64_t width, const char *fill, const char **out) {
  if (fill[0] == 0) return OSP_TEXT("padStart: empty fill");
  *out = padded(text, width, fill, true);
  return NULL;
}

const char *osp_pad_end(const char *text, int64_t width, const char *fill, const char **out) {
  if (fill[0] == 0) return OSP_TEXT("padEnd: empty fill");
  *out = padded(text, width, fill, false);
  return NULL;
}

const char *osp_parse_int(const char *text, int64_t *out) {
  size_t sign = text[0] == '+' || text[0] == '-' ? 1 : 0;
  size_t digits = strspn(text + sign, "0123456789");
  errno = 0;
  long long value = strtoll(text, NULL, 10);
  if (digits == 0 || text[sign + digits] != 0 || errno == ERANGE) return OSP_TEXT("parseInt: invalid number");
  *out = value;
  return NULL;
}

// Digits with a point and an exponent; not what strtod takes besides, such as hexadecimal numbers and names.
const char *osp_parse_float(const char *text, double *out) {
  const char *at = text + (text[0] == '+' || text[0] == '-' ? 1 : 0);
  size_t whole = strspn(at, "0123456789"), fraction = 0;
  at += whole;
  if (*at == '.') {
    fraction = strspn(++at, "0123456789");
    at += fraction;
  }
  if (whole + fraction > 0 && (*at == 'e' || *at == 'E')) {
    at += at[1] == '+' || at[1] == '-' ? 2 : 1;
    size_t exponent = strspn(at, "0123456789");
    at = exponent == 0 ? "?" : at + exponent;
  }
  if (whole + fraction == 0 || *at != 0) return OSP_TEXT("parseFloat: invalid number");
  *out = strtod(text, NULL);
  return NULL;
}

// <string.h>

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  char *t = to;
  const char *f = from;
  while (size >= 4) {
    *(unsigned *)t = *(const unsigned *)f;
    t += 4, f += 4, size -= 4;
  }
  while (size-- > 0) *t++ = *f++;
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  char *t = to;
  const char *f = from;
  if (t <= f) {
    while (size-- > 0) *t++ = *f++;
  } else
    while (size-- > 0) t[size] = f[size];
  return to;
}

void *memset(void *to, int value, size_t size) {
  unsigned char *t = to;
  unsigned all = (value & 255) * 0x01010101u;
  while (size >= 4) {
    *(unsigned *)t = all;
    t += 4, size -= 4;
  }
  while (size-- > 0) *t++ = (unsigned char)value;
  return to;
}

int memcmp(const void *left, const void *right, size_t size) {
  const unsigned char *l = left, *r = right;
  for (; size-- > 0; l++, r++)
    if (*l != *r) return *l - *r;
  return 0;
}

void *memchr(const void *from, int value, size_t size) {
  const unsigned char *f = from;
  for (; size-- > 0; f++)
    if (*f == (unsigned char)value) return (void *)f;
  return 0;
}

size_t strlen(const char *text) {
  const char *end = text;
  while (*end) end++;
  return end - text;
}

size_t strnlen(const char *text, size_t most) {
  size_t n = 0;
  while (n < most && text[n]) n++;
  return n;
}

char *strcpy(char *restrict to, const char *restrict from) {
  char *t = to;
  while ((*t++ = *from++)) {
  }
  return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
  size_t n = 0;
  for (; n < size && from[n]; n++) to[n] = from[n];
  for (; n < size; n++) to[n] = 0;
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t size) {
  char *t = to + strlen(to);
  while (size-- > 0 && *from) *t++ = *from++;
  *t = 0;
  return to;
}

int strcmp(const char *left, const char *right) {
  for (; *left && *left == *right; left++, right++) {
  }
  return *(const unsigned char *)left - *(const unsigned char *)right;
}

int strncmp(const char *left, const char *right, size_t size) {
  for (; size > 0 && *left && *left == *right; left++, right++, size--) {
  }
  return size == 0 ? 0 : *(const unsigned char *)left - *(const unsigned char *)right;
}

char *strchr(const char *text, int value) {
  for (;; text++) {
    if (*text == (char)value) return (char *)text;
    if (!*text) return 0;
  }
}

char *strrchr(const char *text, int value) {
  const char *found = 0;
  for (;; text++) {
    if (*text == (char)value) found = text;
    if (!*text) return (char *)found;
  }
}

char *strstr(const char *text, const char *part) {
  size_t size = strlen(part);
  for (;; text++) {
    if (strncmp(text, part, size) == 0) return (char *)text;
    if (!*text) return 0;
  }
}

size_t strspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && strchr(set, text[n])) n++;
  return n;
}

size_t strcspn(const char *text, const char *set) {
  size_t n = 0;
  while (text[n] && !strchr(set, text[n])) n++;
  return n;
}

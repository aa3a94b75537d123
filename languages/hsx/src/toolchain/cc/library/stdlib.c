// <stdlib.h> and <ctype.h>

#include <stddef.h>
#include <hsx.h>

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }

_Noreturn void exit(int status) { hsx_exit(status); }
_Noreturn void _Exit(int status) { hsx_exit(status); }
_Noreturn void abort(void) { hsx_exit(134); }

/* A list of pieces, each behind its size; free pieces have the lowest bit of it set. Debuggers know it by its name. */
#define ARENA 8192

struct piece {
  size_t size;
  size_t unused;
};

static union {
  struct piece first;
  char bytes[ARENA];
  long long aligned;
} __hsx_arena;

static char arenaIsReady;

static struct piece *following(struct piece *p) { return (struct piece *)((char *)p + (p->size & ~1u)); }

void *malloc(size_t wanted) {
  struct piece *p, *end = (struct piece *)(__hsx_arena.bytes + ARENA);
  size_t size;
  if (wanted > ARENA) return 0;
  size = ((wanted + 7) & ~7u) + sizeof(struct piece);
  if (!arenaIsReady) {
    __hsx_arena.first.size = ARENA | 1;
    arenaIsReady = 1;
  }
  for (p = &__hsx_arena.first; p < end; p = following(p)) {
    if (!(p->size & 1)) continue;
    /* Free neighbours become one. */
    while (following(p) < end && (following(p)->size & 1)) p->size += following(p)->size & ~1u;
    if ((p->size & ~1u) < size) continue;
    if ((p->size & ~1u) - size > sizeof(struct piece)) {
      struct piece *rest = (struct piece *)((char *)p + size);
      rest->size = ((p->size & ~1u) - size) | 1;
      p->size = size;
    } else
      p->size &= ~1u;
    return p + 1;
  }
  return 0;
}

void free(void *pointer) {
  if (pointer) ((struct piece *)pointer - 1)->size |= 1;
}

void *calloc(size_t count, size_t size) {
  char *memory = size && count > ARENA / size ? 0 : malloc(count * size);
  if (memory)
    for (size_t n = 0; n < count * size; n++) memory[n] = 0;
  return memory;
}

void *realloc(void *pointer, size_t size) {
  char *memory;
  size_t old;
  if (!pointer) return malloc(size);
  old = (((struct piece *)pointer - 1)->size & ~1u) - sizeof(struct piece);
  if (size <= old) return pointer;
  memory = malloc(size);
  if (!memory) return 0;
  for (size_t n = 0; n < old; n++) memory[n] = ((char *)pointer)[n];
  free(pointer);
  return memory;
}

int isdigit(int c) { return (unsigned)c - '0' < 10; }
int isupper(int c) { return (unsigned)c - 'A' < 26; }
int islower(int c) { return (unsigned)c - 'a' < 26; }
int isalpha(int c) { return ((unsigned)c | 32) - 'a' < 26; }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isspace(int c) { return c == ' ' || (unsigned)c - 9 < 5; }
int isprint(int c) { return (unsigned)c - 32 < 95; }
int isxdigit(int c) { return isdigit(c) || ((unsigned)c | 32) - 'a' < 6; }
int ispunct(int c) { return isprint(c) && c != ' ' && !isalnum(c); }
int toupper(int c) { return islower(c) ? c - 32 : c; }
int tolower(int c) { return isupper(c) ? c + 32 : c; }

long strtol(const char *text, char **end, int base) {
  const char *start = text;
  long value = 0;
  int negative = 0, any = 0;
  while (isspace(*text)) text++;
  if (*text == '-' || *text == '+') negative = *text++ == '-';
  if ((base == 0 || base == 16) && text[0] == '0' && (text[1] | 32) == 'x' && isxdigit(text[2])) {
    text += 2;
    base = 16;
  } else if (base == 0)
    base = *text == '0' ? 8 : 10;
  for (;; text++) {
    int digit = isdigit(*text) ? *text - '0' : isalpha(*text) ? (*text | 32) - 'a' + 10 : 99;
    if (digit >= base) break;
    value = (long)((unsigned long)value * base + digit);
    any = 1;
  }
  if (end) *end = (char *)(any ? text : start);
  return negative ? -value : value;
}

unsigned long strtoul(const char *text, char **end, int base) { return (unsigned long)strtol(text, end, base); }
int atoi(const char *text) { return (int)strtol(text, 0, 10); }
long atol(const char *text) { return strtol(text, 0, 10); }

static unsigned seed = 1;
void srand(unsigned value) { seed = value; }
int rand(void) {
  seed = seed * 1103515245u + 12345u;
  return (int)((seed >> 16) & 0x7fff);
}

/* Simple and in place: for the few items that fit into this machine. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *items = base;
  for (size_t gap = count / 2; gap > 0; gap /= 2)
    for (size_t i = gap; i < count; i++)
      for (size_t j = i; j >= gap; j -= gap) {
        char *left = items + (j - gap) * size, *right = items + j * size;
        if (compare(left, right) <= 0) break;
        for (size_t n = 0; n < size; n++) {
          char kept = left[n];
          left[n] = right[n];
          right[n] = kept;
        }
      }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *item = (const char *)base + middle * size;
    int order = compare(key, item);
    if (order == 0) return (void *)item;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

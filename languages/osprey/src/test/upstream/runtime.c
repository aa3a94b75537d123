// A small runtime for programs of the language's own compiler, by the layouts that it documents: enough to run the samples
// whose debug IR is known. With -DARC objects have headers and are listed.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef ARC
typedef struct {
  int64_t meta;
  int32_t count;
  uint32_t size;
} header;
static uintptr_t table[4096];
uintptr_t *g_tab = table;
uint64_t g_cap = 4096;
int64_t osp_arc_live_objects(void) { return 0; }
static void *placed(int64_t size, int64_t meta) {
  header *made = calloc(1, sizeof(header) + (size_t)size);
  *made = (header){meta, 1, (uint32_t)size};
  for (uint64_t at = ((uintptr_t)(made + 1) >> 4) % g_cap;; at = (at + 1) % g_cap)
    if (table[at] == 0) {
      table[at] = (uintptr_t)(made + 1);
      return made + 1;
    }
}
void osp_retain(void *object) {
  if (object != NULL && ((header *)object - 1)->count > 0) ((header *)object - 1)->count++;
}
// What is released stays where it is, with a count of 0, as on the pool of the real one.
void osp_release(void *object) {
  if (object != NULL && ((header *)object - 1)->count > 0) ((header *)object - 1)->count--;
}
#else
static void *placed(int64_t size, int64_t meta) {
  (void)meta;
  return calloc(1, (size_t)size);
}
void osp_retain(void *object) { (void)object; }
void osp_release(void *object) { (void)object; }
#endif

void osp_release_unique(void *object) { osp_release(object); }
void *osp_alloc(int64_t size) { return placed(size, 0); }
void *osp_alloc_tagged(int64_t size, int64_t meta) { return placed(size, meta); }
void *osp_alloc_tagged_noinit(int64_t size, int64_t meta) { return placed(size, meta); }
void osp_mem_boot(void) {}
void osp_prof_boot(void) {}
int64_t osp_strlen(const char *text) { return (int64_t)strlen(text); }

int64_t osp_format_size(const char *format, ...) {
  va_list given;
  va_start(given, format);
  int size = vsnprintf(NULL, 0, format, given);
  va_end(given);
  return size + 1;
}

void osp_format_into(char *text, int64_t size, const char *format, ...) {
  va_list given;
  va_start(given, format);
  vsnprintf(text, (size_t)size, format, given);
  va_end(given);
}

typedef struct {
  int64_t length;
  int32_t shift, tail_count;
  int64_t *root, *tail;
  int64_t offset;
  int32_t managed;
} list;

list *osprey_list_builder_new_of(int32_t managed) {
  list *made = placed(sizeof(list), 0xC01);
  made->shift = 5;
  made->managed = managed;
  made->tail = placed(256, 0);
  return made;
}

// Of no more than 32 elements.
void osprey_list_builder_push_borrowed(list *into, int64_t word) {
  into->tail[into->tail_count++] = word;
  into->length++;
}
list *osprey_list_builder_seal(list *made) { return made; }
int64_t osprey_list_length(const list *of) { return of->length; }
int64_t osprey_list_get(const list *of, int64_t index) { return of->tail[index]; }

// The collecting memory manager: marks what is reachable and gives back the rest. It looks at the stack conservatively, at
// everything else exactly, and collects only while no other thread runs.
#include "private.h"
#include <setjmp.h>
#include <stdlib.h>

const osp_memory_manager osp_memory = {OSP_LAYOUT_VERSION, OSP_MEMORY_GC,
                                       OSP_HAS_HEADERS | OSP_HAS_RECORDS | OSP_IS_CONSERVATIVE, 0, "gc"};

// In the count of a header, which is 1 otherwise.
enum { MARKED = 2 };

static int64_t taken_since;
static int64_t threshold = 8 << 20;

void osp_memory_start(void) {
  const char *kilobytes = getenv("OSPREY_GC_HEAP_KB");
  if (kilobytes != NULL && atoll(kilobytes) > 0) threshold = atoll(kilobytes) << 10;
}

// The objects of one collection, by address.
typedef struct {
  osp_record **records;
  int64_t count;
  int64_t room;
} heap;

static void add(osp_record *record, void *context) {
  heap *all = context;
  if (all->count == all->room) {
    all->room = all->room == 0 ? 1024 : all->room * 2;
    all->records = realloc(all->records, (size_t)all->room * sizeof(osp_record *));
    if (all->records == NULL) osp_fatal("out of memory");
  }
  all->records[all->count++] = record;
}

static int by_address(const void *left, const void *right) {
  const char *a = (*(osp_record *const *)left)->object, *b = (*(osp_record *const *)right)->object;
  return a < b ? -1 : a > b;
}

// The object that the address points to or into; the end of one counts, since loops run up to it.
static void *object_at(const heap *all, uintptr_t address) {
  int64_t low = 0, high = all->count;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if ((uintptr_t)all->records[middle]->object <= address) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return NULL;
  const osp_record *found = all->records[low - 1];
  return address - (uintptr_t)found->object <= found->size ? found->object : NULL;
}

// Marked objects whose children are not yet.
typedef struct {
  void **objects;
  int64_t count;
  int64_t room;
} worklist;

static void mark(void *object, void *context) {
  worklist *open = context;
  osp_header *header = osp_header_of(object);
  if (header->count != 1) return;
  header->count = MARKED;
  if (open->count == open->room) {
    open->room = open->room == 0 ? 1024 : open->room * 2;
    open->objects = realloc(open->objects, (size_t)open->room * sizeof(void *));
    if (open->objects == NULL) osp_fatal("out of memory");
  }
  open->objects[open->count++] = object;
}

static void mark_from(worklist *open) {
  while (open->count > 0) osp_each_child(open->objects[--open->count], mark, open);
}

__attribute__((noinline, no_sanitize("address"))) static void mark_stack(const heap *all, worklist *open, void **top) {
  for (void **at = top; (char *)at < (char *)osp_self->stack; at++) {
    void *object = object_at(all, (uintptr_t)*at);
    if (object != NULL) mark(object, open);
  }
  mark_from(open);
}

static void collect(void) {
  jmp_buf registers;
  // What is only in a register lies on the stack from here on.
  setjmp(registers);
  heap all = {0};
  worklist open = {0};
  osp_each_object(add, &all);
  qsort(all.records, (size_t)all.count, sizeof(osp_record *), by_address);
  const osp_program *program = osp_inspect.program;
  for (uint32_t i = 0; i < program->global_count; i++) {
    void *object = osp_is_managed(program->globals[i].type) ? *(void **)program->globals[i].address : NULL;
    if (object != NULL) mark(object, &open);
  }
  if (osp_self->handlers != NULL) mark(osp_self->handlers, &open);
  mark_stack(&all, &open, (void **)&registers);
  int64_t live = 0;
  for (int64_t i = 0; i < all.count; i++) {
    osp_record *record = all.records[i];
    osp_header *header = osp_header_of(record->object);
    if (header->count == MARKED) {
      header->count = 1;
      live += (int64_t)record->size;
    } else {
      osp_discard(record->object);
    }
  }
  free(all.records);
  free(open.objects);
  osp_collections++;
  taken_since = 0;
  if (live > threshold) threshold = live;
}

void osp_memory_end(void) {}

void *osp_alloc(int64_t size, const osp_type *type) {
  int64_t taken = __atomic_add_fetch(&taken_since, size + (int64_t)sizeof(osp_header), __ATOMIC_RELAXED);
  if (taken > threshold && __atomic_load_n(&osp_other_threads, __ATOMIC_ACQUIRE) == 0) collect();
  return osp_place(size, type);
}

void osp_retain(void *object) {
  if (object != NULL && osp_checks_memory) osp_check_object(object);
}

void osp_release(void *object) {
  if (object != NULL && osp_checks_memory) osp_check_object(object);
}

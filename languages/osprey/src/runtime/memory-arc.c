// The counting memory manager: an object is given back when its last owner lets it go.
#include "memory.h"

const osp_memory_manager osp_memory = {OSP_LAYOUT_VERSION, OSP_MEMORY_ARC,
                                       OSP_HAS_HEADERS | OSP_HAS_COUNTS | OSP_HAS_RECORDS, 0, "arc"};

void osp_memory_start(void) {}
void osp_memory_end(void) {}
void *osp_alloc(int64_t size, const osp_type *type) { return osp_place(size, type); }

void osp_retain(void *object) {
  if (object == NULL) return;
  osp_header *header = osp_header_of(object);
  if (__atomic_load_n(&header->count, __ATOMIC_RELAXED) < 0) return;
  if (osp_checks_memory) osp_check_object(object);
  __atomic_add_fetch(&header->count, 1, __ATOMIC_RELAXED);
}

// True for the last owner.
static bool let_go(void *object) {
  osp_header *header = osp_header_of(object);
  if (__atomic_load_n(&header->count, __ATOMIC_RELAXED) < 0) return false;
  if (osp_checks_memory) osp_check_object(object);
  if (__atomic_sub_fetch(&header->count, 1, __ATOMIC_RELEASE) != 0) return false;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return true;
}

// The count and the mark of a dead object have room for a link: a structure of any depth is given back without a stack.
static void **link_of(void *object) { return (void **)&osp_header_of(object)->count; }

static void let_child_go(void *child, void *context) {
  void **dead = context;
  if (!let_go(child)) return;
  *link_of(child) = *dead;
  *dead = child;
}

void osp_release(void *object) {
  if (object == NULL || !let_go(object)) return;
  void *dead = object;
  *link_of(object) = NULL;
  while (dead != NULL) {
    void *next = dead;
    dead = *link_of(next);
    osp_each_child(next, let_child_go, &dead);
    osp_discard(next);
  }
}

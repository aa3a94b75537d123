// The default memory manager: takes memory and never gives it back.
#include "memory.h"

const osp_memory_manager osp_memory = {OSP_LAYOUT_VERSION, OSP_MEMORY_DEFAULT, OSP_HAS_HEADERS | OSP_HAS_RECORDS, 0,
                                       "default"};

void osp_memory_start(void) {}
void osp_memory_end(void) {}
void *osp_alloc(int64_t size, const osp_type *type) { return osp_place(size, type); }

void osp_retain(void *object) {
  if (object != NULL && osp_checks_memory) osp_check_object(object);
}

void osp_release(void *object) {
  if (object != NULL && osp_checks_memory) osp_check_object(object);
}

// How a program begins and takes memory.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>

const int32_t osp_layout_version = OSP_LAYOUT_VERSION;

void osp_start(void) {
  // Line by line, so that what was printed is not lost when the program crashes or is stopped.
  setvbuf(stdout, NULL, _IOLBF, 1 << 14);
  osp_begin_main();
  osp_begin_schedule();
}

void *osp_alloc(int64_t size) {
  void *block = calloc(1, (size_t)size);
  if (block == NULL) osp_fatal("out of memory");
  return block;
}

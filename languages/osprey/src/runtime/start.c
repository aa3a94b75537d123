// How a program and its threads begin.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

const int32_t osp_layout_version = OSP_LAYOUT_VERSION;

int32_t osp_other_threads;

size_t osp_block_size(void *block) {
#if defined(__APPLE__)
  return malloc_size(block);
#else
  return malloc_usable_size(block);
#endif
}

void osp_start(const osp_program *program) {
  osp_begin_journey();
  // Line by line, so that what was printed is not lost when the program crashes or is stopped.
  setvbuf(stdout, NULL, _IOLBF, 1 << 14);
  osp_begin_main();
  osp_begin_stacks();
  osp_start_memory(program);
  osp_begin_schedule();
}

typedef struct {
  osp_strand *strand;
  void *(*run)(void *);
  void *argument;
} thread_start;

// Also for a thread that leaves by pthread_exit.
static void leave(void *strand) {
  osp_end_stack();
  free(strand);
  osp_self = NULL;
  __atomic_sub_fetch(&osp_other_threads, 1, __ATOMIC_RELEASE);
}

static void *run_thread(void *argument) {
  thread_start start = *(thread_start *)argument;
  free(argument);
  osp_self = start.strand;
  osp_begin_stack();
  pthread_cleanup_push(leave, osp_self);
  start.run(start.argument);
  pthread_cleanup_pop(1);
  return NULL;
}

void osp_start_thread(osp_strand *strand, void *(*run)(void *), void *argument) {
  thread_start *start = malloc(sizeof(thread_start));
  if (start == NULL) osp_fatal("out of memory");
  *start = (thread_start){strand, run, argument};
  // Counted before it runs, so that no collection begins in between.
  __atomic_add_fetch(&osp_other_threads, 1, __ATOMIC_RELEASE);
  pthread_t thread;
  if (osp_create_thread(&thread, run_thread, start) != 0) osp_fatal("no further thread can be started");
  pthread_detach(thread);
}

// Cells

static pthread_mutex_t cells = PTHREAD_MUTEX_INITIALIZER;

void *osp_cell_get(void **cell) {
  pthread_mutex_lock(&cells);
  void *object = *cell;
  osp_retain(object);
  pthread_mutex_unlock(&cells);
  return object;
}

void osp_cell_set(void **cell, void *object) {
  pthread_mutex_lock(&cells);
  void *before = *cell;
  *cell = object;
  pthread_mutex_unlock(&cells);
  osp_release(before);
}

// How a program and its threads begin, and how it ends with words.
#include "private.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

const int32_t osp_layout_version = OSP_LAYOUT_VERSION;

osp_thread *osp_threads;
int32_t osp_other_threads;
static osp_thread first;

// Where the stack of this thread begins, seen from its end.
static void *stack_base(void) {
#if defined(__APPLE__)
  return pthread_get_stackaddr_np(pthread_self());
#else
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return (char *)lowest + size;
#endif
}

size_t osp_block_size(void *block) {
#if defined(__APPLE__)
  return malloc_size(block);
#else
  return malloc_usable_size(block);
#endif
}

void osp_start(const osp_program *program) {
  // Line by line, so that what was printed is not lost when the program crashes or is stopped.
  setvbuf(stdout, NULL, _IOLBF, 1 << 14);
  first = (osp_thread){NULL, 0, &osp_handlers, stack_base()};
  osp_threads = &first;
  osp_start_memory(program);
}

const char *osp_last_words;

// Ends the program with words and exit code 1. A debugger is stopped here first, by a signal that the program itself ignores.
static _Noreturn void end_with(const char *words) {
  fflush(stdout);
  fprintf(stderr, "%s\n", words);
  fflush(stderr);
  osp_last_words = words;
  signal(SIGABRT, SIG_IGN);
  raise(SIGABRT);
  exit(1);
}

_Noreturn void osp_fatal(const char *words) {
  size_t room = strlen(words) + sizeof "fatal: ";
  // Not by osp_alloc, which may be what has failed.
  char *whole = malloc(room);
  if (whole == NULL) end_with(words);
  snprintf(whole, room, "fatal: %s", words);
  end_with(whole);
}

_Noreturn void osp_unhandled(const char *effect, const char *operation) {
  static char words[256];
  snprintf(words, sizeof words, "unhandled effect: %s.%s", effect, operation);
  end_with(words);
}

_Noreturn void osp_no_match(const char *file, int64_t line, int64_t column) {
  static char words[512];
  if (file == NULL) osp_fatal("no arm of the match fits");
  snprintf(words, sizeof words, "fatal: no arm of the match fits (%s:%lld:%lld)", file, (long long)line,
           (long long)column);
  end_with(words);
}

void osp_name_thread(const char *kind, const char *effect, int64_t number) {
  char name[16];
  if (effect != NULL) snprintf(name, sizeof name, "%s %s", kind, effect);
  else snprintf(name, sizeof name, "%s %lld", kind, (long long)number);
#if defined(__APPLE__)
  pthread_setname_np(name);
#else
  pthread_setname_np(pthread_self(), name);
#endif
}

// Threads are in a list for as long as they run.

typedef struct {
  void *(*run)(void *);
  void *argument;
} thread_start;

static pthread_mutex_t threads = PTHREAD_MUTEX_INITIALIZER;

static void enter(osp_thread *self) {
  self->handlers = &osp_handlers;
  self->stack = stack_base();
  pthread_mutex_lock(&threads);
  self->next = osp_threads;
  osp_threads = self;
  pthread_mutex_unlock(&threads);
}

// Also for a thread that leaves by pthread_exit.
static void leave(void *argument) {
  osp_thread *self = argument;
  pthread_mutex_lock(&threads);
  for (osp_thread **at = &osp_threads; *at != NULL; at = &(*at)->next)
    if (*at == self) {
      *at = self->next;
      break;
    }
  pthread_mutex_unlock(&threads);
  __atomic_sub_fetch(&osp_other_threads, 1, __ATOMIC_RELEASE);
}

static void *run_thread(void *argument) {
  thread_start start = *(thread_start *)argument;
  free(argument);
  osp_thread self = {0};
  enter(&self);
  pthread_cleanup_push(leave, &self);
  start.run(start.argument);
  pthread_cleanup_pop(1);
  return NULL;
}

void osp_tell_fiber(int64_t id) {
  // The head is this very thread or one that came after it.
  pthread_mutex_lock(&threads);
  for (osp_thread *at = osp_threads; at != NULL; at = at->next)
    if (at->handlers == &osp_handlers) at->fiber = id;
  pthread_mutex_unlock(&threads);
}

void osp_start_thread(void *(*run)(void *), void *argument) {
  thread_start *start = malloc(sizeof(thread_start));
  if (start == NULL) osp_fatal("out of memory");
  *start = (thread_start){run, argument};
  // Counted before it runs, so that no collection begins in between.
  __atomic_add_fetch(&osp_other_threads, 1, __ATOMIC_RELEASE);
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_thread, start) != 0) osp_fatal("no further thread can be started");
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

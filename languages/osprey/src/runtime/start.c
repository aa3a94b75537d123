// How a program begins, takes memory and ends with words.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>

const int32_t osp_layout_version = OSP_LAYOUT_VERSION;

void osp_start(void) {
  // Line by line, so that what was printed is not lost when the program crashes or is stopped.
  setvbuf(stdout, NULL, _IOLBF, 1 << 14);
}

void *osp_alloc(int64_t size) {
  void *block = calloc(1, (size_t)size);
  if (block == NULL) osp_fatal("out of memory");
  return block;
}

_Noreturn void osp_fatal(const char *words) {
  fflush(stdout);
  fprintf(stderr, "fatal: %s\n", words);
  fflush(stderr);
  exit(1);
}

_Noreturn void osp_no_match(const char *file, int64_t line, int64_t column) {
  fflush(stdout);
  fputs("fatal: no arm of the match fits", stderr);
  if (file != NULL) fprintf(stderr, " (%s:%lld:%lld)", file, (long long)line, (long long)column);
  fputc('\n', stderr);
  fflush(stderr);
  exit(1);
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

void osp_start_thread(void *(*run)(void *), void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, argument) != 0) osp_fatal("no further thread can be started");
  pthread_detach(thread);
}

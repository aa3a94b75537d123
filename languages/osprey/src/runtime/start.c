// How a program begins, takes memory and ends with words.
#include "private.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void osp_start_thread(void *(*run)(void *), void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, argument) != 0) osp_fatal("no further thread can be started");
  pthread_detach(thread);
}

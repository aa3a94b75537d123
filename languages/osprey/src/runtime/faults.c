// How a program ends with words, and the places at which a debugger stops when something goes wrong.
#include "private.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *osp_last_words;
int32_t osp_in_call;

// A debugger sets its breakpoints on these; they are called only when it happens. The instructions keep them apart.
#define PLACE __attribute__((noinline)) void
#define NOTHING __asm__ volatile("nop\n\tnop" ::: "memory")

PLACE osp_at_no_match(const char *words) { NOTHING; }
PLACE osp_at_unhandled_effect(const char *words) { NOTHING; }
PLACE osp_at_second_resume(const char *words) { NOTHING; }
PLACE osp_at_fatal_error(const char *words) { NOTHING; }
PLACE osp_at_end_of_record(const char *words) { NOTHING; }
PLACE osp_arithmetic_failed(const char *message, const char *operation, int64_t left, int64_t right) { NOTHING; }
PLACE osp_float_arithmetic_failed(const char *message, const char *operation, int64_t left, int64_t right) { NOTHING; }
PLACE osp_hand_over(int64_t from, int64_t to, int64_t kind, const void *code) { NOTHING; }

// Under this name debuggers know it.
static __attribute__((noinline)) _Noreturn void end_with(const char *words, void (*place)(const char *)) {
  fflush(stdout);
  fprintf(stderr, "%s\n", words);
  fflush(stderr);
  osp_last_words = words;
  // A debugger takes the call off the stack then; the program itself has nothing to do with it.
  if (osp_in_call) raise(SIGABRT);
  place(words);
  // Ends a call that a debugger made. The program itself does not hear it, and the debugger tells of it by the place alone.
  signal(SIGABRT, SIG_IGN);
  raise(SIGABRT);
  exit(1);
}

_Noreturn void osp_end_with(const char *words) { end_with(words, osp_at_fatal_error); }
_Noreturn void osp_end_of_record(const char *words) { end_with(words, osp_at_end_of_record); }

static _Noreturn void fatal(const char *words, void (*place)(const char *)) {
  size_t room = strlen(words) + sizeof "fatal: ";
  // Not by osp_alloc, which may be what has failed.
  char *whole = malloc(room);
  if (whole == NULL) end_with(words, place);
  snprintf(whole, room, "fatal: %s", words);
  end_with(whole, place);
}

_Noreturn void osp_fatal(const char *words) { fatal(words, osp_at_fatal_error); }

_Noreturn void osp_resumed_twice(void) {
  fatal("continuation already resumed (multi-shot resume is not supported)", osp_at_second_resume);
}

_Noreturn void osp_unhandled(const char *effect, const char *operation) {
  static char words[256];
  snprintf(words, sizeof words, "unhandled effect: %s.%s", effect, operation);
  end_with(words, osp_at_unhandled_effect);
}

_Noreturn void osp_no_match(const char *file, int64_t line, int64_t column) {
  static char words[512];
  if (file == NULL) fatal("no arm of the match fits", osp_at_no_match);
  snprintf(words, sizeof words, "fatal: no arm of the match fits (%s:%lld:%lld)", file, (long long)line,
           (long long)column);
  end_with(words, osp_at_no_match);
}

// How a program ends early: traps, unhandled errors, exit.

#include "private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *__aria_trap_message;

/** One write, so that messages of several processes do not mix. */
static void complain(const char *message, const char *file, uint32_t line) {
  char where[32];
  snprintf(where, sizeof where, ":%u: ", line);
  const char *pieces[] = {file == NULL ? "aria" : file, file == NULL ? ": " : where, message, "\n"};
  char text[1024];
  size_t length = 0;
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    size_t piece = strlen(pieces[i]);
    // Room for the line end is always kept.
    size_t room = sizeof text - length - (i + 1 < sizeof pieces / sizeof *pieces);
    if (piece > room) piece = room;
    memcpy(text + length, pieces[i], piece);
    length += piece;
  }
  aria_write_all(2, text, length);
}

void __aria_trap(const char *message, const char *file, uint32_t line) {
  __aria_trap_message = message == NULL ? "trap" : message;
  // What C code printed before it comes before it.
  fflush(stdout);
  complain(__aria_trap_message, file, line);
  abort();
}

void __aria_trap_index(int64_t index, int64_t length, const char *file, uint32_t line) {
  static char message[96];
  snprintf(message, sizeof message, "index %lld is outside of 0..%lld", (long long)index, (long long)length - 1);
  if (length <= 0) snprintf(message, sizeof message, "index %lld of something empty", (long long)index);
  __aria_trap(message, file, line);
}

void __aria_fail_main(int8_t err) {
  char message[64];
  snprintf(message, sizeof message, "the program failed with error %d", err);
  fflush(stdout);
  complain(message, NULL, 0);
  exit((uint8_t)err);
}

void __aria_exit(int32_t status) {
  exit(status);
}

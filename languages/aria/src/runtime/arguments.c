// The arguments of the program. Code of the module level may ask before main has begun, so they do not come from there.

#include "private.h"

#include <stdlib.h>
#include <string.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#else
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#endif

/** Without the name of the program. */
static aria_string *arguments;
static int64_t argument_count;

static void take(const char *from, size_t length) {
  aria_string *grown = realloc(arguments, ((size_t)argument_count + 1) * sizeof *arguments);
  if (grown == NULL) aria_out_of_memory(length, NULL, 0);
  arguments = grown;
  arguments[argument_count++] = __aria_string_from_bytes(from, (int64_t)length);
}

#if defined(__APPLE__)
static void find(void) {
  char **all = *_NSGetArgv();
  for (int i = 1; i < *_NSGetArgc(); i++) take(all[i], strlen(all[i]));
}
#else
/** All of them, each with a zero behind it. NULL where the system does not tell. */
static char *command_line(size_t *length) {
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  char *text = NULL;
  size_t capacity = 0;
  *length = 0;
  for (;;) {
    if (*length == capacity) {
      capacity = capacity == 0 ? 4096 : capacity * 2;
      char *grown = realloc(text, capacity);
      if (grown == NULL) aria_out_of_memory(capacity, NULL, 0);
      text = grown;
    }
    ssize_t count = read(file, text + *length, capacity - *length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    *length += (size_t)count;
  }
  close(file);
  return text;
}

static void find(void) {
  size_t length;
  char *text = command_line(&length);
  if (text == NULL) return;
  bool is_name = true;
  for (char *at = text; at < text + length;) {
    size_t size = strnlen(at, (size_t)(text + length - at));
    if (!is_name) take(at, size);
    is_name = false;
    at += size + 1;
  }
  free(text);
}
#endif

int64_t __aria_argument_count(void) {
  static bool found;
  if (!found) find();
  found = true;
  return argument_count;
}

aria_string __aria_argument(int64_t index, const char *file, uint32_t line) {
  int64_t count = __aria_argument_count();
  if (index < 0 || index >= count) __aria_trap_index(index, count, file, line);
  return arguments[index];
}

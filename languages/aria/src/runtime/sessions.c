// Sessions of the debug stream: lines that tell when, how grave, and of what.

#include "private.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct piece {
  const char *data;
  size_t length;
};

static struct piece piece_of(aria_string text) {
  return (struct piece){text.data, text.data == NULL || text.length <= 0 ? 0 : (size_t)text.length};
}

/** `2026-01-31T23:59:58.007Z`, in UTC. */
static size_t write_now(char *into, size_t room) {
  struct timespec now;
  struct tm parts;
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &parts);
  size_t length = strftime(into, room, "%Y-%m-%dT%H:%M:%S", &parts);
  int milliseconds = (int)(now.tv_nsec / 1000000);
  const char rest[] = {'.', (char)('0' + milliseconds / 100), (char)('0' + milliseconds / 10 % 10),
                       (char)('0' + milliseconds % 10), 'Z'};
  memcpy(into + length, rest, sizeof rest);
  return length + sizeof rest;
}

static char *append(char *end, const char *data, size_t length) {
  if (length != 0) memcpy(end, data, length);
  return end + length;
}

static char upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

int8_t __aria_debug_log(aria_string session, aria_string level, aria_string message) {
  char now[64];
  size_t now_length = write_now(now, sizeof now - 8);
  const struct piece name = piece_of(session), grave = piece_of(level), text = piece_of(message);
  size_t whole = now_length + grave.length + name.length + text.length + sizeof "[] [] [] \n" - 1;
  char small[1024];
  // In one piece, so that lines of several writers do not mix.
  char *line = whole <= sizeof small ? small : malloc(whole);
  if (line == NULL) aria_out_of_memory(whole, NULL, 0);
  char *end = append(line, "[", 1);
  end = append(end, now, now_length);
  end = append(end, "] [", 3);
  for (size_t i = 0; i < grave.length; i++) *end++ = upper(grave.data[i]);
  end = append(end, "] [", 3);
  end = append(end, name.data, name.length);
  end = append(end, "] ", 2);
  end = append(end, text.data, text.length);
  end = append(end, "\n", 1);
  int8_t problem = __aria_write(ARIA_STDDBG, (aria_string){line, end - line});
  if (line != small) free(line);
  return problem;
}

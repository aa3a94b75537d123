// What comes from outside of the program: lines of standard input, files, chance.
#include "private.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

const char *osp_input(void) {
  // A replay has it from the record, and asks nobody.
  if (osp_replays()) return osp_text_from_outside("input", NULL);
  // Whoever answers has seen the question.
  fflush(stdout);
  if (osp_journey.ready) return osp_text_from_outside("input", osp_text_of(osp_read_line()));
  char *line = NULL;
  size_t room = 0;
  ssize_t length = getline(&line, &room, stdin);
  if (length > 0 && line[length - 1] == '\n') line[--length] = 0;
  const char *text = length < 0 ? OSP_TEXT("") : osp_text_of(line);
  free(line);
  return osp_text_from_outside("input", text);
}

static const char *failed(const char *what, const char *path) {
  char words[512];
  snprintf(words, sizeof words, "%s: %s: %s", what, path, strerror(errno));
  return osp_text_of(words);
}

// Whether it failed is in the record, too.
static const char *told(const char *what, const char *message, const char **out) {
  bool failed = osp_word_from_outside(what, message != NULL) != 0;
  if (failed) return osp_text_from_outside(what, message);
  *out = osp_text_from_outside(what, *out);
  return NULL;
}

static const char *read_file(const char *path, const char **out) {
  struct stat about;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return failed("readFile", path);
  if (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) {
    fclose(file);
    errno = EISDIR;
    return failed("readFile", path);
  }
  char *content = NULL;
  size_t length = 0, room = 0, got;
  do {
    if (length == room) {
      room = room == 0 ? 4096 : room * 2;
      content = realloc(content, room);
      if (content == NULL) osp_fatal("out of memory");
    }
    got = fread(content + length, 1, room - length, file);
    length += got;
  } while (got > 0);
  bool broken = ferror(file);
  fclose(file);
  if (broken) {
    free(content);
    errno = EIO;
    return failed("readFile", path);
  }
  // A text ends at its first zero.
  length = strnlen(content, length);
  char *text = osp_text_alloc(length);
  memcpy(text, content, length);
  free(content);
  *out = text;
  return NULL;
}

const char *osp_read_file(const char *path, const char **out) {
  return told("readFile", osp_replays() ? NULL : read_file(path, out), out);
}

static const char *write_file(const char *path, const char *content, int64_t *out) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) return failed("writeFile", path);
  size_t length = strlen(content);
  bool whole = fwrite(content, 1, length, file) == length;
  whole = fclose(file) == 0 && whole;
  if (!whole) return failed("writeFile", path);
  *out = (int64_t)length;
  return NULL;
}

// A replay writes nothing: what it would write is there already.
const char *osp_write_file(const char *path, const char *content, int64_t *out) {
  const char *message = osp_replays() ? NULL : write_file(path, content, out);
  if (osp_word_from_outside("writeFile", message != NULL) != 0) return osp_text_from_outside("writeFile", message);
  *out = osp_word_from_outside("writeFile", *out);
  return NULL;
}

// OSPREY_RANDOM_SEED makes chance repeatable.
static uint64_t drawn(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static uint64_t state;
  static int32_t seeded = -1;
  uint64_t word = 0;
  pthread_mutex_lock(&mutex);
  if (seeded < 0) {
    const char *seed = getenv("OSPREY_RANDOM_SEED");
    seeded = seed != NULL && seed[0] != 0;
    if (seeded) state = strtoull(seed, NULL, 10);
  }
  if (seeded) {
    // Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", section 3.
    word = state += UINT64_C(0x9E3779B97F4A7C15);
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    word ^= word >> 31;
  }
  pthread_mutex_unlock(&mutex);
  if (!seeded && getentropy(&word, sizeof word) != 0) osp_fatal("the system gives no random numbers");
  return word;
}

static uint64_t random_word(void) {
  // Repeatable chance counts along in a replay, which may be live later.
  const char *seed = osp_replays() ? getenv("OSPREY_RANDOM_SEED") : "";
  bool needless = osp_replays() && (seed == NULL || seed[0] == 0);
  return (uint64_t)osp_word_from_outside("random", needless ? 0 : (int64_t)drawn());
}

int64_t osp_random(void) { return (int64_t)(random_word() >> 1); }

const char *osp_random_below(int64_t limit, int64_t *out) {
  if (limit <= 0) return OSP_TEXT("randomBelow: limit must be positive");
  // What would make some numbers likelier than others is thrown away.
  uint64_t range = (uint64_t)limit, word;
  do word = random_word();
  while (word < -range % range);
  *out = (int64_t)(word % range);
  return NULL;
}

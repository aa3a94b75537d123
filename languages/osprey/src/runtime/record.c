// The record of a run as a file: docs/formats/osprey-record.md. One line for each event, so that a killed program leaves all.
#include "private.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Of the file, and of which events happen when.
static const int format_version = 1;
static const int runtime_version = 1;

static const char *const words_of[OSP_EVENT_COUNT] = {"spawn",   "await",  "send",   "receive", "yield", "done", "perform",
                                                      "answered", "resume", "handle", "print",   "wait",  "end",  "input"};

const char *osp_event_word(int32_t kind) { return words_of[kind]; }

static FILE *written;
// The text of the record, and how far it was read.
static char *text, *at;
static long line_number;
static osp_recorded current;
static bool is_over;
// A run that was begun again goes on live where its record ends.
static bool goes_on;

static char refusal[1024];

static void __attribute__((format(printf, 1, 0))) put_refusal(const char *format, va_list arguments) {
  vsnprintf(refusal, sizeof refusal, format, arguments);
  is_over = true;
}

static _Noreturn void __attribute__((format(printf, 1, 2))) refuse(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_refusal(format, arguments);
  va_end(arguments);
  osp_end_with(refusal);
}

// The event that the program has come to is not in the record: it counts for none.
static _Noreturn void __attribute__((format(printf, 1, 2))) end_of_record(const char *format, ...) {
  osp_run.events--;
  va_list arguments;
  va_start(arguments, format);
  put_refusal(format, arguments);
  va_end(arguments);
  osp_end_of_record(refusal);
}

static void write_escaped(const char *data) {
  for (const unsigned char *byte = (const unsigned char *)data; *byte != 0; byte++) {
    if (*byte == '\\') fputs("\\\\", written);
    else if (*byte == '\n') fputs("\\n", written);
    else if (*byte < 32 || *byte == 127) fprintf(written, "\\x%02x", *byte);
    else fputc(*byte, written);
  }
}

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

// In place, because it never gets longer. False where it makes no sense.
static bool unescape(char *data) {
  char *to = data;
  for (const char *from = data; *from != 0; from++) {
    if (*from != '\\') *to++ = *from;
    else if (*++from == '\\') *to++ = '\\';
    else if (*from == 'n') *to++ = '\n';
    else if (*from == 'x' && digit(from[1]) >= 0 && digit(from[2]) >= 0) {
      *to++ = (char)(digit(from[1]) * 16 + digit(from[2]));
      from += 2;
    } else return false;
  }
  *to = 0;
  return true;
}

// The arguments of the program, each with a zero behind it; gives the bytes.
static size_t arguments(char *room, size_t size) {
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t got = read(file, room, size - 1);
  close(file);
  if (got <= 0) return 0;
  size_t own = strnlen(room, (size_t)got) + 1;
  if (own >= (size_t)got) return 0;
  memmove(room, room + own, (size_t)got - own);
  return (size_t)got - own;
}

static void write_header(uint64_t seed) {
  char room[4096];
  size_t used = arguments(room, sizeof room);
  fprintf(written, "osprey-record %d\nruntime %d\nprogram %s\nseed %llu\n", format_version, runtime_version,
          osp_program_identity, (unsigned long long)seed);
  for (size_t from = 0; from < used; from += strlen(room + from) + 1) {
    fputs("argument ", written);
    write_escaped(room + from);
    fputc('\n', written);
  }
  fputs("events\n", written);
}

static void end_record(void) {
  if (is_over || osp_run.mode != OSP_RECORDS) return;
  is_over = true;
  fprintf(written, "end %lld\n", (long long)osp_run.events);
  if (fclose(written) != 0) fprintf(stderr, "the record %s is not complete: %s\n", osp_run.path, strerror(errno));
}

static void check_written(void) {
  if (ferror(written))
    refuse("the record %s cannot be written any further: %s. Make room for it and run the program again.", osp_run.path,
           strerror(errno));
}

void osp_write_event(const osp_recorded *event) {
  osp_journey.writing++;
  fprintf(written, "%lld %lld %s %lld %lld", (long long)event->number, (long long)event->strand, words_of[event->kind],
          (long long)event->subject, (long long)event->next);
  if (event->data != NULL) {
    fputc(' ', written);
    write_escaped(event->data);
  }
  fputc('\n', written);
  osp_journey.writing--;
  check_written();
}

static void load(const char *path) {
  FILE *file = fopen(path, "re");
  if (file == NULL)
    refuse("the record %s cannot be read: %s. Record a run first (OSPREY_RECORD, or --record).", path, strerror(errno));
  size_t used = 0, room = 1 << 16;
  text = malloc(room);
  while (text != NULL) {
    size_t got = fread(text + used, 1, room - used - 1, file);
    used += got;
    if (got == 0) break;
    if (room - used < 2) text = realloc(text, room *= 2);
  }
  if (text == NULL) refuse("the record %s is too large for memory.", path);
  if (ferror(file)) refuse("the record %s cannot be read: %s.", path, strerror(errno));
  fclose(file);
  text[used] = 0;
  if (memchr(text, 0, used) != NULL) refuse("%s is not the record of an Osprey program.", path);
  at = text;
}

// The next whole line; NULL at the end, also where the last one was cut off.
static char *next_line(void) {
  char *end = strchr(at, '\n');
  if (end == NULL) return NULL;
  *end = 0;
  char *line = at;
  at = end + 1;
  line_number++;
  return line;
}

static const char *header(const char *name) {
  char *line = next_line();
  size_t length = strlen(name);
  if (line == NULL || strncmp(line, name, length) != 0 || line[length] != ' ')
    refuse("%s is not the record of an Osprey program, or its beginning is damaged (line %ld).", osp_run.path, line_number);
  return line + length + 1;
}

static void check_arguments(void) {
  char room[4096];
  size_t used = arguments(room, sizeof room), from = 0;
  bool same = true;
  char *line;
  while ((line = next_line()) != NULL && strncmp(line, "argument ", 9) == 0) {
    same = same && unescape(line + 9) && from < used && strcmp(line + 9, room + from) == 0;
    if (from < used) from += strlen(room + from) + 1;
  }
  if (line == NULL || strcmp(line, "events") != 0)
    refuse("the record %s is damaged at line %ld. Record the program again.", osp_run.path, line_number);
  if (!same || from < used)
    refuse("the record %s was made with other arguments; `argument` lines at its beginning tell which. Give the same.",
           osp_run.path);
}

static int64_t last_event(void) {
  const char *end = strstr(at, "\nend ");
  if (end == NULL && strncmp(at, "end ", 4) == 0) end = at - 1;
  return end == NULL ? -1 : strtoll(end + 5, NULL, 10);
}

// At the end of a replay: the record must have come to its end, too.
static void end_replay(void) {
  if (is_over || osp_run.mode != OSP_REPLAYS) return;
  is_over = true;
  const char *line = at == NULL ? NULL : next_line();
  if (line == NULL || strncmp(line, "end ", 4) == 0) return;
  fflush(stdout);
  fprintf(stderr, "replay: the program ended after event %lld, the record %s goes on with: %s\n",
          (long long)osp_run.events, osp_run.path, line);
  _exit(1);
}

// From here on the program runs by itself, and what it does is added to the record.
static void go_live(void) {
  if (osp_run.events < osp_journey.newest)
    refuse("the record %s ends after event %lld, but the run had come to event %lld: the file was changed meanwhile. Run the "
           "program again.",
           osp_run.path, (long long)osp_run.events, (long long)osp_journey.newest);
  if (truncate(osp_run.path, at - text) != 0 || (written = fopen(osp_run.path, "ae")) == NULL)
    refuse("the record %s cannot be written any further: %s.", osp_run.path, strerror(errno));
  setvbuf(written, NULL, _IOLBF, 1 << 14);
  osp_run.mode = OSP_RECORDS;
  osp_run.all_events = 0;
}

static bool has_more(void) { return strchr(at, '\n') != NULL && strncmp(at, "end ", 4) != 0; }

bool osp_begin_record(uint64_t *seed) {
  const char *record = getenv("OSPREY_RECORD"), *replay = getenv("OSPREY_REPLAY"), *given = getenv("OSPREY_SCHEDULE_SEED");
  if (record != NULL && *record == 0) record = NULL;
  if (replay != NULL && *replay == 0) replay = NULL;
  if (given != NULL && *given == 0) given = NULL;
  if (record != NULL && replay != NULL) refuse("a run is either recorded or replayed: unset OSPREY_RECORD or OSPREY_REPLAY.");
  goes_on = record != NULL && osp_journey.again;
  if (goes_on) replay = record;
  if (replay != NULL) {
    osp_run.mode = OSP_REPLAYS;
    osp_run.path = strdup(replay);
    load(replay);
    int version = atoi(header("osprey-record"));
    if (version != format_version)
      refuse("the record %s has format %d, this program reads %d. Record the program again.", replay, version, format_version);
    int runtime = atoi(header("runtime"));
    if (runtime != runtime_version)
      refuse("the record %s was made with version %d of the runtime, this program has %d. Record the program again.", replay,
             runtime, runtime_version);
    const char *program = header("program");
    if (strcmp(program, osp_program_identity) != 0)
      refuse("the record %s is of another program, or of another version of it (%s, this one is %s). Record this program, "
             "or build it from the sources that were recorded.",
             replay, program, osp_program_identity);
    *seed = strtoull(header("seed"), NULL, 10);
    check_arguments();
    osp_run.all_events = goes_on ? osp_journey.newest : last_event();
    atexit(end_replay);
    if (goes_on) atexit(end_record);
    if (goes_on && !has_more()) go_live();
    return true;
  }
  if (record == NULL && given == NULL) return false;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  *seed = (uint64_t)time.tv_nsec * 1000003u ^ (uint64_t)getpid() << 32 ^ (uint64_t)time.tv_sec;
  if (given != NULL) {
    char *end;
    *seed = strtoull(given, &end, 10);
    if (*end != 0) refuse("OSPREY_SCHEDULE_SEED is a number, not `%s`.", given);
  }
  if (record == NULL) return true;
  osp_run.mode = OSP_RECORDS;
  osp_run.path = strdup(record);
  written = fopen(record, "we");
  if (written == NULL)
    refuse("the record %s cannot be written: %s. Choose another file (OSPREY_RECORD, or --record).", record, strerror(errno));
  setvbuf(written, NULL, _IOLBF, 1 << 14);
  write_header(*seed);
  check_written();
  atexit(end_record);
  return true;
}

static int32_t kind_of(const char *word) {
  for (int32_t kind = 0; kind < OSP_EVENT_COUNT; kind++)
    if (strcmp(words_of[kind], word) == 0) return kind;
  return -1;
}

const osp_recorded *osp_read_event(void) {
  char *line = next_line();
  if (line == NULL)
    end_of_record("replay: the record %s ends after event %lld without the end of the program: it was cut off, or the program was "
           "killed. What follows was not recorded; record the program again to see more.",
           osp_run.path, (long long)osp_run.events - 1);
  if (strncmp(line, "end ", 4) == 0)
    end_of_record("replay: the program goes on after event %lld, where the record %s ends. It does something that the record "
           "cannot tell; record it again.",
           (long long)osp_run.events - 1, osp_run.path);
  char word[16];
  int length = 0;
  long long number, strand, subject, next;
  if (sscanf(line, "%lld %lld %15s %lld %lld%n", &number, &strand, word, &subject, &next, &length) < 5 ||
      number != osp_run.events || kind_of(word) < 0 || (line[length] != ' ' && line[length] != 0))
    refuse("replay: the record %s is damaged at line %ld. Record the program again.", osp_run.path, line_number);
  current = (osp_recorded){number, strand, kind_of(word), subject, next, line[length] == 0 ? NULL : line + length + 1};
  if (current.data != NULL && !unescape(current.data))
    refuse("replay: the record %s is damaged at line %ld. Record the program again.", osp_run.path, line_number);
  if (osp_run.events > osp_journey.newest) osp_journey.newest = osp_run.events;
  if (goes_on && !has_more()) go_live();
  return &current;
}

_Noreturn void osp_diverged(const osp_recorded *found, const osp_recorded *expected) {
  refuse("replay: event %lld differs: strand %lld does `%s %lld%s%s`, the record %s has strand %lld with `%s %lld%s%s`. The "
         "program did something that the record cannot tell; record it again.",
         (long long)found->number, (long long)found->strand, words_of[found->kind], (long long)found->subject,
         found->data == NULL ? "" : " ", found->data == NULL ? "" : found->data, osp_run.path, (long long)expected->strand,
         words_of[expected->kind], (long long)expected->subject, expected->data == NULL ? "" : " ",
         expected->data == NULL ? "" : expected->data);
}

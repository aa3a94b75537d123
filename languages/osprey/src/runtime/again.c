// Running again from the start up to an event, in the same process: how a debugger goes back in a recorded run.
//
// A debugger asks for it by OSPREY_GOES_BACK, writes to `osp_journey.until` where to halt, and sends any strand to osp_run_again
// with a stack of ours. The program becomes itself again, replays its record, and calls osp_event_reached. What was printed
// before is not printed again; behind the newest event a recorded run goes on live.
#include "private.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

osp_journey_state osp_journey;
// Where the stack is too deep, there is none left to run on.
char osp_again_stack[1 << 14] __attribute__((aligned(16), used));

#if defined(__GLIBC__)

extern char **environ;
static char executable[4096];
static char **given, **around;
static char again[128] = "OSPREY_AGAIN=";

// How far a stream has come in this run, and how much of it was written before.
typedef struct {
  int file;
  int64_t came, before;
} counted_stream;
static counted_stream streams[2] = {{.file = STDOUT_FILENO}, {.file = STDERR_FILENO}};

static ssize_t write_counted(void *cookie, const char *data, size_t size) {
  counted_stream *stream = cookie;
  // What a function prints that a debugger calls is no part of the run.
  if (osp_in_call) return write(stream->file, data, size);
  int64_t known = stream->before - stream->came;
  size_t from = known <= 0 ? 0 : known >= (int64_t)size ? size : (size_t)known;
  osp_journey.writing++;
  stream->came += (int64_t)from;
  while (from < size) {
    ssize_t done = write(stream->file, data + from, size - from);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) break;
    from += (size_t)done;
    stream->came += done;
  }
  osp_journey.writing--;
  return from == 0 && size != 0 ? -1 : (ssize_t)from;
}

static FILE *counted(counted_stream *stream, int mode) {
  FILE *file = fopencookie(stream, "w", (cookie_io_functions_t){.write = write_counted});
  if (file != NULL) setvbuf(file, NULL, mode, 1 << 14);
  return file;
}

// The arguments, or NULL where the system does not tell them.
static char **arguments(void) {
  size_t room = 1 << 12, used = 0, count = 0;
  char *text = malloc(room);
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  while (file >= 0 && text != NULL) {
    ssize_t got = read(file, text + used, room - used);
    if (got <= 0) break;
    used += (size_t)got;
    if (used == room) text = realloc(text, room *= 2);
  }
  if (file >= 0) close(file);
  if (text == NULL || used == 0) return NULL;
  char **all = calloc(used + 1, sizeof *all);
  for (size_t at = 0; all != NULL && at < used; at += strlen(text + at) + 1) all[count++] = text + at;
  return all;
}

// The environment as it is at the start, with what tells the next run.
static char **surroundings(void) {
  size_t count = 0, kept = 0;
  while (environ[count] != NULL) count++;
  char **all = calloc(count + 2, sizeof *all);
  for (size_t nth = 0; all != NULL && nth < count; nth++)
    if (strncmp(environ[nth], "OSPREY_AGAIN=", 13) != 0) all[kept++] = strdup(environ[nth]);
  if (all != NULL) all[kept] = again;
  return all;
}

void osp_begin_journey(void) {
  const char *wanted = getenv("OSPREY_GOES_BACK");
  if (wanted == NULL || *wanted == 0) return;
  ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
  given = arguments();
  around = surroundings();
  FILE *out = counted(&streams[0], _IOLBF), *err = counted(&streams[1], _IONBF);
  if (length <= 0 || given == NULL || around == NULL || out == NULL || err == NULL) return;
  const char *told = getenv("OSPREY_AGAIN");
  if (told != NULL) {
    char *at;
    int64_t until = strtoll(told, &at, 10);
    // A debugger at the beginning may want to go elsewhere.
    if (osp_journey.until == 0) osp_journey.until = until;
    osp_journey.newest = strtoll(at, &at, 10);
    streams[0].before = strtoll(at, &at, 10);
    streams[1].before = strtoll(at, &at, 10);
    osp_journey.again = 1;
  }
  stdout = out;
  stderr = err;
  osp_journey.ready = 1;
}

static char *number(char *to, int64_t value) {
  char digits[24];
  int count = 0;
  *to++ = ' ';
  do digits[count++] = (char)('0' + value % 10);
  while ((value /= 10) > 0);
  while (count > 0) *to++ = digits[--count];
  *to = 0;
  return to;
}

static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

#if defined(__x86_64__)
#define GO "jmp"
#else
#define GO "b"
#endif

// Entered behind instructions that do nothing: a system call that is begun again would begin before that.
__asm__(".text\n"
        ".balign 16\n"
        ".globl osp_run_again\n"
        ".type osp_run_again, %function\n"
        "osp_run_again:\n"
        ".rept 8\n"
        "nop\n"
        ".endr\n"
        GO " osp_begin_again\n"
        ".size osp_run_again, .-osp_run_again\n");

__attribute__((used, visibility("hidden"))) _Noreturn void osp_begin_again(void) {
  // Anything may be locked: only what a signal handler may call.
  char *to = again + sizeof "OSPREY_AGAIN=" - 1;
  to = number(to, osp_journey.until);
  to = number(to, osp_journey.newest);
  to = number(to, larger(streams[0].came, streams[0].before));
  number(to, larger(streams[1].came, streams[1].before));
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGABRT, SIG_DFL);
  execve(executable, given, around);
  static const char words[] = "the program cannot be started again, to go back in its run: its file is gone or is in use.\n";
  if (write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(1);
  _exit(1);
}

#else

void osp_begin_journey(void) {}

#endif

// A debugger halts here.
__attribute__((noinline)) void osp_event_reached(void) { __asm__ volatile("nop\n\tnop" ::: "memory"); }

const char *osp_read_line(void) {
  static char *line;
  static size_t room;
  size_t used = 0;
  char byte;
  ssize_t got;
  while ((got = read(STDIN_FILENO, &byte, 1)) > 0 || (got < 0 && errno == EINTR)) {
    if (got < 0) continue;
    // What was read and is not yet in the record would be lost.
    osp_journey.writing = 1;
    if (byte == '\n') break;
    if (used + 2 > room) line = realloc(line, room = room == 0 ? 256 : room * 2);
    if (line == NULL) osp_fatal("out of memory");
    line[used++] = byte;
  }
  if (line == NULL) return "";
  line[used] = 0;
  return used == 0 && got <= 0 ? "" : line;
}

// The six streams: descriptors 0 to 5, written without a buffer and read through one.

#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { status_of_broken_pipe = 141, read_buffer_size = 64 * 1024 };

static bool is_open(int descriptor) {
  return fcntl(descriptor, F_GETFD) != -1;
}

/** Puts a copy of `from` (or /dev/null) exactly at `to`, leaving nothing else open. */
static void put_at(int to, int from) {
  int source = from >= 0 ? from : open("/dev/null", O_RDWR);
  if (source < 0 || source == to) return;
  dup2(source, to);
  if (from < 0) close(source);
}

void __aria_streams_init(void) {
  // All are asked about before any is made: a new descriptor takes the lowest free number, which may be one of these.
  bool was_open[6];
  for (int i = 0; i < 6; i++) was_open[i] = is_open(i);
  for (int i = 0; i < 6; i++) {
    if (was_open[i]) continue;
    put_at(i, i == ARIA_STDDBG && was_open[ARIA_STDERR] ? ARIA_STDERR : -1);
  }
  // A reader that went away is an error of the write, not a signal that a debugger would stop at.
  signal(SIGPIPE, SIG_IGN);
  setvbuf(stdout, NULL, _IOLBF, 0);
  aria_guard_stacks();
}

static void wait_for(int descriptor, short events) {
  struct pollfd wanted = {.fd = descriptor, .events = events};
  poll(&wanted, 1, -1);
}

int aria_write_all(int descriptor, const char *data, size_t length) {
  while (length > 0) {
    ssize_t written = write(descriptor, data, length);
    if (written >= 0) {
      data += written;
      length -= (size_t)written;
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return errno;
    // Another process may have made our end of a shared descriptor non-blocking.
    wait_for(descriptor, POLLOUT);
  }
  return 0;
}

static bool is_written_to(int32_t stream) {
  return stream == ARIA_STDOUT || stream == ARIA_STDERR || stream == ARIA_STDDBG || stream == ARIA_STDDATO;
}

static int8_t put(int32_t stream, const char *data, size_t length) {
  // C code in the same program prints through stdio: keep the order.
  if (stream == ARIA_STDOUT) fflush(stdout);
  int problem = aria_write_all(stream, data, length);
  if (problem == 0) return 0;
  bool reader_gone = problem == EPIPE;
  if (reader_gone && (stream == ARIA_STDOUT || stream == ARIA_STDDATO)) _exit(status_of_broken_pipe);
  return reader_gone || problem == EBADF ? 0 : ARIA_ERR_IO;
}

int8_t __aria_write(int32_t stream, aria_string text) {
  if (!is_written_to(stream)) return ARIA_ERR_ARGUMENT;
  if (text.data == NULL || text.length <= 0) return 0;
  return put(stream, text.data, (size_t)text.length);
}

int8_t __aria_write_line(int32_t stream, aria_string text) {
  if (!is_written_to(stream)) return ARIA_ERR_ARGUMENT;
  size_t length = text.data == NULL || text.length <= 0 ? 0 : (size_t)text.length;
  char line[4096];
  if (length >= sizeof line) {
    int8_t problem = put(stream, text.data, length);
    return problem != 0 ? problem : put(stream, "\n", 1);
  }
  if (length != 0) memcpy(line, text.data, length);
  line[length] = '\n';
  return put(stream, line, length + 1);
}

/** Bytes, more than zero; 0 at the end, -1 after an error. A closed descriptor is at its end. */
static ssize_t read_some(int descriptor, char *into, size_t room) {
  for (;;) {
    ssize_t got = read(descriptor, into, room);
    if (got >= 0) return got;
    if (errno == EBADF) return 0;
    if (errno == EAGAIN || errno == EWOULDBLOCK) wait_for(descriptor, POLLIN);
    else if (errno != EINTR) return -1;
  }
}

/** Text of any length on its way to the arena. */
struct collected {
  char *data;
  size_t length, capacity;
};

static void collect(struct collected *text, const char *data, size_t length) {
  if (length > text->capacity - text->length) {
    size_t wanted = text->capacity == 0 ? 256 : text->capacity;
    while (wanted - text->length < length) wanted *= 2;
    char *grown = realloc(text->data, wanted);
    if (grown == NULL) aria_out_of_memory(wanted, NULL, 0);
    text->data = grown;
    text->capacity = wanted;
  }
  memcpy(text->data + text->length, data, length);
  text->length += length;
}

static void hand_over(struct collected *text, aria_result_string *result) {
  *result = (aria_result_string){0, __aria_string_from_bytes(text->data, (int64_t)text->length)};
  free(text->data);
}

static void hand_over_nothing(ssize_t got, struct collected *text, aria_result_string *result) {
  free(text->data);
  *result = (aria_result_string){got < 0 ? ARIA_ERR_IO : ARIA_ERR_END, {"", 0}};
}

static struct {
  char data[read_buffer_size];
  size_t next, end;
} input;

void __aria_read_line(aria_result_string *result) {
  struct collected line = {0};
  for (;;) {
    if (input.next == input.end) {
      ssize_t got = read_some(ARIA_STDIN, input.data, sizeof input.data);
      input.next = 0;
      input.end = got > 0 ? (size_t)got : 0;
      if (got <= 0) {
        // A last line without its end is a line; after an error what was read is kept likewise.
        if (line.length > 0) hand_over(&line, result);
        else hand_over_nothing(got, &line, result);
        return;
      }
    }
    const char *start = input.data + input.next;
    const char *newline = memchr(start, '\n', input.end - input.next);
    size_t length = newline == NULL ? input.end - input.next : (size_t)(newline - start);
    collect(&line, start, length);
    input.next += length + (newline != NULL);
    if (newline == NULL) continue;
    if (line.length > 0 && line.data[line.length - 1] == '\r') line.length--;
    hand_over(&line, result);
    return;
  }
}

void __aria_read_bytes(int64_t count, aria_result_string *result) {
  if (count <= 0) {
    *result = (aria_result_string){count < 0 ? ARIA_ERR_ARGUMENT : 0, {"", 0}};
    return;
  }
  // Memory follows the bytes that come, not the number asked for.
  struct collected bytes = {0};
  char piece[16 * 1024];
  ssize_t got = 0;
  while (bytes.length < (uint64_t)count) {
    uint64_t missing = (uint64_t)count - bytes.length;
    got = read_some(ARIA_STDDATI, piece, missing < sizeof piece ? (size_t)missing : sizeof piece);
    if (got <= 0) break;
    collect(&bytes, piece, (size_t)got);
  }
  if (bytes.length > 0) hand_over(&bytes, result);
  else hand_over_nothing(got, &bytes, result);
}

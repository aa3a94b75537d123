// The line to the debugger, and as much of JSON as the remote protocol needs. Copy this file as it is.
#ifndef WIRE_H
#define WIRE_H
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *debugger;  // NULL without one.
static int wire_in = 0, wire_listener = -1, wire_connections = 0;

// Standard input and output, or a port of this host.
static inline bool wire_open(const char *port) {
  signal(SIGPIPE, SIG_IGN);
  if (port == NULL) return debugger = stdout, true;
  struct sockaddr_in here = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port)) };
  socklen_t size = sizeof here;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  wire_listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(wire_listener, (struct sockaddr *)&here, size) != 0 || listen(wire_listener, 1) != 0) return perror("server"), false;
  getsockname(wire_listener, (struct sockaddr *)&here, &size);
  printf("waits on 127.0.0.1:%d\n", ntohs(here.sin_port)), fflush(stdout);
  return true;
}

static inline bool wire_has_news(void) {
  struct pollfd source = { .fd = debugger != NULL ? wire_in : wire_listener, .events = POLLIN };
  return poll(&source, 1, 0) > 0;
}

// Waits for what comes next: a debugger, or lines of one. False when nobody can come any more.
static inline bool wire_receive(void answer(const char *request)) {
  static char line[1 << 20];
  static size_t size;
  if (debugger == NULL) {
    wire_in = accept(wire_listener, NULL, NULL), size = 0, wire_connections++;
    setsockopt(wire_in, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));  // Else each answer waits for 40 ms.
    debugger = fdopen(dup(wire_in), "w");
    return true;
  }
  ssize_t got = read(wire_in, line + size, sizeof line - size - 1);
  if (got <= 0) {
    fclose(debugger), debugger = NULL, close(wire_in);
    return wire_listener >= 0;
  }
  line[size += (size_t)got] = 0;
  for (char *end; (end = strchr(line, '\n')) != NULL; size = strlen(line)) {
    *end = 0, answer(line);
    memmove(line, end + 1, size - (size_t)(end + 1 - line) + 1);
  }
  return true;
}

// Requests are flat objects, so that no tree is needed: a value is found where it stands.

static inline const char *skip(const char *json) {
  int open = 0;
  do {
    if (*json == '"') for (json++; *json != 0 && *json != '"'; json++) json += *json == '\\' && json[1] != 0;
    open += (*json == '[' || *json == '{') - (*json == ']' || *json == '}');
    if (*json != 0) json++;
  } while (*json != 0 && (open > 0 || (*json != ',' && *json != '}' && *json != ':')));
  return json;
}

static inline const char *find(const char *json, const char *key) {
  size_t length = strlen(key);
  for (json = strchr(json, '{'); json != NULL && *json != 0 && *json != '}';) {
    const char *name = json + 1 + strspn(json + 1, " ");
    const char *value = skip(name);
    if (*value != ':') return NULL;
    value += 1 + strspn(value + 1, " ");
    if (strncmp(name + 1, key, length) == 0 && name[length + 1] == '"') return value;
    json = skip(value);
  }
  return NULL;
}

static inline long number_in(const char *json, const char *key, long otherwise) {
  const char *value = find(json, key);
  return value == NULL ? otherwise : *value == 't' ? 1 : strtol(value, NULL, 10);
}

// The numbers of a list, at most `most`; answers how many.
static inline int list_in(const char *json, const char *key, long *items, int most) {
  const char *value = find(json, key);
  int count = 0;
  while (value != NULL && (*value == '[' || *value == ',') && value[1] != ']' && count < most)
    items[count++] = strtol(value + 1, (char **)&value, 10);
  return count;
}

static inline bool text_in(const char *json, const char *key, char *text, int size) {
  const char *value = find(json, key);
  if (value == NULL || *value != '"') return false;
  for (value++; *value != 0 && *value != '"' && size > 4; value++, size--) {
    if (*value != '\\') { *text++ = *value; continue; }
    unsigned code = 0;
    if (*++value == 'u' && sscanf(value + 1, "%4x", &code) == 1) {
      value += 4;
      if (code < 0x80) *text++ = (char)code;
      else if (code < 0x800) *text++ = (char)(0xc0 | code >> 6), *text++ = (char)(0x80 | (code & 63));
      else *text++ = (char)(0xe0 | code >> 12), *text++ = (char)(0x80 | (code >> 6 & 63)), *text++ = (char)(0x80 | (code & 63));
    } else *text++ = *value == 'n' ? '\n' : *value == 't' ? '\t' : *value == 'r' ? '\r' : *value;
  }
  return *text = 0, true;
}

static inline void put_text(FILE *to, const char *text) {
  for (fputc('"', to); *text != 0; text++)
    if (*text == '"' || *text == '\\') fprintf(to, "\\%c", *text);
    else if ((unsigned char)*text < ' ') fprintf(to, "\\u%04x", *text);
    else fputc(*text, to);
  fputc('"', to);
}
#endif

// A server with two leaks: a history that nobody reads, and names that are lost.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
  int user;
  char *name;
};

struct visit {
  struct session *session;
  struct visit *before;
};

struct server {
  struct session *current;
  struct visit *history;
};

static struct server server;

static char *name_of(int user) {
  char *name = malloc(64);
  snprintf(name, 64, "user %d", user);
  return name;
}

static void serve(int user) {
  struct session *session = malloc(sizeof *session);
  session->user = user;
  session->name = name_of(user);
  if (user % 2 == 0) session->name = strdup("somebody"); // a mistake: the name before is lost
  struct visit *visit = malloc(sizeof *visit);
  visit->session = session;
  visit->before = server.history;
  server.history = visit; // the other mistake: it only grows
  server.current = session;
}

int main(void) {
  serve(1);
  puts("one user"); // #before
  for (int user = 2; user <= 100; user++) serve(user);
  printf("100 users, the last is %s\n", server.current->name); // #look
  return 0;
}

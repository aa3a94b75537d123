// One strand at a time: each event of the runtime may pass the turn on, by chance, in order, or as a record says.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

osp_run_state osp_run;

static osp_strand *holder;
static uint64_t chance;
static bool in_order;
static int64_t first_order, last_order;
// In microseconds, and counted: real time would make a different schedule each time.
static int64_t now;
static const int64_t per_event = 10;

static uint64_t next_chance(void) {
  // splitmix64
  uint64_t z = (chance += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void osp_begin_schedule(void) {
  if (!osp_begin_record(&chance)) return;
  osp_run.scheduled = 1;
  holder = osp_self;
  osp_turn_of(osp_self)->runnable = true;
}

int64_t fiber_set_deterministic_mode(bool enabled) {
  pthread_mutex_lock(&osp_lock);
  bool alone = osp_strands == osp_self && osp_self->next == NULL;
  if (alone) {
    in_order = enabled;
    osp_run.scheduled = enabled ? 2 : osp_run.mode != OSP_FREE;
    holder = osp_self;
    osp_turn_of(osp_self)->runnable = true;
  }
  pthread_mutex_unlock(&osp_lock);
  return alone ? 0 : -1;
}

void osp_schedule_add(osp_strand *strand) {
  if (!osp_run.scheduled) return;
  osp_turn *turn = osp_turn_of(strand);
  turn->runnable = true;
  turn->order = ++last_order;
  strand->wait = OSP_QUEUED;
  if (strand->fiber != NULL && strand->kind == OSP_FIBER) strand->fiber->state = OSP_QUEUED;
}

void osp_schedule_wake(osp_strand *strand) {
  osp_turn *turn = osp_turn_of(strand);
  if (turn->runnable) return;
  turn->runnable = true;
  // What it waited for is there: it goes before those that have not begun.
  turn->order = --first_order;
  osp_note(strand, OSP_TURN, 0);
}

static void wake_sleepers(void) {
  for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (strand->wait == OSP_SLEEPING && !osp_turn_of(strand)->runnable && strand->wakes_at <= now)
      osp_schedule_wake(strand);
}

static osp_strand *earliest_sleeper(void) {
  osp_strand *found = NULL;
  for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (strand->wait == OSP_SLEEPING && (found == NULL || strand->wakes_at <= found->wakes_at)) found = strand;
  return found;
}

static _Noreturn void all_wait(void) {
  // The event that nobody goes on from is not in the record.
  osp_run.events--;
  static char words[1024];
  size_t used = (size_t)snprintf(words, sizeof words, "deadlock: every fiber waits for another one");
  static const char *const whys[] = {"", "awaits fiber", "sends to channel", "receives from channel"};
  for (const osp_strand *strand = osp_strands; strand != NULL && used < 800; strand = strand->next)
    if (strand->wait > OSP_RUNNING && strand->wait <= OSP_RECEIVING)
      used += (size_t)snprintf(words + used, sizeof words - used, "; %s %s %lld", strand->name, whys[strand->wait],
                               (long long)strand->waits_for);
  osp_fatal(words);
}

// Time passes only while nobody can run. In a replay nobody has to wait for it.
static void pass_time(void) {
  osp_strand *sleeper = earliest_sleeper();
  if (sleeper == NULL) all_wait();
  int64_t span = sleeper->wakes_at - now;
  if (span > 0 && osp_run.mode != OSP_REPLAYS) {
    fflush(stdout);
    struct timespec time = {span / 1000000, (span % 1000000) * 1000};
    while (nanosleep(&time, &time) != 0) continue;
  }
  if (span > 0) now = sleeper->wakes_at;
  wake_sleepers();
}

static osp_strand *runnable_numbered(int64_t number) {
  for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (strand->number == number) return osp_turn_of(strand)->runnable ? strand : NULL;
  return NULL;
}

static osp_strand *choose(bool yields) {
  int64_t count = 0;
  osp_strand *first = NULL;
  for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next) {
    const osp_turn *turn = osp_turn_of(strand);
    if (!turn->runnable) continue;
    count++;
    if (first == NULL || turn->order < osp_turn_of(first)->order) first = strand;
  }
  if (in_order) return !yields && osp_turn_of(osp_self)->runnable ? osp_self : first;
  int64_t wanted = (int64_t)(next_chance() % (uint64_t)count);
  for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (osp_turn_of(strand)->runnable && wanted-- == 0) return strand;
  return NULL;
}

static bool any_runnable(void) {
  for (const osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (osp_turn_of(strand)->runnable) return true;
  return false;
}

static bool same_data(const char *left, const char *right) {
  return left == NULL || right == NULL ? left == right : strcmp(left, right) == 0;
}

// Under the lock: the event, and who goes on after it. Gives what a replay has of it.
static const osp_recorded *happens(osp_recorded event, osp_strand **next) {
  osp_run.events++;
  now += per_event;
  wake_sleepers();
  if (!any_runnable()) pass_time();
  event.number = osp_run.events;
  event.strand = osp_self->number;
  if (osp_run.mode == OSP_REPLAYS) {
    const osp_recorded *told = osp_read_event();
    bool outside = event.kind == OSP_EVENT_INPUT;
    if (told->strand != event.strand || told->kind != event.kind) osp_diverged(&event, told);
    if (!outside && (told->subject != event.subject || !same_data(told->data, event.data))) osp_diverged(&event, told);
    *next = runnable_numbered(told->next);
    if (*next == NULL) osp_diverged(&event, told);
    // What chooses counts along: the run may go on live.
    if (!outside) choose(event.kind == OSP_EVENT_YIELD);
    return told;
  }
  *next = event.kind == OSP_EVENT_INPUT ? osp_self : choose(event.kind == OSP_EVENT_YIELD);
  event.next = (*next)->number;
  if (osp_run.mode == OSP_RECORDS) osp_write_event(&event);
  if (osp_run.events > osp_journey.newest) osp_journey.newest = osp_run.events;
  return NULL;
}

static void pass_to(osp_strand *next) {
  holder = next;
  if (next != osp_self) pthread_cond_signal(&osp_turn_of(next)->changed);
}

// A debugger wanted to come back to this event. It may look at all and call functions, so nothing is locked.
static void reach(void) {
  osp_journey.until = 0;
  osp_event_reached();
}

static void wait_for_turn(void) {
  while (holder != osp_self) pthread_cond_wait(&osp_turn_of(osp_self)->changed, &osp_lock);
  if (osp_journey.until == 0 || osp_run.events != osp_journey.until) return;
  osp_note(osp_self, OSP_RUNNING, 0);
  pthread_mutex_unlock(&osp_lock);
  reach();
  pthread_mutex_lock(&osp_lock);
}

void osp_scheduled_event(int32_t kind, int64_t subject, const char *first, const char *second) {
  // What a debugger calls is no part of the run.
  if (osp_in_call) return;
  pthread_mutex_lock(&osp_lock);
  if (osp_self->kind == OSP_BODY && osp_is_given_up(osp_self)) osp_leave_given_up();
  if (osp_run.scheduled) {
    char data[256];
    if (first != NULL) snprintf(data, sizeof data, second == NULL ? "%s" : "%s.%s", first, second);
    osp_recorded event = {.kind = kind, .subject = subject, .data = first == NULL ? NULL : data};
    osp_strand *self = osp_self, *next;
    if (kind == OSP_EVENT_YIELD) osp_turn_of(self)->order = ++last_order;
    osp_note(self, OSP_TURN, 0);
    happens(event, &next);
    pass_to(next);
    wait_for_turn();
    osp_note(self, OSP_RUNNING, 0);
    if (self->kind == OSP_BODY && osp_is_given_up(self)) osp_leave_given_up();
  }
  pthread_mutex_unlock(&osp_lock);
}

void osp_schedule_wait(int64_t milliseconds) {
  osp_strand *self = osp_self, *next;
  osp_turn_of(self)->runnable = false;
  self->wakes_at = now + milliseconds * 1000;
  static char *const whys[] = {"", "await", "send", "receive", "", "sleep", "arm", "body"};
  osp_recorded event = {.kind = OSP_EVENT_WAIT, .subject = self->waits_for, .data = whys[self->wait]};
  happens(event, &next);
  pass_to(next);
  wait_for_turn();
}

void osp_schedule_remove(osp_strand *strand) {
  if (!osp_run.scheduled) return;
  osp_turn_of(strand)->runnable = false;
  osp_strand *next;
  osp_recorded event = {.kind = OSP_EVENT_END};
  happens(event, &next);
  pass_to(next);
}

void osp_schedule_enter(void) {
  if (!osp_run.scheduled) return;
  pthread_mutex_lock(&osp_lock);
  wait_for_turn();
  osp_note(osp_self, OSP_RUNNING, 0);
  bool given_up = osp_self->kind == OSP_BODY && osp_is_given_up(osp_self);
  if (given_up) osp_leave_given_up();
  pthread_mutex_unlock(&osp_lock);
}

static bool is_recorded(void) { return osp_run.mode != OSP_FREE && !osp_in_call; }

static const osp_recorded *from_outside(osp_recorded event) {
  osp_strand *next;
  pthread_mutex_lock(&osp_lock);
  const osp_recorded *told = happens(event, &next);
  bool reached = osp_journey.until != 0 && osp_run.events == osp_journey.until;
  osp_journey.writing = 0;
  pthread_mutex_unlock(&osp_lock);
  if (reached) reach();
  return told;
}

int64_t osp_word_from_outside(const char *what, int64_t word) {
  if (!is_recorded()) return word;
  osp_recorded event = {.kind = OSP_EVENT_INPUT, .subject = word, .data = (char *)what};
  const osp_recorded *told = from_outside(event);
  if (told == NULL) return word;
  if (!same_data(told->data, what)) osp_diverged(&event, told);
  return told->subject;
}

// In the record: what, then nothing for no text, or a space and the text.
const char *osp_text_from_outside(const char *what, const char *text) {
  if (!is_recorded()) return text;
  size_t named = strlen(what), length = text == NULL ? 0 : strlen(text);
  char *data = malloc(named + length + 2);
  if (data == NULL) osp_fatal("out of memory");
  sprintf(data, text == NULL ? "%s" : "%s %s", what, text);
  osp_recorded event = {.kind = OSP_EVENT_INPUT, .data = data};
  const osp_recorded *told = from_outside(event);
  if (told == NULL) {
    free(data);
    return text;
  }
  const char *found = told->data;
  if (found == NULL || strncmp(found, what, named) != 0 || (found[named] != ' ' && found[named] != 0))
    osp_diverged(&event, told);
  free(data);
  if (found[named] == 0) return NULL;
  char *copy = osp_text_alloc(strlen(found + named + 1));
  strcpy(copy, found + named + 1);
  return copy;
}

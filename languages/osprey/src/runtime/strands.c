// Strands: the threads that run Osprey code, what each waits for, and how it ends.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

osp_strand *osp_strands;
_Thread_local osp_strand *osp_self;
pthread_mutex_t osp_lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t last_number;
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER;

static int64_t system_thread(void) {
#if defined(__linux__)
  return (int64_t)syscall(SYS_gettid);
#else
  uint64_t number = 0;
  pthread_threadid_np(NULL, &number);
  return (int64_t)number;
#endif
}

osp_strand *osp_new_strand(int32_t kind, osp_fiber *fiber, osp_extent *within) {
  // One block; not by osp_alloc, because it lives as long as its thread.
  struct { osp_strand strand; osp_turn turn; } *block = calloc(1, sizeof *block);
  if (block == NULL) osp_fatal("out of memory");
  osp_strand *strand = &block->strand;
  strand->schedule = &block->turn;
  pthread_cond_init(&block->turn.changed, NULL);
  strand->number = ++last_number;
  strand->kind = kind;
  strand->fiber = fiber;
  strand->within = osp_keep_extent(within);
  if (osp_self != NULL) strand->handlers = osp_self->handlers;
  strand->next = osp_strands;
  if (osp_strands != NULL) osp_strands->previous = strand;
  osp_strands = strand;
  osp_schedule_add(strand);
  return strand;
}

void osp_begin_main(void) {
  osp_self = osp_new_strand(OSP_MAIN, NULL, NULL);
  osp_self->thread = system_thread();
  snprintf(osp_self->name, sizeof osp_self->name, "main");
}

void osp_start_strand(osp_strand *strand, void *(*run)(void *), void *argument) {
  osp_start_thread(strand, run, argument);
  if (!osp_run.scheduled) return;
  // It does not run before its turn, but a debugger is to know whose thread it is.
  pthread_mutex_lock(&osp_lock);
  while (strand->thread == 0) pthread_cond_wait(&begun, &osp_lock);
  pthread_mutex_unlock(&osp_lock);
}

// What other tools call this thread; systems cut it.
static void name_thread(const char *name) {
  char cut[16];
  snprintf(cut, sizeof cut, "%s", name);
#if defined(__APPLE__)
  pthread_setname_np(cut);
#else
  pthread_setname_np(pthread_self(), cut);
#endif
}

void osp_enter_strand(osp_strand *strand) {
  name_thread(strand->name);
  pthread_mutex_lock(&osp_lock);
  strand->thread = system_thread();
  pthread_cond_broadcast(&begun);
  pthread_mutex_unlock(&osp_lock);
  osp_schedule_enter();
}

// Nothing from outside ends a wait: where all wait, all would for ever.
static void require_progress(void) {
  for (const osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (strand->wait == OSP_RUNNING || strand->wait == OSP_SLEEPING) return;
  osp_fatal("deadlock: every fiber waits for another one");
}

void osp_end_strand(void) {
  osp_strand *self = osp_self;
  if (self->previous != NULL) self->previous->next = self->next;
  else osp_strands = self->next;
  if (self->next != NULL) self->next->previous = self->previous;
  osp_schedule_remove(self);
  // Those that it could still have woken wait in vain now.
  if (!osp_run.scheduled) require_progress();
  osp_drop_extent(self->within);
  self->within = NULL;
  pthread_cond_destroy(&osp_turn_of(self)->changed);
  pthread_mutex_unlock(&osp_lock);
}

void osp_note(osp_strand *strand, int32_t why, int64_t id) {
  strand->wait = why;
  strand->waits_for = id;
  osp_fiber *fiber = strand->fiber;
  if (fiber == NULL || fiber->state >= OSP_DONE) return;
  fiber->state = why;
  fiber->waits_for = id;
}

void osp_wait(int32_t why, int64_t id) {
  osp_strand *self = osp_self;
  osp_note(self, why, id);
  if (osp_run.scheduled) osp_schedule_wait(0);
  else {
    require_progress();
    pthread_cond_wait(&osp_turn_of(self)->changed, &osp_lock);
  }
  osp_note(self, OSP_RUNNING, 0);
  self->effect = NULL;
  self->operation = NULL;
  if (self->kind == OSP_BODY && osp_is_given_up(self)) osp_leave_given_up();
}

void osp_wake_strand(osp_strand *strand) {
  if (osp_run.scheduled) {
    osp_schedule_wake(strand);
    return;
  }
  // From now on it counts as one that runs.
  osp_note(strand, OSP_RUNNING, 0);
  pthread_cond_signal(&osp_turn_of(strand)->changed);
}

void osp_wake(int32_t why, int64_t id) {
  for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (strand->wait == why && strand->waits_for == id) osp_wake_strand(strand);
}

_Noreturn void osp_leave_given_up(void) {
  osp_strand *self = osp_self;
  if (self->kind == OSP_FIBER) {
    self->fiber->state = OSP_GIVEN_UP;
    osp_wake(OSP_AWAITING, self->fiber->id);
    __atomic_add_fetch(&osp_abandoned_bodies, 1, __ATOMIC_RELAXED);
  }
  // What it holds is lost.
  self->handlers = NULL;
  osp_end_strand();
  pthread_exit(NULL);
}

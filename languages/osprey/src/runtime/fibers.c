// Fibers, each a strand.
#include "private.h"
#include <sched.h>
#include <stdio.h>
#include <time.h>

osp_fiber *osp_fibers;

// Fibers and channels count together.
int64_t osp_last_id;

typedef int64_t body_code(osp_closure *);

static void *run_fiber(void *argument) {
  osp_strand *strand = argument;
  osp_fiber *fiber = strand->fiber;
  int64_t from = strand->wakes_at;
  strand->wakes_at = 0;
  osp_enter_strand(strand);
  osp_hand_over(from, strand->number, OSP_BEGINS, fiber->body->code);
  int64_t result = ((body_code *)fiber->body->code)(fiber->body);
  osp_event(OSP_EVENT_DONE, fiber->id, NULL, NULL);
  pthread_mutex_lock(&osp_lock);
  fiber->result = result;
  fiber->state = OSP_DONE;
  osp_closure *body = fiber->body;
  osp_handler *handlers = fiber->handlers;
  fiber->body = NULL;
  fiber->handlers = NULL;
  strand->handlers = NULL;
  strand->fiber = NULL;
  osp_wake(OSP_AWAITING, fiber->id);
  pthread_mutex_unlock(&osp_lock);
  // That of the thread itself.
  osp_release(body);
  osp_release(handlers);
  osp_release(fiber);
  pthread_mutex_lock(&osp_lock);
  osp_end_strand();
  return NULL;
}

osp_fiber *osp_spawn(osp_closure *body, const osp_type *type) {
  osp_fiber *fiber = osp_alloc(sizeof(osp_fiber), type);
  fiber->type = type;
  fiber->body = body;
  fiber->handlers = osp_self->handlers;
  osp_retain(body);
  osp_retain(fiber->handlers);
  // For the thread.
  osp_retain(fiber);
  pthread_mutex_lock(&osp_lock);
  fiber->id = ++osp_last_id;
  fiber->next = osp_fibers;
  osp_fibers = fiber;
  osp_strand *strand = osp_new_strand(OSP_FIBER, fiber, osp_self->within);
  snprintf(strand->name, sizeof strand->name, "fiber %lld", (long long)fiber->id);
  fiber->strand = strand->number;
  // Who began it, until it runs.
  strand->wakes_at = osp_self->number;
  pthread_mutex_unlock(&osp_lock);
  osp_start_strand(strand, run_fiber, strand);
  osp_event(OSP_EVENT_SPAWN, fiber->id, NULL, NULL);
  osp_hand_over(osp_self->number, fiber->strand, OSP_STARTS, body->code);
  return fiber;
}

int64_t osp_await(osp_fiber *fiber) {
  osp_event(OSP_EVENT_AWAIT, fiber->id, NULL, NULL);
  pthread_mutex_lock(&osp_lock);
  while (fiber->state < OSP_DONE) osp_wait(OSP_AWAITING, fiber->id);
  if (fiber->state == OSP_GIVEN_UP) {
    // What it was to give is not coming: inside the same region nobody is left to miss it.
    if (osp_is_given_up(osp_self)) osp_leave_given_up();
    static char words[96];
    snprintf(words, sizeof words, "fiber %lld cannot be awaited: the handler that it performed for did not resume it",
             (long long)fiber->id);
    osp_fatal(words);
  }
  int64_t result = fiber->result;
  pthread_mutex_unlock(&osp_lock);
  osp_retain_word(fiber->type->fields[0].type, result);
  osp_hand_over(fiber->strand, osp_self->number, OSP_ENDS, NULL);
  return result;
}

bool osp_fiber_done(osp_fiber *fiber) {
  osp_event(OSP_EVENT_YIELD, fiber->id, NULL, NULL);
  pthread_mutex_lock(&osp_lock);
  bool done = fiber->state == OSP_DONE;
  pthread_mutex_unlock(&osp_lock);
  return done;
}

void osp_yield(void) {
  osp_event(OSP_EVENT_YIELD, 0, NULL, NULL);
  if (!osp_run.scheduled) sched_yield();
}

void osp_sleep(int64_t milliseconds) {
  if (milliseconds <= 0) return;
  pthread_mutex_lock(&osp_lock);
  osp_note(osp_self, OSP_SLEEPING, milliseconds);
  if (osp_run.scheduled) osp_schedule_wait(milliseconds);
  else {
    pthread_mutex_unlock(&osp_lock);
    struct timespec time = {milliseconds / 1000, (milliseconds % 1000) * 1000000};
    while (nanosleep(&time, &time) != 0) continue;
    pthread_mutex_lock(&osp_lock);
  }
  osp_note(osp_self, OSP_RUNNING, 0);
  if (osp_self->kind == OSP_BODY && osp_is_given_up(osp_self)) osp_leave_given_up();
  pthread_mutex_unlock(&osp_lock);
}

// Nothing holds it any more, so nothing looks for it in the list either.
void osp_forget_fiber(osp_fiber *fiber) {
  pthread_mutex_lock(&osp_lock);
  for (osp_fiber **at = &osp_fibers; *at != NULL; at = &(*at)->next)
    if (*at == fiber) {
      *at = fiber->next;
      break;
    }
  pthread_mutex_unlock(&osp_lock);
}

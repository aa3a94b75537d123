// Handled bodies that run apart, so that arms can resume them. Of a body and its arms one always waits for the other.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct osp_region {
  int64_t number;
  osp_handler *handler;
  osp_closure *body;
  // Of the body.
  osp_strand *strand;
  int64_t strand_number;
  // Who handles.
  int64_t driver;
  // Whose operation is answered at present.
  int64_t answered;
  osp_suspension *waiting;
  int64_t result;
  bool done;
  bool abandoned;
  // The one that it lies in.
  struct osp_region *outer;
} osp_region;

static int64_t last_region;

typedef int64_t body_code(osp_closure *);
typedef int64_t arm_code(osp_closure *, osp_suspension *);

bool osp_is_given_up(const osp_strand *strand) {
  for (const osp_region *region = strand->within; region != NULL; region = region->outer)
    if (region->abandoned) return true;
  return false;
}

static void *run_body(void *argument) {
  osp_region *region = argument;
  osp_enter_strand(region->strand);
  osp_self->handlers = region->handler;
  osp_hand_over(region->driver, region->strand_number, OSP_BEGINS, region->body->code);
  int64_t result = ((body_code *)region->body->code)(region->body);
  osp_event(OSP_EVENT_DONE, 0, NULL, NULL);
  pthread_mutex_lock(&osp_lock);
  region->result = result;
  region->done = true;
  osp_wake(OSP_DRIVING, region->number);
  osp_end_strand();
  return NULL;
}

// Up to the next operation of the body, whose arm then stands for the rest of it.
static int64_t drive(osp_region *region) {
  pthread_mutex_lock(&osp_lock);
  while (region->waiting == NULL && !region->done) {
    osp_self->effect = region->handler->effect;
    osp_wait(OSP_DRIVING, region->number);
  }
  osp_suspension *suspension = region->waiting;
  region->waiting = NULL;
  // Another strand may be answered now.
  osp_wake(OSP_PERFORMING, -region->number);
  pthread_mutex_unlock(&osp_lock);
  if (suspension == NULL) {
    osp_hand_over(region->strand_number, osp_self->number, OSP_ENDS, NULL);
    return region->result;
  }
  osp_closure *arm = region->handler->arms[suspension->operation];
  region->answered = suspension->strand;
  osp_hand_over(suspension->strand, osp_self->number, OSP_ANSWERS, arm->code);
  return ((arm_code *)arm->code)(arm, suspension);
}

int64_t osp_handle_apart(const osp_handle_site *site, osp_closure **arms, osp_closure *body) {
  // Not by osp_alloc: a body that was given up may look at it at any time.
  osp_region *region = calloc(1, sizeof(osp_region));
  if (region == NULL) osp_fatal("out of memory");
  region->handler = osp_handle(site, arms);
  region->handler->region = region;
  osp_unhandle(region->handler);
  region->body = body;
  region->outer = osp_self->within;
  region->driver = osp_self->number;
  pthread_mutex_lock(&osp_lock);
  region->number = ++last_region;
  region->strand = osp_new_strand(OSP_BODY, osp_self->fiber, region);
  region->strand_number = region->strand->number;
  snprintf(region->strand->name, sizeof region->strand->name, "body of %s", site->effect);
  pthread_mutex_unlock(&osp_lock);
  osp_start_strand(region->strand, run_body, region);
  osp_event(OSP_EVENT_HANDLE, 0, site->effect, NULL);
  int64_t result = drive(region);
  pthread_mutex_lock(&osp_lock);
  // A body that no arm resumed any more is given up, with what it waits for.
  if (!region->done) {
    region->abandoned = true;
    for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
      if (strand != osp_self && strand->wait != OSP_RUNNING && osp_is_given_up(strand)) osp_wake_strand(strand);
  }
  pthread_mutex_unlock(&osp_lock);
  if (region->abandoned) osp_hand_over(region->answered, osp_self->number, OSP_ENDS, NULL);
  return result;
}

int64_t osp_suspend(osp_handler *handler, int64_t operation, int64_t *words) {
  osp_region *region = handler->region;
  // Not on the stack, which is gone when an arm resumes a second time, and then has to be told.
  osp_suspension *suspension = osp_alloc(sizeof(osp_suspension));
  suspension->region = region;
  suspension->operation = operation;
  suspension->words = words;
  suspension->strand = osp_self->number;
  bool offered = false;
  pthread_mutex_lock(&osp_lock);
  while (!suspension->resumed) {
    if (region->abandoned || osp_is_given_up(osp_self)) osp_leave_given_up();
    if (!offered && region->waiting == NULL) {
      region->waiting = suspension;
      offered = true;
      osp_wake(OSP_DRIVING, region->number);
    }
    osp_self->effect = handler->effect;
    osp_self->operation = handler->site->operations[operation];
    // Until its turn has come, or until it is resumed.
    osp_wait(OSP_PERFORMING, offered ? region->number : -region->number);
  }
  pthread_mutex_unlock(&osp_lock);
  osp_hand_over(suspension->used, osp_self->number, OSP_RESUMES, NULL);
  return suspension->value;
}

int64_t osp_resume(osp_suspension *suspension, int64_t value) {
  if (suspension->used) osp_resumed_twice();
  osp_event(OSP_EVENT_RESUME, suspension->strand, NULL, NULL);
  // The number of who resumes it, which is never 0.
  suspension->used = (int32_t)osp_self->number;
  osp_region *region = suspension->region;
  pthread_mutex_lock(&osp_lock);
  suspension->value = value;
  suspension->resumed = 1;
  osp_wake(OSP_PERFORMING, region->number);
  pthread_mutex_unlock(&osp_lock);
  return drive(region);
}

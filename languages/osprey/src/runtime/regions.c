// Handled bodies that run apart, so that arms can resume them. Of a body and its arms one always waits for the other.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct osp_region {
  // Owns the region, and is there for as long as the region is needed.
  osp_handler *handler;
  osp_closure *body;
  int64_t number;
  // Of the body, and its number, which stays.
  osp_strand *strand;
  int64_t strand_number;
  // Who handles.
  int64_t driver;
  // Whose operation is answered at present.
  int64_t answered;
  osp_suspension *waiting;
  int64_t result;
  bool done;
  osp_extent *extent;
} osp_region;

static int64_t last_region;

typedef int64_t body_code(osp_closure *);
typedef int64_t arm_code(osp_closure *, osp_suspension *);

osp_extent *osp_keep_extent(osp_extent *extent) {
  if (extent != NULL) extent->users++;
  return extent;
}

osp_extent *osp_new_extent(osp_extent *outer) {
  osp_extent *extent = calloc(1, sizeof(osp_extent));
  if (extent == NULL) osp_fatal("out of memory");
  extent->users = 1;
  extent->outer = osp_keep_extent(outer);
  return extent;
}

void osp_drop_extent(osp_extent *extent) {
  while (extent != NULL && --extent->users == 0) {
    osp_extent *outer = extent->outer;
    free(extent);
    extent = outer;
  }
}

bool osp_is_given_up(const osp_strand *strand) {
  for (const osp_extent *extent = strand->within; extent != NULL; extent = extent->outer)
    if (extent->abandoned) return true;
  return false;
}

static void *run_body(void *argument) {
  osp_region *region = argument;
  osp_enter_strand(region->strand);
  osp_strand *self = osp_self;
  self->handlers = region->handler;
  osp_hand_over(region->driver, self->number, OSP_BEGINS, region->body->code);
  int64_t result = ((body_code *)region->body->code)(region->body);
  osp_event(OSP_EVENT_DONE, 0, NULL, NULL);
  pthread_mutex_lock(&osp_lock);
  region->result = result;
  region->done = true;
  osp_handler *handler = self->handlers;
  self->handlers = NULL;
  self->fiber = NULL;
  osp_wake(OSP_DRIVING, region->number);
  pthread_mutex_unlock(&osp_lock);
  osp_release(handler);
  pthread_mutex_lock(&osp_lock);
  osp_end_strand();
  return NULL;
}

void osp_end_region(osp_region *region) {
  pthread_mutex_lock(&osp_lock);
  osp_drop_extent(region->extent);
  pthread_mutex_unlock(&osp_lock);
}

void osp_visit_region(osp_region *region, osp_visitor *visit, void *context) {
  if (region->body != NULL) visit(region->body, context);
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
  int64_t result = ((arm_code *)arm->code)(arm, suspension);
  osp_release(suspension);
  return result;
}

// A body that no arm resumed any more is given up, with all that it holds and waits for.
static void abandon(osp_region *region) {
  region->extent->abandoned = true;
  __atomic_add_fetch(&osp_abandoned_bodies, 1, __ATOMIC_RELAXED);
  for (osp_strand *strand = osp_strands; strand != NULL; strand = strand->next)
    if (strand != osp_self && strand->wait != OSP_RUNNING && osp_is_given_up(strand)) osp_wake_strand(strand);
  // Fibers from elsewhere that perform for it.
  osp_wake(OSP_PERFORMING, region->number);
  osp_wake(OSP_PERFORMING, -region->number);
}

int64_t osp_handle_apart(const osp_handle_site *site, osp_closure **arms, osp_closure *body) {
  osp_region *region = osp_alloc(sizeof(osp_region), &osp_own_types[OSP_KIND_REGION]);
  osp_handler *handler = osp_handle(site, arms);
  osp_self->handlers = handler->outer;
  handler->region = region;
  region->handler = handler;
  region->body = body;
  osp_retain(body);
  region->driver = osp_self->number;
  // For the thread of the body.
  osp_retain(handler);
  pthread_mutex_lock(&osp_lock);
  region->number = ++last_region;
  region->extent = osp_new_extent(osp_self->within);
  region->strand = osp_new_strand(OSP_BODY, osp_self->fiber, region->extent);
  region->strand_number = region->strand->number;
  snprintf(region->strand->name, sizeof region->strand->name, "body of %s", site->effect);
  pthread_mutex_unlock(&osp_lock);
  osp_start_strand(region->strand, run_body, region);
  osp_event(OSP_EVENT_HANDLE, 0, site->effect, NULL);
  int64_t result = drive(region);
  pthread_mutex_lock(&osp_lock);
  bool done = region->done;
  if (!done) abandon(region);
  pthread_mutex_unlock(&osp_lock);
  if (!done) osp_hand_over(region->answered, osp_self->number, OSP_ENDS, NULL);
  osp_release(handler);
  return result;
}

int64_t osp_suspend(osp_handler *handler, int64_t operation, int64_t *words) {
  osp_region *region = handler->region;
  // Not on the stack, which is gone when an arm resumes a second time, and then has to be told.
  osp_suspension *suspension = osp_alloc(sizeof(osp_suspension), &osp_own_types[OSP_KIND_RESUMPTION]);
  suspension->region = region;
  osp_retain(region);
  // For the arm.
  osp_retain(suspension);
  suspension->operation = operation;
  suspension->words = words;
  suspension->strand = osp_self->number;
  bool offered = false;
  pthread_mutex_lock(&osp_lock);
  while (!suspension->resumed) {
    if (region->extent->abandoned || osp_is_given_up(osp_self)) osp_leave_given_up();
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
  int64_t value = suspension->value;
  osp_release(suspension);
  return value;
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

// Effects: the handlers of a thread, and handled bodies that run apart so that arms can resume them.
#include "private.h"

_Thread_local osp_handler *osp_handlers;

osp_handler *osp_handle(const char *effect, osp_closure **arms, int64_t arm_count, const uint8_t *resumes) {
  // Never on the stack: fibers keep the handlers that they were spawned under.
  int64_t size = (int64_t)sizeof(osp_handler) + arm_count * (int64_t)sizeof(osp_closure *);
  osp_handler *handler = osp_alloc(size, &osp_own_types[OSP_KIND_HANDLER]);
  handler->outer = osp_handlers;
  osp_retain(handler->outer);
  handler->effect = effect;
  handler->arms = (osp_closure **)(handler + 1);
  handler->arm_count = arm_count;
  for (int64_t i = 0; i < arm_count; i++) {
    handler->arms[i] = arms[i];
    osp_retain(arms[i]);
  }
  handler->resumes = resumes;
  osp_handlers = handler;
  return handler;
}

void osp_unhandle(osp_handler *handler) {
  osp_handlers = handler->outer;
  osp_release(handler);
}

// Effects are known by the address of their name.
osp_handler *osp_find_handler(const char *effect, const char *operation) {
  for (osp_handler *handler = osp_handlers; handler != NULL; handler = handler->outer)
    if (handler->effect == effect) return handler;
  osp_unhandled(effect, operation);
}

// An arm stands outside of what it handles.
osp_handler *osp_enter_arm(osp_handler *handler) {
  osp_handler *before = osp_handlers;
  osp_handlers = handler->outer;
  return before;
}

void osp_leave_arm(osp_handler *before) { osp_handlers = before; }

// The body and its arms take turns: one of the two threads always waits for the other.
typedef struct osp_region {
  // Owns the region, and is there for as long as the region is needed.
  osp_handler *handler;
  osp_closure *body;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  osp_fiber *fiber;
  osp_suspension *waiting;
  int64_t result;
  bool done;
  bool abandoned;
} osp_region;

typedef int64_t body_code(osp_closure *);
typedef int64_t arm_code(osp_closure *, osp_suspension *);

static void *run_body(void *argument) {
  osp_region *region = argument;
  osp_handlers = region->handler;
  osp_this_fiber = region->fiber;
  osp_name_thread("body of", region->handler->effect, 0);
  int64_t result = ((body_code *)region->body->code)(region->body);
  pthread_mutex_lock(&region->mutex);
  region->result = result;
  region->done = true;
  pthread_cond_broadcast(&region->changed);
  pthread_mutex_unlock(&region->mutex);
  osp_handler *handler = osp_handlers;
  osp_handlers = NULL;
  osp_this_fiber = NULL;
  osp_release(handler);
  return NULL;
}

void osp_end_region(osp_region *region) {
  pthread_mutex_destroy(&region->mutex);
  pthread_cond_destroy(&region->changed);
}

void osp_visit_region(osp_region *region, osp_visitor *visit, void *context) {
  if (region->body != NULL) visit(region->body, context);
}

// Up to the next operation of the body, whose arm then stands for the rest of it.
static int64_t drive(osp_region *region) {
  pthread_mutex_lock(&region->mutex);
  while (region->waiting == NULL && !region->done) pthread_cond_wait(&region->changed, &region->mutex);
  osp_suspension *suspension = region->waiting;
  region->waiting = NULL;
  pthread_cond_broadcast(&region->changed);
  pthread_mutex_unlock(&region->mutex);
  if (suspension == NULL) return region->result;
  osp_closure *arm = region->handler->arms[suspension->operation];
  int64_t result = ((arm_code *)arm->code)(arm, suspension);
  osp_release(suspension);
  return result;
}

int64_t osp_handle_apart(const char *effect, osp_closure **arms, int64_t arm_count, const uint8_t *resumes,
                         osp_closure *body) {
  osp_region *region = osp_alloc(sizeof(osp_region), &osp_own_types[OSP_KIND_REGION]);
  pthread_mutex_init(&region->mutex, NULL);
  pthread_cond_init(&region->changed, NULL);
  osp_handler *handler = osp_handle(effect, arms, arm_count, resumes);
  osp_handlers = handler->outer;
  handler->region = region;
  region->handler = handler;
  region->body = body;
  osp_retain(body);
  region->fiber = osp_this_fiber;
  // For the thread of the body.
  osp_retain(handler);
  osp_start_thread(run_body, region);
  int64_t result = drive(region);
  pthread_mutex_lock(&region->mutex);
  // A body that no arm resumed any more is given up, with all that it holds.
  region->abandoned = !region->done;
  if (region->abandoned) __atomic_add_fetch(&osp_abandoned_bodies, 1, __ATOMIC_RELAXED);
  pthread_cond_broadcast(&region->changed);
  pthread_mutex_unlock(&region->mutex);
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
  pthread_mutex_lock(&region->mutex);
  while (region->waiting != NULL && !region->abandoned) pthread_cond_wait(&region->changed, &region->mutex);
  if (!region->abandoned) region->waiting = suspension;
  pthread_cond_broadcast(&region->changed);
  while (!suspension->resumed && !region->abandoned) pthread_cond_wait(&region->changed, &region->mutex);
  pthread_mutex_unlock(&region->mutex);
  if (!suspension->resumed) pthread_exit(NULL);
  int64_t value = suspension->value;
  osp_release(suspension);
  return value;
}

int64_t osp_resume(osp_suspension *suspension, int64_t value) {
  if (suspension->used) osp_fatal("continuation already resumed (multi-shot resume is not supported)");
  suspension->used = 1;
  osp_region *region = suspension->region;
  pthread_mutex_lock(&region->mutex);
  suspension->value = value;
  suspension->resumed = 1;
  pthread_cond_broadcast(&region->changed);
  pthread_mutex_unlock(&region->mutex);
  return drive(region);
}

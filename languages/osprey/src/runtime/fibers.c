// Fibers, each a thread, and the channels between them.
#include "private.h"
#include <sched.h>
#include <time.h>

osp_fiber *osp_fibers;
osp_channel *osp_channels;
_Thread_local osp_fiber *osp_this_fiber;

// One lock for all: what they do under it is short, and a debugger finds all of it consistent or none.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int64_t last_id;

typedef int64_t body_code(osp_closure *);

static void *run_fiber(void *argument) {
  osp_fiber *fiber = argument;
  osp_handlers = fiber->handlers;
  osp_this_fiber = fiber;
  osp_name_thread("fiber", NULL, fiber->id);
  int64_t result = ((body_code *)fiber->body->code)(fiber->body);
  pthread_mutex_lock(&mutex);
  fiber->result = result;
  fiber->state = OSP_FIBER_DONE;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

osp_fiber *osp_spawn(osp_closure *body) {
  osp_fiber *fiber = osp_alloc(sizeof(osp_fiber));
  fiber->body = body;
  fiber->handlers = osp_handlers;
  pthread_mutex_lock(&mutex);
  fiber->id = ++last_id;
  fiber->next = osp_fibers;
  osp_fibers = fiber;
  pthread_mutex_unlock(&mutex);
  osp_start_thread(run_fiber, fiber);
  return fiber;
}

// Until the condition may have changed; says meanwhile what is waited for.
static void wait_for(int32_t state, int64_t id) {
  osp_fiber *self = osp_this_fiber;
  if (self != NULL) {
    self->state = state;
    self->waits_for = id;
  }
  pthread_cond_wait(&changed, &mutex);
  if (self != NULL) self->state = OSP_FIBER_RUNNING;
}

int64_t osp_await(osp_fiber *fiber) {
  pthread_mutex_lock(&mutex);
  while (fiber->state != OSP_FIBER_DONE) wait_for(OSP_FIBER_AWAITING, fiber->id);
  int64_t result = fiber->result;
  pthread_mutex_unlock(&mutex);
  return result;
}

bool osp_fiber_done(osp_fiber *fiber) {
  pthread_mutex_lock(&mutex);
  bool done = fiber->state == OSP_FIBER_DONE;
  pthread_mutex_unlock(&mutex);
  return done;
}

void osp_yield(void) { sched_yield(); }

void osp_sleep(int64_t milliseconds) {
  if (milliseconds <= 0) return;
  struct timespec time = {milliseconds / 1000, (milliseconds % 1000) * 1000000};
  nanosleep(&time, NULL);
}

osp_channel *osp_channel_new(int64_t capacity) {
  if (capacity < 1) osp_fatal("a channel needs room for one value at least");
  osp_channel *channel = osp_alloc(sizeof(osp_channel));
  channel->capacity = capacity;
  channel->items = osp_alloc(capacity * (int64_t)sizeof(int64_t));
  pthread_mutex_lock(&mutex);
  channel->id = ++last_id;
  channel->next = osp_channels;
  osp_channels = channel;
  pthread_mutex_unlock(&mutex);
  return channel;
}

void osp_send(osp_channel *channel, int64_t word) {
  pthread_mutex_lock(&mutex);
  while (channel->count == channel->capacity) wait_for(OSP_FIBER_SENDING, channel->id);
  channel->items[(channel->head + channel->count++) % channel->capacity] = word;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

int64_t osp_recv(osp_channel *channel) {
  pthread_mutex_lock(&mutex);
  while (channel->count == 0) wait_for(OSP_FIBER_RECEIVING, channel->id);
  int64_t word = channel->items[channel->head];
  channel->head = (channel->head + 1) % channel->capacity;
  channel->count--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return word;
}

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
static const int64_t MOST_ITEMS = (int64_t)1 << 32;

typedef int64_t body_code(osp_closure *);

static void *run_fiber(void *argument) {
  osp_fiber *fiber = argument;
  osp_handlers = fiber->handlers;
  osp_this_fiber = fiber;
  osp_tell_fiber(fiber->id);
  osp_name_thread("fiber", NULL, fiber->id);
  int64_t result = ((body_code *)fiber->body->code)(fiber->body);
  pthread_mutex_lock(&mutex);
  fiber->result = result;
  fiber->state = OSP_FIBER_DONE;
  osp_closure *body = fiber->body;
  osp_handler *handlers = fiber->handlers;
  fiber->body = NULL;
  fiber->handlers = NULL;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  osp_handlers = NULL;
  // That of the thread itself.
  osp_release(body);
  osp_release(handlers);
  osp_this_fiber = NULL;
  osp_release(fiber);
  return NULL;
}

osp_fiber *osp_spawn(osp_closure *body, const osp_type *type) {
  osp_fiber *fiber = osp_alloc(sizeof(osp_fiber), type);
  fiber->type = type;
  fiber->body = body;
  fiber->handlers = osp_handlers;
  osp_retain(body);
  osp_retain(fiber->handlers);
  // For the thread.
  osp_retain(fiber);
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
  osp_retain_word(fiber->type->fields[0].type, result);
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

osp_channel *osp_channel_new(int64_t capacity, const osp_type *type) {
  if (capacity < 1) osp_fatal("a channel needs room for one value at least");
  if (capacity > MOST_ITEMS) osp_fatal("a channel has room for 2^32 values at most");
  osp_channel *channel = osp_alloc((int64_t)sizeof(osp_channel) + capacity * (int64_t)sizeof(int64_t), type);
  channel->type = type;
  channel->capacity = capacity;
  channel->items = (int64_t *)(channel + 1);
  pthread_mutex_lock(&mutex);
  channel->id = ++last_id;
  channel->next = osp_channels;
  osp_channels = channel;
  pthread_mutex_unlock(&mutex);
  return channel;
}

void osp_send(osp_channel *channel, int64_t word) {
  osp_retain_word(channel->type->fields[0].type, word);
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

// Nothing holds them any more, so nothing looks for them in the lists either.

void osp_forget_fiber(osp_fiber *fiber) {
  pthread_mutex_lock(&mutex);
  for (osp_fiber **at = &osp_fibers; *at != NULL; at = &(*at)->next)
    if (*at == fiber) {
      *at = fiber->next;
      break;
    }
  pthread_mutex_unlock(&mutex);
}

void osp_forget_channel(osp_channel *channel) {
  pthread_mutex_lock(&mutex);
  for (osp_channel **at = &osp_channels; *at != NULL; at = &(*at)->next)
    if (*at == channel) {
      *at = channel->next;
      break;
    }
  pthread_mutex_unlock(&mutex);
}

// Channels: bounded queues between fibers.
#include "private.h"

osp_channel *osp_channels;
static const int64_t MOST_ITEMS = (int64_t)1 << 32;

osp_channel *osp_channel_new(int64_t capacity, const osp_type *type) {
  if (capacity < 1) osp_fatal("a channel needs room for one value at least");
  if (capacity > MOST_ITEMS) osp_fatal("a channel has room for 2^32 values at most");
  osp_channel *channel = osp_alloc((int64_t)sizeof(osp_channel) + capacity * (int64_t)sizeof(int64_t), type);
  channel->type = type;
  channel->capacity = capacity;
  channel->items = (int64_t *)(channel + 1);
  pthread_mutex_lock(&osp_lock);
  channel->id = ++osp_last_id;
  channel->next = osp_channels;
  osp_channels = channel;
  pthread_mutex_unlock(&osp_lock);
  return channel;
}

void osp_send(osp_channel *channel, int64_t word) {
  osp_event(OSP_EVENT_SEND, channel->id, NULL, NULL);
  osp_retain_word(channel->type->fields[0].type, word);
  pthread_mutex_lock(&osp_lock);
  while (channel->count == channel->capacity) osp_wait(OSP_SENDING, channel->id);
  channel->items[(channel->head + channel->count++) % channel->capacity] = word;
  osp_wake(OSP_RECEIVING, channel->id);
  pthread_mutex_unlock(&osp_lock);
}

int64_t osp_recv(osp_channel *channel) {
  osp_event(OSP_EVENT_RECEIVE, channel->id, NULL, NULL);
  pthread_mutex_lock(&osp_lock);
  while (channel->count == 0) osp_wait(OSP_RECEIVING, channel->id);
  int64_t word = channel->items[channel->head];
  channel->head = (channel->head + 1) % channel->capacity;
  channel->count--;
  osp_wake(OSP_SENDING, channel->id);
  pthread_mutex_unlock(&osp_lock);
  return word;
}

// Nothing holds it any more, so nothing looks for it in the list either.
void osp_forget_channel(osp_channel *channel) {
  pthread_mutex_lock(&osp_lock);
  for (osp_channel **at = &osp_channels; *at != NULL; at = &(*at)->next)
    if (*at == channel) {
      *at = channel->next;
      break;
    }
  pthread_mutex_unlock(&osp_lock);
}

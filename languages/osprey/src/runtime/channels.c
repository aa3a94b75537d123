// Channels: bounded queues between fibers.
#include "private.h"

osp_channel *osp_channels;

osp_channel *osp_channel_new(int64_t capacity, const char *type) {
  if (capacity < 1) osp_fatal("a channel needs room for one value at least");
  osp_channel *channel = osp_alloc(sizeof(osp_channel));
  channel->capacity = capacity;
  channel->items = osp_alloc(capacity * (int64_t)sizeof(int64_t));
  channel->type = type;
  pthread_mutex_lock(&osp_lock);
  channel->id = ++osp_last_id;
  channel->next = osp_channels;
  osp_channels = channel;
  pthread_mutex_unlock(&osp_lock);
  return channel;
}

void osp_send(osp_channel *channel, int64_t word) {
  osp_event(OSP_EVENT_SEND, channel->id, NULL, NULL);
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

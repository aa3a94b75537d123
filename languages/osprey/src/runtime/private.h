// What the files of the runtime share among themselves.
#ifndef OSPREY_PRIVATE_H
#define OSPREY_PRIVATE_H

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "osprey.h"
#include <pthread.h>
#include <stddef.h>

// The handlers of this thread, the innermost first.
extern _Thread_local osp_handler *osp_handlers;
// The fiber that this thread is, if it is one.
extern _Thread_local osp_fiber *osp_this_fiber;

_Noreturn void osp_fatal(const char *words);
_Noreturn void osp_unhandled(const char *effect, const char *operation);
char *osp_text_alloc(size_t length);
int32_t osp_key_equal(int32_t key_kind, int64_t left, int64_t right);
void osp_start_thread(void *(*run)(void *), void *argument);
// What debuggers and other tools call this thread.
void osp_name_thread(const char *kind, const char *effect, int64_t number);

#endif

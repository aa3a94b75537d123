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

// All threads that run code of the program, the newest first.
extern osp_thread *osp_threads;

_Noreturn void osp_fatal(const char *words);
_Noreturn void osp_unhandled(const char *effect, const char *operation);
char *osp_text_alloc(size_t length);
int32_t osp_key_equal(int32_t key_kind, int64_t left, int64_t right);
// Which fiber this thread runs.
void osp_tell_fiber(int64_t id);
void osp_start_thread(void *(*run)(void *), void *argument);

// Memory
void osp_start_memory(const osp_program *program);
void osp_each_object(void (*visit)(osp_record *record, void *context), void *context);
size_t osp_block_size(void *block);
// A word of a container, where it is an address.
static inline void osp_retain_word(const osp_type *type, int64_t word) {
  if (osp_is_managed(type)) osp_retain((void *)(intptr_t)word);
}
// What lists, fibers and so on do before they are given back.
void osp_forget_fiber(osp_fiber *fiber);
void osp_forget_channel(osp_channel *channel);
void osp_end_region(struct osp_region *region);
void osp_visit_region(struct osp_region *region, osp_visitor *visit, void *context);
// On a list that nobody else has yet; takes the word.
osp_list *osp_list_new(const osp_type *type);
void osp_list_push(osp_list *list, int64_t word);

// What debuggers and other tools call this thread.
void osp_name_thread(const char *kind, const char *effect, int64_t number);

#endif

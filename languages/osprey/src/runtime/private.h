// What the files of the runtime share among themselves.
#ifndef OSPREY_PRIVATE_H
#define OSPREY_PRIVATE_H

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "osprey.h"
#include <pthread.h>
#include <stddef.h>

_Noreturn void osp_fatal(const char *words);
_Noreturn void osp_unhandled(const char *effect, const char *operation);
_Noreturn void osp_resumed_twice(void);
_Noreturn void osp_end_with(const char *words);
_Noreturn void osp_end_of_record(const char *words);
uint32_t osp_text_hash(const char *text);
char *osp_text_alloc(size_t length);
int32_t osp_key_equal(int32_t key_kind, int64_t left, int64_t right);

// Runs the strand there; the thread gives it back.
void osp_start_thread(osp_strand *strand, void *(*run)(void *), void *argument);

// Stacks (stack.c): of the first thread, with the words for overflows, and of any other one, which ends it, too.
void osp_begin_stacks(void);
void osp_begin_stack(void);
void osp_end_stack(void);
int osp_create_thread(pthread_t *thread, void *(*run)(void *), void *argument);

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

// Strands (strands.c)

// The strand that this thread is.
extern _Thread_local osp_strand *osp_self;
// The fiber that this thread runs, if it is one.
static inline osp_fiber *osp_this_fiber(void) { return osp_self == NULL ? NULL : osp_self->fiber; }
// Held for all that strands share: what they do under it is short, and a debugger finds all of it consistent or none.
extern pthread_mutex_t osp_lock;

// Fibers and channels count together.
extern int64_t osp_last_id;

void osp_begin_main(void);
// Under the lock. `run` begins on a thread of its own with the lock free, and ends with osp_end_strand.
osp_strand *osp_new_strand(int32_t kind, osp_fiber *fiber, struct osp_extent *within);
void osp_start_strand(osp_strand *strand, void *(*run)(void *), void *argument);
void osp_enter_strand(osp_strand *strand);
// Under the lock, which it frees.
void osp_end_strand(void);
// Under the lock: until osp_wake for the same, or for no reason. A strand that was given up ends here instead.
void osp_wait(int32_t why, int64_t id);
void osp_wake(int32_t why, int64_t id);
void osp_wake_strand(osp_strand *strand);


// What a handled body and all that it spawned lie in: whether it was given up. Under the lock.
typedef struct osp_extent {
  bool abandoned;
  int32_t users;
  struct osp_extent *outer;
} osp_extent;
osp_extent *osp_new_extent(osp_extent *outer);
osp_extent *osp_keep_extent(osp_extent *extent);
void osp_drop_extent(osp_extent *extent);
bool osp_is_given_up(const osp_strand *strand);
_Noreturn void osp_leave_given_up(void);

// Recorded runs (schedule.c and record.c)

enum osp_event_kind {
  OSP_EVENT_SPAWN,
  OSP_EVENT_AWAIT,
  OSP_EVENT_SEND,
  OSP_EVENT_RECEIVE,
  OSP_EVENT_YIELD,
  OSP_EVENT_DONE,
  OSP_EVENT_PERFORM,
  OSP_EVENT_ANSWERED,
  OSP_EVENT_RESUME,
  OSP_EVENT_HANDLE,
  OSP_EVENT_PRINT,
  OSP_EVENT_WAIT,
  OSP_EVENT_END,
  OSP_EVENT_INPUT,
  OSP_EVENT_COUNT,
};

// Something happens that others may see the order of. Outside of the lock.
void osp_scheduled_event(int32_t kind, int64_t subject, const char *first, const char *second);
static inline void osp_event(int32_t kind, int64_t subject, const char *first, const char *second) {
  if (osp_run.scheduled || osp_self->within != NULL) osp_scheduled_event(kind, subject, first, second);
}

// What comes from outside of the program: words and texts go into the record, and in a replay come from there; then there
// is no need to ask the outside (`osp_replays`). `what` names it in the record, in letters.
static inline bool osp_replays(void) { return osp_run.mode == OSP_REPLAYS; }
int64_t osp_word_from_outside(const char *what, int64_t word);
// NULL is a text, too. What is given is given back, but in a replay.
const char *osp_text_from_outside(const char *what, const char *text);

// What a strand waits by: `schedule` of it.
typedef struct osp_turn {
  pthread_cond_t changed;
  bool runnable;
  // The lowest goes first in the deterministic mode.
  int64_t order;
} osp_turn;
static inline osp_turn *osp_turn_of(const osp_strand *strand) { return strand->schedule; }
// Under the lock: what debuggers are told.
void osp_note(osp_strand *strand, int32_t why, int64_t id);

// Going back (again.c): before anything is printed; a line of standard input, of which nothing more is taken than the line.
void osp_begin_journey(void);
const char *osp_read_line(void);

void osp_begin_schedule(void);
// Under the lock. The strand is new, goes on, waits, or has ended.
void osp_schedule_add(osp_strand *strand);
void osp_schedule_wait(int64_t milliseconds);
void osp_schedule_wake(osp_strand *strand);
void osp_schedule_remove(osp_strand *strand);
// Outside of the lock: until it is the turn of this strand for the first time.
void osp_schedule_enter(void);

// One event as the record has it.
typedef struct osp_recorded {
  int64_t number;
  int64_t strand;
  int32_t kind;
  int64_t subject;
  int64_t next;
  // Unescaped; NULL where there is none.
  char *data;
} osp_recorded;

bool osp_begin_record(uint64_t *seed);
void osp_write_event(const osp_recorded *event);
// Ends the program where the record has no such event. The data stays in force until the next one. Behind the last event of
// a run that goes on from there, it is live from then on.
const osp_recorded *osp_read_event(void);
_Noreturn void osp_diverged(const osp_recorded *found, const osp_recorded *expected);
const char *osp_event_word(int32_t kind);

#endif

// Strands, fibers, channels, handlers and recorded runs: what generated code calls, and the layouts that a debugger reads.
// Part of osprey.h, and of the layout version in inspection.h.
#ifndef OSPREY_SCHEDULING_H
#define OSPREY_SCHEDULING_H

#include "inspection.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct osp_closure osp_closure;

enum osp_strand_kind { OSP_MAIN = 0, OSP_FIBER = 1, OSP_BODY = 2 };

// Why a strand does not go on. `waits_for` is the number of the fiber, the channel or the region, or milliseconds.
enum osp_wait {
  OSP_RUNNING = 0,
  OSP_AWAITING = 1,
  OSP_SENDING = 2,
  OSP_RECEIVING = 3,
  // A fiber that has not begun: in the deterministic mode, until another strand waits.
  OSP_QUEUED = 4,
  OSP_SLEEPING = 5,
  // In a perform, until an arm resumes it.
  OSP_PERFORMING = 6,
  // At a `handle` or a `resume`, until the body performs or ends.
  OSP_DRIVING = 7,
  // It could run, but in a recorded run only one strand does.
  OSP_TURN = 8,
  // States of a fiber alone.
  OSP_DONE = 16,
  OSP_GIVEN_UP = 17,
};

// A thread of the program that runs Osprey code: the main one, a fiber, or a handled body that its arms resume.
typedef struct osp_strand {
  struct osp_strand *next;
  struct osp_strand *previous;
  // From 1, which is the main one; never used twice.
  int64_t number;
  // What the system calls its thread; 0 before that has begun.
  int64_t thread;
  int32_t kind;
  int32_t wait;
  int64_t waits_for;
  // What it performs while it waits for the arm; of a driver, the effect that it handles.
  const char *effect;
  const char *operation;
  // The innermost first.
  struct osp_handler *handlers;
  struct osp_fiber *fiber;
  char name[48];
  // Where its stack begins, seen from the end.
  void *stack;
  // From here on the runtime's own.
  struct osp_extent *within;
  int64_t wakes_at;
  void *schedule;
} osp_strand;

// Those that have not ended, the newest first.
extern osp_strand *osp_strands;

typedef struct osp_fiber {
  int64_t id;
  // enum osp_wait of its strand, or of the body that it runs.
  int32_t state;
  int32_t unused;
  int64_t waits_for;
  int64_t result;
  osp_closure *body;
  struct osp_handler *handlers;
  struct osp_fiber *next;
  const osp_type *type;
  // How many objects it has made, in debug builds.
  int64_t objects;
  // The number of its strand.
  int64_t strand;
} osp_fiber;

typedef struct osp_channel {
  int64_t id;
  int64_t capacity;
  int64_t head;
  int64_t count;
  // Behind the channel itself.
  int64_t *items;
  struct osp_channel *next;
  const osp_type *type;
} osp_channel;

// All of them, the newest first.
extern osp_fiber *osp_fibers;
extern osp_channel *osp_channels;

// A cell of a `mut` that arms use. Its address lies so many bytes behind the start of the closure of that arm; one of the
// file level has a place of its own for it, `global`.
typedef struct osp_captured_cell {
  const char *name;
  const char *type;
  int64_t arm;
  int64_t offset;
  void *const *global;
} osp_captured_cell;

// One `handle` as it is written. The place and the cells are there with debug information.
typedef struct osp_handle_site {
  const char *effect;
  int64_t operation_count;
  const char *const *operations;
  const uint8_t *resumes;
  const char *file;
  int64_t line;
  int64_t column;
  int64_t cell_count;
  const osp_captured_cell *cells;
} osp_handle_site;

// One `handle` in action. `arms` are closures by the number of their operation; `region` is there if one of them resumes.
typedef struct osp_handler {
  struct osp_handler *outer;
  const char *effect;
  osp_closure **arms;
  const uint8_t *resumes;
  struct osp_region *region;
  // Behind the handler itself lie so many arms; those without one are NULL.
  int64_t arm_count;
  const osp_handle_site *site;
} osp_handler;

// Where a strand waits for an arm to resume it.
typedef struct osp_suspension {
  struct osp_region *region;
  int64_t operation;
  int64_t *words;
  int64_t value;
  int32_t used;
  int32_t resumed;
  // The number of the strand.
  int64_t strand;
} osp_suspension;

// Effects. A handler holds until osp_unhandle; osp_handle_apart runs the body on a strand of its own. The words of a suspension
// go to its arm, the value of a resume to the body.
osp_handler *osp_handle(const osp_handle_site *site, osp_closure **arms);
void osp_unhandle(osp_handler *handler);
int64_t osp_handle_apart(const osp_handle_site *site, osp_closure **arms, osp_closure *body);
osp_handler *osp_find_handler(const char *effect, const char *operation);
osp_handler *osp_enter_arm(osp_handler *handler);
void osp_leave_arm(osp_handler *before);
int64_t osp_suspend(osp_handler *handler, int64_t operation, int64_t *words);
int64_t osp_resume(osp_suspension *suspension, int64_t value);

// Fibers and channels
osp_fiber *osp_spawn(osp_closure *body, const osp_type *type);
int64_t osp_await(osp_fiber *fiber);
bool osp_fiber_done(osp_fiber *fiber);
void osp_yield(void);
void osp_sleep(int64_t milliseconds);
osp_channel *osp_channel_new(int64_t capacity, const osp_type *type);
void osp_send(osp_channel *channel, int64_t word);
int64_t osp_recv(osp_channel *channel);
// Queues fibers and runs one strand at a time: the same each time. Gives 0, or -1 where other strands live already.
int64_t fiber_set_deterministic_mode(bool enabled);

// What a strand does that another one goes on from. A debugger stops here while somebody steps.
enum osp_hand_over_kind {
  // `code` is about to be called on this strand: a fiber or a body that `from` began.
  OSP_BEGINS = 0,
  // `code` is about to be called on this strand: the arm for what `from` performs.
  OSP_ANSWERS = 1,
  // This strand returns from a perform, because `from` resumed it.
  OSP_RESUMES = 2,
  // This strand goes on, because `from` has ended or was given up.
  OSP_ENDS = 3,
  // This strand is `from`, and has made another one.
  OSP_STARTS = 4,
};
void osp_hand_over(int64_t from, int64_t to, int64_t kind, const void *code);

// A recorded run: `events` counts what was written or read so far.
enum osp_run_mode { OSP_FREE = 0, OSP_RECORDS = 1, OSP_REPLAYS = 2 };
typedef struct osp_run_state {
  int32_t mode;
  // 0: all strands run. 1: one at a time, and each event may pass the turn on. 2: the turn is passed on only by waiting.
  int32_t scheduled;
  int64_t events;
  // In a replay: of the record; -1 where its end is missing.
  int64_t all_events;
  const char *path;
} osp_run_state;
extern osp_run_state osp_run;

// Going back in a recorded run (again.c). Debuggers read it, and write `until` before they send a strand to osp_run_again.
typedef struct osp_journey_state {
  // Not 0 where osp_run_again may be entered, and while nothing is half read or written (`writing`).
  int32_t ready;
  int32_t writing;
  // The newest event of the run, however often it was run again.
  int64_t newest;
  // The event behind which osp_event_reached is called, on the strand that goes on; 0 for none.
  int64_t until;
  // This run is one that was begun again.
  int64_t again;
} osp_journey_state;
extern osp_journey_state osp_journey;
_Noreturn void osp_run_again(void);
void osp_event_reached(void);

// 64 bits that are the same for a program however it was compiled; made by the compiler.
extern const char osp_program_identity[];

#endif

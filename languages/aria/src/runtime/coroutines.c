// Coroutines as Aria code sees them: spawn, await, yield, sleep, and the lists that a debugger walks.

#include "private.h"

#include <stdlib.h>
#include <string.h>

struct aria_coroutines __aria_coroutines;

static uint64_t last_id;

static void link_frame(struct CoroutineFrame **list, uint64_t *count, struct CoroutineFrame *frame) {
  frame->previous = NULL;
  frame->next = *list;
  ARIA_PUBLISH();
  if (*list != NULL) (*list)->previous = frame;
  *list = frame;
  (*count)++;
}

static void unlink_frame(struct CoroutineFrame **list, uint64_t *count, struct CoroutineFrame *frame) {
  if (frame->previous != NULL) frame->previous->next = frame->next;
  else *list = frame->next;
  if (frame->next != NULL) frame->next->previous = frame->previous;
  (*count)--;
}

static void *zeroed(uint64_t size) {
  void *memory = size > PTRDIFF_MAX ? NULL : calloc(1, size == 0 ? 1 : size);
  if (memory == NULL) aria_out_of_memory(size, NULL, 0);
  return memory;
}

static struct aria_switch *new_machine(struct CoroutineFrame *frame, void (*body)(void *args, void *promise)) {
  struct aria_switch *machine = zeroed(sizeof *machine);
  machine->context = aria_context_new(frame, body);
  if (machine->context == NULL) __aria_trap("out of memory: no stack for another coroutine", NULL, 0);
  return machine;
}

struct CoroutineFrame *aria_current_coroutine(void) {
  if (__aria_coroutines.current != NULL) return __aria_coroutines.current;
  static struct CoroutineFrame main_frame = {.name = "main", .state = ARIA_RUNNING};
  main_frame.id = ++last_id;
  main_frame.machine = new_machine(&main_frame, NULL);
  link_frame(&__aria_coroutines.first, &__aria_coroutines.count, &main_frame);
  __aria_coroutines.current = &main_frame;
  return &main_frame;
}

struct CoroutineFrame *__aria_spawn(void (*body)(void *args, void *promise), const void *args, uint64_t args_size,
                                    uint64_t promise_size, const char *name) {
  aria_guard_stacks();
  aria_current_coroutine();
  struct CoroutineFrame *frame = zeroed(sizeof *frame);
  frame->id = ++last_id;
  frame->name = name == NULL ? "" : name;
  frame->args = zeroed(args_size);
  if (args != NULL && args_size != 0) memcpy(frame->args, args, args_size);
  frame->args_size = args_size;
  frame->promise = zeroed(promise_size);
  frame->promise_size = promise_size;
  frame->machine = new_machine(frame, body);
  // C has no cast from a function to data.
  memcpy(&frame->resume_pc, &body, sizeof body);
  aria_make_ready(frame);
  link_frame(&__aria_coroutines.first, &__aria_coroutines.count, frame);
  return frame;
}

void __aria_spawn_roots(struct CoroutineFrame *frame, const uint32_t *args_pointers, uint32_t args_pointer_count,
                        const uint32_t *promise_pointers, uint32_t promise_pointer_count) {
  frame->args_pointers = args_pointers;
  frame->promise_pointers = promise_pointers;
  ARIA_PUBLISH();
  frame->args_pointer_count = args_pointers == NULL ? 0 : args_pointer_count;
  frame->promise_pointer_count = promise_pointers == NULL ? 0 : promise_pointer_count;
}

static void free_frame(struct CoroutineFrame *frame) {
  unlink_frame(&__aria_coroutines.finished, &__aria_coroutines.finished_count, frame);
  free(frame->machine);
  free(frame->args);
  free(frame->promise);
  free(frame);
}

static bool has_ended(const struct CoroutineFrame *frame) {
  return frame->state == ARIA_DONE || frame->state == ARIA_FAILED;
}

/** Runs others until the turn of the current coroutine comes again. */
static void give_way(struct CoroutineFrame *current) {
  struct CoroutineFrame *next = aria_next_ready();
  if (next == NULL) __aria_trap("deadlock: every coroutine waits for another one", current->file, current->line);
  if (next != current) aria_context_switch(current, next, false);
  // Nothing about a running coroutine's suspension is true.
  current->state = ARIA_RUNNING;
  current->resume_pc = current->frame_pointer = current->stack_pointer = NULL;
  current->awaiting = NULL;
}

static void note_place(struct CoroutineFrame *frame, const char *file, uint32_t line, const char *awaiting) {
  frame->file = file;
  frame->line = line;
  frame->awaiting = awaiting;
}

static void join_waiters(struct CoroutineFrame *awaited, struct CoroutineFrame *waiter) {
  struct CoroutineFrame **end = &awaited->waiter;
  while (*end != NULL) end = &(*end)->next_waiter;
  waiter->next_waiter = NULL;
  ARIA_PUBLISH();
  *end = waiter;
  waiter->waiting_on = awaited;
  awaited->machine->waiting++;
}

static void wake_waiters(struct CoroutineFrame *awaited) {
  struct CoroutineFrame *waiter = awaited->waiter;
  awaited->waiter = NULL;
  while (waiter != NULL) {
    struct CoroutineFrame *next = waiter->next_waiter;
    waiter->next_waiter = NULL;
    waiter->waiting_on = NULL;
    aria_make_ready(waiter);
    waiter = next;
  }
}

__attribute__((noinline)) void __aria_await(struct CoroutineFrame *frame, void *promise_out, uint64_t size,
                                            const char *file, uint32_t line, const char *what) {
  if (frame == NULL) __aria_trap("await of NULL", file, line);
  struct CoroutineFrame *current = aria_current_coroutine();
  if (frame == current) __aria_trap("a coroutine awaits itself", file, line);
  if (!has_ended(frame)) {
    note_place(current, file, line, what);
    ARIA_NOTE_SUSPENSION(current);
    join_waiters(frame, current);
    current->state = ARIA_SUSPENDED;
    give_way(current);
    frame->machine->waiting--;
  }
  uint64_t copied = size < frame->promise_size ? size : frame->promise_size;
  if (promise_out != NULL && copied != 0) memcpy(promise_out, frame->promise, copied);
  if (frame->machine->released && frame->machine->waiting == 0) free_frame(frame);
}

void __aria_release(struct CoroutineFrame *frame) {
  if (frame == NULL || frame->args == NULL) return;
  frame->machine->released = true;
  if (has_ended(frame) && frame->machine->waiting == 0) free_frame(frame);
}

__attribute__((noinline)) void __aria_yield(const char *file, uint32_t line) {
  struct CoroutineFrame *current = aria_current_coroutine();
  note_place(current, file, line, NULL);
  ARIA_NOTE_SUSPENSION(current);
  aria_make_ready(current);
  give_way(current);
}

__attribute__((noinline)) void __aria_sleep(int64_t milliseconds, const char *file, uint32_t line) {
  struct CoroutineFrame *current = aria_current_coroutine();
  note_place(current, file, line, "sleep");
  ARIA_NOTE_SUSPENSION(current);
  current->state = ARIA_SUSPENDED;
  aria_sleep_until_due(current, milliseconds);
  give_way(current);
}

void aria_coroutine_ended(void) {
  struct CoroutineFrame *frame = __aria_coroutines.current;
  frame->err = 0;
  if (frame->promise_size > 0) memcpy(&frame->err, frame->promise, sizeof frame->err);
  frame->awaiting = NULL;
  unlink_frame(&__aria_coroutines.first, &__aria_coroutines.count, frame);
  frame->state = frame->err == 0 ? ARIA_DONE : ARIA_FAILED;
  link_frame(&__aria_coroutines.finished, &__aria_coroutines.finished_count, frame);
  wake_waiters(frame);
  struct CoroutineFrame *next = aria_next_ready();
  if (next == NULL) __aria_trap("deadlock: every coroutine waits for another one", NULL, 0);
  aria_context_switch(frame, next, true);
  __builtin_unreachable();
}

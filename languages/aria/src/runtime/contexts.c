// From one coroutine's stack to another's.

// Deprecated on macOS, and what it has.
#define _XOPEN_SOURCE 700

#include "private.h"

#include <stdlib.h>
#include <ucontext.h>

#ifdef ARIA_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

struct aria_context {
  ucontext_t machine;
  aria_stack stack; // all NULL for `main`
  void (*body)(void *args, void *promise);
#ifdef ARIA_ADDRESS_SANITIZER
  void *fake_stack;
  const void *bottom;
  size_t size;
#endif
};

/** Where the switch under way came from. */
static struct CoroutineFrame *left;
static bool left_for_good;

/** On the new stack: what could not be done on the old one. */
static void arrive(struct CoroutineFrame *here) {
  struct aria_context *gone = left->machine->context;
#ifdef ARIA_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(here->machine->context->fake_stack, &gone->bottom, &gone->size);
#else
  (void)here;
#endif
  if (!left_for_good) return;
  left->stack_low = left->stack_high = NULL;
  left->machine->context = NULL;
  aria_stack_give(gone->stack);
  free(gone);
  // Nobody can take its promise any more, so it goes as a whole.
  if (left->machine->released && left->machine->waiting == 0) __aria_release(left);
}

/** The outermost function of every coroutine: people see its name at the end of a stack. */
static void begin_coroutine(void) {
  // The stack ends here for debuggers, by frame pointers and by return addresses; getcontext would have the chain go
  // on in the frames of whoever spawned. This function never returns, so nobody misses the two words.
  void *volatile *caller = __builtin_frame_address(0);
  caller[0] = caller[1] = NULL;
  struct CoroutineFrame *self = __aria_coroutines.current;
  arrive(self);
  self->machine->context->body(self->args, self->promise);
  aria_coroutine_ended();
}

/** Apart, because getcontext returns twice as far as a compiler knows, and locals would suffer. */
static bool prepare(ucontext_t *machine, aria_stack stack) {
  if (getcontext(machine) != 0) return false;
  machine->uc_stack.ss_sp = stack.low;
  machine->uc_stack.ss_size = (size_t)(stack.high - stack.low);
  machine->uc_link = NULL;
  makecontext(machine, begin_coroutine, 0);
  return true;
}

struct aria_context *aria_context_new(struct CoroutineFrame *frame, void (*body)(void *args, void *promise)) {
  struct aria_context *context = calloc(1, sizeof *context);
  if (context == NULL || body == NULL) return context;
  if (!aria_stack_take(&context->stack) || !prepare(&context->machine, context->stack)) {
    free(context);
    return NULL;
  }
  context->body = body;
  frame->stack_low = context->stack.low;
  frame->stack_high = context->stack.high;
#ifdef ARIA_ADDRESS_SANITIZER
  context->bottom = context->stack.low;
  context->size = context->machine.uc_stack.ss_size;
#endif
  return context;
}

void aria_context_switch(struct CoroutineFrame *from, struct CoroutineFrame *to, bool from_ends) {
  from->roots = from_ends ? NULL : __aria_gc_roots;
  from->scope = __aria_scopes.current;
  left = from;
  left_for_good = from_ends;
  to->state = ARIA_RUNNING;
  to->resume_pc = to->frame_pointer = to->stack_pointer = NULL;
  ARIA_PUBLISH();
  __aria_coroutines.current = to;
  __aria_gc_roots = to->roots;
  __aria_scopes.current = to->scope;
  struct aria_context *here = from->machine->context, *there = to->machine->context;
#ifdef ARIA_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(from_ends ? NULL : &here->fake_stack, there->bottom, there->size);
#endif
  if (from_ends) setcontext(&there->machine);
  else swapcontext(&here->machine, &there->machine);
  arrive(from);
}

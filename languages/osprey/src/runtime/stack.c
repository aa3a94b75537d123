// Stacks: how deep calls may be nested, and the words of a program that nests them deeper.
#include "private.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
  // Linux keeps at least 128 MB below the first stack free, so that its limit may be raised while the program runs.
  main_stack = 112 << 20,
  // Of a fiber; only what is touched takes memory.
  thread_stack = 16 << 20,
  handler_stack = 32 << 10,
  // A function with a large frame touches memory well below the end of its stack.
  reach = 1 << 20,
};

// The lowest address of this thread's stack.
static _Thread_local char *lowest;

static void find_bounds(void) {
#if defined(__APPLE__)
  pthread_t self = pthread_self();
  osp_self->stack = pthread_get_stackaddr_np(self);
  lowest = (char *)osp_self->stack - pthread_get_stacksize_np(self);
#else
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  osp_self->stack = (char *)low + size;
  lowest = low;
#endif
}

// On the handler's stack, with calls that a signal may interrupt anything for.
static void on_fault(int number, siginfo_t *info, void *context) {
  const char *address = info->si_addr;
  if (lowest == NULL || address < lowest - reach || address >= lowest + reach) {
    // On return the same instruction faults again, now for good.
    signal(number, SIG_DFL);
    // One that was sent is sent again.
    if (info->si_code <= 0) raise(number);
    return;
  }
  static const char words[] = "fatal: stack overflow (calls are nested too deeply)";
  osp_last_words = words;
  if (ftrylockfile(stdout) == 0) fflush(stdout);
  if (write(2, words, sizeof words - 1) < 0 || write(2, "\n", 1) < 0) _exit(1);
  _exit(1);
}

void osp_begin_stack(void) {
  find_bounds();
  stack_t alternative = {.ss_sp = malloc(handler_stack), .ss_size = handler_stack};
  // Without it an overflow is a plain fault.
  if (alternative.ss_sp != NULL) sigaltstack(&alternative, NULL);
}

void osp_end_stack(void) {
  stack_t before, none = {.ss_flags = SS_DISABLE};
  if (sigaltstack(&none, &before) == 0 && !(before.ss_flags & SS_DISABLE)) free(before.ss_sp);
}

static void raise_limit(void) {
#if defined(__linux__)
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= main_stack) return;
  limit.rlim_cur = limit.rlim_max < main_stack ? limit.rlim_max : main_stack;
  setrlimit(RLIMIT_STACK, &limit);
#endif
}

// A library, or a sanitizer, may have a handler already.
static bool is_free(int number) {
  struct sigaction now;
  return sigaction(number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL;
}

void osp_begin_stacks(void) {
  raise_limit();
  osp_begin_stack();
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  if (is_free(SIGSEGV)) sigaction(SIGSEGV, &action, NULL);
  // What macOS calls it.
  if (is_free(SIGBUS)) sigaction(SIGBUS, &action, NULL);
}

int osp_create_thread(pthread_t *thread, void *(*run)(void *), void *argument) {
  pthread_attr_t attributes;
  size_t usual = 0;
  if (pthread_attr_init(&attributes) != 0) return pthread_create(thread, NULL, run, argument);
  pthread_attr_getstacksize(&attributes, &usual);
  if (usual < thread_stack) pthread_attr_setstacksize(&attributes, thread_stack);
  int failed = pthread_create(thread, &attributes, run, argument);
  pthread_attr_destroy(&attributes);
  // Where addresses are scarce, a smaller one has to do.
  return failed ? pthread_create(thread, NULL, run, argument) : 0;
}

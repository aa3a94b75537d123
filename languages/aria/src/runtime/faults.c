// Says so when a stack overflows, instead of a bare segmentation fault.

#include "private.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

/** How far below a stack a fault still counts as its overflow: large frames jump. */
enum { main_reach = 1024 * 1024, handler_stack_size = 64 * 1024 };

static char *main_low;

/** The lowest address that the stack of `main` may grow down to. */
static char *find_main_low(void) {
#if defined(__linux__)
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return low;
#elif defined(__APPLE__)
  pthread_t self = pthread_self();
  return (char *)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#else
  return NULL;
#endif
}

static void say(const char *text) {
  aria_write_all(2, text, strlen(text));
}

/** Whose stack was overflown by touching `address`; NULL when nobody's. */
static const char *overflown(const char *address) {
  const struct CoroutineFrame *running = __aria_coroutines.current;
  if (running != NULL && running->stack_low != NULL) {
    const char *low = running->stack_low;
    return address < low && address >= low - aria_stack_guard_size() ? running->name : NULL;
  }
  bool is_main = main_low != NULL && address < main_low + aria_page_size() && address >= main_low - main_reach;
  return is_main ? "main" : NULL;
}

static void on_fault(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  const char *who = overflown(info->si_addr);
  if (who != NULL) {
    say("aria: stack overflow in ");
    say(who);
    say("\n");
  }
  // On return the same instruction faults again, now for good: the signal and the place stay what they were.
  signal(signal_number, SIG_DFL);
}

static bool is_ours_to_take(int signal_number) {
  struct sigaction now;
  // A sanitizer, or the program itself, may have a handler already.
  return sigaction(signal_number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL;
}

void aria_guard_stacks(void) {
  static bool done;
  if (done) return;
  done = true;
  main_low = find_main_low();
  aria_page_size();
  static char handler_stack[handler_stack_size];
  stack_t alternative = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  const int signals[] = {SIGSEGV, SIGBUS};
  for (int i = 0; i < 2; i++) {
    if (!is_ours_to_take(signals[i]) || sigaltstack(&alternative, NULL) != 0) continue;
    sigaction(signals[i], &action, NULL);
  }
}

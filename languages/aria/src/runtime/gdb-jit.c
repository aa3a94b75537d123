// The GDB JIT interface: how debuggers learn about code that appears at run time.
//
// Names and layouts are those of GDB's manual, "Custom debug info". LLDB sets a breakpoint on the function below and
// reads the list when it is hit.

#include "private.h"

#include <stdlib.h>

enum { jit_nothing = 0, jit_register = 1, jit_unregister = 2 };

struct jit_code_entry {
  struct jit_code_entry *next_entry, *prev_entry;
  const char *symfile_addr;
  uint64_t symfile_size;
};

struct jit_descriptor {
  uint32_t version;
  uint32_t action_flag;
  struct jit_code_entry *relevant_entry, *first_entry;
};

extern struct jit_descriptor __jit_debug_descriptor;
void __jit_debug_register_code(void);

struct jit_descriptor __jit_debug_descriptor = {1, jit_nothing, NULL, NULL};

__attribute__((noinline, used)) void __jit_debug_register_code(void) {
  // Must neither be inlined nor be empty to the optimiser.
  __asm__ volatile("" ::: "memory");
}

static void tell(uint32_t action, struct jit_code_entry *entry) {
  __jit_debug_descriptor.relevant_entry = entry;
  __jit_debug_descriptor.action_flag = action;
  ARIA_PUBLISH();
  __jit_debug_register_code();
  __jit_debug_descriptor.action_flag = jit_nothing;
  __jit_debug_descriptor.relevant_entry = NULL;
}

void *aria_gdb_register(const void *elf, uint64_t size) {
  struct jit_code_entry *entry = malloc(sizeof *entry);
  if (entry == NULL) aria_out_of_memory(sizeof *entry, NULL, 0);
  *entry = (struct jit_code_entry){__jit_debug_descriptor.first_entry, NULL, elf, size};
  if (entry->next_entry != NULL) entry->next_entry->prev_entry = entry;
  __jit_debug_descriptor.first_entry = entry;
  tell(jit_register, entry);
  return entry;
}

void *aria_gdb_unregister(void *registered) {
  struct jit_code_entry *entry = registered;
  if (entry->prev_entry != NULL) entry->prev_entry->next_entry = entry->next_entry;
  else __jit_debug_descriptor.first_entry = entry->next_entry;
  if (entry->next_entry != NULL) entry->next_entry->prev_entry = entry->prev_entry;
  tell(jit_unregister, entry);
  void *image = (void *)(uintptr_t)entry->symfile_addr;
  free(entry);
  return image;
}

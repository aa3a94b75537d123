// Names that loaded code may use: the runtime's, the program's own table, and whatever the system's linker knows.

#include "private.h"

#include <dlfcn.h>
#include <string.h>

#include "elf-format.h"

static const aria_symbol *told;
static uint32_t told_count;

void __aria_jit_symbols(const aria_symbol *table, uint32_t count) {
  told = table;
  told_count = table == NULL ? 0 : count;
}

/** An executable does not export its functions unless it was linked to: so here is what code may call. */
#define TBB(bits)                                                                                       \
  NAME(__aria_tbb##bits##_add) NAME(__aria_tbb##bits##_sub) NAME(__aria_tbb##bits##_mul)                \
  NAME(__aria_tbb##bits##_div) NAME(__aria_tbb##bits##_mod) NAME(__aria_tbb##bits##_neg)
#define NAMES                                                                                           \
  TBB(8) TBB(16) TBB(32) TBB(64) NAME(__aria_tbb_convert) NAME(__aria_tbb_from_uint64)                  \
  NAME(__aria_trap) NAME(__aria_trap_index) NAME(__aria_fail_main) NAME(__aria_exit)                    \
  NAME(__aria_string_concat) NAME(__aria_string_from_int64) NAME(__aria_string_from_uint64)             \
  NAME(__aria_string_from_flt64) NAME(__aria_string_from_bool) NAME(__aria_string_from_tbb)             \
  NAME(__aria_string_from_pointer) NAME(__aria_string_from_c) NAME(__aria_string_from_bytes)            \
  NAME(__aria_string_equal) NAME(__aria_string_compare) NAME(__aria_write) NAME(__aria_write_line)      \
  NAME(__aria_read_line)                                                                                \
  NAME(__aria_read_bytes) NAME(__aria_gc_push) NAME(__aria_gc_pop) NAME(__aria_gc_global)               \
  NAME(__aria_gc_alloc) NAME(__aria_gc_collect) NAME(__aria_gc_pin) NAME(__aria_gc_unpin)               \
  NAME(__aria_scope_enter) NAME(__aria_scope_exit) NAME(__aria_wild_alloc) NAME(__aria_wild_alloc_at)   \
  NAME(__aria_wild_free) NAME(__aria_wild_free_at) NAME(__aria_wild_check)                              \
  NAME(__aria_wild_alloc_plain) NAME(__aria_wild_free_plain) NAME(__aria_exec_alloc)                    \
  NAME(__aria_exec_seal) NAME(__aria_exec_free) NAME(__aria_exec_call) NAME(__aria_jit_load)            \
  NAME(__aria_jit_unload) NAME(__aria_jit_error) NAME(__aria_spawn) NAME(__aria_spawn_roots)            \
  NAME(__aria_await) NAME(__aria_release) NAME(__aria_yield) NAME(__aria_sleep)

static const struct {
  const char *name;
  void (*function)(void);
} own[] = {
#define NAME(function) {#function, (void (*)(void))function},
    NAMES
#undef NAME
};

void *aria_jit_resolve(const char *name) {
  for (uint32_t i = 0; i < told_count; i++)
    if (strcmp(told[i].name, name) == 0) return told[i].address;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (strcmp(own[i].name, name) != 0) continue;
    void *address;
    memcpy(&address, &own[i].function, sizeof address);
    return address;
  }
  return dlsym(RTLD_DEFAULT, name);
}

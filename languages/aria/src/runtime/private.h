// What the files of the runtime share among themselves and nobody else may use.

#ifndef ARIA_PRIVATE_H
#define ARIA_PRIVATE_H

// Every file includes this one first, so that whatever -std says these hold for the headers of the system.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "aria.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARIA_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARIA_ADDRESS_SANITIZER 1
#endif
#endif

/** Between writing an entry and making it visible: a debugger may stop the thread after any instruction. */
#define ARIA_PUBLISH() atomic_signal_fence(memory_order_seq_cst)

// ---- memory.c: arrays that debuggers read while they grow

/**
 * Makes room for one more element. The old array stays whole until the new one is in place; `entries` is the
 * address of the pointer to it.
 */
void aria_make_room(void *entries, uint64_t count, uint64_t *capacity, size_t element_size);
ARIA_NORETURN void aria_out_of_memory(uint64_t size, const char *file, uint32_t line);
uint64_t aria_page_size(void);
/** `value` rounded up to a power of two; 0 when that overflows. */
uint64_t aria_round_up(uint64_t value, uint64_t alignment);
/** A size from the environment (bytes, or with K, M or G), kept within bounds. */
uint64_t aria_size_setting(const char *variable, uint64_t standard, uint64_t least, uint64_t most);

// ---- address-index.c: from an address to its place in a table

typedef struct aria_address_index {
  struct aria_address_slot *slots;
  uint64_t capacity, used; // `used` counts removed ones too, until the next rebuild
} aria_address_index;

void aria_index_put(aria_address_index *index, const void *address, uint64_t place);
/** UINT64_MAX when it is not there. */
uint64_t aria_index_find(const aria_address_index *index, const void *address);
void aria_index_remove(aria_address_index *index, const void *address);

// ---- streams.c

/** Writes all of it, waiting where it must; 0 or an errno. Safe in a signal handler. */
int aria_write_all(int descriptor, const char *data, size_t length);

// ---- faults.c

/** Says so on stderr when a stack overflows. */
void aria_guard_stacks(void);

// ---- scopes.c

bool aria_scope_is_active(uint64_t id);

// ---- strings.c

/** Room for `length` bytes and a NUL, which is written. */
char *aria_string_room(int64_t length);

// ---- gc.c, nursery.c, old-generation.c

static inline uint64_t *aria_header(void *object) {
  return (uint64_t *)object - 1;
}
static inline uint64_t aria_new_header(uint32_t type_id, uint32_t size_class, uint64_t flags) {
  return (uint64_t)type_id << 32 | (uint64_t)size_class << 8 | flags;
}
static inline bool aria_in_nursery(const void *object) {
  return (const char *)object >= __aria_gc_nursery_start && (const char *)object < __aria_gc_nursery_end;
}

typedef void (*aria_slot_visitor)(void **slot);

/** The class that holds a payload of this size; 0 when none does. */
uint32_t aria_size_class(uint64_t payload);
void aria_each_root(aria_slot_visitor visit);
void aria_each_pointer(void *object, uint64_t payload, aria_slot_visitor visit);

void aria_nursery_init(void);
/** NULL when there is no room before the next collection. */
void *aria_nursery_alloc(uint32_t size_class, uint32_t type_id);
bool aria_nursery_takes(uint32_t size_class);
void aria_nursery_collect(void);
void aria_each_nursery_object(void (*visit)(void *object));

/** NULL when memory is out. */
void *aria_old_alloc(uint64_t payload, uint32_t size_class, uint32_t type_id);
void aria_old_collect(void);

/** Objects still to be looked into; a list of a million links must not need a million stack frames. */
void aria_gray_push(void *object, uint64_t payload);
bool aria_gray_pop(void **object, uint64_t *payload);

// ---- coroutines.c, schedule.c, contexts.c, stacks.c

typedef struct aria_stack {
  char *map; // the guard comes first
  char *low, *high;
} aria_stack;

bool aria_stack_take(aria_stack *stack);
void aria_stack_give(aria_stack stack);
uint64_t aria_stack_guard_size(void);

/** Where the caller of a runtime function goes on. To be used directly in the function that Aria code calls. */
#define ARIA_NOTE_SUSPENSION(frame)                              \
  do {                                                           \
    (frame)->resume_pc = __builtin_return_address(0);            \
    (frame)->frame_pointer = *(void **)__builtin_frame_address(0); \
    (frame)->stack_pointer = __builtin_dwarf_cfa();              \
  } while (0)

/** The frame of whoever runs; makes the one of `main` when there is none yet. */
struct CoroutineFrame *aria_current_coroutine(void);
/** The body of the running coroutine has returned. */
ARIA_NORETURN void aria_coroutine_ended(void);

void aria_make_ready(struct CoroutineFrame *frame);
void aria_sleep_until_due(struct CoroutineFrame *frame, int64_t milliseconds);
/** The next one to run, after waiting for a sleeper if need be; NULL when nobody ever will be ready. */
struct CoroutineFrame *aria_next_ready(void);

/** What the runtime keeps about a coroutine besides its public frame. */
struct aria_switch {
  struct CoroutineFrame *next_ready;
  uint64_t wake_virtual, wake_real, wake_order;
  uint64_t waiting; // how many have not yet taken the promise they were suspended for
  bool released;
  struct aria_context *context;
};

/** A context that starts with `body` on a stack of its own; without a body that of `main`. NULL: out of memory. */
struct aria_context *aria_context_new(struct CoroutineFrame *frame, void (*body)(void *args, void *promise));
/** Leaves `from` (for good when it ends; its stack is then used again) and goes on with `to`. */
void aria_context_switch(struct CoroutineFrame *from, struct CoroutineFrame *to, bool from_ends);

// ---- exec.c, jit.c, gdb-jit.c

/** The region that holds an address, else NULL. */
aria_exec_region *aria_exec_find(const void *address);
/** Makes only the first `executable` bytes executable: the rest stays writable data. */
void aria_exec_seal_part(aria_exec_region *region, uint64_t executable);
void *aria_gdb_register(const void *elf, uint64_t size);
/** Gives the memory of the image back to be freed. */
void *aria_gdb_unregister(void *entry);

#endif

// The ABI of the Aria runtime: what generated code calls, and what a debugger reads.
//
// Two readers, two promises:
// - Generated code calls the functions. An `aria_string` travels as two words (LLVM: `{ ptr, i64 }`, by value);
//   integers narrower than 32 bits must be declared `signext` / `zeroext`, as C does on x86-64.
// - A debugger reads the tables: plain structs behind global symbols. Entries are written before the count that
//   makes them visible and removed by lowering the count first, so that a stop anywhere finds whole entries. (While
//   something is removed from the middle, one entry may be seen twice for a few instructions.)
//
// Layout: 64-bit little-endian, natural C layout. `__aria_layout_version` changes whenever a reader must change.
// The runtime serves one thread; coroutines take turns on it. Generated code keeps frame pointers.

#ifndef ARIA_H
#define ARIA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARIA_NORETURN __attribute__((noreturn, cold, noinline))

#define ARIA_LAYOUT_VERSION 2
extern const uint32_t __aria_layout_version;

// ---------------------------------------------------------------------------------------------------------------
// Traps and the end of a program (traps.c, faults.c). A trap prints `FILE:LINE: MESSAGE` on stderr and aborts.

/** The message of the trap that is ending the program, else NULL: for a debugger that stops at the abort. */
extern const char *__aria_trap_message;

/** `file` may be NULL. */
ARIA_NORETURN void __aria_trap(const char *message, const char *file, uint32_t line);
/** "index 7 is outside of 0..3" */
ARIA_NORETURN void __aria_trap_index(int64_t index, int64_t length, const char *file, uint32_t line);
/** An error nobody took reached the top: says so on stderr; the exit status is the code (as an unsigned byte). */
ARIA_NORETURN void __aria_fail_main(int8_t err);
/** `exit(n)`: flushes what C's stdio holds. */
ARIA_NORETURN void __aria_exit(int32_t status);

// ---------------------------------------------------------------------------------------------------------------
// TBB arithmetic (tbb.c): ERR is the most negative value of a width; it is sticky, and every result that does not
// fit, and every division by zero, is ERR. Comparisons are plain signed ones.

#define ARIA_TBB_OPERATIONS(bits)                                  \
  int##bits##_t __aria_tbb##bits##_add(int##bits##_t, int##bits##_t); \
  int##bits##_t __aria_tbb##bits##_sub(int##bits##_t, int##bits##_t); \
  int##bits##_t __aria_tbb##bits##_mul(int##bits##_t, int##bits##_t); \
  int##bits##_t __aria_tbb##bits##_div(int##bits##_t, int##bits##_t); \
  int##bits##_t __aria_tbb##bits##_mod(int##bits##_t, int##bits##_t); \
  int##bits##_t __aria_tbb##bits##_neg(int##bits##_t);
ARIA_TBB_OPERATIONS(8)
ARIA_TBB_OPERATIONS(16)
ARIA_TBB_OPERATIONS(32)
ARIA_TBB_OPERATIONS(64)
#undef ARIA_TBB_OPERATIONS

/** Between widths (8, 16, 32, 64): ERR becomes ERR, what does not fit becomes ERR. `from_bits` 0: a plain integer. */
int64_t __aria_tbb_convert(int64_t value, uint32_t from_bits, uint32_t to_bits);
int64_t __aria_tbb_from_uint64(uint64_t value, uint32_t to_bits);

// ---------------------------------------------------------------------------------------------------------------
// Strings (strings.c): `length` bytes, and a NUL behind them that does not count. Their memory is never given back
// before the program ends: a string has no owner, and a debugger may look at an old one at any time.

typedef struct aria_string {
  const char *data;
  int64_t length;
} aria_string;

aria_string __aria_string_concat(aria_string a, aria_string b);
aria_string __aria_string_from_int64(int64_t value);
aria_string __aria_string_from_uint64(uint64_t value);
/** The shortest digits that read back as the same number, written as JavaScript writes them: 1, 0.5, 1e+21. */
aria_string __aria_string_from_flt64(double value);
/** `true` for anything but 0. */
aria_string __aria_string_from_bool(uint8_t value);
/** Decimal, or `ERR`; also for a value whose upper bits were not extended. */
aria_string __aria_string_from_tbb(int64_t value, uint32_t bits);
/** `NULL` or 0x…, for pointers. */
aria_string __aria_string_from_pointer(const void *value);
/** Copies; what C functions give back. NULL is the empty string. */
aria_string __aria_string_from_c(const char *text);
aria_string __aria_string_from_bytes(const void *bytes, int64_t length);
uint8_t __aria_string_equal(aria_string a, aria_string b);
/** Byte order: -1, 0 or 1. */
int32_t __aria_string_compare(aria_string a, aria_string b);

// ---------------------------------------------------------------------------------------------------------------
// The arguments of the program (arguments.c), counted from 0; the name of the program is none of them.

int64_t __aria_argument_count(void);
/** Traps outside of them. */
aria_string __aria_argument(int64_t index, const char *file, uint32_t line);

// ---------------------------------------------------------------------------------------------------------------
// The six streams (streams.c). Nothing is buffered on the way out, so nothing is lost however the program ends.

enum { ARIA_STDIN = 0, ARIA_STDOUT, ARIA_STDERR, ARIA_STDDBG, ARIA_STDDATI, ARIA_STDDATO };

/** Codes in `err` of the functions below. */
enum { ARIA_ERR_END = 1, ARIA_ERR_IO = 5, ARIA_ERR_ARGUMENT = 22 };

/** LLVM: `{ i8, { ptr, i64 } }`, that is `result<string>`. */
typedef struct aria_result_string {
  int8_t err;
  aria_string val;
} aria_result_string;

/**
 * First thing in `main`. Descriptors 3, 4, 5 are taken as they are when open; else 3 becomes stderr and 4 and 5
 * /dev/null. C's stdout becomes line-buffered, and the guard against stack overflow is set up.
 */
void __aria_streams_init(void);
/**
 * Writes all of it, waiting as long as the reader makes it wait. 0, or a code. A stdout or stddato whose reader has
 * gone ends the program quietly with status 141; the other streams swallow what nobody reads.
 */
int8_t __aria_write(int32_t stream, aria_string text);
/** With a line end behind it, in one piece. */
int8_t __aria_write_line(int32_t stream, aria_string text);
/** The next line of stdin without its end (\n or \r\n); ARIA_ERR_END at the end. */
void __aria_read_line(aria_result_string *result);
/** Up to `count` bytes of stddati, fewer only at the end; ARIA_ERR_END when there were none. */
void __aria_read_bytes(int64_t count, aria_result_string *result);
/** A line `[time in UTC] [LEVEL] [session] message` on stddbg (sessions.c). */
int8_t __aria_debug_log(aria_string session, aria_string level, aria_string message);

// ---------------------------------------------------------------------------------------------------------------
// Garbage-collected memory (gc.c, nursery.c, old-generation.c)
//
// Eight bytes of header stand before every object (Aria debug spec 3.2.1):
//   bit 0 mark (survived the last full collection) · 1 pinned · 2 forwarded · 3 nursery ·
//   4–7 zero · 8–31 size class · 32–63 type id.
// Size class: the allocator's bin. 1…64: blocks of 16, 32 … 1024 bytes, header included; 65, 66 …: 2 KiB, 4 KiB …
// A forwarded object has moved: its first word is the new address. Such leftovers stay readable until the nursery
// is used again. Payloads are aligned to 16 bytes and begin as zeros.

#define ARIA_GC_MARK UINT64_C(1)
#define ARIA_GC_PINNED UINT64_C(2)
#define ARIA_GC_FORWARDED UINT64_C(4)
#define ARIA_GC_NURSERY UINT64_C(8)
#define ARIA_GC_SIZE_CLASS(header) ((uint32_t)((header) >> 8 & 0xffffff))
#define ARIA_GC_TYPE_ID(header) ((uint32_t)((header) >> 32))

/** Bytes of a block of this class, header included; 0 for a number that is no class. */
uint64_t __aria_gc_block_size(uint32_t size_class);

/** Offsets of the gc pointers in an object. An object larger than `size` is an array of such elements. */
typedef struct aria_type {
  const char *name;
  uint64_t size;
  uint32_t pointer_count;
  const uint32_t *pointer_offsets;
} aria_type;

/** Type ids are indexes; an id beyond the table means an object without pointers. */
extern struct aria_gc_type_table {
  const aria_type *types;
  uint64_t count;
} __aria_gc_type_table;

/** Bounds of the nursery; both NULL before the first allocation. The end moves up as the old generation grows. */
extern char *__aria_gc_nursery_start, *__aria_gc_nursery_end;

/** A piece of the nursery that was free after the last collection: objects fill it from `start` up to `used`. */
typedef struct aria_gc_span {
  char *start, *used, *end;
} aria_gc_span;

/**
 * To visit every object: p = first; for each span, blocks from p up to span.start (pinned survivors), then from
 * span.start up to span.used (new objects), then p = span.end; at last blocks from p up to `last`. A block is a
 * header and its payload, as long as its size class says.
 */
extern struct aria_gc_nursery {
  char *first, *last;
  aria_gc_span *spans;
  uint64_t span_count;
  uint64_t current; // the span that allocation takes from
} __aria_gc_nursery;

typedef struct aria_gc_old_object {
  void *object;  // the payload; the header is 8 bytes below
  uint64_t size; // bytes of payload
} aria_gc_old_object;

extern struct aria_gc_old_objects {
  aria_gc_old_object *entries;
  uint64_t count, capacity;
} __aria_gc_old_objects;

extern struct aria_gc_statistics {
  uint64_t minor_collections, full_collections;
  uint64_t allocated_objects, allocated_bytes; // blocks, headers included
  uint64_t promoted_objects, promoted_bytes;
  uint64_t freed_objects, freed_bytes; // of the old generation
  uint64_t old_bytes, old_threshold;   // a full collection follows when the first reaches the second
  uint64_t pinned_in_nursery;          // as of the last collection
  uint64_t collecting;                 // 1 while a collection runs: objects are then between two places
} __aria_gc_statistics;

/** Variables of a function that hold gc pointers (or NULL): linked for as long as the function runs. */
struct aria_roots {
  struct aria_roots *previous;
  uint64_t count;
  void **slots[];
};
/** The chain of the running coroutine; those of the others are in their frames. */
extern struct aria_roots *__aria_gc_roots;

/** Variables outside of functions that hold gc pointers. */
extern struct aria_gc_globals {
  void ***slots;
  uint64_t count, capacity;
} __aria_gc_globals;

void __aria_gc_types(const aria_type *table, uint32_t count);
void __aria_gc_push(struct aria_roots *roots);
/** Also drops whatever was pushed after `roots`. */
void __aria_gc_pop(struct aria_roots *roots);
/** A variable outside functions; the same one twice counts once. */
void __aria_gc_global(void **slot);
/**
 * May collect first, so gc pointers must be in rooted slots across the call. Traps when memory is out. NULL only while
 * a collection runs, which a debugger alone can cause.
 * ARIA_GC_NURSERY sets the first size of the nursery (bytes, or with K or M; 256K); ARIA_GC_STRESS=1 collects every time.
 */
void *__aria_gc_alloc(uint64_t size, uint32_t type_id);
/** 0: the nursery only. Else the old generation too. Inside a collection it does nothing. */
void __aria_gc_collect(int32_t full);
/** A pinned object neither moves nor dies. Pins do not nest. NULL is nothing. */
void __aria_gc_pin(void *object);
void __aria_gc_unpin(void *object);

// ---------------------------------------------------------------------------------------------------------------
// Scopes (scopes.c): blocks with variables that wild pointers were made to. No number is used twice.

/** The lowest bits of a `scope_id`: how the memory ends. With neither it does not: a global variable. */
enum { ARIA_ENDS_WITH_SCOPE = 1, ARIA_ENDS_WHEN_FREED = 2 };

/** Every such scope that is active in any coroutine, ascending. */
extern struct aria_scopes {
  uint64_t *ids;
  uint64_t count, capacity;
} __aria_scopes;

uint64_t __aria_scope_enter(void);
void __aria_scope_exit(uint64_t id);

// ---------------------------------------------------------------------------------------------------------------
// Wild memory (wild.c)

/**
 * A wild pointer of a debug build. Valid: ptr inside, and what `scope_id` names is still there. Memory that was allocated has
 * an id of its own, in the table beside `base` until it is freed: who holds the pointer does not matter. A variable has that
 * of its scope, which is among the active ones until it is left.
 */
typedef struct aria_fat {
  void *ptr, *base;
  uint64_t size, scope_id;
} aria_fat;

typedef struct aria_wild_allocation {
  void *base;
  uint64_t size, scope_id;
  const char *file; // NULL when not told
  uint64_t line;
} aria_wild_allocation;

/** The live allocations of a debug build, in no order. */
extern struct aria_wild_table {
  aria_wild_allocation *entries;
  uint64_t count, capacity;
} __aria_wild_table;

/** Zeroed memory that stays until it is freed. */
void __aria_wild_alloc(aria_fat *out, uint64_t size);
void __aria_wild_alloc_at(aria_fat *out, uint64_t size, const char *file, uint32_t line);
/** NULL is nothing; memory already freed, or a pointer that is not the start of its allocation, traps. */
void __aria_wild_free(const aria_fat *pointer);
void __aria_wild_free_at(const aria_fat *pointer, const char *file, uint32_t line);
/** Traps unless `size` bytes at ptr + offset (signed) are inside a live allocation, or a variable whose scope is active. */
void __aria_wild_check(const aria_fat *pointer, uint64_t offset, uint64_t size, const char *file, uint32_t line);
/** Release builds: no table, no checks. */
void *__aria_wild_alloc_plain(uint64_t size);
void __aria_wild_free_plain(void *pointer);

// ---------------------------------------------------------------------------------------------------------------
// Executable memory (exec.c) and code loaded into it (jit.c, elf-*.c, gdb-jit.c)

enum { ARIA_EXEC_WRITABLE = 1, ARIA_EXEC_EXECUTABLE = 2 };

typedef struct aria_exec_region {
  void *ptr;
  uint64_t size, map_size; // what was asked for; what is mapped
  uint64_t state;
  void *jit_entry; // struct jit_code_entry of the GDB JIT interface when debug information was registered
} aria_exec_region;

extern struct aria_exec_table {
  aria_exec_region *entries;
  uint64_t count, capacity;
} __aria_exec_table;

void *__aria_exec_alloc(uint64_t size);
/** From writable to executable, for good. Traps when `code` is not the start of wildx memory; so do the others. */
void __aria_exec_seal(void *code);
void __aria_exec_free(void *code);
/** Calls sealed code as int64(int64). */
int64_t __aria_exec_call(void *code, int64_t argument);

typedef struct aria_symbol {
  const char *name;
  void *address;
} aria_symbol;

/** Names that loaded code may use besides those of the runtime and what dlsym finds. The table must stay. */
void __aria_jit_symbols(const aria_symbol *table, uint32_t count);
/**
 * Lays a relocatable ELF object of this machine into wildx memory, seals it, tells debuggers through the GDB JIT
 * interface, and gives the address of `symbol`. NULL when the object cannot be used: __aria_jit_error() says why.
 */
void *__aria_jit_load(const void *elf, uint64_t size, const char *symbol);
const char *__aria_jit_error(void);
/** `code`: any address inside. Nothing of it may be running. */
void __aria_jit_unload(void *code);

// ---------------------------------------------------------------------------------------------------------------
// Coroutines (coroutines.c, schedule.c, contexts.c, stacks.c): each has its own stack; the ready ones take turns, first come
// first served.

enum { ARIA_READY = 0, ARIA_RUNNING, ARIA_SUSPENDED, ARIA_DONE, ARIA_FAILED };

struct CoroutineFrame {
  void *resume_pc;                   // where the Aria code goes on, NULL while it runs; before the start its body
  void *frame_pointer;               // of that Aria code; NULL before the start; the chain ends with NULL
  struct CoroutineFrame *waiting_on; // what it awaits
  struct CoroutineFrame *waiter;     // who awaits it first; more of them by next_waiter
  int32_t state;
  int8_t err; // when failed
  const char *name;
  const char *file; // where it was suspended last
  uint32_t line;
  const char *awaiting; // what it waits for, in words; NULL when for nothing
  uint64_t id;          // from 1, never twice; `main` is 1
  void *promise;        // its result<T>
  uint64_t promise_size;
  void *stack_pointer; // of the suspended Aria code: exact on x86-64, elsewhere somewhat below
  char *stack_low, *stack_high;
  struct CoroutineFrame *next, *previous; // in one of the lists of __aria_coroutines
  struct CoroutineFrame *next_waiter;
  struct aria_roots *roots; // while it does not run
  void *args;
  uint64_t args_size;
  const uint32_t *args_pointers, *promise_pointers; // offsets of gc pointers, see __aria_spawn_roots
  uint32_t args_pointer_count, promise_pointer_count;
  struct aria_switch *machine; // what the runtime alone understands
};

/** `main` is listed from the first coroutine on. */
extern struct aria_coroutines {
  struct CoroutineFrame *first; // ready, running and suspended ones, newest first
  uint64_t count;
  struct CoroutineFrame *finished; // done and failed ones that were not released
  uint64_t finished_count;
  struct CoroutineFrame *current; // who runs; NULL before the first coroutine
} __aria_coroutines;

/**
 * Makes a ready coroutine with a copy of `args`. `body` writes its result<T> into `promise`, whose first byte is the
 * error code. Never collects.
 */
struct CoroutineFrame *__aria_spawn(void (*body)(void *args, void *promise), const void *args, uint64_t args_size,
                                    uint64_t promise_size, const char *name);
/** Right after a spawn: where gc pointers are in the copy of the arguments and in the promise. Tables must stay. */
void __aria_spawn_roots(struct CoroutineFrame *frame, const uint32_t *args_pointers, uint32_t args_pointer_count,
                        const uint32_t *promise_pointers, uint32_t promise_pointer_count);
/** Suspends until `frame` has ended and copies its promise. Any number of times, by any number of waiters. */
void __aria_await(struct CoroutineFrame *frame, void *promise_out, uint64_t size, const char *file, uint32_t line,
                  const char *what);
/** Nobody will await `frame` (again): its memory goes now, or when it ends. */
void __aria_release(struct CoroutineFrame *frame);
void __aria_yield(const char *file, uint32_t line);
/** At least this long; sleepers wake in the order of their deadlines, counted without the time code took to run. */
void __aria_sleep(int64_t milliseconds, const char *file, uint32_t line);

#ifdef __cplusplus
}
#endif

#endif

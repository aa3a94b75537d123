// The inspection interface: plain tables that a debugger reads from the memory of a program, without calling into it.
// docs/formats/osprey-runtime.md describes them for people. `osp_inspect` is the entry; all else is found from there.
#ifndef OSPREY_INSPECTION_H
#define OSPREY_INSPECTION_H

#include <stdbool.h>
#include <stdint.h>

// Counts up with every change of a layout in this file or in osprey.h. A debugger that does not know the number says so and
// shows no values of blocks.
#define OSP_LAYOUT_VERSION 5

// What a type is, and what kind of object has it. Those below OSP_KIND_STRING are plain words; all from there on but OSP_KIND_FOREIGN
// are addresses of objects with a header.
enum osp_kind {
  OSP_KIND_INT = 0,
  OSP_KIND_FLOAT = 1,
  OSP_KIND_BOOL = 2,
  OSP_KIND_UNIT = 3,
  OSP_KIND_STRING = 4,
  OSP_KIND_RECORD = 5,
  OSP_KIND_UNION = 6,
  OSP_KIND_RESULT = 7,
  OSP_KIND_LIST = 8,
  OSP_KIND_MAP = 9,
  OSP_KIND_CLOSURE = 10,
  OSP_KIND_FIBER = 11,
  OSP_KIND_CHANNEL = 12,
  // What a `mut` variable is kept in.
  OSP_KIND_CELL = 13,
  // Nodes of lists: of further nodes, of elements that are addresses, of elements that are words.
  OSP_KIND_LIST_INNER = 14,
  OSP_KIND_LIST_LEAF = 15,
  OSP_KIND_LIST_WORDS = 16,
  OSP_KIND_MAP_NODE = 17,
  OSP_KIND_HANDLER = 18,
  // A handled body that runs apart from its arms, and one operation of it that waits for its arm.
  OSP_KIND_REGION = 19,
  OSP_KIND_RESUMPTION = 20,
  // An address of a C library: never followed.
  OSP_KIND_FOREIGN = 21,
  OSP_KIND_COUNT = 22
};

struct osp_type;

typedef struct osp_field {
  const char *name;
  const struct osp_type *type;
  uint32_t offset;
  uint32_t unused;
} osp_field;

typedef struct osp_variant {
  const char *name;
  const osp_field *fields;
  uint32_t field_count;
  uint32_t size;
} osp_variant;

// `fields` by kind: those of a record; the captures of a closure; of a Result its value and its message; of a cell its content;
// of a List, Map, Fiber or Channel its type arguments, whose offsets mean nothing. Names are NULL in release builds.
typedef struct osp_type {
  uint32_t kind;
  // Its number in headers: the kind for the types of the runtime itself, OSP_FIRST_TYPE and up for those of the program.
  uint32_t index;
  // The check word of its objects: FNV-1a of its name without type arguments; of "->" for closures.
  uint32_t mark;
  // Bytes of the body; 0 where objects of the type differ.
  uint32_t size;
  const char *name;
  const osp_field *fields;
  const osp_variant *variants;
  uint32_t field_count;
  uint32_t variant_count;
} osp_type;

enum { OSP_FIRST_TYPE = 32 };

static inline bool osp_is_managed(const osp_type *type) {
  return type->kind >= OSP_KIND_STRING && type->kind != OSP_KIND_FOREIGN;
}

// Before every object, right below its address.
typedef struct osp_header {
  uint32_t type;
  // The number of its record; 0 without one, OSP_STATIC for objects that are part of the program.
  uint32_t record;
  // Of owners, where the manager counts them. 0: released. Below 0: never released.
  int32_t count;
  // That of its type.
  uint32_t mark;
} osp_header;

#define OSP_STATIC 0xFFFFFFFFu
#define OSP_STRING_MARK 0x17c16538u
#define OSP_CLOSURE_MARK 0x11cd0572u

// What a text of the runtime itself is: like those of programs, it has a header.
#define OSP_TEXT(words)                                                                       \
  ({                                                                                          \
    static const struct {                                                                     \
      osp_header header;                                                                      \
      char text[sizeof(words)];                                                               \
    } made = {{OSP_KIND_STRING, OSP_STATIC, -1, OSP_STRING_MARK}, words};                          \
    made.text;                                                                                \
  })

enum osp_object_state { OSP_NO_OBJECT = 0, OSP_LIVE = 1, OSP_RELEASED = 2 };

// One for every object, in debug builds and where the manager collects. `fiber` and `number` are the object's id: they are the
// same in every run with the same schedule.
typedef struct osp_record {
  void *object;
  uint64_t size;
  // How many objects its fiber had made with this one.
  uint64_t number;
  // The fiber that made it; 0 is the main thread.
  uint32_t fiber;
  // Of `osp_program.sites`; 0 is unknown.
  uint32_t site;
  uint32_t state;
  uint32_t type;
} osp_record;

// Where objects are made.
typedef struct osp_site {
  const char *file;
  const char *function;
  uint32_t line;
  uint32_t column;
} osp_site;

typedef struct osp_global {
  const char *name;
  const osp_type *type;
  void *address;
} osp_global;

// What the compiler tells of one program.
typedef struct osp_program {
  uint32_t version;
  uint32_t debugging;
  const osp_type *types;
  const osp_site *sites;
  const osp_global *globals;
  uint32_t type_count;
  uint32_t site_count;
  uint32_t global_count;
  uint32_t unused;
} osp_program;

enum osp_manager { OSP_MEMORY_DEFAULT = 0, OSP_MEMORY_ARC = 1, OSP_MEMORY_GC = 2, OSP_MEMORY_CUSTOM = 3 };

// What a memory manager lets a debugger know.
enum osp_ability {
  // Objects have an osp_header.
  OSP_HAS_HEADERS = 1,
  // Its counts are the numbers of owners.
  OSP_HAS_COUNTS = 2,
  // Objects have records in debug builds.
  OSP_HAS_RECORDS = 4,
  // What is reachable is found by looking at words on stacks that may be addresses.
  OSP_IS_CONSERVATIVE = 8
};

// Defined by the memory manager that a program is linked with.
typedef struct osp_memory_manager {
  uint32_t version;
  uint32_t kind;
  uint32_t abilities;
  uint32_t unused;
  const char *name;
} osp_memory_manager;

extern const osp_memory_manager osp_memory;

typedef struct osp_inspection {
  uint32_t version;
  // Records in one slab.
  uint32_t slab_size;
  const osp_memory_manager *memory;
  const osp_program *program;
  const osp_type *own_types;
  // Record n is slabs[n / slab_size][n % slab_size]; record 0 is none.
  osp_record **slabs;
  uint64_t slab_count;
  // Heads of lists, which the members of each continue by `next`.
  struct osp_strand **strands;
  struct osp_fiber **fibers;
  struct osp_channel **channels;
} osp_inspection;

extern osp_inspection osp_inspect;
extern const osp_type osp_own_types[OSP_KIND_COUNT];

#endif

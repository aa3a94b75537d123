// The Osprey runtime: what generated code calls, and the layout of everything that a debugger reads.
//
// Values are words of eight bytes in containers: ints and Units as they are, floats as their bits, bools as 0 and 1, all
// others as addresses. Records and variants are { int64_t tag, fields… }, Results { value, int8_t disc, const char *message },
// closures { code, captures… } and called with their own address before the arguments.
#ifndef OSPREY_H
#define OSPREY_H

#include "memory.h"
#include "scheduling.h"

// OSP_LAYOUT_VERSION, for those who look for a symbol only.
extern const int32_t osp_layout_version;

// A persistent vector: 32 elements to a node, the last ones in `tail`. Element i is j = offset + i; from
// tail_start = offset + length - tail_count on it is tail[j - tail_start], else the walk from `root` by five bits a level.
typedef struct osp_list {
  int64_t length;
  int32_t shift;
  int32_t tail_count;
  int64_t *root;
  int64_t *tail;
  int64_t offset;
  // The first type argument is that of its elements.
  const osp_type *type;
} osp_list;

// A persistent hash trie. Inner nodes have a child for each bit of `bitmap`, in their order; keys of one hash share a node.
// Children, keys and values of several lie behind the node itself.
enum osp_map_kind { OSP_MAP_INNER = 0, OSP_MAP_LEAF = 1, OSP_MAP_COLLISION = 2 };

typedef struct osp_map_node {
  int32_t kind;
  uint32_t bitmap;
  uint32_t count;
  // Inner nodes have the number of the entries below them instead, by which a debugger finds the nth.
  union {
    uint32_t hash;
    uint32_t entries;
  };
  struct osp_map_node **children;
  int64_t key;
  int64_t value;
  int64_t *keys;
  int64_t *values;
  const osp_type *map;
} osp_map_node;

enum osp_key { OSP_KEY_WORD = 0, OSP_KEY_STRING = 1 };

typedef struct osp_map {
  int32_t key_kind;
  int64_t length;
  osp_map_node *root;
  const osp_type *type;
} osp_map;

// A closure; what it captured lies behind the code.
struct osp_closure {
  void *code;
};

// Why the program ends before its last line: NULL until then. A debugger stops at the function of `faults.c` for it.
extern const char *osp_last_words;
// Set by a debugger while it has code of the program run: then a fault does not end the program.
extern int32_t osp_in_call;

// Ownership. Functions look at what they are given and keep a count of their own of what they store; what they give, and what
// they put into an `out`, belongs to the caller. Code of programs is different: it owns its arguments, but not its closure.

// Life of a program
void osp_start(const osp_program *program);
void osp_end(void);
// Set by debug builds before each call that makes objects: an index of `osp_program.sites`.
extern _Thread_local uint32_t osp_site_now;
// Variables that change and hold an address: another thread may look while one changes it. `osp_cell_set` takes the object.
void *osp_cell_get(void **cell);
void osp_cell_set(void **cell, void *object);
// The place of the match; no file where the program has no debug information.
_Noreturn void osp_no_match(const char *file, int64_t line, int64_t column);
// Where checked arithmetic fails, in programs with debug information. Operands are ints, or floats as their bits.
void osp_arithmetic_failed(const char *message, const char *operation, int64_t left, int64_t right);
void osp_float_arithmetic_failed(const char *message, const char *operation, int64_t left, int64_t right);

// Texts
void osp_print(const char *text);
// A copy of a text of C, which has no header.
const char *osp_text_of(const char *foreign);
const char *osp_int_text(int64_t value);
const char *osp_float_text(double value);
const char *osp_concat(const char *const *pieces, int64_t count);
bool osp_text_equal(const char *left, const char *right);
int32_t osp_text_compare(const char *left, const char *right);
int64_t osp_length(const char *text);
bool osp_is_empty(const char *text);
bool osp_contains(const char *text, const char *part);
bool osp_starts_with(const char *text, const char *part);
bool osp_ends_with(const char *text, const char *part);
const char *osp_take(const char *text, int64_t count);
const char *osp_drop(const char *text, int64_t count);
const char *osp_upper(const char *text);
const char *osp_lower(const char *text);
const char *osp_trim(const char *text);
const char *osp_trim_start(const char *text);
const char *osp_trim_end(const char *text);
const char *osp_reverse(const char *text);
osp_list *osp_lines(const char *text);
osp_list *osp_words(const char *text);
const char *osp_join(const osp_list *parts, const char *by);

// What may fail gives NULL, or the message of the error.
const char *osp_split(const char *text, const char *by, osp_list **out);
const char *osp_replace(const char *text, const char *from, const char *to, const char **out);
const char *osp_index_of(const char *text, const char *part, int64_t *out);
const char *osp_substring(const char *text, int64_t start, int64_t end, const char **out);
const char *osp_repeat(const char *text, int64_t count, const char **out);
const char *osp_byte_at(const char *text, int64_t index, int64_t *out);
const char *osp_code_point_at(const char *text, int64_t index, int64_t *out);
const char *osp_code_point_width(int64_t point, int64_t *out);
const char *osp_from_code_point(int64_t point, const char **out);
const char *osp_pad_start(const char *text, int64_t width, const char *fill, const char **out);
const char *osp_pad_end(const char *text, int64_t width, const char *fill, const char **out);
const char *osp_parse_int(const char *text, int64_t *out);
const char *osp_parse_float(const char *text, double *out);

// Outside
const char *osp_input(void);
const char *osp_read_file(const char *path, const char **out);
const char *osp_write_file(const char *path, const char *content, int64_t *out);
int64_t osp_random(void);
const char *osp_random_below(int64_t limit, int64_t *out);

// Tests
bool osp_test_begin(const char *name);
void osp_test_end(void);
void osp_test_verdict(int64_t kind, const char *why);
void osp_test_check(const char *label, const char *expected, const char *actual);
void osp_test_all(const char *label, const osp_list *conditions);
int32_t osp_test_finish(void);

// Lists
osp_list *osp_list_of(const int64_t *words, int64_t count, const osp_type *type);
// Without a count of its own: the list keeps it.
int64_t osp_list_word(const osp_list *list, int64_t index);
const char *osp_list_get(const osp_list *list, int64_t index, int64_t *out);
osp_list *osp_list_append(const osp_list *list, int64_t word);
osp_list *osp_list_prepend(const osp_list *list, int64_t word);
osp_list *osp_list_concat(const osp_list *left, const osp_list *right);
osp_list *osp_list_reverse(const osp_list *list);
osp_list *osp_list_drop(const osp_list *list, int64_t count);
bool osp_list_contains(const osp_list *list, int64_t word, int32_t key_kind);

// Maps
osp_map *osp_map_new(int32_t key_kind, const osp_type *type);
const char *osp_map_get(const osp_map *map, int64_t key, int64_t *out);
bool osp_map_contains(const osp_map *map, int64_t key);
osp_map *osp_map_set(const osp_map *map, int64_t key, int64_t value);
osp_map *osp_map_remove(const osp_map *map, int64_t key);
osp_map *osp_map_merge(const osp_map *left, const osp_map *right);
osp_list *osp_map_keys(const osp_map *map, const osp_type *type);
osp_list *osp_map_values(const osp_map *map, const osp_type *type);

// For debuggers, in debug builds. Memory that no manager knows, zeroed; a new object with this body, and a new list: they own
// what they hold. NULL where the program has no type of that name.
void *osp_scratch(int64_t size);
void *osp_make(const char *type, const void *body, int64_t size);
osp_list *osp_make_list(const char *type, const int64_t *words, int64_t count);

#endif

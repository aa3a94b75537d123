// Lists: persistent vectors. A list never changes; what is made of it shares what it can.
#include "private.h"
#include <string.h>

enum { BITS = 5, WIDTH = 1 << BITS, MASK = WIDTH - 1 };

static int64_t *node_copy(const int64_t *node) {
  int64_t *made = osp_alloc(WIDTH * sizeof(int64_t));
  if (node != NULL) memcpy(made, node, WIDTH * sizeof(int64_t));
  return made;
}

static osp_list *header_copy(const osp_list *list) {
  osp_list *made = osp_alloc(sizeof(osp_list));
  *made = *list;
  return made;
}

static osp_list *empty(int32_t addresses) {
  osp_list *list = osp_alloc(sizeof(osp_list));
  list->shift = BITS;
  list->elements_are_addresses = addresses;
  return list;
}

static int64_t tail_start(const osp_list *list) { return list->offset + list->length - list->tail_count; }

static int64_t *with_leaf(const int64_t *node, int32_t shift, int64_t index, int64_t *leaf) {
  int64_t *made = node_copy(node);
  int64_t slot = (index >> shift) & MASK;
  int64_t *below = (int64_t *)(intptr_t)made[slot];
  made[slot] = (int64_t)(intptr_t)(shift == BITS ? leaf : with_leaf(below, shift - BITS, index, leaf));
  return made;
}

// The full tail becomes a leaf of the trie, which grows at its root where it is full.
static void push_tail(osp_list *list) {
  int64_t index = tail_start(list);
  if (index >> (list->shift + BITS) > 0) {
    int64_t *root = node_copy(NULL);
    root[0] = (int64_t)(intptr_t)list->root;
    list->root = root;
    list->shift += BITS;
  }
  list->root = with_leaf(list->root, list->shift, index, list->tail);
  list->tail = NULL;
  list->tail_count = 0;
}

// On a list that nobody else has yet; its tail is its own.
static void push(osp_list *list, int64_t word) {
  if (list->tail_count == WIDTH) push_tail(list);
  if (list->tail == NULL) list->tail = node_copy(NULL);
  list->tail[list->tail_count++] = word;
  list->length++;
}

osp_list *osp_list_of(const int64_t *words, int64_t count, int32_t addresses) {
  osp_list *list = empty(addresses);
  for (int64_t i = 0; i < count; i++) push(list, words[i]);
  return list;
}

int64_t osp_list_word(const osp_list *list, int64_t index) {
  int64_t at = list->offset + index;
  if (at >= tail_start(list)) return list->tail[at - tail_start(list)];
  const int64_t *node = list->root;
  for (int32_t shift = list->shift; shift > 0; shift -= BITS)
    node = (const int64_t *)(intptr_t)node[(at >> shift) & MASK];
  return node[at & MASK];
}

const char *osp_list_get(const osp_list *list, int64_t index, int64_t *out) {
  if (index < 0 || index >= list->length) return "index out of bounds";
  *out = osp_list_word(list, index);
  return NULL;
}

osp_list *osp_list_append(const osp_list *list, int64_t word) {
  osp_list *made = header_copy(list);
  if (made->tail != NULL && made->tail_count < WIDTH) made->tail = node_copy(made->tail);
  push(made, word);
  return made;
}

osp_list *osp_list_prepend(const osp_list *list, int64_t word) {
  osp_list *made = empty(list->elements_are_addresses);
  push(made, word);
  for (int64_t i = 0; i < list->length; i++) push(made, osp_list_word(list, i));
  return made;
}

osp_list *osp_list_concat(const osp_list *left, const osp_list *right) {
  if (right->length == 0) return (osp_list *)left;
  osp_list *made = osp_list_append(left, osp_list_word(right, 0));
  for (int64_t i = 1; i < right->length; i++) push(made, osp_list_word(right, i));
  return made;
}

osp_list *osp_list_reverse(const osp_list *list) {
  osp_list *made = empty(list->elements_are_addresses);
  for (int64_t i = list->length - 1; i >= 0; i--) push(made, osp_list_word(list, i));
  return made;
}

// Only the place of the first element moves.
osp_list *osp_list_drop(const osp_list *list, int64_t count) {
  osp_list *made = header_copy(list);
  made->offset += count;
  made->length -= count;
  return made;
}

bool osp_list_contains(const osp_list *list, int64_t word, int32_t key_kind) {
  for (int64_t i = 0; i < list->length; i++)
    if (osp_key_equal(key_kind, osp_list_word(list, i), word)) return true;
  return false;
}

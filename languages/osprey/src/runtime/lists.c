// Lists: persistent vectors. A list never changes; what is made of it shares what it can.
#include "private.h"
#include <string.h>

enum { BITS = 5, WIDTH = 1 << BITS, MASK = WIDTH - 1 };

static const osp_type *element_of(const osp_list *list) { return list->type->fields[0].type; }

static const osp_type *leaf_type(const osp_list *list) {
  return &osp_own_types[osp_is_managed(element_of(list)) ? OSP_KIND_LIST_LEAF : OSP_KIND_LIST_WORDS];
}

// A copy shares what is in the node.
static int64_t *node_copy(const int64_t *node, const osp_type *type) {
  int64_t *made = osp_alloc(WIDTH * sizeof(int64_t), type);
  if (node == NULL) return made;
  memcpy(made, node, WIDTH * sizeof(int64_t));
  if (type->kind == OSP_KIND_LIST_WORDS) return made;
  for (int i = 0; i < WIDTH; i++) osp_retain((void *)(intptr_t)made[i]);
  return made;
}

static osp_list *header_copy(const osp_list *list) {
  osp_list *made = osp_alloc(sizeof(osp_list), list->type);
  *made = *list;
  osp_retain(made->root);
  osp_retain(made->tail);
  return made;
}

osp_list *osp_list_new(const osp_type *type) {
  osp_list *list = osp_alloc(sizeof(osp_list), type);
  list->shift = BITS;
  list->type = type;
  return list;
}

static int64_t tail_start(const osp_list *list) { return list->offset + list->length - list->tail_count; }

// Takes the leaf.
static int64_t *with_leaf(const int64_t *node, int32_t shift, int64_t index, int64_t *leaf) {
  int64_t *made = node_copy(node, &osp_own_types[OSP_KIND_LIST_INNER]);
  int64_t slot = (index >> shift) & MASK;
  int64_t *below = (int64_t *)(intptr_t)made[slot];
  made[slot] = (int64_t)(intptr_t)(shift == BITS ? leaf : with_leaf(below, shift - BITS, index, leaf));
  // The copy shared it.
  if (shift != BITS) osp_release(below);
  return made;
}

// The full tail becomes a leaf of the trie, which grows at its root where it is full.
static void push_tail(osp_list *list) {
  int64_t index = tail_start(list);
  if (index >> (list->shift + BITS) > 0) {
    int64_t *root = node_copy(NULL, &osp_own_types[OSP_KIND_LIST_INNER]);
    root[0] = (int64_t)(intptr_t)list->root;
    list->root = root;
    list->shift += BITS;
  }
  int64_t *before = list->root;
  list->root = with_leaf(before, list->shift, index, list->tail);
  osp_release(before);
  list->tail = NULL;
  list->tail_count = 0;
}

// Its tail is its own.
void osp_list_push(osp_list *list, int64_t word) {
  if (list->tail_count == WIDTH) push_tail(list);
  if (list->tail == NULL) list->tail = node_copy(NULL, leaf_type(list));
  list->tail[list->tail_count++] = word;
  list->length++;
}

static void push_shared(osp_list *list, int64_t word) {
  osp_retain_word(element_of(list), word);
  osp_list_push(list, word);
}

osp_list *osp_list_of(const int64_t *words, int64_t count, const osp_type *type) {
  osp_list *list = osp_list_new(type);
  for (int64_t i = 0; i < count; i++) push_shared(list, words[i]);
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
  if (index < 0 || index >= list->length) return OSP_TEXT("index out of bounds");
  *out = osp_list_word(list, index);
  osp_retain_word(element_of(list), *out);
  return NULL;
}

osp_list *osp_list_append(const osp_list *list, int64_t word) {
  osp_list *made = header_copy(list);
  if (made->tail != NULL && made->tail_count < WIDTH) {
    int64_t *shared = made->tail;
    made->tail = node_copy(shared, leaf_type(list));
    // A view of a longer list has elements behind its own in the tail.
    for (int i = made->tail_count; i < WIDTH; i++) {
      if (osp_is_managed(element_of(list))) osp_release((void *)(intptr_t)made->tail[i]);
      made->tail[i] = 0;
    }
    osp_release(shared);
  }
  push_shared(made, word);
  return made;
}

osp_list *osp_list_prepend(const osp_list *list, int64_t word) {
  osp_list *made = osp_list_new(list->type);
  push_shared(made, word);
  for (int64_t i = 0; i < list->length; i++) push_shared(made, osp_list_word(list, i));
  return made;
}

osp_list *osp_list_concat(const osp_list *left, const osp_list *right) {
  if (right->length == 0) {
    osp_retain((void *)left);
    return (osp_list *)left;
  }
  osp_list *made = osp_list_append(left, osp_list_word(right, 0));
  for (int64_t i = 1; i < right->length; i++) push_shared(made, osp_list_word(right, i));
  return made;
}

osp_list *osp_list_reverse(const osp_list *list) {
  osp_list *made = osp_list_new(list->type);
  for (int64_t i = list->length - 1; i >= 0; i--) push_shared(made, osp_list_word(list, i));
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

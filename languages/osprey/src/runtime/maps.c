// Maps: persistent hash tries. A map never changes; what is made of it shares what it can.
#include "private.h"
#include <string.h>

enum { BITS = 5, MASK = 31, DEEPEST = 35 };

// FNV-1a for texts. Interpreters and debuggers that show keys in the order of the trie use the same.
uint32_t osp_text_hash(const char *text) {
  uint32_t hash = 0x811c9dc5u;
  for (const unsigned char *at = (const unsigned char *)text; *at != 0; at++) hash = (hash ^ *at) * 0x01000193u;
  return hash;
}

static uint32_t hash_of(int32_t key_kind, int64_t key) {
  if (key_kind == OSP_KEY_STRING) return osp_text_hash((const char *)(intptr_t)key);
  uint64_t word = (uint64_t)key;
  return (uint32_t)(((word ^ (word >> 32)) * 0x9e3779b97f4a7c15ull) >> 32);
}

int32_t osp_key_equal(int32_t key_kind, int64_t left, int64_t right) {
  if (key_kind != OSP_KEY_STRING) return left == right;
  return strcmp((const char *)(intptr_t)left, (const char *)(intptr_t)right) == 0;
}

static uint32_t slot_of(uint32_t hash, int shift) { return shift >= DEEPEST ? 0 : (hash >> shift) & MASK; }
static uint32_t place_of(uint32_t bitmap, uint32_t bit) { return (uint32_t)__builtin_popcount(bitmap & (bit - 1)); }

static osp_map_node *leaf(uint32_t hash, int64_t key, int64_t value) {
  osp_map_node *node = osp_alloc(sizeof(osp_map_node));
  node->kind = OSP_MAP_LEAF;
  node->count = 1;
  node->hash = hash;
  node->key = key;
  node->value = value;
  return node;
}

static osp_map_node *inner(uint32_t bitmap, uint32_t count) {
  osp_map_node *node = osp_alloc(sizeof(osp_map_node));
  node->bitmap = bitmap;
  node->count = count;
  node->children = osp_alloc((int64_t)(count * sizeof(osp_map_node *)));
  return node;
}

static osp_map_node *collision(uint32_t hash, uint32_t count) {
  osp_map_node *node = osp_alloc(sizeof(osp_map_node));
  node->kind = OSP_MAP_COLLISION;
  node->hash = hash;
  node->count = count;
  node->keys = osp_alloc((int64_t)(count * sizeof(int64_t)));
  node->values = osp_alloc((int64_t)(count * sizeof(int64_t)));
  return node;
}

// Two nodes of different hashes, as deep as their hashes agree.
static osp_map_node *joined(osp_map_node *left, osp_map_node *right, int shift) {
  uint32_t a = slot_of(left->hash, shift), b = slot_of(right->hash, shift);
  if (a == b) {
    osp_map_node *node = inner(1u << a, 1);
    node->children[0] = joined(left, right, shift + BITS);
    return node;
  }
  osp_map_node *node = inner((1u << a) | (1u << b), 2);
  node->children[a < b ? 0 : 1] = left;
  node->children[a < b ? 1 : 0] = right;
  return node;
}

typedef struct {
  int32_t key_kind;
  uint32_t hash;
  int64_t key;
  int64_t value;
  bool changed_length;
} change;

static osp_map_node *set_same_hash(osp_map_node *node, change *what) {
  bool single = node->kind == OSP_MAP_LEAF;
  uint32_t place = 0;
  for (; place < node->count; place++)
    if (osp_key_equal(what->key_kind, single ? node->key : node->keys[place], what->key)) break;
  what->changed_length = place == node->count;
  if (single && !what->changed_length) return leaf(what->hash, what->key, what->value);
  osp_map_node *made = collision(what->hash, node->count + (what->changed_length ? 1 : 0));
  for (uint32_t i = 0; i < node->count; i++) {
    made->keys[i] = single ? node->key : node->keys[i];
    made->values[i] = single ? node->value : node->values[i];
  }
  made->keys[place] = what->key;
  made->values[place] = what->value;
  return made;
}

static osp_map_node *set(osp_map_node *node, int shift, change *what) {
  if (node == NULL) {
    what->changed_length = true;
    return leaf(what->hash, what->key, what->value);
  }
  if (node->kind != OSP_MAP_INNER) {
    if (node->hash == what->hash) return set_same_hash(node, what);
    what->changed_length = true;
    return joined(node, leaf(what->hash, what->key, what->value), shift);
  }
  uint32_t bit = 1u << slot_of(what->hash, shift);
  uint32_t place = place_of(node->bitmap, bit);
  bool present = (node->bitmap & bit) != 0;
  osp_map_node *made = inner(node->bitmap | bit, node->count + (present ? 0 : 1));
  memcpy(made->children, node->children, place * sizeof(osp_map_node *));
  uint32_t rest = place + (present ? 1 : 0);
  memcpy(made->children + place + 1, node->children + rest, (node->count - rest) * sizeof(osp_map_node *));
  made->children[place] = set(present ? node->children[place] : NULL, shift + BITS, what);
  return made;
}

// NULL where nothing is left.
static osp_map_node *removed(osp_map_node *node, int shift, change *what) {
  if (node->kind == OSP_MAP_LEAF) {
    what->changed_length = node->hash == what->hash && osp_key_equal(what->key_kind, node->key, what->key);
    return what->changed_length ? NULL : node;
  }
  if (node->kind == OSP_MAP_COLLISION) {
    uint32_t place = 0;
    while (place < node->count && !osp_key_equal(what->key_kind, node->keys[place], what->key)) place++;
    if (node->hash != what->hash || place == node->count) return node;
    what->changed_length = true;
    if (node->count == 2) return leaf(node->hash, node->keys[1 - place], node->values[1 - place]);
    osp_map_node *made = collision(node->hash, node->count - 1);
    for (uint32_t i = 0; i < made->count; i++) {
      made->keys[i] = node->keys[i < place ? i : i + 1];
      made->values[i] = node->values[i < place ? i : i + 1];
    }
    return made;
  }
  uint32_t bit = 1u << slot_of(what->hash, shift);
  if ((node->bitmap & bit) == 0) return node;
  uint32_t place = place_of(node->bitmap, bit);
  osp_map_node *below = removed(node->children[place], shift + BITS, what);
  if (below == node->children[place]) return node;
  if (below == NULL && node->count == 1) return NULL;
  osp_map_node *made = inner(below == NULL ? node->bitmap & ~bit : node->bitmap, node->count - (below == NULL ? 1 : 0));
  for (uint32_t i = 0, j = 0; i < node->count; i++) {
    if (i != place) made->children[j++] = node->children[i];
    else if (below != NULL) made->children[j++] = below;
  }
  return made;
}

static osp_map *made_of(const osp_map *map, osp_map_node *root, int64_t more) {
  osp_map *made = osp_alloc(sizeof(osp_map));
  made->key_kind = map->key_kind;
  made->length = map->length + more;
  made->root = root;
  return made;
}

osp_map *osp_map_new(int32_t key_kind) {
  osp_map *map = osp_alloc(sizeof(osp_map));
  map->key_kind = key_kind;
  return map;
}

static bool find(const osp_map *map, int64_t key, int64_t *out) {
  uint32_t hash = hash_of(map->key_kind, key);
  const osp_map_node *node = map->root;
  for (int shift = 0; node != NULL && node->kind == OSP_MAP_INNER; shift += BITS) {
    uint32_t bit = 1u << slot_of(hash, shift);
    node = (node->bitmap & bit) == 0 ? NULL : node->children[place_of(node->bitmap, bit)];
  }
  if (node == NULL || node->hash != hash) return false;
  for (uint32_t i = 0; i < node->count; i++) {
    bool single = node->kind == OSP_MAP_LEAF;
    if (!osp_key_equal(map->key_kind, single ? node->key : node->keys[i], key)) continue;
    *out = single ? node->value : node->values[i];
    return true;
  }
  return false;
}

const char *osp_map_get(const osp_map *map, int64_t key, int64_t *out) {
  return find(map, key, out) ? NULL : "mapGet: key not found";
}

bool osp_map_contains(const osp_map *map, int64_t key) {
  int64_t value;
  return find(map, key, &value);
}

osp_map *osp_map_set(const osp_map *map, int64_t key, int64_t value) {
  change what = {map->key_kind, hash_of(map->key_kind, key), key, value, false};
  osp_map_node *root = set(map->root, 0, &what);
  return made_of(map, root, what.changed_length ? 1 : 0);
}

osp_map *osp_map_remove(const osp_map *map, int64_t key) {
  if (map->root == NULL) return (osp_map *)map;
  change what = {map->key_kind, hash_of(map->key_kind, key), key, 0, false};
  osp_map_node *root = removed(map->root, 0, &what);
  return what.changed_length ? made_of(map, root, -1) : (osp_map *)map;
}

typedef void visitor(void *context, int64_t key, int64_t value);

static void visit(const osp_map_node *node, visitor *each, void *context) {
  if (node == NULL) return;
  if (node->kind == OSP_MAP_LEAF) return each(context, node->key, node->value);
  for (uint32_t i = 0; i < node->count; i++) {
    if (node->kind == OSP_MAP_INNER) visit(node->children[i], each, context);
    else each(context, node->keys[i], node->values[i]);
  }
}

static void merge_one(void *context, int64_t key, int64_t value) {
  osp_map **map = context;
  *map = osp_map_set(*map, key, value);
}

osp_map *osp_map_merge(const osp_map *left, const osp_map *right) {
  osp_map *made = (osp_map *)left;
  visit(right->root, merge_one, &made);
  return made;
}

typedef struct {
  int64_t *next;
  bool keys;
} collected;

static void collect_one(void *context, int64_t key, int64_t value) {
  collected *all = context;
  *all->next++ = all->keys ? key : value;
}

static osp_list *collect(const osp_map *map, bool keys, int32_t addresses) {
  int64_t *words = osp_alloc((map->length + 1) * (int64_t)sizeof(int64_t));
  collected all = {words, keys};
  visit(map->root, collect_one, &all);
  return osp_list_of(words, map->length, addresses);
}

osp_list *osp_map_keys(const osp_map *map) { return collect(map, true, map->key_kind == OSP_KEY_STRING); }
osp_list *osp_map_values(const osp_map *map, int32_t addresses) { return collect(map, false, addresses); }

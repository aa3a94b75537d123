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

// Keys, values and children of several lie behind the node.
static osp_map_node *node_of(const osp_type *map, int32_t kind, uint32_t count, size_t behind) {
  osp_map_node *node = osp_alloc((int64_t)(sizeof(osp_map_node) + behind), &osp_own_types[OSP_KIND_MAP_NODE]);
  node->map = map;
  node->kind = kind;
  node->count = count;
  return node;
}

// Shares key and value.
static osp_map_node *leaf(const osp_type *map, uint32_t hash, int64_t key, int64_t value) {
  osp_map_node *node = node_of(map, OSP_MAP_LEAF, 1, 0);
  node->hash = hash;
  node->key = key;
  node->value = value;
  osp_retain_word(map->fields[0].type, key);
  osp_retain_word(map->fields[1].type, value);
  return node;
}

static osp_map_node *inner(const osp_type *map, uint32_t bitmap, uint32_t count) {
  osp_map_node *node = node_of(map, OSP_MAP_INNER, count, count * sizeof(osp_map_node *));
  node->bitmap = bitmap;
  node->children = (osp_map_node **)(node + 1);
  return node;
}

static osp_map_node *shared(osp_map_node *node) {
  osp_retain(node);
  return node;
}

static osp_map_node *collision(const osp_type *map, uint32_t hash, uint32_t count) {
  osp_map_node *node = node_of(map, OSP_MAP_COLLISION, count, 2 * count * sizeof(int64_t));
  node->hash = hash;
  node->keys = (int64_t *)(node + 1);
  node->values = node->keys + count;
  return node;
}

static void put(osp_map_node *node, uint32_t place, int64_t key, int64_t value) {
  node->keys[place] = key;
  node->values[place] = value;
  osp_retain_word(node->map->fields[0].type, key);
  osp_retain_word(node->map->fields[1].type, value);
}

// Two nodes of different hashes, as deep as their hashes agree. Takes both.
static osp_map_node *joined(osp_map_node *left, osp_map_node *right, int shift) {
  uint32_t a = slot_of(left->hash, shift), b = slot_of(right->hash, shift);
  if (a == b) {
    osp_map_node *node = inner(left->map, 1u << a, 1);
    node->entries = left->count + right->count;
    node->children[0] = joined(left, right, shift + BITS);
    return node;
  }
  osp_map_node *node = inner(left->map, (1u << a) | (1u << b), 2);
  node->entries = left->count + right->count;
  node->children[a < b ? 0 : 1] = left;
  node->children[a < b ? 1 : 0] = right;
  return node;
}

typedef struct {
  const osp_type *map;
  int32_t key_kind;
  uint32_t hash;
  int64_t key;
  int64_t value;
  bool changed_length;
} change;

// What these functions give belongs to the caller; what they do not change they share.

static osp_map_node *set_same_hash(osp_map_node *node, change *what) {
  bool single = node->kind == OSP_MAP_LEAF;
  uint32_t place = 0;
  for (; place < node->count; place++)
    if (osp_key_equal(what->key_kind, single ? node->key : node->keys[place], what->key)) break;
  what->changed_length = place == node->count;
  if (single && !what->changed_length) return leaf(what->map, what->hash, what->key, what->value);
  osp_map_node *made = collision(what->map, what->hash, node->count + (what->changed_length ? 1 : 0));
  for (uint32_t i = 0; i < node->count; i++)
    if (i != place) put(made, i, single ? node->key : node->keys[i], single ? node->value : node->values[i]);
  put(made, place, what->key, what->value);
  return made;
}

static osp_map_node *set(osp_map_node *node, int shift, change *what) {
  if (node == NULL) {
    what->changed_length = true;
    return leaf(what->map, what->hash, what->key, what->value);
  }
  if (node->kind != OSP_MAP_INNER) {
    if (node->hash == what->hash) return set_same_hash(node, what);
    what->changed_length = true;
    return joined(shared(node), leaf(what->map, what->hash, what->key, what->value), shift);
  }
  uint32_t bit = 1u << slot_of(what->hash, shift);
  uint32_t place = place_of(node->bitmap, bit);
  bool present = (node->bitmap & bit) != 0;
  osp_map_node *made = inner(what->map, node->bitmap | bit, node->count + (present ? 0 : 1));
  for (uint32_t i = 0; i < node->count; i++) {
    if (present && i == place) continue;
    made->children[i < place || present ? i : i + 1] = shared(node->children[i]);
  }
  made->children[place] = set(present ? node->children[place] : NULL, shift + BITS, what);
  made->entries = node->entries + (what->changed_length ? 1 : 0);
  return made;
}

// NULL where nothing is left.
static osp_map_node *removed(osp_map_node *node, int shift, change *what) {
  if (node->kind == OSP_MAP_LEAF) {
    what->changed_length = node->hash == what->hash && osp_key_equal(what->key_kind, node->key, what->key);
    return what->changed_length ? NULL : shared(node);
  }
  if (node->kind == OSP_MAP_COLLISION) {
    uint32_t place = 0;
    while (place < node->count && !osp_key_equal(what->key_kind, node->keys[place], what->key)) place++;
    if (node->hash != what->hash || place == node->count) return shared(node);
    what->changed_length = true;
    if (node->count == 2) return leaf(what->map, node->hash, node->keys[1 - place], node->values[1 - place]);
    osp_map_node *made = collision(what->map, node->hash, node->count - 1);
    for (uint32_t i = 0; i < made->count; i++) {
      uint32_t from = i < place ? i : i + 1;
      put(made, i, node->keys[from], node->values[from]);
    }
    return made;
  }
  uint32_t bit = 1u << slot_of(what->hash, shift);
  if ((node->bitmap & bit) == 0) return shared(node);
  uint32_t place = place_of(node->bitmap, bit);
  osp_map_node *below = removed(node->children[place], shift + BITS, what);
  if (!what->changed_length) {
    osp_release(below);
    return shared(node);
  }
  if (below == NULL && node->count == 1) return NULL;
  uint32_t bitmap = below == NULL ? node->bitmap & ~bit : node->bitmap;
  osp_map_node *made = inner(what->map, bitmap, node->count - (below == NULL ? 1 : 0));
  made->entries = node->entries - 1;
  for (uint32_t i = 0, j = 0; i < node->count; i++) {
    if (i != place) made->children[j++] = shared(node->children[i]);
    else if (below != NULL) made->children[j++] = below;
  }
  return made;
}

// Takes the root.
static osp_map *made_of(const osp_map *map, osp_map_node *root, int64_t more) {
  osp_map *made = osp_map_new(map->key_kind, map->type);
  made->length = map->length + more;
  made->root = root;
  return made;
}

osp_map *osp_map_new(int32_t key_kind, const osp_type *type) {
  osp_map *map = osp_alloc(sizeof(osp_map), type);
  map->key_kind = key_kind;
  map->type = type;
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
  if (!find(map, key, out)) return OSP_TEXT("mapGet: key not found");
  osp_retain_word(map->type->fields[1].type, *out);
  return NULL;
}

bool osp_map_contains(const osp_map *map, int64_t key) {
  int64_t value;
  return find(map, key, &value);
}

osp_map *osp_map_set(const osp_map *map, int64_t key, int64_t value) {
  change what = {map->type, map->key_kind, hash_of(map->key_kind, key), key, value, false};
  osp_map_node *root = set(map->root, 0, &what);
  return made_of(map, root, what.changed_length ? 1 : 0);
}

osp_map *osp_map_remove(const osp_map *map, int64_t key) {
  int64_t value;
  if (!find(map, key, &value)) {
    osp_retain((void *)map);
    return (osp_map *)map;
  }
  change what = {map->type, map->key_kind, hash_of(map->key_kind, key), key, 0, false};
  return made_of(map, removed(map->root, 0, &what), -1);
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
  osp_map *before = *map;
  *map = osp_map_set(before, key, value);
  osp_release(before);
}

osp_map *osp_map_merge(const osp_map *left, const osp_map *right) {
  osp_map *made = (osp_map *)left;
  osp_retain(made);
  visit(right->root, merge_one, &made);
  return made;
}

typedef struct {
  osp_list *list;
  bool keys;
} collected;

static void collect_one(void *context, int64_t key, int64_t value) {
  collected *all = context;
  int64_t word = all->keys ? key : value;
  osp_retain_word(all->list->type->fields[0].type, word);
  osp_list_push(all->list, word);
}

static osp_list *collect(const osp_map *map, bool keys, const osp_type *type) {
  collected all = {osp_list_new(type), keys};
  visit(map->root, collect_one, &all);
  return all.list;
}

osp_list *osp_map_keys(const osp_map *map, const osp_type *type) { return collect(map, true, type); }
osp_list *osp_map_values(const osp_map *map, const osp_type *type) { return collect(map, false, type); }

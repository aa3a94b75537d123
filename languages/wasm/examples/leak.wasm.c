// A cache of pages that forgets to let go: every entry that is replaced stays in a list of old ones.
// Try: `sonde heap leak.wasm.c`: what the cache holds, what its list of old entries holds, and a block that nothing holds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct page {
  char *text;
  int length;
};

struct entry {
  int key;
  struct page *page;
  struct entry *older;
};

struct cache {
  struct entry *slots[4];
  struct entry *replaced;
};

static struct cache cache;

static struct page *load(int number) {
  struct page *page = malloc(sizeof *page);
  page->text = malloc(200);
  page->length = snprintf(page->text, 200, "page %d", number);
  return page;
}

static void put(int key) {
  struct entry *entry = malloc(sizeof *entry);
  entry->key = key;
  entry->page = load(key);
  entry->older = 0;
  struct entry **slot = &cache.slots[key % 4];
  if (*slot) { // The mistake: what is replaced is kept, and nobody looks at it again.
    (*slot)->older = cache.replaced;
    cache.replaced = *slot;
  }
  *slot = entry;
}

static void warm_up(void) {
  char *scratch = malloc(100); // Never freed.
  strcpy(scratch, "warming up");
}

int main(void) {
  warm_up();
  for (int key = 0; key < 4; key++) put(key);
  for (int key = 4; key < 60; key++) put(key); // #few
  printf("%d pages\n", cache.slots[3]->page->length + 54); // #look
  return 0;
}

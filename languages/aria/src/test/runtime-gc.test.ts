// The garbage collector of Aria's runtime: what moves, what stays, what dies, and what a debugger reads of it.

import { describe, expect, it } from 'vitest';
import { allModes, toolsMissing, useRuntime } from './runtime-programs.js';

/** A linked node with an id, roots for two variables, and a walk of the nursery as aria.h describes it. */
const start = `
#include "aria.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct Node { struct Node *next; struct Node *other; int64_t id; } Node;
static const uint32_t node_pointers[] = {0, 8};
static const aria_type types[] = {{"int64", 8, 0, NULL}, {"Node", sizeof(Node), 2, node_pointers}};
enum { NODE = 1 };
static Node *a, *b;
static struct { struct aria_roots *previous; uint64_t count; void **slots[2]; } roots =
  {NULL, 2, {(void **)&a, (void **)&b}};
static void begin(void) {
  __aria_streams_init();
  __aria_gc_types(types, 2);
  __aria_gc_push((struct aria_roots *)&roots);
}
__attribute__((unused)) static Node *node(int64_t id) {
  Node *made = __aria_gc_alloc(sizeof(Node), NODE);
  made->id = id;
  return made;
}
__attribute__((unused)) static uint64_t header(void *object) { return ((uint64_t *)object)[-1]; }
__attribute__((unused)) static void show(const char *name, void *object) {
  uint64_t h = header(object);
  printf("%s:%s%s%s%s class %u type %u\\n", name, h & ARIA_GC_MARK ? " marked" : "", h & ARIA_GC_PINNED ? " pinned" : "",
         h & ARIA_GC_FORWARDED ? " forwarded" : "", h & ARIA_GC_NURSERY ? " nursery" : "", ARIA_GC_SIZE_CLASS(h),
         ARIA_GC_TYPE_ID(h));
}
static char *blocks(char *from, char *to, int *count) {
  while (from < to) {
    ++*count;
    from += __aria_gc_block_size(ARIA_GC_SIZE_CLASS(*(uint64_t *)(void *)from));
  }
  return from;
}
__attribute__((unused)) static int in_nursery(void) {
  int count = 0;
  char *at = __aria_gc_nursery.first;
  for (uint64_t i = 0; i < __aria_gc_nursery.span_count; i++) {
    aria_gc_span span = __aria_gc_nursery.spans[i];
    if (blocks(at, span.start, &count) != span.start && at != span.start) abort();
    if (blocks(span.start, span.used, &count) != span.used) abort();
    at = span.end;
  }
  blocks(at, __aria_gc_nursery.last, &count);
  return count;
}
`;

describe.skipIf(toolsMissing)('the garbage collector of the Aria runtime', () => {
  const { run, lines } = useRuntime();

  it('every object has a header with its bin and type, is aligned, and begins as zeros', async () => {
    const got = await lines(`${start}
      int main(void) {
        begin();
        const uint64_t sizes[] = {0, 1, 8, 9, 24, 1016, 1017, 2040, 2041, 20000};
        for (int i = 0; i < 10; i++) {
          char *object = __aria_gc_alloc(sizes[i], 7);
          for (uint64_t k = 0; k < sizes[i]; k++) if (object[k] != 0) abort();
          memset(object, 0xff, sizes[i]);
          if ((uintptr_t)object % 16 != 0) abort();
          char name[32];
          snprintf(name, sizeof name, "%d of %d", (int)sizes[i],
                   (int)__aria_gc_block_size(ARIA_GC_SIZE_CLASS(header(object))));
          show(name, object);
        }
        printf("%d %d\\n", (int)__aria_gc_block_size(0), (int)__aria_gc_block_size(9999));
      }`);
    expect(got).toEqual([
      ...[
        '0 of 16: nursery class 1 type 7',
        '1 of 16: nursery class 1 type 7',
        '8 of 16: nursery class 1 type 7',
      ],
      ...[
        '9 of 32: nursery class 2 type 7',
        '24 of 32: nursery class 2 type 7',
        '1016 of 1024: nursery class 64 type 7',
      ],
      ...['1017 of 2048: nursery class 65 type 7', '2040 of 2048: nursery class 65 type 7'],
      ...['2041 of 4096: nursery class 66 type 7', '20000 of 32768: nursery class 69 type 7', '0 0'],
    ]);
  });

  it('a collection moves what is reachable and leaves a forwarding address', async () => {
    const got = await lines(`${start}
      int main(void) {
        begin();
        a = node(1);
        a->next = node(2);
        a->next->next = a;
        Node *before = a;
        b = a;
        __aria_gc_collect(0);
        show("left", before);
        show("moved", a);
        Node *forward;
        memcpy(&forward, before, 8);
        printf("%d %d %d %d %d\\n", a != before, a == forward, a == b, a->next->next == a, (int)(a->id + a->next->id));
        printf("%d %d\\n", (int)__aria_gc_old_objects.count, in_nursery());
        for (uint64_t i = 0; i < __aria_gc_old_objects.count; i++)
          printf("%d", __aria_gc_old_objects.entries[i].object == (i == 0 ? a : a->next));
        printf("\\n");
      }`);
    expect(got).toEqual([
      'left: forwarded nursery class 2 type 1',
      'moved: class 2 type 1',
      '1 1 1 1 3',
      '2 0',
      '11',
    ]);
  });

  it('a pinned object stays and lives, and allocation goes round it', async () => {
    const got = await lines(
      `${start}
      int main(void) {
        begin();
        a = node(1);
        for (int i = 0; i < 50; i++) node(100 + i);
        Node *pinned = a->next = node(2);
        pinned->next = node(3);
        Node *also = node(4);
        __aria_gc_pin(pinned);
        __aria_gc_pin(also);
        printf("%d\\n", in_nursery());
        __aria_gc_collect(0);
        show("pinned", pinned);
        printf("%d %d %d %d spans, %d pinned\\n", a->next == pinned, (int)pinned->next->id, in_nursery(),
               (int)__aria_gc_nursery.span_count, (int)__aria_gc_statistics.pinned_in_nursery);
        uint64_t collections = __aria_gc_statistics.minor_collections;
        int made = 0;
        for (; __aria_gc_statistics.minor_collections == collections; made++) {
          Node *fresh = node(made);
          if (fresh == pinned || fresh == also) abort();
        }
        printf("%d %d\\n", made, in_nursery());
        printf("%d %d\\n", (int)pinned->id, (int)also->id);
        __aria_gc_unpin(also);
        __aria_gc_unpin(pinned);
        __aria_gc_collect(1);
        printf("%d %d %d\\n", a->next != pinned, (int)a->next->id, in_nursery());
        show("moved", a->next);
      }`,
      { env: { ARIA_GC_NURSERY: '8K' } },
    );
    // 8 KiB hold 255 blocks of 32 bytes; the one that did not fit is the first after the collection.
    expect(got).toEqual([
      ...['54', 'pinned: pinned nursery class 2 type 1', '1 3 2 3 spans, 2 pinned', '254 3', '2 4', '1 2 0'],
      'moved: marked class 2 type 1',
    ]);
  });

  it('an old object that leads to a new one keeps it', async () => {
    const got = await lines(`${start}
      int main(void) {
        begin();
        a = node(1);
        __aria_gc_collect(0);
        a->next = node(2);
        a->next->other = node(3);
        __aria_gc_collect(0);
        printf("%d %d\\n", (int)a->next->id, (int)a->next->other->id);
      }`);
    expect(got).toEqual(['2 3']);
  });

  it('a list of 200,000 objects lives, and dies whole', async () => {
    const got = await lines(
      `${start}
      int main(void) {
        begin();
        for (int i = 0; i < 200000; i++) {
          b = node(i);
          b->next = a;
          a = b;
        }
        __aria_gc_collect(1);
        int64_t sum = 0, count = 0;
        for (Node *it = a; it != NULL; it = it->next) sum += it->id, count++;
        printf("%lld %lld %d\\n", (long long)count, (long long)sum, (int)__aria_gc_old_objects.count);
        printf("%d\\n", __aria_gc_statistics.full_collections < 10);
        a = b = NULL;
        __aria_gc_collect(1);
        printf("%d %d\\n", (int)__aria_gc_old_objects.count, (int)__aria_gc_statistics.old_bytes);
        printf("%d\\n", __aria_gc_statistics.freed_objects == __aria_gc_statistics.promoted_objects);
      }`,
      { mode: 'optimised', env: { ARIA_GC_NURSERY: '1M' } },
    );
    expect(got).toEqual(['200000 19999900000 200000', '1', '0 0', '1']);
  });

  it('the nursery grows with the old generation, so that looking through that stays rare', async () => {
    const got = await lines(
      `${start}
      static long size(void) { return (long)(__aria_gc_nursery_end - __aria_gc_nursery_start); }
      int main(void) {
        begin();
        for (int i = 0; i < 100000; i++) { b = node(i); b->next = a; a = b; }
        printf("%d %d\\n", size() >= 1 << 20, size() <= 64 << 20);
        Node *pinned = b;
        __aria_gc_pin(pinned);
        for (int i = 0; i < 300000; i++) node(i);
        printf("%d %d\\n", b == pinned, (int)b->id);
        __aria_gc_collect(0);
        printf("%d\\n", in_nursery() <= 1);
      }`,
      { mode: 'optimised' },
    );
    expect(got).toEqual(['1 1', '1 99999', '1']);
  });

  it('arrays of objects, globals and large objects are looked into', async () => {
    const got = await lines(`${start}
      static void *global;
      int main(void) {
        begin();
        __aria_gc_global(&global);
        __aria_gc_global(&global);
        global = __aria_gc_alloc(5 * sizeof(Node), NODE);
        for (int i = 0; i < 5; i++) {
          Node *fresh = node(i);
          ((Node *)global)[i].other = fresh;
        }
        void *large = __aria_gc_alloc(5000 * sizeof(Node), NODE);
        show("large", large);
        a = large;
        a[4999].next = node(77);
        __aria_gc_collect(1);
        for (int i = 0; i < 5; i++) printf("%d ", (int)((Node *)global)[i].other->id);
        printf("%d %d\\n", (int)a[4999].next->id, a == large);
        printf("%d\\n", (int)__aria_gc_old_objects.count);
      }`);
    expect(got).toEqual(['large: class 71 type 1', '0 1 2 3 4 77 1', '8']);
  });

  it('what popped roots held dies', async () => {
    const got = await lines(`${start}
      int main(void) {
        begin();
        Node *local = NULL;
        struct { struct aria_roots *previous; uint64_t count; void **slots[2]; } inner = {NULL, 2, {(void **)&local, NULL}};
        __aria_gc_push((struct aria_roots *)&inner);
        local = node(5);
        __aria_gc_collect(1);
        printf("%d %d\\n", (int)local->id, (int)__aria_gc_old_objects.count);
        __aria_gc_pop((struct aria_roots *)&inner);
        __aria_gc_collect(1);
        printf("%d %d\\n", __aria_gc_roots == (struct aria_roots *)&roots, (int)__aria_gc_old_objects.count);
      }`);
    expect(got).toEqual(['5 1', '1 0']);
  });

  it.each(allModes)('a random graph stays as it was made, collected at every allocation (%s)', async mode => {
    const got = await lines(
      `${start}
      enum { SLOTS = 64, STEPS = 20000 };
      static Node *slots[SLOTS];
      static struct { int64_t id, next, other; } mirror[STEPS + 1]; /* by id: which ids it leads to; 0 none */
      static uint64_t seed = 88172645463325252ULL;
      static uint64_t chance(uint64_t below) {
        seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
        return seed % below;
      }
      static int64_t id_of(Node *n) { return n == NULL ? 0 : n->id; }
      static void check(Node *n, int depth) {
        for (; n != NULL && depth > 0; depth--) {
          if (id_of(n->next) != mirror[n->id].next || id_of(n->other) != mirror[n->id].other) {
            printf("node %lld is damaged\\n", (long long)n->id);
            exit(1);
          }
          n = chance(2) ? n->next : n->other;
        }
      }
      int main(void) {
        begin();
        struct aria_roots *all = malloc(sizeof *all + sizeof(void *) * SLOTS);
        all->count = SLOTS;
        for (int i = 0; i < SLOTS; i++) all->slots[i] = (void **)&slots[i];
        __aria_gc_push(all);
        for (int64_t step = 1; step <= STEPS; step++) {
          uint64_t to = chance(SLOTS), from = chance(SLOTS);
          Node *fresh = node(step);
          switch (chance(6)) {
            case 0: slots[to] = NULL; break;
            case 1: if (slots[to]) slots[to]->next = slots[from], mirror[slots[to]->id].next = id_of(slots[from]); break;
            case 2: if (slots[to]) slots[to]->other = fresh, mirror[slots[to]->id].other = step; break;
            case 3: if (slots[to]) __aria_gc_pin(slots[to]); break;
            case 4: if (slots[to]) __aria_gc_unpin(slots[to]); break;
            default: fresh->next = slots[to]; mirror[step].next = id_of(slots[to]); slots[to] = fresh; break;
          }
          if (step % 500 == 0) __aria_gc_collect(1);
          check(slots[from], 50);
        }
        for (int i = 0; i < SLOTS; i++) check(slots[i], 1000);
        printf("%d\\n", __aria_gc_statistics.minor_collections >= STEPS);
        free(all);
      }`,
      { mode, env: { ARIA_GC_STRESS: '1', ARIA_GC_NURSERY: '4K' } },
    );
    expect(got).toEqual(['1']);
  });

  it('inside a collection another one, and an allocation, do nothing', async () => {
    const got = await lines(`${start}
      int main(void) {
        begin();
        a = node(1);
        __aria_gc_statistics.collecting = 1;
        __aria_gc_collect(1);
        printf("%d %d\\n", (int)__aria_gc_statistics.minor_collections, __aria_gc_alloc(8, 0) == NULL);
      }`);
    expect(got).toEqual(['0 1']);
  });

  it('sizes beyond memory trap, and a size that is none is told and not taken', async () => {
    const source = `${start}
      int main(int count, char **names) {
        (void)names;
        begin();
        a = node(1);
        printf("%d\\n", (int)(__aria_gc_nursery_end - __aria_gc_nursery_start));
        if (count > 1) __aria_gc_alloc(count > 2 ? UINT64_MAX : UINT64_C(1) << 46, 0);
      }`;
    const env = { ASAN_OPTIONS: 'handle_abort=0:allocator_may_return_null=1:max_allocation_size_mb=4096' };
    const huge = await run(source, { mode: 'optimised', args: ['x'] });
    const wrapped = await run(source, { args: ['x', 'y'], env });
    expect([huge.status, huge.stderr]).toEqual(['SIGABRT', 'aria: out of memory: 70368744177664 bytes\n']);
    expect([wrapped.status, wrapped.stderr]).toEqual([
      'SIGABRT',
      'aria: out of memory: 18446744073709551615 bytes\n',
    ]);
    const odd = await run(source, { env: { ARIA_GC_NURSERY: 'plenty' } });
    expect(odd).toMatchObject({
      ...{ status: 0, stdout: '262144\n' },
      stderr: "aria: ARIA_GC_NURSERY is no size: 'plenty' (bytes, or with K, M or G)\n",
    });
    expect((await run(source, { env: { ARIA_GC_NURSERY: '1' } })).stdout).toBe('4096\n');
  });
});

// Programs of other compilers: none of them is here, so that small C++ programs have their symbols, layouts and names.

import { describe, expect, it } from 'vitest';
import { aria } from '../pack/aria.js';
import { toolsMissing, useShown } from './shown-programs.js';

/** The state of Nitpick's heap with its members where its programs have them. */
const nitpick = `
typedef unsigned long u64;
extern "C" void *malloc(u64);
namespace npk { namespace runtime {
  struct Fragment { char *start, *end; u64 size; };
  struct Nursery { char *start, *bump, *end; u64 capacity, used; Fragment *first, *last, *room; };
  struct OldGeneration { void **first, **last, **room; u64 used, threshold; };
  struct GCState {
    bool initialized, collecting;
    u64 max_heap;
    Nursery *nursery;
    OldGeneration *old;
    void *cards;
    static GCState &instance() { static GCState inst; return inst; }
  };
} }
using namespace npk::runtime;
extern "C" void *npk_gc_alloc(u64 size, u64 type) {
  Nursery *nursery = GCState::instance().nursery;
  u64 words = (size + 15) / 8;
  u64 *header = (u64 *)nursery->bump;
  nursery->bump += words * 8;
  *header = 1 << 4 | words << 5 | type << 13;
  return header + 1;
}
typedef signed char tbb8;
typedef int tbb32;
int main() {
  signed char small = 100;
  tbb8 fine = 100, err = -128;
  tbb32 worse = -2147483647 - 1;
  long large = 5;
  GCState &state = GCState::instance();
  if (large == 5) large++; // #before
  static Nursery nursery;
  static OldGeneration old;
  static char room[4096] __attribute__((aligned(16)));
  static u64 aged[4] = {2 | 4 << 5 | 9 << 13, 7};
  static void *objects[] = {aged + 1};
  nursery.start = nursery.bump = room;
  nursery.end = room + sizeof room;
  old.first = objects;
  old.last = old.room = objects + 1;
  state.nursery = &nursery;
  state.old = &old;
  state.initialized = true;
  long *one = (long *)npk_gc_alloc(8, 0);
  long *two = (long *)npk_gc_alloc(24, 3);
  one[-1] |= 4;
  *one = 1;
  *two = 2;
  long *outside = &large;
  return small + fine + err + (int)(*one + *two + *outside) + worse; // #look
}
`;

/** As npkc writes it: its name, the names of Aria for numbers, and nothing of members and pointers. */
const asNpkc = (ir: string): string =>
  ir
    .replace(/producer: "[^"]*"/g, 'producer: "Nitpick Compiler (npkc)"')
    .replace(/language: DW_LANG_C_plus_plus\w*/g, 'language: DW_LANG_C')
    .replace('name: "signed char"', 'name: "int8"')
    .replace('name: "long"', 'name: "int64"');

describe.skipIf(toolsMissing)('a program of npkc', () => {
  const programs = useShown();
  const stopped = (marker: string) => programs.cAs(asNpkc, nitpick, marker, ['-x', 'c++']);

  it('is known by its compiler, and its numbers are shown', async () => {
    const { stop, show } = await stopped('look');
    const { unit } = stop.top!.frames[0]!;
    expect(unit?.producer).toBe('Nitpick Compiler (npkc)');
    expect(aria.native!.recognises!.producer!.test(unit!.producer!)).toBe(true);
    const texts = await Promise.all(['small', 'fine', 'err', 'worse', 'large'].map(name => show(name)));
    expect(texts.map(({ text }) => text)).toEqual(['100', '100', 'ERR (sentinel)', 'ERR (sentinel)', '6']);
  });

  it('has headers of its own layout before what is in its nursery', async () => {
    const { lines } = await stopped('look');
    expect(await lines('one')).toEqual([
      '*one = 1',
      '[header] = Unmarked, Pinned, Active, Nursery, size class 2, type 0x0',
    ]);
    expect((await lines('two')).at(-1)).toBe(
      '[header] = Unmarked, Movable, Active, Nursery, size class 4, type 0x3',
    );
    expect(await lines('outside')).toEqual(['*outside = 6']);
  });

  it('has its heap mapped by its symbol', async () => {
    const before = await stopped('before');
    expect(await before.runtime.regions!()).toEqual([]);
    const { runtime } = await stopped('look');
    expect(await runtime.regions!()).toMatchObject(
      [
        { type: 'gc_nursery', size: 4096, objectCount: 2, fragmentation: 0 },
        { type: 'gc_old_gen', size: 32, objectCount: 1 },
      ].toSorted(),
    );
  });
});

const december = `
typedef unsigned long u64;
static u64 heap[64];
extern "C" void *aria_gc_alloc(u64 type) {
  heap[0] = 1 | 2 | 24 << 4 | type << 12;
  return heap + 1;
}
struct Point { int x, y; };
template <class T> using gc_ptr = T *;
int main() {
  gc_ptr<Point> point = (Point *)aria_gc_alloc(3);
  point->x = 1;
  point->y = 2;
  return point->x; // #look
}
`;

describe.skipIf(toolsMissing)('a program of the compilers of December 2025', () => {
  const programs = useShown();

  it('has headers of their layout before what its types say is collected', async () => {
    const { show, lines, runtime } = await programs.c(december, 'look', { options: ['-x', 'c++'] });
    expect(await show('point')).toMatchObject({ type: 'gc_ptr<Point>' });
    expect(await lines('point')).toEqual([
      'x = 1',
      'y = 2',
      '[header] = Marked, Pinned, Active, OldGen, size class 24, type 0x3',
    ]);
    expect(await runtime.regions!()).toEqual([]);
  });
});

describe.skipIf(toolsMissing)('a program without any runtime', () => {
  const programs = useShown();

  it('has plain values, and no memory of its own', async () => {
    const { show, runtime } = await programs.c(
      `int main(void) { int n = 1, *p = &n, *none = 0, *bad = (int *)8;
       return *p + !none + !bad; // #look
       }`,
      'look',
    );
    expect((await show('p')).text).toMatch(/^→ 1 at 0x\w+$/);
    expect((await show('none')).text).toBe('NULL');
    expect((await show('bad')).text).toMatch(/^→ <unreadable: .* at 0x8$/);
    expect(await runtime.regions!()).toEqual([]);
    expect(await runtime.explainStop!()).toBeUndefined();
  });

  it('is told when its tables are of another time', async () => {
    const { show, runtime } = await programs.c(
      'const unsigned __aria_layout_version = 99; int main(void) { int n = 1; return n; } // #look',
      'look',
    );
    await expect(runtime.facts!()).rejects.toThrow('its tables are of version 99');
    await expect(show('n')).resolves.toMatchObject({ name: 'n' });
  });

  it('may have tables full of garbage', async () => {
    const { runtime, show } = await programs.c(
      `const unsigned __aria_layout_version = 2;
       char *__aria_gc_nursery_start = (char *)16, *__aria_gc_nursery_end = (char *)0x7fffffffffff;
       unsigned long __aria_gc_nursery[5] = {1, ~0ul, 8, ~0ul, ~0ul};
       unsigned long __aria_gc_old_objects[3] = {8, 100, 100}, __aria_scopes[4] = {8, ~0ul, 0, 0};
       unsigned long __aria_wild_table[3] = {8, 100000, 1}, __aria_exec_table[3] = {8, 5, 5};
       unsigned long __aria_gc_type_table[2] = {8, ~0ul}, __aria_gc_statistics[12];
       char *__aria_trap_message = (char *)8;
       int main(void) { int n = 1, *p = &n;
       return *p; // #look
       }`,
      'look',
    );
    expect((await show('p')).text).toMatch(/^→ /);
    expect(await runtime.explainStop!()).toBeUndefined();
    expect(await runtime.regions!()).toEqual([]);
  });
});

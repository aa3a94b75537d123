// Collected and wild memory of Aria programs under the debugger.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useShown } from './shown-programs.js';

const collected = `
const Point = struct { x: int32, y: int32 };
const Node = struct { value: int64, next: gc Node };
func:make = gc Node(int64:value, gc Node:next) { gc Node:made = Node{ value: value, next: next }; pass(made); };
func:main = int32() {
  gc Node:list = NULL;
  println("empty"); // #empty
  gc Point:pinned = Point{ x: 1, y: 2 };
  Point@:plain = #pinned;
  int32@:inner = @plain->y;
  list = make(7, NULL);
  list = make(8, list);
  gc int32[3]:numbers = [10, 20, 30];
  println("young"); // #young
  aria.gc_minor();
  println("old"); // #old
  aria.gc();
  println(\`marked &{list.value} &{numbers[1]} &{plain->x} &{inner[0]}\`); // #marked
  pass(0);
};
`;

describe.skipIf(toolsMissing)('collected memory', () => {
  const programs = useShown();

  it('does not exist before the first allocation', async () => {
    const { show, runtime } = await programs.aria(collected, 'empty');
    expect((await show('list')).text).toBe('NULL');
    expect(await runtime.regions!()).toEqual([]);
  });

  it.each([['debug', []] as const, ['release', ['--release']] as const])(
    'has headers that can be looked at, in a %s build',
    async (_, options) => {
      const { show, lines, child } = await programs.aria(collected, 'young', { options });
      expect((await show('list')).text).toMatch(/^→ \{value: 8, next: 0x\w+\} at 0x\w+$/);
      expect(await lines('list')).toEqual([
        'value = 8',
        expect.stringMatching(/^next = → \{value: 7, next: NULL\} at 0x\w+$/),
        expect.stringMatching(
          /^\[header\] = Unmarked, Movable, Active, Nursery, size class 2, type 0x\w+ Node$/,
        ),
      ]);
      expect(await lines(await child('pinned', '[header]'))).toEqual([
        ...['mark_bit = Unmarked', 'pinned_bit = Pinned', 'forwarded_bit = Active', 'is_nursery = Nursery'],
        ...['size_class = 1', expect.stringMatching(/^type_id = 0x[0-9a-f]+$/) as string, 'type = Point'],
      ]);
      expect((await lines('numbers')).slice(0, 3)).toEqual(['[0] = 10', '[1] = 20', '[2] = 30']);
    },
  );

  it('is known by its address, whatever type a pointer has', async () => {
    const { lines } = await programs.aria(collected, 'young');
    expect((await lines('plain')).at(-1)).toMatch(/^\[header\] = Unmarked, Pinned, Active, Nursery/);
    expect(await lines('inner')).toEqual([
      '*inner = 2',
      expect.stringMatching(/^\[header\] = Unmarked, Pinned, .* Point, of the object 4 bytes before$/),
    ]);
  });

  it('moves: an address from before leads to where the object is now', async () => {
    const young = await programs.aria(collected, 'young');
    const before = young.value('list');
    expect(before.content.kind).toBe('bytes');
    const { showValue, expand, lines, show } = await programs.aria(collected, 'old');
    const moved = await showValue({ type: before.type, content: before.content });
    const now = (await show('list')).text.split(' ').at(-1)!;
    expect(moved.text).toMatch(new RegExp(`^→ \\{value: 8, next: 0x\\w+\\} at ${now}, moved from 0x\\w+$`));
    const children = await expand(moved);
    expect(children.map(child => child.name)).toEqual(['value', 'next', '[header]']);
    expect(children[2]!.text).toContain('Forwarded, Nursery');
    expect((await lines(children[2]!)).at(-1)).toBe(`forwarded_to = ${now}`);
    expect((await lines('list')).at(-1)).toMatch(/Unmarked, Movable, Active, OldGen, size class 2/);
    expect((await lines('pinned')).at(-1)).toMatch(/Pinned, Active, Nursery/);
  });

  it('is marked by a full collection', async () => {
    const { lines } = await programs.aria(collected, 'marked');
    expect((await lines('list')).at(-1)).toMatch(/= Marked, Movable, Active, OldGen/);
  });

  it('is shown when every allocation collects', async () => {
    const env = { ARIA_GC_STRESS: '1', ARIA_GC_NURSERY: '4K' };
    const { lines, runtime } = await programs.aria(collected, 'young', { env });
    expect((await lines('list'))[0]).toBe('value = 8');
    expect((await lines('list')).at(-1)).toMatch(/\[header\] = \w+, Movable, Active, (Nursery|OldGen)/);
    expect((await runtime.regions!()).map(({ type }) => type)).toEqual(['gc_nursery', 'gc_old_gen']);
  });

  it('is shown from the middle of a collection', async () => {
    const stop = await programs.ariaIn(collected, 'aria_old_alloc');
    const main = await stop.inFunction('main');
    expect((await main.show('plain')).text).toMatch(/^→ \{x: 1, y: 2\} at 0x\w+$/);
    expect((await main.lines('plain')).at(-1)).toMatch(/^\[header\] = Unmarked, Pinned, Active, Nursery/);
    expect((await main.lines('list')).at(-1)).toMatch(/^\[header\] = /);
    const next = await (await stop.next()).inFunction('main');
    for (const name of ['list', 'numbers', 'pinned'])
      expect((await next.show(name)).text).toMatch(/^(→ .* at )?0x/);
    expect((await next.runtime.regions!()).map(({ type }) => type)).toContain('gc_nursery');
  });

  it('is mapped: objects, bytes, and what is free', async () => {
    const young = await (await programs.aria(collected, 'young')).runtime.regions!();
    expect(young).toMatchObject([{ type: 'gc_nursery', size: 262_144, objectCount: 4, fragmentation: 0 }]);
    const old = await (await programs.aria(collected, 'old')).runtime.regions!();
    const sum = (type: string) =>
      old.filter(r => r.type === type).reduce((count, r) => count + (r.objectCount ?? 0), 0);
    expect([sum('gc_nursery'), sum('gc_old_gen')]).toEqual([1, 3]);
  });
});

const wild = `
const Pair = struct { left: int32, right: int32 };
func:make = wild Pair@() { wild Pair:made = Pair{ left: 1, right: 2 }; pass(@made); };
func:leave = wild Pair@() { Pair:gone = Pair{ left: 1, right: 2 }; pass(@gone); };
func:main = int32() {
  wild Pair:pair = Pair{ left: 3, right: 4 };
  wild int32@:cells = aria.alloc<int32>(4);
  cells[1] = 9;
  wild int32@:second = cells + 1;
  wild int32@:beyond = cells + 4;
  wild int32@:below = cells - 1;
  wild int32@:none = NULL;
  wild int32@:freed = aria.alloc<int32>(2);
  wild int32@:again = freed;
  aria.free(freed);
  wild Pair@:kept = make();
  wild Pair@:left = leave();
  Pair:here = Pair{ left: 5, right: 6 };
  wild int32@:within = @here.right;
  { wild int64:inner = 5; println(\`&{inner}\`); aria.free(inner); }
  println(\`&{second[0]} &{none == NULL}\`); // #look
  aria.free(pair);
  aria.free(cells);
  pass(0);
};
`;

describe.skipIf(toolsMissing)('wild memory', () => {
  const programs = useShown();

  it('is shown through valid pointers', async () => {
    const { show, lines } = await programs.aria(wild, 'look');
    expect((await show('pair')).text).toMatch(/^→ \{left: 3, right: 4\} at 0x\w+$/);
    expect(await lines('pair')).toEqual([
      'left = 3',
      'right = 4',
      expect.stringMatching(/^\[pointer\] = \{ptr: 0x\w+, base: 0x\w+, size: 8, scope_id: \d+\}$/),
    ]);
    expect((await show('second')).text).toMatch(/^→ 9 at 0x\w+$/);
    expect((await show('none')).text).toBe('NULL');
    expect((await show('kept')).text).toMatch(/^→ \{left: 1, right: 2\} at 0x\w+$/);
    expect((await show('within')).text).toMatch(/^→ 6 at 0x\w+$/);
  });

  it('is not shown through pointers that lead elsewhere', async () => {
    const { show, lines } = await programs.aria(wild, 'look');
    expect((await show('beyond')).text).toBe('<out of bounds: offset +16>');
    expect((await show('below')).text).toBe('<out of bounds: offset -4>');
    const dangling = { text: '<dangling: scope exited>', hint: { attributes: ['readOnly'] } };
    expect(await show('again')).toMatchObject(dangling);
    expect((await lines('again'))[0]).toBe('why = its memory was freed');
    expect(await show('left')).toMatchObject(dangling);
    expect((await lines('left'))[0]).toMatch(/^why = scope \d+ has exited$/);
  });

  it('is plain pointers in a release build', async () => {
    const { show } = await programs.aria(wild, 'look', { options: ['--release'] });
    expect((await show('second')).text).toMatch(/^(→ -?\d+ at )?0x\w+$|^<optimized out>$/);
    expect((await show('beyond')).text).not.toMatch(/bounds|dangling/);
  });

  it('is mapped by allocation, as long as it is live', async () => {
    const regions = await (await programs.aria(wild, 'look')).runtime.regions!();
    // What a function left behind is still allocated.
    expect(regions.map(({ type, size, objectCount }) => [type, size, objectCount]).toSorted()).toEqual([
      ...[
        ['wild', 16, 1],
        ['wild', 8, 1],
        ['wild', 8, 1],
      ],
    ]);
  });

  it('may be a hundred thousand allocations', async () => {
    const many = `
      func:main = int32() {
        wild int64@:first = aria.alloc<int64>(1);
        wild int64@:last = first;
        for i in 1..100000 {
          last = aria.alloc<int64>(1);
          last[0] = i;
        }
        wild int64@:gone = aria.alloc<int64>(1);
        wild int64@:same = gone;
        aria.free(gone);
        println(\`&{last[0]} &{first[0]}\`); // #look
        pass(0);
      };
    `;
    const { show, runtime } = await programs.aria(many, 'look');
    expect((await show('first')).text).toMatch(/^→ 0 at 0x\w+$/);
    expect((await show('same')).text).toBe('<dangling: scope exited>');
    const regions = await runtime.regions!();
    expect(regions).toHaveLength(1_000);
    expect(regions.reduce((sum, { objectCount = 0 }) => sum + objectCount, 0)).toBe(100_001);
  });
});

describe.skipIf(toolsMissing)('executable memory', () => {
  const programs = useShown();

  it('is mapped as long as it is there', async () => {
    const code = `
      func:main = int32() {
        wildx byte@:code = aria.alloc_exec(100);
        code[0] = 195;
        println("there"); // #there
        aria.free_exec(code);
        println("gone"); // #gone
        pass(0);
      };
    `;
    const there = await programs.aria(code, 'there');
    expect((await there.show('code')).text).toMatch(/^→ 195 at 0x\w+$/);
    const [region, ...others] = await there.runtime.regions!();
    expect([region, others]).toMatchObject([{ type: 'wildx', objectCount: 1, fragmentation: 0 }, []]);
    expect(region!.size % 4096).toBe(0);
    expect(await (await programs.aria(code, 'gone')).runtime.regions!()).toEqual([]);
  });
});

describe.skipIf(toolsMissing)('a trap', () => {
  const programs = useShown();

  it('is told in the words of the runtime', async () => {
    const { runtime, stop } = await programs.ariaIn(
      'func:main = int32() { int32[3]:row = [1, 2, 3]; int32:at = 7; pass(row[at]); };',
      undefined,
    );
    expect(stop.threads[0]!.reasons[0]).toMatchObject({ kind: 'exception', thrown: { name: 'SIGABRT' } });
    expect(await runtime.explainStop!()).toMatch(/index 7 is outside of 0\.\.2/);
  });

  it('is not made of any other stop', async () => {
    const { runtime } = await programs.aria(wild, 'look');
    expect(await runtime.explainStop!()).toBeUndefined();
  });
});

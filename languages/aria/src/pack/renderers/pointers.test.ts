// Pointers of every kind, into memory that a test wrote.

import { describe, expect, it } from 'vitest';
import { FakeProgram } from '../../test/fake-program.js';
import { headerLayouts } from '../runtime-model/header-layouts.js';

const at = 0x1000n;
const layoutOf = (symbol: string) => headerLayouts.find(item => item.symbol === symbol)!.layout;
const spec = layoutOf('__aria_layout_version');

const header = (typeId: number, sizeClass: number, flags: number): bigint =>
  (BigInt(typeId) << 32n) | (BigInt(sizeClass) << 8n) | BigInt(flags);

describe('a pointer to a collected object', () => {
  const nursery = { start: 0x10000n, end: 0x20000n };
  /** Two objects: {1, 2} at 0x10010, pinned, and {3, 4} at 0x10030. */
  const made = () => {
    const program = new FakeProgram()
      .words(0x10008n, header(1, 2, 0b1010), 1n, 2n, 0n)
      .words(0x10028n, header(1, 2, 0b1000), 3n, 4n, 0n);
    const int64 = program.alias('int64', program.integer('long', 64));
    const pair = program.struct('Pair', { left: int64, right: int64 });
    const gc = program.alias('gc_ptr<Pair>', program.pointer(pair));
    program.facts = {
      layout: spec,
      nursery: { ...nursery, segments: [{ from: 0x10008n, to: 0x10048n }] },
      typeNames: ['Other', 'Pair'],
    };
    const shown = (address: bigint, type = gc) => program.words(at, address).show(type, at);
    return { program, int64, pair, gc, shown };
  };

  it('shows what is there, and the header before it', async () => {
    const { program, shown } = made();
    const pair = await shown(0x10010n);
    expect(pair.text).toBe('→ {left: 1, right: 2} at 0x10010');
    expect(await program.lines(pair)).toEqual([
      'left = 1',
      'right = 2',
      '[header] = Unmarked, Pinned, Active, Nursery, size class 2, type 0x1 Pair',
    ]);
    const [, , bits] = await program.expand(pair);
    expect(bits!.hint).toEqual({ kind: 'virtual' });
    expect(await program.lines(bits!)).toEqual([
      ...['mark_bit = Unmarked', 'pinned_bit = Pinned', 'forwarded_bit = Active', 'is_nursery = Nursery'],
      ...['size_class = 2', 'type_id = 0x1', 'type = Pair'],
    ]);
  });

  it('has one whatever its type, as long as it leads into the nursery', async () => {
    const { program, int64, pair, shown } = made();
    const plain = await shown(0x10030n, program.alias('Pair@', program.pointer(pair)));
    expect((await program.lines(plain)).at(-1)).toContain('Movable');
    const inner = await shown(0x10038n, program.pointer(int64));
    expect(inner.text).toBe('→ 4 at 0x10038');
    expect(await program.lines(inner)).toEqual([
      '*it = 4',
      '[header] = Unmarked, Movable, Active, Nursery, size class 2, type 0x1 Pair, of the object 8 bytes before',
    ]);
    const untyped = program.types.add({ kind: 'unit', name: 'void' });
    expect((await program.lines(await shown(0x10030n, program.pointer(untyped))))[0]).toContain('[header]');
  });

  it('is not misled by a value that looks like a header', async () => {
    const { program, int64, shown } = made();
    program.words(0x10030n, header(0, 1, 0b1000), 4n);
    const inner = await shown(0x10038n, program.pointer(int64));
    expect((await program.lines(inner)).at(-1)).toContain('of the object 8 bytes before');
  });

  it('follows an object that has moved', async () => {
    const { program, shown } = made();
    program.words(0x10028n, header(1, 2, 0b1100), 0x50010n);
    program.words(0x50008n, header(1, 2, 0), 3n, 4n);
    const moved = await shown(0x10030n);
    expect(moved.text).toBe('→ {left: 3, right: 4} at 0x50010, moved from 0x10030');
    const lines = await program.lines(moved);
    expect(lines.slice(0, 2)).toEqual(['left = 3', 'right = 4']);
    expect(lines[2]).toContain('Forwarded');
    expect((await program.lines((await program.expand(moved))[2]!)).at(-1)).toBe('forwarded_to = 0x50010');
  });

  it('follows what a collection left in memory that is free again, and tells that from free memory', async () => {
    const { program, shown } = made();
    program.words(0x10088n, header(1, 2, 0b1100), 0x50010n).words(0x50010n, 3n, 4n);
    expect((await shown(0x10090n)).text).toBe('→ {left: 3, right: 4} at 0x50010, moved from 0x10090');
    expect((await program.lines(await shown(0x11000n))).at(-1)).toMatch(
      /^\[header\] = <(free memory|unreadable)/,
    );
    program.words(0x100c8n, header(1, 2, 0b1000), 9n);
    expect((await program.lines(await shown(0x100d0n))).at(-1)).toBe(
      '[header] = <free memory of the nursery>',
    );
  });

  it('of the old generation has one by its type', async () => {
    const { program, shown, pair } = made();
    program.words(0x50008n, header(1, 2, 1), 5n, 6n);
    const old = await shown(0x50010n);
    expect(await program.lines(old)).toEqual([
      'left = 5',
      'right = 6',
      '[header] = Marked, Movable, Active, OldGen, size class 2, type 0x1 Pair',
    ]);
    expect(await program.lines(await shown(0x50010n, program.pointer(pair)))).toHaveLength(2);
  });

  it('that is garbage says so', async () => {
    const { program, shown } = made();
    const garbage = await shown(0xdeadbeef000n);
    expect(garbage.text).toBe('→ <unreadable: not mapped> at 0xdeadbeef000');
    expect((await program.lines(garbage)).at(-1)).toBe('[header] = <unreadable: not mapped>');
    program.words(0x60008n, 0x1234567890abcdefn, 1n, 2n);
    expect((await program.lines(await shown(0x60010n))).at(-1)).toBe(
      '[header] = <no header: 0x1234567890abcdef is before it>',
    );
    expect((await shown(3n)).text).toMatch(/^→ <.* at 0x3$/);
    expect((await shown((1n << 64n) - 1n)).text).toMatch(/^→ <.* at 0xffffffffffffffff$/);
    expect(await shown(0n)).toMatchObject({ text: 'NULL' });
    expect((await program.lines(await shown(0x10028n))).at(-1)).toBe('[header] = <inside of a header>');
  });

  it('is shown while objects are being moved', async () => {
    const { program, shown } = made();
    program.facts = { ...program.facts, nursery, collecting: true };
    expect((await program.lines(await shown(0x10010n))).at(-1)).toContain('Nursery, size class 2');
  });

  it('is a plain one where the runtime is not known', async () => {
    const { program, shown } = made();
    for (const facts of [undefined, {}]) {
      program.facts = facts;
      expect(await program.lines(await shown(0x10010n))).toEqual(['left = 1', 'right = 2']);
    }
  });

  it.each([
    [
      'npk_gc_alloc',
      (7n << 13n) | (4n << 5n) | 0b10110n,
      'Marked, Pinned, Active, Nursery, size class 4, type 0x7',
    ],
    [
      'aria_gc_alloc',
      (3n << 12n) | (32n << 4n) | 0b0011n,
      'Marked, Pinned, Active, OldGen, size class 32, type 0x3',
    ],
  ])('of a program with %s is read as its runtime wrote it', async (symbol, word, text) => {
    const { program, shown } = made();
    program.facts = { layout: layoutOf(symbol) };
    program.words(0x50008n, word, 5n, 6n);
    expect((await program.lines(await shown(0x50010n))).at(-1)).toBe(`[header] = ${text}`);
  });

  it('to an array has its elements', async () => {
    const { program, int64, shown } = made();
    const row = program.types.add({ kind: 'array', name: 'int64[2]', element: int64, count: 2, size: 16 });
    const lines = await program.lines(
      await shown(0x10010n, program.alias('gc_ptr<int64[2]>', program.pointer(row))),
    );
    expect(lines.slice(0, 2)).toEqual(['[0] = 1', '[1] = 2']);
    expect(lines).toHaveLength(3);
  });
});

describe('a wild pointer', () => {
  const made = () => {
    const program = new FakeProgram().words(0x5000n, 11n, 12n, 13n, 14n);
    const int64 = program.alias('int64', program.integer('long', 64));
    const word = program.integer('unsigned long', 64, false);
    const address = program.pointer(int64);
    const fat = program.struct('FatPtr<int64>', { ptr: address, base: address, size: word, scope_id: word });
    const type = program.alias('wild_ptr<int64>', fat);
    const live = { size: 32n, scope: 6n, file: 0n, line: 7 };
    program.facts = { scopes: new Set([1n, 5n]), wild: new Map([[0x5000n, live]]) };
    const shown = (ptr: bigint, base = 0x5000n, size = 32n, scope = 6n) =>
      program.words(at, ptr, base, size, scope).show(type, at);
    return { program, shown, live };
  };

  it('shows where it leads, what is there, and what it is made of', async () => {
    const { program, shown } = made();
    const second = await shown(0x5008n);
    expect(second.text).toBe('→ 12 at 0x5008');
    expect(await program.lines(second)).toEqual([
      '*it = 12',
      '[pointer] = {ptr: 0x5008, base: 0x5000, size: 32, scope_id: 6}',
    ]);
    expect(await program.lines((await program.expand(second))[1]!)).toEqual([
      ...['ptr = 0x5008', 'base = 0x5000', 'size = 32', 'scope_id = 6', 'allocated = line 7'],
    ]);
  });

  it.each([
    [0x5020n, '<out of bounds: offset +32>'],
    [0x5100n, '<out of bounds: offset +256>'],
    [0x4ffcn, '<out of bounds: offset -4>'],
    [0n, '<out of bounds: offset -20480>'],
  ])('at %i, outside of its memory, is %s', async (ptr, text) => {
    expect((await made().shown(ptr)).text).toBe(text);
  });

  it('dangles when its scope has exited, wherever it leads', async () => {
    const { program, shown } = made();
    for (const ptr of [0x5000n, 0x9999n]) {
      const dangling = await shown(ptr, 0x5000n, 32n, 9n);
      expect(dangling).toMatchObject({
        text: '<dangling: scope exited>',
        hint: { attributes: ['readOnly'] },
      });
      expect(dangling.hint).not.toHaveProperty('kind');
      expect((await program.lines(dangling))[0]).toBe('why = scope 9 has exited');
    }
  });

  it('dangles when its memory was freed, also when another allocation has it now', async () => {
    const { program, shown, live } = made();
    program.facts = { ...program.facts, wild: new Map() };
    const freed = await shown(0x5000n);
    expect(freed).toMatchObject({ text: '<dangling: scope exited>', hint: { attributes: ['readOnly'] } });
    expect((await program.lines(freed))[0]).toBe('why = its memory was freed');
    program.facts = { ...program.facts, wild: new Map([[0x5000n, { ...live, scope: 10n }]]) };
    expect((await shown(0x5000n)).text).toBe('<dangling: scope exited>');
  });

  it('to a variable of an outer scope, or of none, is as good as one to the innermost', async () => {
    const { program, shown } = made();
    program.facts = { ...program.facts, wild: new Map() };
    for (const scope of [1n, 5n, 0n])
      expect((await shown(0x5000n, 0x5000n, 32n, scope)).text).toBe('→ 11 at 0x5000');
  });

  it('may be NULL, or have been counted on from there', async () => {
    const { shown } = made();
    expect(await shown(0n, 0n, 0n, 0n)).toMatchObject({ text: 'NULL' });
    expect((await shown(16n, 0n, 0n, 0n)).text).toBe('<out of bounds: offset +16>');
  });

  it('is checked as far as the runtime is known', async () => {
    const { program, shown } = made();
    program.facts = undefined;
    expect((await shown(0x5000n)).text).toBe('→ 11 at 0x5000');
    expect((await shown(0x5020n)).text).toBe('<out of bounds: offset +32>');
  });

  it('finds its target by name where its address has no type', async () => {
    const { program } = made();
    const nothing = program.pointer(program.types.add({ kind: 'unit', name: 'void' }));
    const word = program.integer('unsigned long', 64, false);
    const fat = program.struct('FatPtr', { ptr: nothing, base: nothing, size: word, scope_id: word });
    program.words(at, 0x5008n, 0x5000n, 32n, 6n);
    expect(await program.text(program.alias('wild_ptr<int64>', fat), at)).toBe('→ 12 at 0x5008');
    expect(await program.text(program.alias('wild_ptr<Unknown>', fat), at)).toBe('0x5008');
  });

  it('says why when it cannot be read', async () => {
    const { program } = made();
    const word = program.integer('unsigned long', 64, false);
    const fields = { ptr: word, base: word, size: word, scope_id: word };
    const type = program.struct('FatPtr<int64>', fields);
    expect(await program.text(type, 0xdead000n)).toBe('<unreadable: not mapped>');
    program.words(0x7ff0n, 1n, 2n);
    expect(await program.text(type, 0x7ff0n)).toBe('<only a part of the pointer can be read>');
  });
});

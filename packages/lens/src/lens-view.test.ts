// The lens as a whole: default views of every kind of value, pages, paths, formats.

import {
  objectId,
  scalar,
  unavailable,
  type Address,
  type NamedValue,
  type RawValue,
  type TypeId,
} from '@sonde/engine';
import { beforeEach, describe, expect, it } from 'vitest';
import { Lens, type LensOptions } from './lens-view.js';
import { FakeReads, words } from './test/fake-reads.js';
import type { Shown } from './view.js';

let reads: FakeReads;
let int: TypeId;
let uint8: TypeId;
let char: TypeId;
let double: TypeId;
let float: TypeId;
let text: TypeId;
let dynamic: TypeId;
let point: TypeId;

beforeEach(() => {
  reads = new FakeReads();
  int = reads.types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  uint8 = reads.types.add({ kind: 'integer', name: 'u8', size: 1, signed: false });
  char = reads.types.add({ kind: 'character', name: 'char', size: 1, signed: true });
  double = reads.types.add({ kind: 'float', name: 'double', size: 8 });
  float = reads.types.add({ kind: 'float', name: 'float', size: 4 });
  text = reads.types.add({ kind: 'string', name: 'string' });
  dynamic = reads.types.add({ kind: 'dynamic', name: 'any' });
  point = reads.types.add({
    kind: 'struct',
    name: 'Point',
    size: 8,
    fields: [
      { name: 'x', type: int, bitOffset: 0 },
      { name: 'y', type: int, bitOffset: 32 },
    ],
  });
});

const lens = (options: Partial<LensOptions> = {}): Lens =>
  new Lens({ renderers: [], types: reads.types, pointerSize: 8, littleEndian: true, ...options });
const at = (offset: bigint): Address => ({ space: '', offset });
const deferred = (type: TypeId, offset: bigint): RawValue => ({
  type,
  content: { kind: 'deferred' },
  place: { kind: 'memory', address: at(offset) },
});
const bytes = (type: TypeId, ...values: number[]): RawValue => ({
  type,
  content: { kind: 'bytes', bytes: Uint8Array.from(values) },
});
const textOf = (value: RawValue, options: Partial<LensOptions> = {}): Promise<string> =>
  lens(options).text(value, reads.reader());
const showOne = async (value: RawValue, name = 'v', using = lens()): Promise<Shown> =>
  (await using.show([{ name, value, path: name }], reads.reader()))[0]!;
const lines = (shown: readonly Shown[]): string[] => shown.map(child => `${child.name} = ${child.text}`);

describe('scalars', () => {
  it('shows integers in decimal, and in hex at the size of their type', async () => {
    expect(await textOf(bytes(int, 0xff, 0xff, 0xff, 0xff))).toBe('-1');
    expect(await lens().text(scalar(int, -1n), reads.reader(), { hex: true })).toBe('0xffffffff');
    expect(await lens().text(scalar(uint8, 10n), reads.reader(), { hex: true })).toBe('0x0a');
    expect(await lens().text(scalar(dynamic, -10n), reads.reader(), { hex: true })).toBe('-0xa');
  });

  it('reads either byte order and integers of sixteen bytes', async () => {
    const wide = reads.types.add({ kind: 'integer', name: 'i128', size: 16, signed: true });
    const big = bytes(wide, ...Array.from({ length: 15 }, () => 0), 1);
    expect(await textOf(big)).toBe((1n << 120n).toString());
    expect(await textOf(big, { littleEndian: false })).toBe('1');
    expect(await textOf(bytes(int, 0, 0, 1, 2), { littleEndian: false })).toBe('258');
  });

  it('shows floats as short as their precision allows', async () => {
    const one = new Uint8Array(4);
    new DataView(one.buffer).setFloat32(0, 0.1, true);
    expect(await textOf({ type: float, content: { kind: 'bytes', bytes: one } })).toBe('0.1');
    expect(await textOf(scalar(float, Math.fround(16777216.5)))).toBe('16777216');
    expect(await textOf(scalar(double, 0.1))).toBe('0.1');
    expect(await textOf(scalar(double, -0))).toBe('-0');
    expect(await textOf(scalar(double, NaN))).toBe('nan');
    expect(await textOf(scalar(double, -Infinity))).toBe('-inf');
    const half = reads.types.add({ kind: 'float', name: 'f16', size: 2 });
    expect(await textOf(bytes(half, 0x00, 0x3e))).toBe('1.5');
  });

  it('does not guess at floats of a size whose format it does not know', async () => {
    const long = reads.types.add({ kind: 'float', name: 'long double', size: 16 });
    expect(await textOf(bytes(long, ...Array.from({ length: 16 }, () => 1)))).toMatch(/^<16 bytes: 01 01/);
  });

  it('shows characters with their number', async () => {
    expect(await textOf(bytes(char, 97))).toBe("'a' 97");
    expect(await textOf(bytes(char, 10))).toBe("'\\n' 10");
    expect(await textOf(bytes(char, 0xff))).toBe("'\\xff' -1");
    expect(await textOf(scalar(char, 'b'))).toBe("'b' 98");
  });

  it('shows truth, unit and functions', async () => {
    const boolean = reads.types.add({ kind: 'boolean', name: 'bool', size: 1 });
    const unit = reads.types.add({ kind: 'unit', name: 'void' });
    const code = reads.types.add({ kind: 'function', name: 'int (int)' });
    expect(await textOf(bytes(boolean, 1))).toBe('true');
    expect(await textOf(scalar(boolean, 0n))).toBe('false');
    expect(await textOf(deferred(unit, 16n))).toBe('()');
    expect(await textOf(deferred(code, 0x401000n))).toBe('0x401000');
  });

  it('names enumerators, combinations of flags, and admits what has no name', async () => {
    const flags = reads.types.add({
      kind: 'enum',
      name: 'Flags',
      underlying: int,
      enumerators: [
        { name: 'NONE', value: 0n },
        { name: 'READ', value: 1n },
        { name: 'WRITE', value: 2n },
      ],
    });
    expect(await textOf(bytes(flags, 0, 0, 0, 0))).toBe('NONE (0)');
    expect(await textOf(scalar(flags, 3n))).toBe('READ | WRITE (3)');
    expect(await textOf(scalar(flags, 5n))).toBe('? (5)');
  });

  it('follows aliases and says when a type was never described', async () => {
    const alias = reads.types.add({ kind: 'alias', name: 'size', target: int });
    const shown = await showOne(scalar(alias, 7n));
    expect([shown.text, shown.type]).toEqual(['7', 'size']);
    expect(await textOf({ type: 999 as TypeId, content: { kind: 'deferred' } })).toBe(
      '<type 999 was never described>',
    );
  });

  it('says why a value is not available', async () => {
    expect(await textOf(unavailable(int, 'optimized out'))).toBe('<optimized out>');
    expect(await textOf(deferred(int, 0x10n))).toBe('<unreadable: not mapped>');
  });

  it('shows dynamic values by what they hold', async () => {
    expect(await textOf(scalar(dynamic, 5))).toBe('5');
    expect(await textOf(scalar(dynamic, 'hi'))).toBe('"hi"');
    expect(await textOf(scalar(dynamic, true))).toBe('true');
  });
});

describe('texts', () => {
  it('quotes them and makes invisible characters visible', async () => {
    expect(await textOf(scalar(text, 'a"b\\\n\u0000\u202e'))).toBe('"a\\"b\\\\\\n\\0\\u202e"');
  });

  it('logs them without quotes, unless there is more than the text', async () => {
    const logged = (value: RawValue): Promise<string> => lens().loggedText(value, reads.reader());
    expect(await logged(scalar(text, 'a "b"\n'))).toBe('a \\"b\\"\\n');
    expect(await logged(scalar(text, ''))).toBe('');
    expect(await logged(scalar(text, 'x'.repeat(1000)))).toMatch(/^"x+…" \(1000\)$/);
    expect(await logged(scalar(int, 5n))).toBe('5');
  });

  it('cuts a preview within its limit and tells the length', async () => {
    const shown = await textOf(scalar(text, 'x'.repeat(1000)));
    expect(shown).toMatch(/^"x+…" \(1000\)$/);
    expect(shown.length).toBeLessThanOrEqual(256);
    const escaped = await textOf(scalar(text, '\u0001'.repeat(1000)));
    expect(escaped.length).toBeLessThanOrEqual(256);
  });

  it('shows a string of 100 MB by its beginning, and whole only to who asks for it', async () => {
    const place = { kind: 'global', index: 1 } as const;
    const length = 100 * 1024 * 1024;
    const partial: RawValue = {
      type: text,
      place,
      content: { kind: 'partial', value: 'abc'.repeat(100), length },
    };
    reads.places.set('global 1', scalar(text, 'z'.repeat(length), place));
    const started = reads.calls.length;
    expect(await textOf(partial)).toMatch(/^"(abc)+.*…" \(104857600\)$/);
    expect(reads.calls.length).toBe(started);
    const whole = await lens().wholeText(partial, reads.reader());
    expect(whole.length).toBe(length + 2);
  });
});

describe('arrays', () => {
  it('shows all elements of a small one', async () => {
    const three = reads.types.add({ kind: 'array', name: 'int[3]', element: int, count: 3 });
    expect(await textOf({ type: three, content: { kind: 'bytes', bytes: words(1, 2, 3) } })).toBe(
      '[1, 2, 3]',
    );
  });

  it('pages ten million elements with one read a page', async () => {
    const count = 10_000_000;
    const huge = reads.types.add({ kind: 'array', name: 'int[10000000]', element: int, count });
    reads.regions.push({
      start: 0x10000n,
      size: BigInt(count) * 4n,
      // Each element holds its own index.
      byte: offset => Number(((offset / 4n) >> ((offset % 4n) * 8n)) & 0xffn),
    });
    const using = lens();
    const reader = reads.reader();
    const [shown] = await using.show([{ name: 'a', value: deferred(huge, 0x10000n) }], reader);
    expect(shown?.text).toMatch(/^\[0, 1, 2, 3, .*, …\] \(10000000\)$/);
    expect(shown?.children).toMatchObject({ named: 0, indexed: count });

    const before = reads.calls.length;
    const page = await using.expand(shown!, { filter: 'indexed', start: 9_999_990, count: 100 }, reader);
    expect(lines(page)).toEqual(
      Array.from({ length: 10 }, (_, nth) => `[${9_999_990 + nth}] = ${9_999_990 + nth}`),
    );
    expect(reads.calls.slice(before)).toEqual(['memory 1']);
    expect(reads.bytesRead).toBeLessThan(64 * 1024);
  });

  it('lists a first page for clients that do not page, and the rest behind it', async () => {
    const many = reads.types.add({ kind: 'array', name: 'int[2500]', element: int, count: 2500 });
    reads.map(0x1000n, words(...Array.from({ length: 2500 }, (_, nth) => nth)));
    const using = lens({ memberPath: (parent, child) => `${parent}[${child}]` });
    const reader = reads.reader();
    const [shown] = await using.show([{ name: 'a', value: deferred(many, 0x1000n), path: 'a' }], reader);
    const first = await using.expand(shown!, {}, reader);
    expect(first).toHaveLength(1001);
    expect(first.at(-1)).toMatchObject({ name: '…', text: '1500 more', children: { indexed: 1500 } });
    const next = await using.expand(first.at(-1)!, { filter: 'indexed', start: 0, count: 2 }, reader);
    expect(next.map(child => [child.name, child.text, child.path])).toEqual([
      ['[1000]', '1000', 'a[1000]'],
      ['[1001]', '1001', 'a[1001]'],
    ]);
  });

  it('lists no more than it may of what a client asks for, and the rest behind it', async () => {
    const many = reads.types.add({ kind: 'array', name: 'int[2500]', element: int, count: 2500 });
    reads.map(0x1000n, words(...Array.from({ length: 2500 }, (_, nth) => nth)));
    const using = lens({ budget: { maxPage: 100 } });
    const reader = reads.reader();
    const [shown] = await using.show([{ name: 'a', value: deferred(many, 0x1000n) }], reader);
    const listed = await using.expand(shown!, { filter: 'indexed', start: 10, count: 2000 }, reader);
    expect(listed).toHaveLength(101);
    expect(listed.at(-1)).toMatchObject({ name: '…', text: '2390 more', children: { indexed: 2390 } });
    const [next] = await using.expand(listed.at(-1)!, { filter: 'indexed', start: 0, count: 1 }, reader);
    expect(next).toMatchObject({ name: '[110]', text: '110' });
    expect(await using.expand(shown!, { filter: 'indexed', start: 10, count: 100 }, reader)).toHaveLength(
      100,
    );
  });

  it('shows arrays of characters as text up to their zero', async () => {
    const buffer = reads.types.add({ kind: 'array', name: 'char[8]', element: char, count: 8 });
    expect(await textOf(bytes(buffer, 104, 105, 0, 1, 2, 3, 4, 5))).toBe('"hi"');
  });

  it('lists what can be read of an array that ends in unmapped memory', async () => {
    const large = reads.types.add({ kind: 'array', name: 'int[4096]', element: int, count: 4096 });
    reads.map(0x1000n, words(7));
    const using = lens();
    const [shown] = await using.show([{ name: 'a', value: deferred(large, 0x1000n) }], reads.reader());
    const [first] = await using.expand(shown!, { start: 0, count: 1 }, reads.reader());
    const [beyond] = await using.expand(shown!, { start: 4000, count: 1 }, reads.reader());
    expect([first?.text, beyond?.text]).toEqual(['7', '<unreadable: not mapped>']);
  });

  it('clamps pages that lie outside', async () => {
    const three = reads.types.add({ kind: 'array', name: 'int[3]', element: int, count: 3 });
    const shown = await showOne({ type: three, content: { kind: 'bytes', bytes: words(1, 2, 3) } });
    expect(await lens().expand(shown, { start: 5, count: 5 }, reads.reader())).toEqual([]);
    expect(lines(await lens().expand(shown, { start: -1, count: NaN }, reads.reader()))).toHaveLength(3);
    expect(await lens().expand(shown, { filter: 'named' }, reads.reader())).toEqual([]);
  });
});

describe('structs and variants', () => {
  it('shows fields and lists them with places and paths', async () => {
    reads.map(0x2000n, words(1, 2));
    const using = lens({ memberPath: (parent, child) => `${parent}.${child}` });
    const shown = await showOne(deferred(point, 0x2000n), 'p', using);
    expect(shown.text).toBe('{x: 1, y: 2}');
    expect(shown.memory).toEqual(at(0x2000n));
    const children = await using.expand(shown, {}, reads.reader());
    expect(children.map(child => [child.name, child.text, child.path, child.memory?.offset])).toEqual([
      ['x', '1', 'p.x', 0x2000n],
      ['y', '2', 'p.y', 0x2004n],
    ]);
  });

  it('shows fields of bases and anonymous members as its own, and bit fields', async () => {
    const inner = reads.types.add({
      kind: 'union',
      name: '',
      size: 4,
      fields: [
        { name: 'low', type: int, bitOffset: 0, bitSize: 3 },
        { name: 'all', type: int, bitOffset: 0 },
      ],
    });
    const derived = reads.types.add({
      kind: 'struct',
      name: 'Derived',
      size: 12,
      fields: [
        { name: 'Point', type: point, bitOffset: 0, role: 'base' },
        { name: '', type: inner, bitOffset: 64, role: 'anonymous' },
      ],
    });
    const value: RawValue = { type: derived, content: { kind: 'bytes', bytes: words(1, 2, 0b101) } };
    expect(await textOf(value)).toBe('{x: 1, y: 2, low: -3, all: 5}');
  });

  it('counts bit fields from the high end on big-endian machines', async () => {
    const packed = reads.types.add({
      kind: 'struct',
      name: 'Packed',
      size: 1,
      fields: [
        { name: 'a', type: uint8, bitOffset: 0, bitSize: 3 },
        { name: 'b', type: uint8, bitOffset: 3, bitSize: 5 },
      ],
    });
    expect(await textOf(bytes(packed, 0b10100001))).toBe('{a: 1, b: 20}');
    expect(await textOf(bytes(packed, 0b10100001), { littleEndian: false })).toBe('{a: 5, b: 1}');
  });

  it('shows the active variant', async () => {
    const none = reads.types.add({ kind: 'unit', name: '()' });
    const some = reads.types.add({
      kind: 'struct',
      name: 'Some',
      size: 8,
      fields: [{ name: 'value', type: int, bitOffset: 32 }],
    });
    const option = reads.types.add({
      kind: 'variant',
      name: 'Option',
      size: 8,
      discriminant: { name: 'tag', type: int, bitOffset: 0 },
      variants: [
        { name: 'None', discriminant: 0n, type: none },
        { name: 'Some', discriminant: 1n, type: some },
      ],
    });
    const of = (...values: number[]): RawValue => ({
      type: option,
      content: { kind: 'bytes', bytes: words(...values) },
    });
    expect(await textOf(of(0, 9))).toBe('None');
    expect(await textOf(of(7, 9))).toBe('<no variant of Option has the discriminant 7>');
    const shown = await showOne(of(1, 42));
    expect(shown.text).toBe('Some {value: 42}');
    expect(lines(await lens().expand(shown, {}, reads.reader()))).toEqual(['value = 42']);
  });

  it('shows the variant that all other discriminants mean, and fields without names', async () => {
    const unit = reads.types.add({ kind: 'unit', name: '()' });
    const fields = [0, 1].map(nth => ({ name: String(nth), type: int, bitOffset: 32 * nth }));
    const pair = reads.types.add({ kind: 'struct', name: '(int, int)', size: 8, fields });
    const option = reads.types.add({
      kind: 'variant',
      name: 'Option',
      size: 8,
      discriminant: { name: 'tag', type: int, bitOffset: 0 },
      variants: [
        { name: 'None', discriminant: -1n, type: unit },
        { name: 'Some', type: pair },
      ],
    });
    const single = reads.types.add({
      kind: 'variant',
      name: 'Single',
      size: 8,
      discriminant: { name: 'tag', type: int, bitOffset: 64 },
      variants: [{ name: 'Only', type: pair }],
    });
    const of = (type: TypeId, ...values: number[]): RawValue => ({
      type,
      content: { kind: 'bytes', bytes: words(...values) },
    });
    expect(await textOf(of(pair, 1, 2))).toBe('(1, 2)');
    expect(await textOf(of(option, -1, 2))).toBe('None');
    const shown = await showOne(of(option, 3, 4));
    expect(shown.text).toBe('Some(3, 4)');
    expect(lines(await lens().expand(shown, {}, reads.reader()))).toEqual(['0 = 3', '1 = 4']);
    expect(await textOf(of(single, 5, 6))).toBe('Only(5, 6)');
  });
});

describe('pointers', () => {
  it('shows what they lead to, and its fields as children', async () => {
    const pointer = reads.types.add({ kind: 'pointer', name: 'Point *', size: 8, target: point });
    reads.map(0x3000n, words(3, 4));
    const using = lens({ memberPath: (parent, child) => `${parent}->${child}` });
    const shown = await showOne(scalar(pointer, 0x3000n), 'p', using);
    expect(shown.text).toBe('→ {x: 3, y: 4} at 0x3000');
    expect(shown.memory).toEqual(at(0x3000n));
    const children = await using.expand(shown, {}, reads.reader());
    expect(children.map(child => [child.name, child.text, child.path])).toEqual([
      ['x', '3', 'p->x'],
      ['y', '4', 'p->y'],
    ]);
  });

  it('gives a pointer to a number one child with its name', async () => {
    const pointer = reads.types.add({ kind: 'pointer', name: 'int *', size: 8, target: int });
    reads.map(0x3000n, words(5));
    const shown = await showOne(scalar(pointer, 0x3000n), 'p');
    expect(shown.text).toBe('→ 5 at 0x3000');
    expect(lines(await lens().expand(shown, {}, reads.reader()))).toEqual(['*p = 5']);
  });

  it('shows null, dangling pointers and text', async () => {
    const pointer = reads.types.add({ kind: 'pointer', name: 'Point *', size: 8, target: point });
    const string = reads.types.add({ kind: 'pointer', name: 'char *', size: 8, target: char });
    const nothing = reads.types.add({ kind: 'unit', name: 'void' });
    const untyped = reads.types.add({ kind: 'pointer', name: 'void *', size: 8, target: nothing });
    reads.map(0x4000n, new TextEncoder().encode('grüße\0'));
    expect(await showOne(scalar(pointer, 0n))).not.toHaveProperty('children');
    expect(await textOf(scalar(pointer, 0n))).toBe('null');
    expect(await textOf(scalar(pointer, 0xdead0000n))).toBe('→ <unreadable: not mapped> at 0xdead0000');
    expect(await textOf(scalar(string, 0x4000n))).toBe('→ "grüße" at 0x4000');
    expect(await textOf(scalar(string, 0xdead0000n))).toBe('→ <unreadable: not mapped> at 0xdead0000');
    expect(await textOf(scalar(untyped, 0x99n))).toBe('0x99');
  });

  it('shows a reference as what it refers to', async () => {
    const reference = reads.types.add({
      kind: 'pointer',
      name: 'Point &',
      size: 8,
      target: point,
      reference: true,
    });
    reads.map(0x3000n, words(3, 4));
    expect(await textOf(scalar(reference, 0x3000n))).toBe('{x: 3, y: 4}');
  });

  it('does not follow a cycle, however often it is expanded', async () => {
    const node = reads.types.add({ kind: 'opaque', name: 'forward' });
    const link = reads.types.add({ kind: 'pointer', name: 'Node *', size: 8, target: node });
    reads.types.define(node, {
      kind: 'struct',
      name: 'Node',
      size: 16,
      fields: [
        { name: 'value', type: int, bitOffset: 0 },
        { name: 'next', type: link, bitOffset: 64 },
      ],
    });
    reads.map(0x5000n, words(1, 0, 0x5000, 0));
    const using = lens();
    let shown = await showOne(deferred(node, 0x5000n), 'n', using);
    expect(shown.text).toBe('{value: 1, next: 0x5000}');
    for (let depth = 0; depth < 20; depth++) {
      shown = (await using.expand(shown, {}, reads.reader())).find(child => child.name === 'next')!;
      expect(shown.text).toBe('→ {value: 1, next: 0x5000} at 0x5000');
    }
  });
});

describe('managed objects', () => {
  const member = (name: string, value: RawValue): NamedValue => ({ name, value });

  it('shows members and lists them by page', async () => {
    reads.objects.set('o1', ({ start, count }) =>
      [member('a', scalar(dynamic, 1)), member('b', scalar(dynamic, 'x'))].slice(start, start + count),
    );
    const object = reads.types.add({ kind: 'object', name: 'Thing' });
    const value: RawValue = {
      type: object,
      content: { kind: 'object', id: objectId('o1'), named: 2, indexed: 0 },
    };
    const shown = await showOne(value);
    expect(shown.text).toBe('{a: 1, b: "x"}');
    expect(lines(await lens().expand(shown, { start: 1, count: 1 }, reads.reader()))).toEqual(['b = "x"']);
  });

  it('keeps the members of an object that the machine sums up', async () => {
    reads.objects.set('o2', () => [member('a', scalar(dynamic, 1))]);
    const shown = await showOne({
      type: dynamic,
      content: { kind: 'object', id: objectId('o2'), named: 1, indexed: 0 },
      engineView: { summary: 'one thing' },
    });
    expect(shown.text).toBe('one thing');
    expect(lines(await lens().expand(shown, {}, reads.reader()))).toEqual(['a = 1']);
  });

  it('ends the summary of an object that contains itself', async () => {
    const self: RawValue = {
      type: dynamic,
      content: { kind: 'object', id: objectId('me'), named: 1, indexed: 0 },
    };
    reads.objects.set('me', () => [member('me', self)]);
    expect(await textOf(self)).toBe('{me: {me: {me: {me: …}}}}');
  });

  it('shows lists with their length', async () => {
    const list: RawValue = {
      type: dynamic,
      content: { kind: 'object', id: objectId('l'), named: 0, indexed: 5000 },
    };
    reads.objects.set('l', ({ start, count }) =>
      Array.from({ length: Math.min(count, 5000 - start) }, (_, nth) =>
        member(`[${start + nth}]`, scalar(dynamic, start + nth)),
      ),
    );
    expect(await textOf(list)).toMatch(/^\[0, 1, 2, .*, …\] \(5000\)$/);
  });

  it('uses what the engine shows where no renderer of the language fits', async () => {
    const vector: RawValue = {
      ...deferred(point, 0x2000n),
      engineView: { summary: 'size=2', synthetic: { key: 'k', count: 2 } },
    };
    reads.map(0x2000n, words(1, 2));
    expect(await textOf(vector)).toBe('size=2');
    const mine = (name: string) => ({ name, matches: { name }, render: () => ({ text: 'mine' }) });
    expect(await textOf(vector, { renderers: [mine('nothing')] })).toBe('size=2');
    expect(await textOf(vector, { renderers: [mine('Point')] })).toBe('mine');
  });
});

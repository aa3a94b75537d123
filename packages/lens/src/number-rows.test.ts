// Rows of numbers say what any other way to show the same values says.

import { formatAddress, type RawValue, type TypeDescription } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { Lens, type LensOptions } from './lens-view.js';
import { NumberRows } from './number-rows.js';
import { FakeReads } from './test/fake-reads.js';
import type { Shown } from './view.js';

const kinds: readonly TypeDescription[] = [
  ...[1, 2, 4, 8].flatMap((size): TypeDescription[] => [
    { kind: 'integer', name: `i${size}`, size, signed: true },
    { kind: 'integer', name: `u${size}`, size, signed: false },
  ]),
  { kind: 'float', name: 'float', size: 4 },
  { kind: 'float', name: 'double', size: 8 },
  { kind: 'boolean', name: 'bool', size: 1 },
];
const count = 40;
const start = 0xffff_ffff_f000n;

/** An array of such elements in memory, shown. */
async function shownArray(type: TypeDescription, options: Partial<LensOptions> = {}) {
  const reads = new FakeReads();
  const element = reads.types.add(type);
  const array = reads.types.add({ kind: 'array', name: `${type.name}[${count}]`, element, count });
  reads.map(
    start,
    Uint8Array.from({ length: count * 8 }, (_, nth) => (nth * 37) % 251),
  );
  const lens = new Lens({
    ...{ renderers: [], types: reads.types, pointerSize: 8, littleEndian: true },
    memberPath: (parent, child) => (child === 7 ? undefined : `${parent}[${child}]`),
    ...options,
  });
  const value: RawValue = {
    type: array,
    content: { kind: 'deferred' },
    place: { kind: 'memory', address: { space: '', offset: start } },
  };
  const reader = reads.reader();
  const [shown] = await lens.show([{ name: 'a', value, path: 'a' }], reader);
  return { lens, reader, shown: shown! };
}

const page = { filter: 'indexed', start: 5, count: 30 } as const;

describe('rows of numbers', () => {
  it.each(kinds)('are what the values themselves are shown as: $name', async type => {
    const { lens, reader, shown } = await shownArray(type);
    const { rows, rest } = await lens.page(shown, page, reader);
    if (!(rows instanceof NumberRows)) throw new Error('these are no rows of numbers');
    const all = rows.shown();
    const named = all.map(({ name, raw, path }) => ({
      ...{ name, value: raw! },
      ...(path === undefined ? {} : { path }),
    }));
    expect(all).toHaveLength(30);
    expect(all).toEqual(await lens.show(named, reader));
    expect(rest).toBeUndefined();
    const reference = rows.memoryReferences();
    expect(all.map((_, nth) => reference(nth))).toEqual(all.map(({ memory }) => formatAddress(memory!)));
  });

  it('begin where the page does, and leave out a path that the language cannot write', async () => {
    const { lens, reader, shown } = await shownArray({ kind: 'integer', name: 'int', size: 4, signed: true });
    const { rows } = await lens.page(shown, page, reader);
    const all = rows as NumberRows;
    expect([all.name(0), all.path(0), all.path(2)]).toEqual(['[5]', 'a[5]', undefined]);
    expect(all.memoryReferences()(1)).toBe('0xfffffffff018');
    expect(all.shown()[2]).not.toHaveProperty('path');
  });

  const int: TypeDescription = { kind: 'integer', name: 'int', size: 4, signed: true };
  it.each<[string, TypeDescription, Partial<LensOptions>, object]>([
    ['are wanted in another base', int, {}, { hex: true }],
    [
      'have a renderer',
      int,
      { renderers: [{ name: 'r', matches: { name: 'int' }, render: () => ({ text: 'r' }) }] },
      {},
    ],
    ['are more than their bytes tell', { ...int, formatted: true }, {}, {}],
    ['are no numbers', { kind: 'character', name: 'char', size: 1 }, {}, {}],
  ])('are not what elements are that %s', async (_, type, options, format) => {
    const { lens, reader, shown } = await shownArray(type, options);
    const { rows } = await lens.page(shown, page, reader, format);
    expect(rows).not.toBeInstanceOf(NumberRows);
    expect((rows as readonly Shown[]).map(({ name }) => name)).toContain('[5]');
  });
});

// Values of which a program keeps only some parts: the others say so, and are never taken for zeros.

import { describe, expect, it } from 'vitest';
import { stopId, StopReader, TypeTable, type EngineReads, type RawValue, type TypeId } from '@sonde/engine';
import { Lens } from './lens.js';

const why = 'optimized out';
const types = new TypeTable();
const int: TypeId = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
const letter: TypeId = types.add({ kind: 'character', name: 'char', size: 1, signed: true });
const row = types.add({ kind: 'array', name: 'int[3]', size: 12, element: int, count: 3 });
const word = types.add({ kind: 'array', name: 'char[4]', size: 4, element: letter, count: 4 });
const inner = types.add({
  kind: 'struct',
  name: 'inner',
  size: 8,
  fields: [
    { name: 'a', type: int, bitOffset: 0 },
    { name: 'b', type: int, bitOffset: 32 },
  ],
});
const outer = types.add({
  kind: 'struct',
  name: 'outer',
  size: 24,
  fields: [
    { name: 'first', type: inner, bitOffset: 0 },
    { name: 'second', type: inner, bitOffset: 64 },
    { name: 'flag', type: int, bitOffset: 128, bitSize: 1 },
    { name: 'last', type: int, bitOffset: 160 },
  ],
});

const nothing = (): Promise<never> => Promise.reject(new Error('not asked'));
const reads: EngineReads = { readMemory: nothing, readObjects: nothing, readPlaces: nothing };

function shown(type: TypeId, size: number, ...missing: readonly (readonly [number, number])[]) {
  const gaps = missing.map(([offset, length]) => ({ offset, size: length, why }));
  const value: RawValue = {
    type,
    content: { kind: 'bytes', bytes: new Uint8Array(size).fill(1), missing: gaps },
  };
  const reader = new StopReader({ ...reads, types }, stopId(1));
  const lens = new Lens({ renderers: [], types, pointerSize: 8, littleEndian: true });
  return lens.show([{ name: 'it', value }], reader, {}).then(([only]) => only!.text);
}

describe('a value of which parts are missing', () => {
  it('shows the parts that are there, at any depth', async () => {
    expect(await shown(outer, 24, [4, 4], [8, 8])).toBe(
      `{first: {a: 16843009, b: <${why}>}, second: <${why}>, flag: -1, last: 16843009}`,
    );
    expect(await shown(outer, 24, [16, 4], [22, 1])).toBe(
      `{first: {a: 16843009, b: 16843009}, second: {a: 16843009, b: 16843009}, flag: <${why}>, last: <${why}>}`,
    );
  });

  it('shows the elements that are there', async () => {
    expect(await shown(row, 12, [4, 4])).toBe(`[16843009, <${why}>, 16843009]`);
    expect(await shown(word, 4, [0, 2])).toContain(`<${why}>`);
  });
});

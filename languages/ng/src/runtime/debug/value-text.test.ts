import { describe, expect, it } from 'vitest';
import { toBytes } from '../../toolchain/format/byte-text.js';
import {
  Composite,
  FromEnd,
  makeArray,
  makeSpan,
  makeTuple,
  moved,
  Parts,
  Range,
  Reference,
  type Value,
} from '../values.js';
import { valueText } from './value-text.js';

const text = (value: Value, limit = 200): string => valueText(value, limit);
const record = (fields: readonly string[], items: Value[]): Composite =>
  new Composite('record', { name: 'R', fields, cloneable: false }, new Parts(items));

describe('the text of a value', () => {
  it('is what the language prints, for numbers, truth and nothing', () => {
    expect(text(-3)).toBe('-3');
    expect(text(true)).toBe('true');
    expect(text(undefined)).toBe('unit');
    expect(text({ kind: 'number', type: 'u64', value: 2n ** 64n - 1n })).toBe('18446744073709551615');
    expect(text({ kind: 'number', type: 'f64', value: 0.5 })).toBe('0.500000');
    expect(text(moved)).toBe('<moved>');
    expect(text(new FromEnd(2))).toBe('^2');
  });

  it('quotes texts with the escapes of the language', () => {
    expect(text(toBytes('a "b" \\ \n\r\t\u0001 é🙂'))).toBe('"a \\"b\\" \\\\ \\n\\r\\t\\x01 é🙂"');
    expect(text(makeArray(['', 'x']))).toBe('["", "x"]');
  });

  it('writes composites with their parts', () => {
    expect(text(makeTuple([1, makeArray([])]))).toBe('(1, [])');
    expect(text(makeSpan([1, 2]))).toBe('span[1, 2]');
    expect(text(record(['x', 'y'], [1, 'a']))).toBe('{ x: 1, y: "a" }');
    const shape = { name: 'E', fields: ['v'], variant: { name: 'Ok', index: 0 }, cloneable: false };
    expect(text(new Composite('tagged', shape, new Parts([3])))).toBe('Ok(3)');
    expect(text(new Composite('newtype', shape, new Parts([makeArray([3])])))).toBe('[3]');
    expect(text(new Range(3, 0, true))).toBe('Range(3, 2, 1, 0)');
  });

  it('follows references, and not for ever', () => {
    const cells: Value[] = [makeArray([1])];
    const reference = new Reference(undefined, cells, 0, { kind: 'global' });
    expect(text(reference)).toBe('ref([1])');
    cells[0] = reference;
    expect(text(reference)).toBe('ref(ref(ref(ref(…))))');
  });

  it('is cut, at a whole character', () => {
    expect(text(makeArray(Array.from({ length: 1_000_000 }, () => 7)), 10)).toBe('[7, 7, 7, …');
    expect(text(new Range(0, 2_000_000_000, false), 12)).toBe('Range(0, 1, …');
    expect(text(toBytes('🙂🙂🙂'), 4)).toBe('"🙂…');
    let deep: Value = 1;
    for (let nth = 0; nth < 100_000; nth++) deep = makeArray([deep]);
    expect(text(deep)).toContain('…');
  });

  it('says when a value cannot be looked at', () => {
    const half: Value = { kind: 'number', type: 'f64', value: 0.5 };
    expect(text(new Range(half, { kind: 'number', type: 'f64', value: 9 }, false))).toContain('<Range bound');
  });
});

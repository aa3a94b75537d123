// Which statement a line means.

import { describe, expect, it } from 'vitest';
import { moduleId } from './ids.js';
import { bindLine } from './line-binding.js';
import { SymbolIndex, type FunctionSymbol, type LineEntry } from './symbols.js';

const source = { name: 'a.x', path: '/a.x' };
const module = moduleId('m');
const entry = (address: number, line: number, endLine = line, statement = true): LineEntry => ({
  address,
  source: 0,
  line,
  column: 1,
  endLine,
  statement,
});
const code = (name: string, start: number, end: number, first?: number, last?: number): FunctionSymbol => ({
  name,
  source: 0,
  module,
  start,
  end,
  locals: [],
  ...(first === undefined || last === undefined ? {} : { extent: { line: first, endLine: last } }),
});

/** Two copies of one function in lines 2 to 6, one that ends in a return of its own in 8 to 10, and the top level. */
const symbols = new SymbolIndex({
  modules: [],
  sources: [source],
  functions: [
    code('top', 0, 10),
    code('copied<a>', 10, 20, 2, 6),
    code('copied<b>', 20, 30, 2, 6),
    code('ends', 30, 40, 8, 10),
  ],
  lines: [
    entry(0, 1),
    entry(5, 12),
    entry(10, 3, 5),
    entry(20, 3, 5),
    entry(30, 9),
    entry(35, 10, 10, false),
  ],
  globals: [],
  types: [],
});
/** The same program, whose text came with it. */
const inlined = (...names: readonly string[]): SymbolIndex =>
  new SymbolIndex({ ...symbols.data, sources: names.map(name => ({ name, contentKey: name })) });
const bound = (line: number): readonly number[] => bindLine(symbols, source, line).map(each => each.address);

describe('a line', () => {
  it('on which a statement begins means that statement, in all copies of it', () => {
    expect([bound(1), bound(3)]).toEqual([[0], [10, 20]]);
  });

  it('that a statement goes over means that statement', () => {
    expect([bound(4), bound(5)]).toEqual([
      [10, 20],
      [10, 20],
    ]);
  });

  it('of a function without a statement moves on inside of it, never out of it', () => {
    expect(bound(2)).toEqual([10, 20]);
    expect(bound(6)).toEqual([10, 20]);
    expect(bound(8)).toEqual([30]);
    expect(bound(10)).toEqual([35]);
  });

  it('between functions moves on to the next statement', () => {
    expect([bound(7), bound(11), bound(13)]).toEqual([[30], [5], []]);
  });
});

it('means what runs first of a line that code comes back to', () => {
  const columns = new SymbolIndex({
    modules: [],
    sources: [source],
    functions: [code('f', 0, 40)],
    lines: [
      { ...entry(0, 1), column: 13 },
      { ...entry(10, 2), column: 5 },
      { ...entry(20, 1), column: 7 },
    ],
    globals: [],
    types: [],
  });
  expect(bindLine(columns, source, 1).map(({ address }) => address)).toEqual([0]);
  expect(bindLine(columns, source, 1, 7).map(({ address }) => address)).toEqual([20]);
});

it('binds a file by its name where the program knows no path of it', () => {
  const at = (program: SymbolIndex, path: string): number =>
    bindLine(program, { name: 'a.x', path }, 1).length;
  const one = inlined('src/a.x');
  expect([at(one, '/home/src/a.x'), at(one, 'src/a.x')]).toEqual([1, 1]);
  expect([at(one, '/home/a.x'), at(one, '/home/other-src/a.x')]).toEqual([0, 0]);
  // Two that could be meant: neither is guessed.
  expect(at(inlined('a.x', 'src/a.x'), '/home/src/a.x')).toBe(0);
  // A path that the program does know means that file alone.
  expect(bindLine(symbols, { name: 'a.x', path: '/b/a.x' }, 1)).toEqual([]);
});

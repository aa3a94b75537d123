// Look-ups in symbols: functions, lines, statements and names at an address.

import { describe, expect, it } from 'vitest';
import { moduleId, typeId } from './ids.js';
import { nameScope } from './names.js';
import {
  lastAtOrBefore,
  SymbolIndex,
  type FunctionSymbol,
  type LineEntry,
  type SymbolData,
} from './symbols.js';

const module = moduleId('main');
const type = typeId(1);
const line = (address: number, number: number, statement = true, column = 1): LineEntry => ({
  address,
  source: 0,
  line: number,
  column,
  statement,
});
const code = (
  name: string,
  start: number,
  end: number,
  more: Partial<FunctionSymbol> = {},
): FunctionSymbol => ({
  name,
  source: 0,
  module,
  start,
  end,
  locals: [],
  ...more,
});

const data: SymbolData = {
  modules: [
    { id: module, name: 'main', start: 0, end: 100 },
    { id: moduleId('other'), name: 'other', start: 100, end: 200 },
  ],
  sources: [
    { name: 'a.x', path: '/a.x' },
    { name: 'b.x', contentKey: 'b' },
  ],
  functions: [
    code('outer', 0, 50, {
      locals: [
        { name: 'x', slot: 0, type, parameter: true, from: 0, to: 50 },
        { name: 'x', slot: 1, type, parameter: false, from: 30, to: 40 },
        { name: 'late', slot: 2, type, parameter: false, from: 40, to: 50 },
      ],
    }),
    code('inner', 10, 20),
    code('after', 60, 70),
    code('far', 100, 110, { module: moduleId('other') }),
  ],
  lines: [
    line(0, 1),
    line(10, 2),
    line(14, 3, false),
    line(30, 5),
    line(30, 5, false, 9),
    line(36, 5, true, 20),
    line(60, 9),
    { ...line(100, 5), source: 1 },
  ],
  globals: [
    { name: 'x', index: 0, type },
    { name: 'everywhere', index: 1, type },
    { name: 'hidden', index: 2, type, module: moduleId('other') },
  ],
  types: [],
};
const index = new SymbolIndex(data);

describe('functions', () => {
  it('are found by address, the innermost first', () => {
    const names = [0, 9, 10, 19, 20, 49, 50, 60, 69, 70, -1].map(address => index.functionAt(address)?.name);
    expect(names).toEqual([
      'outer',
      'outer',
      'inner',
      'inner',
      'outer',
      'outer',
      undefined,
      'after',
      'after',
      undefined,
      undefined,
    ]);
  });

  it('are found by name, and modules by address', () => {
    expect(index.functionsNamed('inner').map(f => f.start)).toEqual([10]);
    expect([index.moduleAt(99)?.name, index.moduleAt(100)?.name, index.moduleAt(200)]).toEqual([
      'main',
      'other',
      undefined,
    ]);
  });
});

describe('lines', () => {
  it('cover up to the next entry, and never come from another function', () => {
    const lines = [0, 9, 12, 15, 25, 31, 40, 55, 65].map(address => index.lineAt(address)?.line);
    // At 25 the outer function goes on after the inner one: its own last entry counts.
    expect(lines).toEqual([1, 1, 2, 3, 1, 5, 5, undefined, 9]);
  });

  it('have statement starts, also where several entries share an address', () => {
    expect([0, 1, 14, 30, 36, 55].map(address => index.isStatementStart(address))).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it('become locations', () => {
    expect(index.locationAt(36)).toEqual({ source: { name: 'a.x', path: '/a.x' }, line: 5, column: 20 });
    expect(index.locationAt(55)).toBeUndefined();
  });

  it('list the statements of one source in the order of the text', () => {
    const found = index.statements({ name: 'whatever', path: '/a.x' }, 2, 5);
    expect(found.map(entry => [entry.line, entry.column])).toEqual([
      [2, 1],
      [5, 1],
      [5, 20],
    ]);
    expect(index.statements({ name: 'b.x', contentKey: 'b' }, 1, 99).map(entry => entry.address)).toEqual([
      100,
    ]);
  });
});

describe('names', () => {
  const namesAt = (address: number): unknown[] =>
    [...index.namesAt(address).all()].map(name => [name.name, name.place]);

  it('are those alive at the address, inner ones before outer ones', () => {
    expect(namesAt(5)).toEqual([
      ['x', { kind: 'slot', slot: 0 }],
      ['everywhere', { kind: 'global', index: 1 }],
    ]);
    expect(index.namesAt(35).lookup('x')?.place).toEqual({ kind: 'slot', slot: 1 });
    expect(index.namesAt(45).lookup('late')?.kind).toBe('local');
    expect(index.namesAt(5).lookup('x')?.kind).toBe('parameter');
  });

  it('know the address they are those of', () => {
    expect(index.namesAt(35).address).toEqual({ space: 'code', offset: 35n });
    expect(nameScope([])).not.toHaveProperty('address');
  });

  it('outside of all functions are the globals that belong to no module', () => {
    expect(namesAt(55).map(name => (name as unknown[])[0])).toEqual(['x', 'everywhere']);
    expect(index.namesAt(105).lookup('hidden')?.kind).toBe('global');
    expect(index.namesAt(5).lookup('hidden')).toBeUndefined();
  });
});

it('the search finds the last of equal keys and -1 before the first', () => {
  const keys = [1, 3, 3, 5];
  expect([0, 1, 2, 3, 4, 9].map(wanted => lastAtOrBefore(keys, wanted, key => key))).toEqual([
    -1, 0, 0, 2, 2, 3,
  ]);
});

describe('the calls ahead', () => {
  const call = (address: number, label: string) => ({ address, label, source: 0, line: 1, column: 1 });
  const index = new SymbolIndex({
    modules: [{ id: module, name: 'main', start: 0, end: 100 }],
    sources: [{ name: 'a.x', path: '/a.x' }],
    functions: [code('outer', 0, 40), code('inner', 10, 20), code('after', 40, 60)],
    lines: [line(0, 1), line(2, 2, false), line(10, 9), line(24, 1), line(30, 2), line(40, 7)],
    globals: [],
    types: [],
    calls: [
      call(1, 'a()'),
      call(5, 'b()'),
      call(12, 'other()'),
      call(26, 'c()'),
      call(32, 'd()'),
      call(45, 'e()'),
    ],
  });
  const labels = (address: number) => index.callsAhead(address).map(({ label }) => label);

  it('are those up to the next statement of another line, in their order', () => {
    expect(labels(0)).toEqual(['a()', 'b()', 'c()']);
    expect(labels(30)).toEqual(['d()']);
  });

  it('are fewer in the middle of the line', () => {
    expect(labels(2)).toEqual(['b()']);
    expect(labels(27)).toEqual([]);
  });

  it('are never those of another function, inside or behind', () => {
    expect(labels(11)).toEqual(['other()']);
    expect(labels(33)).toEqual([]);
    expect(labels(99)).toEqual([]);
  });
});

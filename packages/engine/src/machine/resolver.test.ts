// Where breakpoints sit: one line of text may be many places in the code.

import {
  breakpointId,
  moduleId,
  notSupported,
  SymbolIndex,
  type BreakpointHost,
  type LineEntry,
  type SymbolData,
} from '../engine.js';
import { describe, expect, it } from 'vitest';
import { Resolver } from './resolver.js';

const module = moduleId('m');
const late = moduleId('late');
const source = { name: 'a.x', path: '/a.x' };
const lateSource = { name: 'b.x', path: '/b.x' };
const entry = (address: number, line: number, column: number, source = 0): LineEntry => ({
  address,
  source,
  line,
  column,
  statement: true,
});
const range = (name: string, start: number, end: number, of = module) => ({
  name,
  source: 0,
  module: of,
  start,
  end,
  locals: [],
});

/** `max` is generic and was compiled three times; its line 5 holds two statements. Line 8 was compiled into two modules. */
const data: SymbolData = {
  modules: [
    { id: module, name: 'm', start: 0, end: 100 },
    { id: late, name: 'late', start: 100, end: 200 },
  ],
  sources: [source, lateSource],
  functions: [
    range('max', 0, 20),
    range('max', 20, 40),
    range('max', 40, 60),
    range('main', 60, 100),
    range('max', 100, 120, late),
  ],
  lines: [
    entry(0, 5, 3),
    entry(4, 5, 20),
    entry(20, 5, 3),
    entry(24, 5, 20),
    entry(40, 5, 3),
    entry(44, 5, 20),
    entry(60, 8, 1),
    entry(100, 5, 3),
    entry(104, 2, 1, 1),
  ],
  globals: [],
  types: [],
};
const host: BreakpointHost = {
  compileCondition: () => {
    throw notSupported('a condition');
  },
  compileLog: () => {
    throw notSupported('a log message');
  },
};

const sites = (line: number, column: number | undefined, loaded: readonly (typeof module)[], of = source) => {
  const resolver = new Resolver(new SymbolIndex(data), new Set(loaded), host, { runsNear: () => false });
  const where = { kind: 'source', source: of, line, ...(column === undefined ? {} : { column }) } as const;
  const { resolution, armed } = resolver.resolve({ id: breakpointId(1), where }, false);
  const addresses = resolution.sites.map(site => Number(site.address?.offset));
  expect(armed?.where.kind === 'code' ? armed.where.sites.map(site => site.address) : []).toEqual(addresses);
  return [resolution.state, addresses] as const;
};

describe('a breakpoint on a line', () => {
  it('sits at the first statement of the line, in every copy of it', () => {
    expect(sites(5, undefined, [module])).toEqual(['resolved', [0, 20, 40]]);
  });

  it('sits at the statement of its column, in every copy of it', () => {
    expect(sites(5, 10, [module])).toEqual(['resolved', [4, 24, 44]]);
    expect(sites(5, 3, [module])).toEqual(['resolved', [0, 20, 40]]);
    expect(sites(5, 99, [module])).toEqual(['resolved', [4, 24, 44]]);
  });

  it('moves on to the next line with code', () => {
    expect(sites(6, undefined, [module])).toEqual(['resolved', [60]]);
    expect(sites(9, undefined, [module])).toEqual(['unresolved', []]);
  });

  it('takes in the copies of a module once that is loaded', () => {
    expect(sites(5, undefined, [module, late])).toEqual(['resolved', [0, 20, 40, 100]]);
    expect(sites(2, undefined, [module], lateSource)).toEqual(['pending', []]);
    expect(sites(2, undefined, [module, late], lateSource)).toEqual(['resolved', [104]]);
  });
});

import { describe, expect, it } from 'vitest';
import { functionPage, type ListedFunction } from './function-list.js';

const location = { source: { name: 'a.x' }, line: 1 };
const all: readonly ListedFunction[] = [
  { name: '_start' },
  { name: 'total', location },
  { name: 'subtotal', location },
  { name: 'Main', location },
  { name: 'template_total', location: { ...location, source: { name: 'a.h', dimmed: true } } },
  { name: 'total_of_library' },
];
const names = (filter: string, start = 0, count = 10): readonly string[] =>
  functionPage(all, { filter, start, count }).functions.map(({ name }) => name);

describe('the list of functions', () => {
  it('has those of own sources when nothing is asked for', () => {
    expect(names('')).toEqual(['Main', 'subtotal', 'total']);
  });

  it('finds parts of names in either case, sources first, then beginnings', () => {
    expect(names('TOTAL')).toEqual(['total', 'subtotal', 'template_total', 'total_of_library']);
    expect(names('main')).toEqual(['Main']);
    expect(names('nothing')).toEqual([]);
  });

  it('has all of a program without sources', () => {
    expect(functionPage([{ name: '_start' }], { filter: '', start: 0, count: 10 })).toEqual({
      functions: [{ name: '_start' }],
      total: 1,
    });
  });

  it('is cut into pages, and counts what is on none', () => {
    expect(names('', 1, 1)).toEqual(['subtotal']);
    expect(functionPage(all, { filter: 't', start: 9, count: 5 })).toEqual({ functions: [], total: 5 });
  });
});

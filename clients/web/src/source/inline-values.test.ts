import { describe, expect, it } from 'vitest';
import { beginOf, inlineValues } from './inline-values.js';

const program = `fun other(count) {
  return count
}

fun total(items, count) {
  let sum = 0
  sum = sum + items.count
  return sum
}
let count = total(things, 2)`.split('\n');

const variable = (name: string, value: string) => ({ name, value, variablesReference: 0 });

describe('values at the ends of lines', () => {
  it('stand where their names occur, from the head of the function to the line of the program', () => {
    const variables = [variable('items', '[1, 2]'), variable('count', '2'), variable('sum', '0')];
    expect(inlineValues({ lines: program, current: 7, functionName: 'total', variables })).toEqual([
      { line: 5, text: 'items = [1, 2], count = 2' },
      { line: 6, text: 'sum = 0' },
      { line: 7, text: 'sum = 0, items = [1, 2]' },
    ]);
  });

  it('are not shown for members of the same name', () => {
    const shown = inlineValues({
      lines: ['a.count = p->count'],
      current: 1,
      functionName: 'f',
      variables: [variable('count', '1')],
    });
    expect(shown).toEqual([]);
  });

  it('are shortened, and are one line', () => {
    const [shown] = inlineValues({
      lines: ['x = 1'],
      current: 1,
      functionName: 'f',
      variables: [variable('x', `{\n  a: ${'1'.repeat(100)}`)],
    });
    expect(shown?.text).toHaveLength('x = '.length + 40);
    expect(shown?.text).not.toContain('\n');
  });
});

describe('where a function begins', () => {
  it('is what the language says', () => {
    expect(beginOf({ lines: program, current: 7, functionName: 'total', from: 6 })).toBe(6);
  });

  it('is the line with its name, however the name is decorated', () => {
    expect(beginOf({ lines: program, current: 7, functionName: 'shop::total(int)' })).toBe(5);
  });

  it('is the nearest line that is not indented where the name is not found', () => {
    expect(beginOf({ lines: program, current: 7, functionName: '(closure)' })).toBe(5);
  });

  it('is the first line of what stands outside of functions', () => {
    expect(beginOf({ lines: ['  a', 'b', '', 'c'], current: 4, functionName: '(main)' })).toBe(2);
  });
});

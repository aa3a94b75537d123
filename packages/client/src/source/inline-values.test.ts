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

  it('are not shown for keywords of the language', () => {
    const shown = inlineValues({
      lines: ['contract Vault {', '  use(contract, total)'],
      current: 2,
      functionName: 'f',
      from: 1,
      variables: [variable('contract', '0x10'), variable('total', '7')],
      syntax: { line: '//', keywords: ['contract'] },
    });
    expect(shown).toEqual([{ line: 2, text: 'total = 7' }]);
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

  it('of pointers say where they lead, not at which address that is', () => {
    const [shown] = inlineValues({
      lines: ['x = 1'],
      current: 1,
      functionName: 'f',
      variables: [variable('x', '→ "look at 0x10" at 0x7ffe10')],
    });
    expect(shown?.text).toBe('x = → "look at 0x10"');
  });
});

const shadowed = `int main(void) {
  int x = 1;
  for (int i = 0; i < 3; i++) {
    int x = i; // x of the loop
    use(x);
  }
  for (int i = 5; i < 9; i++) {
    use(i, "x in a text");
    {
      int x = 7;
      use(x); /* x
      and x */
    }
  }
}`.split('\n');

const syntax = { line: '//', block: ['/*', '*/'] as const, keywords: [] };

const at = (name: string, value: string, line: number) => ({
  ...variable(name, value),
  declaration: { line, path: '/p.c' },
});

const inMain = (current: number, ...variables: ReturnType<typeof at>[]) =>
  inlineValues({
    lines: shadowed,
    current,
    functionName: 'main',
    variables,
    path: '/p.c',
    syntax,
  }).map(({ line, text }) => `${line}: ${text}`);

describe('of several variables of one name', () => {
  it('each stands on the lines that mean it', () => {
    expect(inMain(11, at('x', '1', 2), at('i', '5', 7), at('x', '7', 10))).toEqual([
      '2: x = 1',
      '7: i = 5',
      '8: i = 5',
      '10: x = 7',
      '11: x = 7',
    ]);
  });

  it('the outer one is not shown in a block that had its own', () => {
    expect(inMain(8, at('x', '1', 2), at('i', '5', 7))).toEqual(['2: x = 1', '7: i = 5', '8: i = 5']);
  });

  it('the innermost counts where nobody says where they are declared', () => {
    const variables = [variable('x', '1'), variable('x', '2')];
    const [shown] = inlineValues({ lines: ['use(x)'], current: 1, functionName: 'f', variables });
    expect(shown?.text).toBe('x = 2');
  });

  it('one of another file is the outer one', () => {
    const outer = { ...variable('x', '9'), declaration: { line: 40, path: '/other.c' } };
    expect(inMain(2, outer, at('x', '1', 2))).toEqual(['2: x = 1']);
    expect(inMain(5, outer)[0]).toBe('2: x = 9');
  });
});

it('what the head of a loop without braces declares is shown nowhere behind it', () => {
  const shown = inlineValues({
    lines: [
      'int f(int total) {',
      '  for (int total = 0; total < 2; total++)',
      '    use(total);',
      '  use(total);',
    ],
    current: 4,
    functionName: 'f',
    variables: [variable('total', '7')],
    from: 1,
  });
  expect(shown.map(({ line }) => line)).toEqual([1, 4]);
});

it('what is initialized with braces is no block of its own', () => {
  const shown = inlineValues({
    lines: ['val last = new Node { value: 30 };', 'struct p q = {1, 2};', 'use(last, q);'],
    current: 3,
    functionName: 'f',
    variables: [variable('last', '1'), variable('q', '2')],
    from: 1,
  });
  expect(shown.map(({ line }) => line)).toEqual([1, 2, 3]);
});

it('names in comments and texts are no names', () => {
  expect(inMain(12, at('x', '7', 10), at('text', '1', 1), at('and', '2', 1), at('loop', '3', 1))).toEqual([
    '10: x = 7',
    '11: x = 7',
  ]);
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

it('a source is read once, and only as far as the program stands', () => {
  let reads = 0;
  const lines = new Proxy(
    Array.from({ length: 1_000 }, (_none, index) =>
      index === 499 ? 'a = 1 /* a' : index === 500 ? 'a */ b' : '',
    ),
    { get: (held, key) => (/^\d+$/.test(String(key)) && reads++, held[key as unknown as number]) },
  );
  const request = {
    ...{ lines, current: 501, functionName: 'f', syntax: { block: ['/*', '*/'], keywords: [] } as const },
    variables: [variable('a', '1'), variable('b', '2')],
  };
  const values = [
    { line: 500, text: 'a = 1' },
    { line: 501, text: 'b = 2' },
  ];
  expect(inlineValues(request)).toEqual(values);
  expect(reads).toBe(501);
  expect(inlineValues(request)).toEqual(values);
  expect(reads).toBe(501);
});

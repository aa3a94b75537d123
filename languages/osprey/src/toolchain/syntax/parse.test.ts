import { Problems, SourceText } from '@sonde/native-compiler';
import { describe, expect, it } from 'vitest';
import { parseProgram } from './parse.js';
import type { Flavor } from './words.js';

/** The tree without places, as short as it goes. */
function parsed(text: string, flavor: Flavor = 'default'): unknown {
  const problems = new Problems(new SourceText({ name: 'test' }, text));
  const { statements } = parseProgram(flavor, problems);
  const [first] = problems.diagnostics();
  if (first !== undefined) return `${first.location?.line}:${first.location?.column} ${first.message}`;
  return statements.length === 1 ? short(statements[0]) : statements.map(short);
}

function short(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(short);
  if (value === null || typeof value !== 'object') return value;
  const { at: _, kind, ...rest } = value as Record<string, unknown>;
  if (kind === undefined && typeof rest['text'] === 'string') return rest['text'];
  if (kind === 'name') return rest['name'];
  if (kind === 'int' || kind === 'bool' || kind === 'float') return short(rest['value']);
  if (kind === 'expression') return short(rest['expression']);
  if (kind === 'binary') return [short(rest['left']), rest['operator'], short(rest['right'])];
  if (kind === 'call') return { call: short(rest['callee']), with: short(rest['args']) };
  return { ...(kind === undefined ? {} : { kind }), ...(short2(rest) as object) };
}

const short2 = (rest: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, short(part)]));

describe('operators', () => {
  it('bind as the language says: the pipe tighter than *, ?: weakest and to the right', () => {
    expect(parsed('1 + 2 * 3 |> f')).toEqual([1, '+', [2, '*', { call: 'f', with: [3] }]]);
    expect(parsed('a ?: b ?: c')).toEqual({
      kind: 'default',
      value: 'a',
      fallback: { kind: 'default', value: 'b', fallback: 'c' },
    });
  });

  it('fold a minus into a literal, the smallest int included', () => {
    expect(parsed('-9223372036854775808')).toBe(-9223372036854775808);
    expect(parsed('9223372036854775808')).toBe('1:1 9223372036854775808 does not fit into an int of 64 bits');
    expect(parsed('-n')).toEqual({ kind: 'unary', operator: '-', operand: 'n' });
  });
});

describe('the Default flavor', () => {
  it('tells a call from a parenthesis on the next line, and an index from a list', () => {
    expect(parsed('f(1)\n(2)')).toEqual([{ call: 'f', with: [1] }, 2]);
    expect(parsed('xs[0]')).toEqual({ kind: 'index', target: 'xs', index: 0 });
    expect(parsed('xs [0]')).toEqual(['xs', { kind: 'list', items: [0] }]);
  });

  it('begins a statement with a minus that touches its number', () => {
    expect(parsed('print(1)\n-1')).toEqual([{ call: 'print', with: [1] }, -1]);
    expect(parsed('a\n- 1')).toEqual(['a', '-', 1]);
  });

  it('takes braces for a block, a map, a record or an update', () => {
    expect(parsed('{ "a": 1 }')).toMatchObject({ kind: 'map' });
    expect(parsed('{ x: 1 }')).toMatchObject({ kind: 'record', fields: [{ name: 'x', value: 1 }] });
    expect(parsed('p { x: 9 }')).toMatchObject({ kind: 'update', target: 'p' });
    expect(parsed('{ a }')).toMatchObject({ kind: 'block' });
    expect(parsed('match p { x => x }')).toMatchObject({ kind: 'match', subject: 'p' });
  });

  it('writes a call behind a dot and a pipe as a plain one', () => {
    const call = { call: 'f', with: ['x', 1] };
    expect(parsed('x.f(1)')).toEqual(call);
    expect(parsed('x |> f(1)')).toEqual(call);
  });

  it('reads strings in the holes of strings', () => {
    expect(parsed('"a ${f("b}")} c"')).toEqual({
      kind: 'string',
      pieces: ['a ', { call: 'f', with: [{ kind: 'string', pieces: ['b}'] }] }, ' c'],
    });
  });

  it('goes on behind a mistake', () => {
    const problems = new Problems(new SourceText({ name: 'test' }, 'let = 1\nlet b = 2\nlet c = = 3'));
    parseProgram('default', problems);
    expect(problems.diagnostics().map(({ location }) => location?.line)).toEqual([1, 3]);
  });
});

describe('the ML flavor', () => {
  it('applies functions of the program one argument after the other, all others at once', () => {
    expect(parsed('f a b = a\nf 1 2', 'ml')).toMatchObject([
      {},
      { call: { call: 'f', with: [1] }, with: [2] },
    ]);
    expect(parsed('mapGet m "k"', 'ml')).toMatchObject({ call: 'mapGet', with: ['m', {}] });
    expect(parsed('f (a, b) = a\nf (1, 2)', 'ml')).toMatchObject([{}, { call: 'f', with: [1, 2] }]);
    expect(parsed('f ()', 'ml')).toEqual({ call: 'f', with: [] });
  });

  it('takes f -3 for an argument and a - 3 for a difference', () => {
    expect(parsed('f -3', 'ml')).toEqual({ call: 'f', with: [-3] });
    expect(parsed('a - 3', 'ml')).toEqual(['a', '-', 3]);
  });

  it('makes functions of one parameter after the other', () => {
    expect(parsed('f : int -> int -> int\nf a b = a', 'ml')).toMatchObject({
      kind: 'function',
      parameters: [{ name: 'a' }],
      body: { kind: 'lambda', parameters: [{ name: 'b' }], body: 'a' },
    });
  });

  it('merges clauses of one name into a match', () => {
    expect(parsed('f 0 = 1\nf n = n', 'ml')).toMatchObject({
      kind: 'function',
      parameters: [{ name: '$arg0' }],
      body: {
        kind: 'match',
        subject: '$arg0',
        arms: [{ pattern: { value: 0 } }, { pattern: { name: 'n' } }],
      },
    });
  });

  it('writes records in parentheses and on deeper lines', () => {
    const record = {
      kind: 'record',
      name: 'P',
      fields: [
        { name: 'x', value: 1 },
        { name: 'y', value: 2 },
      ],
    };
    expect(parsed('P(x = 1, y = 2)', 'ml')).toEqual(record);
    expect(parsed('p = P\n  x = 1\n  y = 2', 'ml')).toMatchObject({ value: record });
  });

  it('says which signature has no binding', () => {
    expect(parsed('f : int\ng = 1', 'ml')).toBe('1:1 the signature of f has no binding below it');
  });
});

it('refuses chains that could exhaust the stack, where they become too long', () => {
  const chain = (link: string, count: number): string => `a${link.repeat(count)}`;
  for (const [link, flavor] of [
    [' + 1', 'default'],
    ['(1)', 'default'],
    ['.x', 'default'],
    [' + 1', 'ml'],
    [' 1', 'ml'],
    ['.x', 'ml'],
  ] as const) {
    const told = (text: string) => {
      const problems = new Problems(new SourceText({ name: 'chain' }, text));
      parseProgram(flavor, problems);
      return problems.diagnostics().map(({ message }) => message);
    };
    expect(told(chain(link, 500))).toEqual([]);
    expect(told(chain(link, 5000))).toEqual(['this chain is too long']);
  }
});

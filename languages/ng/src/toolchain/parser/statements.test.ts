import { describe, expect, test } from 'vitest';
import type { Statement } from '../ast.js';
import { SourceProblem } from '../source.js';
import { withoutPlaces } from '../../test/parser/outline.js';
import { parseUnit } from './parser.js';

const unitOf = (text: string) => parseUnit({ path: '/folder/program.ng', module: 'program', text });
const name = (text: string) => ({ kind: 'name', name: text });

/** Inside of a block, so that a `val` is a statement too. */
function statement(text: string): unknown {
  const [block] = unitOf(`{ ${text} }`).statements as [Extract<Statement, { kind: 'block' }>];
  expect(block.statements).toHaveLength(1);
  return withoutPlaces(block.statements[0]!);
}

function refusal(text: string): string {
  try {
    unitOf(text);
  } catch (problem) {
    if (problem instanceof SourceProblem) return problem.verdict;
    throw problem;
  }
  return 'no problem';
}

describe('statements', () => {
  test('expressions, blocks and nothing', () => {
    expect(statement('a;')).toEqual({ kind: 'expression', expression: name('a') });
    expect(statement('{ a; }')).toMatchObject({ kind: 'block', statements: [{ kind: 'expression' }] });
    expect(statement('{ }')).toEqual({ kind: 'block', statements: [] });
    expect(statement(';')).toEqual({ kind: 'empty' });
  });

  test('return, in both spellings', () => {
    expect(statement('return;')).toEqual({ kind: 'return', arrow: false });
    expect(statement('return a;')).toEqual({ kind: 'return', arrow: false, value: name('a') });
    expect(statement('=> a;')).toEqual({ kind: 'return', arrow: true, value: name('a') });
    expect(statement('=>;')).toEqual({ kind: 'return', arrow: true });
  });

  test('if, with else and at compile time', () => {
    expect(statement('if (a) b;')).toMatchObject({ kind: 'if', constant: false, test: name('a') });
    expect(statement('if (a) b; else if (c) d; else e;')).toMatchObject({
      else: { kind: 'if', test: name('c'), else: { expression: name('e') } },
    });
    expect(statement('const if (a) { }')).toMatchObject({ kind: 'if', constant: true });
  });

  test('an else belongs to the nearest if', () => {
    const outer = statement('if (a) if (b) c; else d;') as object;
    expect(outer).toMatchObject({ then: { kind: 'if', else: { expression: name('d') } } });
    expect(outer).not.toHaveProperty('else');
  });

  test('val, with a type or taking something apart', () => {
    expect(statement('val a = b;')).toEqual({
      ...{ kind: 'val', pattern: 'name', exported: false, value: name('b') },
      bindings: [{ name: 'a', rest: false }],
    });
    expect(statement('val a: i32 = b;')).toMatchObject({ bindings: [{ type: { name: 'i32' } }] });
    expect(statement('val (a, b: i32, ...c) = d;')).toMatchObject({
      pattern: 'tuple',
      bindings: [{ name: 'a' }, { name: 'b', type: { name: 'i32' } }, { name: 'c', rest: true }],
    });
    expect(statement('val [a, ...] = d;')).toMatchObject({
      pattern: 'array',
      bindings: [{ name: 'a' }, { name: '', rest: true }],
    });
    expect(statement('val () = d;')).toMatchObject({ bindings: [] });
  });

  test('loop and next', () => {
    expect(statement('loop { next; }')).toMatchObject({
      kind: 'loop',
      bindings: [],
      body: { statements: [{ kind: 'next', values: [] }] },
    });
    expect(statement('loop i = 0, j: i64 = a, k { }')).toMatchObject({
      bindings: [
        { name: 'i', value: { kind: 'integer' } },
        { name: 'j', type: { name: 'i64' } },
        { name: 'k' },
      ],
    });
    expect(statement('next a, b;')).toEqual({ kind: 'next', values: [name('a'), name('b')] });
    expect(statement('next a, ;')).toEqual({ kind: 'next', values: [name('a')] });
  });

  test('switch', () => {
    expect(statement('switch (a) { case B(c, d) { } case E { } otherwise { e; } }')).toMatchObject({
      kind: 'switch',
      subject: name('a'),
      cases: [
        { variant: { text: 'B' }, bindings: [{ text: 'c' }, { text: 'd' }], body: { kind: 'block' } },
        { variant: { text: 'E' }, bindings: [] },
      ],
      otherwise: { statements: [{ expression: name('e') }] },
    });
    expect(statement('switch (a) { }')).toMatchObject({ cases: [] });
    expect(statement('switch (a) { case { } }')).toMatchObject({ cases: [{ variant: { text: '' } }] });
  });
});

describe('what is refused', () => {
  test.each([
    ['val x = 1;\nx = 2;', 'Invalid use of binding operator `=` in expression. at 2:3'],
    ['val x = 1\nprint(x);', 'Unexpected token print at 2:1'],
    ['print(1)', 'Unexpected end of file, expected 2571 at 1:8'],
    ['val x', 'Unexpected end of file at 0:0'],
    ['val x;', 'Unexpected token ;, expect bind operator `=`. at 1:6'],
    ['val x := 1;', 'Unexpected token :=, expect bind operator `=`. at 1:7'],
    ['val 1 = 2;', 'Unexpected token 1 at 1:5'],
    ['val', 'Unexpected end of file at 0:0'],
    ['val (a, 1) = b;', 'Expected identifier or unpacking in value binding. at 1:9'],
    ['val (...a, b) = c;', 'Unpacking binding must be last one at 1:10'],
    ['val (a b) = c;', 'Unexpected token b at 1:8'],
    ['val (a;', 'Unexpected token ; at 1:7'],
    ['{ print(1);', 'Unexpected end of file at 0:0'],
    ['}', 'Unexpected primary expression: } at 1:1'],
    ['if a { }', 'Unexpected token a at 1:4'],
    ['if (a { }', 'Unexpected token { at 1:7'],
    ['else { }', 'Unexpected primary expression: else at 1:1'],
    ['if (a) val b = 1; else', 'Unexpected end of file at 0:0'],
    ['loop i = 0', 'Unexpected end of file at 0:0'],
    ['loop i', 'Unexpected end of file at 0:0'],
    ['next 1', 'Unexpected end of file, expected 2572 at 1:6'],
    ['next 1 2;', 'Unexpected token 2 at 1:8'],
    ['switch (a) { b; }', 'Unexpected token b at 1:14'],
    ['switch (a) { otherwise { } case B { } }', 'Unexpected token case at 1:28'],
    ['switch (a) { case B c; }', 'Unexpected token c at 1:21'],
    ['switch (a) { case B(1) { } }', 'Unexpected token 1 at 1:21'],
    ['switch (a) { case B(', 'Unexpected end of file at 0:0'],
    ['const x = 1;', 'Unexpected token = at 1:9'],
    ['{ const x: i32 = 1; }', 'Unexpected primary expression: const at 1:3'],
    ['{ fun f() { } }', 'Unexpected primary expression: fun at 1:3'],
    ['return "a" "b";', 'Unexpected token b at 1:12'],
    ['if (i < 5) { a; }\nif (b > (c)) { d; }', 'Unknown type annotation at 1:10'],
  ])('%s', (text, verdict) => {
    expect(refusal(text)).toBe(`Parse error: ${verdict}`);
  });

  test('statements that nest too deeply', () => {
    for (const text of ['{', 'if (a) ', 'loop ', 'if (a) ; else ', 'switch (a) { case B {']) {
      expect(refusal(text.repeat(5000))).toMatch(/^Parse error: Nested too deeply at 1:\d+$/);
    }
  });
});

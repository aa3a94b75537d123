import { describe, expect, it } from 'vitest';
import { Problems, SourceText } from '@sonde/native-compiler';
import { parseProgram } from './parse-program.js';
import { parseExpressionText } from './parse-text.js';
import type { ProgramTree, StatementTree } from './statement-tree.js';
import type { ExpressionTree } from './tree.js';

/** Every group in parentheses. */
function grouped(tree: ExpressionTree): string {
  switch (tree.kind) {
    case 'integer':
    case 'float':
    case 'bool':
      return String(tree.value);
    case 'name':
      return tree.name;
    case 'counter':
      return '$';
    case 'null':
      return 'NULL';
    case 'err':
      return 'ERR';
    case 'unary':
      return `(${tree.operator}${grouped(tree.operand)})`;
    case 'increment':
      return tree.prefix
        ? `(${tree.operator}${grouped(tree.operand)})`
        : `(${grouped(tree.operand)}${tree.operator})`;
    case 'binary':
    case 'assign': {
      const [left, right] = tree.kind === 'binary' ? [tree.left, tree.right] : [tree.target, tree.value];
      return `(${grouped(left)} ${tree.operator} ${grouped(right)})`;
    }
    case 'unwrap-or':
      return `(${grouped(tree.operand)} ? ${grouped(tree.fallback)})`;
    case 'conditional':
      return `(is ${grouped(tree.condition)} : ${grouped(tree.then)} : ${grouped(tree.otherwise)})`;
    case 'cast':
      return `(cast ${tree.type.kind === 'named' ? tree.type.name : tree.type.kind} ${grouped(tree.operand)})`;
    case 'call':
      return `${grouped(tree.callee)}(${tree.arguments.map(grouped).join(', ')})`;
    case 'index':
      return `${grouped(tree.object)}[${grouped(tree.index)}]`;
    case 'member':
      return `${grouped(tree.object)}${tree.access}${tree.name.text}`;
    case 'spawn':
    case 'await':
      return `(${tree.kind} ${grouped(tree.operand)})`;
    case 'struct':
      return `${tree.name.text}{${tree.fields.map(field => `${field.name.text}: ${grouped(field.value)}`).join(', ')}}`;
    case 'array':
      return `[${tree.elements.map(grouped).join(', ')}]`;
    case 'template':
      return `\`${tree.parts.map(grouped).join('')}\``;
    case 'string':
      return JSON.stringify(new TextDecoder().decode(tree.bytes));
    case 'char':
      return `'${tree.value}'`;
  }
}

function expression(text: string): string {
  const parsed = parseExpressionText(text, new Set(['Point']));
  return 'problem' in parsed
    ? `${parsed.problem.location!.column}: ${parsed.problem.message}`
    : grouped(parsed.expression);
}

function program(text: string): { readonly tree: ProgramTree; readonly messages: readonly string[] } {
  const problems = new Problems(new SourceText({ name: 'a.aria' }, text));
  const tree = parseProgram(problems);
  const messages = problems
    .diagnostics()
    .map(({ location, message }) => `${location!.line}:${location!.column} ${message}`);
  return { tree, messages };
}

function statement(text: string): StatementTree {
  const { tree, messages } = program(text);
  expect(messages).toEqual([]);
  return tree.statements[0]!;
}

describe('an expression groups as the language says', () => {
  it.each([
    ['1 + 2 * 3 - 4', '((1 + (2 * 3)) - 4)'],
    [
      'a || b && c | d ^ e & f == g < h << i + j * k',
      '(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))',
    ],
    ['a = b = c', '(a = (b = c))'],
    ['a += b |> f', '(a += (b |> f))'],
    ['x |> f |> g', '((x |> f) |> g)'],
    ['a ?? b || c', '(a ?? (b || c))'],
    ['f(x) ? 0', '(f(x) ? 0)'],
    ['1 + f(x) ? -1 + 2', '((1 + (f(x) ? (-1))) + 2)'],
    ['await f(x) ? 0', '((await f(x)) ? 0)'],
    ['a ? b ? c', '(a ? (b ? c))'],
    ['is a < b : a : b', '(is (a < b) : a : b)'],
    ['is a : 1 : is b : 2 : 3', '(is a : 1 : (is b : 2 : 3))'],
    ['-a.b[1]++', '(-(a.b[1]++))'],
    ['!a == b', '((!a) == b)'],
    ['@a[1] + #b', '((@a[1]) + (#b))'],
    ['(int8)x + 1', '((cast int8 x) + 1)'],
    ['(Point@)x', '(cast pointer x)'],
    ['(a)(b)', 'a(b)'],
    ['(a) - b', '(a - b)'],
    ['p->x.y?.z', 'p->x.y?.z'],
    ['Point{ x: 1, y: 2, }', 'Point{x: 1, y: 2}'],
    ['[1, 2, 3,]', '[1, 2, 3]'],
    ['$ * 2', '($ * 2)'],
    ['$x', '($x)'],
    ['spawn f(1)', '(spawn f(1))'],
    ['`a&{b + 1}c`', '`"a"(b + 1)"c"`'],
    ['aria.alloc<int64>(3)', 'aria.alloc(3)'],
    ['a < b', '(a < b)'],
    ['a; ', 'a'],
  ])('%s', (text, wanted) => {
    expect(expression(text)).toBe(wanted);
  });

  it.each([
    ['', '1: expected a value, found the end'],
    ['1 +', '4: expected a value, found the end'],
    ['(1', '3: expected ), found the end'],
    ['1 2', '3: expected the end, found 2'],
    ['`&{1 2}`', '6: expected }, found 2'],
    ['`&{}`', '4: expected a value, found the } of the template'],
    ['*p', '1: expected a value, found *'],
    ['a ? : b', '5: expected a value, found :'],
  ])('%j is refused with a position: %s', (text, message) => {
    expect(expression(text)).toBe(message);
  });
});

describe('a program', () => {
  it('has declarations and statements, in any order', () => {
    const { tree, messages } = program(`
const P = struct { x: int32, next: P@ func:get = int32(self) { pass(self.x); }; };
const E = enum { A, B = 4, };
extern { func:puts = int32(string:s); }
int32:x = 1;
pub async func:f = void() { };
jit func:g = int64(int64:n) { pass(n); };
x = 2;
func<int32(int32)>:h = k;`);
    expect(messages).toEqual([]);
    expect(tree.structs[0]).toMatchObject({ name: { text: 'P' }, methods: [{ name: { text: 'get' } }] });
    expect(tree.enums[0]?.members.map(({ name }) => name.text)).toEqual(['A', 'B']);
    expect(tree.functions.map(({ name, async, jit }) => [name.text, async, jit])).toEqual([
      ['puts', false, false],
      ['f', true, false],
      ['g', false, true],
    ]);
    expect(tree.statements.map(({ kind }) => kind)).toEqual(['variable', 'expression', 'variable']);
  });

  it.each([
    ['while (a) {}', 'while'],
    ['for i in 0..9 {}', 'for-range'],
    ['for (i in 0...n) {}', 'for-range'],
    ['for int32:i in 0..n {}', 'for-range'],
    ['for (int32:i = 0; i < 3; i++) {}', 'for'],
    ['for (;;) {}', 'for'],
    ['till(10, 1) {}', 'till'],
    ['loop(1, 2, 3) {}', 'loop'],
    ['when (a) {} then {} end {}', 'when'],
    ['defer f();', 'defer'],
    ['pass(1);', 'pass'],
    ['pass 1;', 'pass'],
    ['return;', 'pass'],
    ['fail(2);', 'fail'],
    ['wild int64@:p = NULL;', 'variable'],
    ['P[3]@:p;', 'variable'],
    ['result<result<int8>>:r;', 'variable'],
    ['a[1] = 2;', 'expression'],
    ['a * b;', 'expression'],
  ])('%s is a statement', (text, kind) => {
    expect(statement(text).kind).toBe(kind);
  });

  it('has labels in both spellings, on loops and on cases', () => {
    for (const sign of [':', '=>']) {
      expect(statement(`out${sign} while (true) {}`)).toMatchObject({ label: { text: 'out' } });
      expect(statement(`pick (x) { (1) { fall(ok); }, ok${sign}(!) {} }`)).toMatchObject({
        cases: [{ patterns: [{ kind: 'value' }] }, { label: { text: 'ok' }, patterns: [{ kind: 'never' }] }],
      });
    }
  });

  it('has patterns of all kinds', () => {
    const pick = statement('pick (x) { (<9) {}, (5..8) {} (5...8) {}, (1, 2) {}, (*) {} }');
    expect(pick).toMatchObject({
      cases: [
        { patterns: [{ kind: 'compare', operator: '<' }] },
        { patterns: [{ kind: 'range', inclusive: true }] },
        { patterns: [{ kind: 'range', inclusive: false }] },
        { patterns: [{ kind: 'value' }, { kind: 'value' }] },
        { patterns: [{ kind: 'any' }] },
      ],
    });
  });
});

describe('mistakes', () => {
  it('of several statements are all told, each with its place', () => {
    const { messages } = program(`func:main = int32() {
  int32:x = ;
  if (x > ) { pass(1); }
  int32 y = 3;
  pick (x) { 1 {} }
  pass(0)
};
func:other = int32( { };
int32:z = 1 + ;`);
    expect(messages).toEqual([
      '2:13 expected a value, found ;',
      '3:11 expected a value, found )',
      '4:9 expected :, found y',
      '5:14 expected (, found 1',
      '6:10 expected ;, found }',
      '8:21 expected a type, found {',
      '9:15 expected a value, found ;',
    ]);
  });

  it.each([
    ['func:f = int32() { func:g = int32() {}; };', 'a function inside of a block'],
    ['func:f = int32() { const P = struct { x: int8 }; };', 'a type inside of a block'],
    ['const N = 3;', 'a constant needs a type'],
    ['int8(int8:a) { pass(a); }(1);', 'a function without a name'],
    ['int8:r = int8(int8:a) { pass(a); }(1);', 'lambdas are not read'],
    ['func<int32()>:f = int32() { pass(1); };', 'lambdas are not read'],
    ['g(int32(string[2]:a) { pass(1); });', 'lambdas are not read'],
    ['func<int8(int8)>:f = *int8(int8:a) { return a; };', 'lambdas are not read'],
    ['int64:a = int64(b);', 'int64 is a type and cannot be called'],
    ['enum:E = { A };', 'a declaration does not begin with enum'],
    ['vec3:v;', "the type vec3 is not part of this compiler's Aria"],
    ['}', 'this } closes nothing'],
    ['while x {}', 'expected (, found x'],
    ['for i in 3 {}', 'expected a range, found {'],
    ['mod m {}', 'modules are not part of this compiler’s Aria'],
    ['func:f = int32() {', 'expected }, found the end'],
  ])('%s: %s', (text, message) => {
    expect(program(text).messages.join('\n')).toContain(message);
  });

  it('that are endless are cut short', () => {
    expect(program('}'.repeat(10_000)).messages.length).toBeLessThanOrEqual(50);
  });

  it('are told with the line of source and a hint', () => {
    const problems = new Problems(
      new SourceText({ name: 'a.aria', path: '/a.aria' }, 'int8:a;\r\nint8:b = (1;\r\n'),
    );
    parseProgram(problems);
    expect(problems.diagnostics()).toEqual([
      {
        severity: 'error',
        message: 'expected ), found ;',
        location: {
          source: { name: 'a.aria', path: '/a.aria' },
          line: 2,
          column: 12,
          endLine: 2,
          endColumn: 13,
        },
        sourceLine: 'int8:b = (1;',
      },
    ]);
  });
});

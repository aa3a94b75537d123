// Where nodes are: truly, and where the original says they are.

import { describe, expect, test } from 'vitest';
import type { Expression, Node, Position, Unit } from '../ast.js';
import { withoutPlaces } from '../../test/parser/outline.js';
import { parseExpression, parseUnit } from './parser.js';
import { sampleProgram } from '../../test/parser/sample-program.js';
import { textUnder } from '../../test/parser/text-under.js';

const unitOf = (text: string): Unit => parseUnit({ path: '/folder/sample.ng', module: 'sample', text });
const said = ({ at }: { readonly at: Position }): string => `${at.line}:${at.column}`;

const isNode = (value: object): value is Node & { readonly kind?: unknown } =>
  'span' in value && 'at' in value;

/** All nodes of a tree, those inside before those around them. */
function nodesOf(value: unknown, found: Node[] = []): readonly Node[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, part] of Object.entries(value)) {
    if (key !== 'span' && key !== 'at') nodesOf(part, found);
  }
  if (isNode(value)) found.push(value);
  return found;
}

describe('true places', () => {
  const unit = unitOf(sampleProgram);

  test('lie inside the text and inside each other', () => {
    const inOrder = (a: Position, b: Position): boolean =>
      a.line < b.line || (a.line === b.line && a.column <= b.column);
    for (const node of nodesOf(unit)) {
      expect(inOrder(node.span.start, node.span.end)).toBe(true);
      for (const inner of nodesOf(node)) {
        expect(inOrder(node.span.start, inner.span.start) && inOrder(inner.span.end, node.span.end)).toBe(
          true,
        );
      }
    }
  });

  test('the text under a declaration is that declaration', () => {
    for (const declaration of unit.declarations) {
      const again = unitOf(textUnder(sampleProgram, declaration.span)).declarations[0]!;
      const expected = declaration.kind === 'use' ? declaration : { ...declaration, exported: false };
      expect(withoutPlaces(again)).toEqual(withoutPlaces(expected));
    }
  });

  test('the text under a statement is that statement', () => {
    for (const statement of unit.statements) {
      const again = unitOf(textUnder(sampleProgram, statement.span)).statements[0]!;
      expect(withoutPlaces(again)).toEqual(withoutPlaces(statement));
    }
  });

  test('the text under an expression is that expression', () => {
    const text = [
      ...[
        '(a + b).c(d, -e)[1..n] := new P { x: [f(xs)..., ...y] } |> g<i32>(1)',
        'x is vector<i32> || h.0.B::c(z)',
      ],
      ...[
        'cast<vector<vector<i32>>>("é😀" + typeof(q)) << (1, ref r, ^k, p(xs)?...)',
        'limit<i32> * Show::show(*m)',
      ],
    ];
    for (const expression of text.map(line => [line, parseExpression(line)] as const)) {
      const [line, tree] = expression;
      for (const node of nodesOf(tree).filter(candidate => isExpression(candidate))) {
        const under = textUnder(line, node.span);
        expect(withoutPlaces(parseExpression(under)), under).toEqual(withoutPlaces(node));
      }
    }
  });

  test('the text under names, types and bindings is what was written', () => {
    const text = 'fun area(shape: [i32]) { val (a, ...rest) = b; }';
    expect(nodesOf(unitOf(text).declarations[0]).map(({ span }) => textUnder(text, span))).toEqual([
      ...['area', 'i32', '[i32]', 'shape: [i32]', 'a', '...rest', 'b', 'val (a, ...rest) = b;'],
      ...['{ val (a, ...rest) = b; }', text],
    ]);
  });

  test('the text under a case is the whole case', () => {
    const text = 'switch (c) { case D(e) { f; } }';
    const texts = nodesOf(unitOf(text).statements[0]).map(({ span }) => textUnder(text, span));
    expect(texts).toEqual(['c', 'D', 'e', 'f', 'f;', '{ f; }', 'case D(e) { f; }', text]);
  });
});

const expressionKinds: ReadonlySet<unknown> = new Set<Expression['kind']>([
  ...([
    'integer',
    'float',
    'string',
    'name',
    'binary',
    'unary',
    'call',
    'instance',
    'member',
    'qualified',
  ] as const),
  ...(['index', 'range', 'assign', 'is', 'cast', 'typeof', 'pipe', 'array', 'each', 'new'] as const),
]);

const isExpression = (node: Node & { readonly kind?: unknown }): node is Expression =>
  expressionKinds.has(node.kind);

describe('places as the original says them', () => {
  test.each([
    ['abc + d', '1:7', 'a binary operator: at its right operand'],
    ['- abc', '1:3', 'a unary operator: at its operand'],
    ['f(a) ;', '1:6', 'a call: behind it'],
    ['abc ;', '1:5', 'a name: behind it'],
    ['12 ;', '1:4', 'a literal: behind it'],
    ['abc', '1:1', 'at the end of the file: at the last token'],
    ['a.bc', '1:3', 'a member: at its name'],
    ['a.B::c()', '1:3', 'a qualified method: at the trait'],
    ['B::c()', '1:2', 'a qualified call: at the `::`'],
    ['a[1] ;', '1:6', 'an element: behind it'],
    ['a := b', '1:6', 'an assignment: at the value'],
    ['a[1] := b ;', '1:11', 'an assignment to an element: behind it'],
    ['new P { }', '1:1', 'a new record: at `new`'],
    ['x |> f ;', '1:8', 'a pipe: behind it'],
    ['x |> f(1) |> g(2) ;', '1:19', 'a pipe into a call: behind the call'],
    ['a is T ;', '1:8', 'a type test: behind it'],
    ['(1, 2) ;', '1:8', 'a tuple: behind it'],
  ])('%s → %s, %s', (text, expected) => {
    const expression = text.endsWith(' ;')
      ? (unitOf(text).statements[0] as { readonly expression: Expression }).expression
      : parseExpression(text);
    expect(said(expression)).toBe(expected);
  });

  test.each([
    ['print(1);\nx;', '2:1', 'an expression: behind it'],
    ['if (a) b;', '1:1', 'an if: at its begin'],
    ['loop i = 0 { }', '1:6', 'a loop: behind `loop`'],
    ['next a;', '1:6', 'a next: behind `next`'],
    ['switch (a) { }', '1:14', 'a switch: behind the `{`'],
    ['{ a; }', '1:3', 'a block: behind the `{`'],
    ['return a;', '1:8', 'a return: at its value'],
    ['return;\na;', '2:1', 'a return of nothing: behind it'],
  ])('%s → %s, %s', (text, expected) => {
    expect(said(unitOf(text).statements[0]!)).toBe(expected);
  });

  test.each([
    ['val a = 1;\nb;', '2:1', 'a val: behind it'],
    ['val (a, b) = c;', '1:6', 'a val that takes apart: behind the bracket'],
    ['export fun f() { }', '1:8', 'a function: at `fun`'],
    ['const fun f() { }', '1:7', 'a constant function: at `fun`'],
    ['const a: i32 = 1;', '1:8', 'a constant: behind its name'],
    ['type A { }', '1:8', 'a record: at the `{`'],
    ['type A = B | C;', '1:10', 'a union: at the first variant'],
    ['type A = B;', '1:10', 'an alias: behind the `=`'],
    ['type A wraps B;', '1:14', 'a newtype: behind `wraps`'],
    ['type A;', '1:7', 'an abstract type: at the `;`'],
    ['trait A { }', '1:7', 'a trait: at its name'],
    ['auto trait A;', '1:6', 'an auto trait: at `trait`'],
    ['impl A for B { }', '1:6', 'an impl: behind `impl`'],
    ['use impl A for B;', '1:10', 'a use: behind `impl`'],
    ['import lib;', '1:8', 'an import: behind `import`'],
  ])('%s → %s, %s', (text, expected) => {
    expect(said(unitOf(text).declarations[0]!)).toBe(expected);
  });

  test('parameters: at the name, with a type behind the type', () => {
    const [declaration] = unitOf('fun f(ab, cd: i32, ef: i32... = 1) { }').declarations;
    const parameters = declaration?.kind === 'function' ? declaration.parameters : [];
    expect(parameters.map(said)).toEqual(['1:7', '1:18', '1:31']);
  });

  test('types: at their begin, with a suffix behind it, unions at the first bar', () => {
    const [value] = unitOf('val a: [i32] list | B = c;').declarations;
    const type = value?.kind === 'val' ? value.bindings[0]!.type! : undefined;
    expect(type?.kind === 'either' && [type, ...type.members].map(said)).toEqual(['1:19', '1:19', '1:21']);
  });
});

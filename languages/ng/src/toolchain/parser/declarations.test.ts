import { describe, expect, test } from 'vitest';
import { SourceProblem } from '../source.js';
import { typeText, withoutPlaces } from '../../test/parser/outline.js';
import { parseUnit } from './parser.js';

const unitOf = (text: string, path = '/folder/program.ng') => parseUnit({ path, module: 'program', text });

function declaration(text: string): unknown {
  const { declarations, statements } = unitOf(text);
  expect([declarations.length, statements.length]).toEqual([1, 0]);
  return withoutPlaces(declarations[0]!);
}

function refusal(text: string, path?: string): string {
  try {
    unitOf(text, path);
  } catch (problem) {
    if (problem instanceof SourceProblem) return problem.verdict;
    throw problem;
  }
  return 'no problem';
}

const named = (name: string, ...args: readonly unknown[]) => ({ kind: 'named', name, args });

describe('functions', () => {
  test('with parameters, a result and a block', () => {
    expect(declaration('fun f(a, b: i32, c: string = "x") -> bool { return true; }')).toEqual({
      ...{ kind: 'function', name: { text: 'f' }, generics: [], where: [], constant: false, exported: false },
      parameters: [
        { name: 'a', pack: false },
        { name: 'b', pack: false, type: named('i32') },
        { name: 'c', pack: false, type: named('string'), default: { kind: 'string', value: 'x' } },
      ],
      result: named('bool'),
      body: {
        kind: 'block',
        statements: [{ kind: 'return', arrow: false, value: { kind: 'boolean', value: true } }],
      },
    });
  });

  test('with other bodies', () => {
    expect(declaration('fun f() = 1;')).toMatchObject({ body: { kind: 'return', arrow: false } });
    expect(declaration('fun f => 1;')).toMatchObject({
      parameters: [],
      body: { kind: 'return', arrow: true },
    });
    expect(declaration('fun f() -> unit = native;')).toMatchObject({ body: 'native' });
    expect(declaration('fun f() = delete;')).toMatchObject({ body: 'delete' });
    expect(declaration('fun f(x) print(x);')).toMatchObject({ body: { kind: 'expression' } });
    expect(declaration('const fun f() = 1;')).toMatchObject({ constant: true });
    expect(declaration('export fun f() { }')).toMatchObject({ exported: true });
  });

  test('with type parameters on either side of the name', () => {
    const generics = [{ name: 'T', bounds: [], pack: false, arity: 0, variadicTail: false }];
    expect(declaration('fun<T> f(a: T) { }')).toMatchObject({ generics });
    expect(declaration('fun f<T>(a: T) { }')).toMatchObject({ generics });
    expect(
      declaration('fun f<T: Show, F<_, _>, G<_, ...>, Ts..., const N: u32>(a: Ts...) { }'),
    ).toMatchObject({
      generics: [
        { name: 'T', bounds: [named('Show')] },
        { name: 'F', arity: 2, variadicTail: false },
        { name: 'G', arity: 1, variadicTail: true },
        { name: 'Ts', pack: true },
        { name: 'N', constant: named('u32') },
      ],
      parameters: [{ name: 'a', pack: true, type: named('Ts') }],
    });
  });

  test('with conditions', () => {
    expect(declaration('fun f<T, U>() where T: A + B && U: C { }')).toMatchObject({
      where: [
        { kind: 'bound', type: named('T'), bounds: [named('A'), named('B')] },
        { kind: 'bound', type: named('U'), bounds: [named('C')] },
      ],
    });
    expect(declaration('fun f<T>() where ok<T> = 1;')).toMatchObject({
      where: [{ kind: 'condition', condition: { kind: 'instance' } }],
      body: { kind: 'return' },
    });
  });
});

describe('types', () => {
  test('records', () => {
    expect(declaration('type P { x: i32; property y: f32; z; fun m() { } }')).toMatchObject({
      kind: 'type',
      name: { text: 'P' },
      shape: {
        kind: 'record',
        properties: [{ name: 'x', type: named('i32') }, { name: 'y', type: named('f32') }, { name: 'z' }],
        methods: [{ name: { text: 'm' } }],
      },
    });
    expect(declaration('type P: derive(Copy + Clone) { }')).toMatchObject({
      derived: [named('Copy'), named('Clone')],
    });
  });

  test('unions', () => {
    expect(declaration('type R<T> = Ok(value: T, i32) | Nothing | Both(T);')).toMatchObject({
      generics: [{ name: 'T' }],
      shape: {
        kind: 'variants',
        variants: [
          { name: 'Ok', payload: [{ name: 'value', type: named('T') }, { type: named('i32') }] },
          { name: 'Nothing', payload: [] },
          { name: 'Both', payload: [{ type: named('T') }] },
        ],
      },
    });
  });

  test('the others', () => {
    const shape = (text: string): unknown => (declaration(text) as { shape: unknown }).shape;
    expect(shape('type A = B;')).toEqual({ kind: 'alias', type: named('B') });
    expect(shape('type A = i32 | string;')).toMatchObject({ kind: 'alias', type: { kind: 'either' } });
    expect(shape('type A = native;')).toEqual({ kind: 'native' });
    expect(shape('type A = delete;')).toEqual({ kind: 'delete' });
    expect(shape('type A;')).toEqual({ kind: 'abstract' });
    expect(shape('type A wraps i32;')).toEqual({ kind: 'wraps', type: named('i32') });
  });

  test('specialisations and conditions', () => {
    expect(declaration('type<T> A<vector<T>> = T;')).toMatchObject({
      generics: [{ name: 'T' }],
      args: [named('vector', named('T'))],
    });
    expect(declaration('type<> A<i32> = string;')).toMatchObject({ generics: [], args: [named('i32')] });
    expect(declaration('type A<T>: where T: Show = T;')).toMatchObject({ where: [{ kind: 'bound' }] });
    expect(declaration('type ref<T> = native;')).toMatchObject({ name: { text: 'ref' } });
  });

  test.each([
    ['i32', 'i32'],
    ['[i32]', 'vector<i32>'],
    ['i32 vector', 'vector<i32>'],
    ['i32 Option list', 'list<Option<i32>>'],
    ['(string, i32) Map', 'Map<string, i32>'],
    ['i32 ref', 'ref<i32>'],
    ['ref<ref<T>>', 'ref<ref<T>>'],
    ['(i32, (A, B), Ts...)', '(i32, (A, B), Ts...)'],
    ['()', '()'],
    ['A | B vector | (C)', 'A | vector<B> | (C)'],
    ['A<B<C<i32>>>', 'A<B<C<i32>>>'],
    ['A<1, 2u8, true, "x", Ts...>', 'A<1i64, 2u8, true, "x", Ts...>'],
    ['A<>', 'A'],
    ['unit', 'unit'],
  ])('the type %s is %s', (text, expected) => {
    const [value] = unitOf(`val a: ${text} = b;`).declarations;
    expect(value?.kind === 'val' && typeText(value.bindings[0]!.type!)).toBe(expected);
  });
});

test('constants', () => {
  expect(declaration('const a: i32 = 1;')).toMatchObject({
    kind: 'constant',
    type: named('i32'),
    generics: [],
  });
  expect(declaration('const a<T>: bool = native;')).toMatchObject({
    generics: [{ name: 'T' }],
    value: 'native',
  });
  expect(declaration('const<T> a<vector<T>> where T: A: bool = delete;')).toMatchObject({
    args: [named('vector', named('T'))],
    where: [{ kind: 'bound' }],
    value: 'delete',
  });
});

test('traits and implementations', () => {
  expect(declaration('trait A<T>: B + C<T> { fun f(self: Self) -> i32; fun g() { } }')).toMatchObject({
    kind: 'trait',
    auto: false,
    supertraits: [named('B'), named('C', named('T'))],
    methods: [{ body: 'signature' }, { body: { kind: 'block' } }],
  });
  expect(declaration('auto trait A;')).toMatchObject({ auto: true, methods: [] });
  expect(declaration('impl<T> A for Box<T> where T: A { fun f() { } }')).toMatchObject({
    kind: 'impl',
    trait: named('A'),
    target: named('Box', named('T')),
    where: [{ kind: 'bound' }],
    methods: [{ name: { text: 'f' } }],
  });
  expect(declaration('use impl lib::A for B;')).toMatchObject({
    kind: 'use',
    module: 'lib',
    target: named('B'),
  });
  expect(declaration('use impl A for B;')).not.toHaveProperty('module');
});

describe('modules', () => {
  test.each([
    ['import a1.b2;', { path: ['a1', 'b2'], alias: 'b2', symbols: [] }],
    ['import "a-b".string;', { path: ['a-b', 'string'], alias: 'string', symbols: [] }],
    ['import lib as other;', { alias: 'other', symbols: [] }],
    ['import lib other (a, b);', { alias: 'other', symbols: [{ text: 'a' }, { text: 'b' }] }],
    ['import lib (*);', { symbols: '*' }],
    ['import lib *;', { symbols: '*' }],
    ['export import lib (a);', { exported: true }],
  ])('%s', (text, expected) => {
    expect(declaration(text)).toMatchObject({ kind: 'import', ...expected });
  });

  test('a list of symbols alone gives no alias', () => {
    expect(declaration('import lib (a);')).not.toHaveProperty('alias');
  });

  test('the module line', () => {
    expect(unitOf('module program;').module).toMatchObject({ path: ['program'] });
    expect(unitOf('module a.b.program exports *;').module).toMatchObject({
      path: ['a', 'b', 'program'],
      exports: '*',
    });
    expect(unitOf('module program exports (a, b);').module).toMatchObject({
      exports: [{ text: 'a' }, { text: 'b' }],
    });
    expect(unitOf('module exports a;').module).toMatchObject({ path: [], exports: [{ text: 'a' }] });
    expect(unitOf('a;')).not.toHaveProperty('module');
  });

  test('the name of the module ends with the name of the file', () => {
    const verdict = 'Parse error: Invalid module name for module: other, expected: program at 1:13';
    expect(refusal('module other;')).toBe(verdict);
    expect(refusal('module a.other;', 'C:\\folder\\other.ng')).toBe('no problem');
    expect(refusal('module a.other;', '/folder/module.ng')).toBe('no problem');
  });

  test('a list of exports takes the place of earlier ones', () => {
    const [before, after] = unitOf('export fun a() { } module exports (c); export fun b() { }').declarations;
    expect([before, after]).toMatchObject([{ exported: false }, { exported: true }]);
  });

  test('vals are declarations on the top level, whatever stands between them', () => {
    const { declarations, statements } = unitOf('val a = 1; print(a); val (b, c) = a;');
    expect(declarations.map(({ kind }) => kind)).toEqual(['val', 'val']);
    expect(statements).toHaveLength(1);
  });
});

describe('what is refused', () => {
  test.each([
    ['fun 1 () { }', 'Expected function name at 1:5'],
    ['fun', 'Expected function name at 1:1'],
    ['fun f(1) { }', 'Unexpected token 1 at 1:7'],
    ['fun f(a: ) { }', 'Unknown type annotation at 1:10'],
    ['fun f(a)', 'Unexpected end of file at 0:0'],
    ['fun f() = native;', "Native function 'f' must declare a return type. at 1:17"],
    ['fun f<1>() { }', 'Expected generic type parameter name at 1:7'],
    ['fun f<T', 'Unexpected end of file at 0:0'],
    ['fun f<const N>() { }', "Expected ':' after const generic parameter name at 1:14"],
    [
      'fun f<F< > >() { }',
      "Generic type constructor parameter must declare at least one '_' placeholder at 1:10",
    ],
    ['fun f<F<T>>() { }', "Expected '_' placeholder in generic type constructor parameter at 1:9"],
    ['fun f<F<..., _>>() { }', 'Variadic kind placeholder must be the final placeholder at 1:12'],
    ['const 1 : i32 = 1;', 'Expected const name at 1:7'],
    ['type P { 1; }', 'Expected property or function definition in type body at 1:10'],
    ['type P { x: i32 }', 'Unexpected token } at 1:17'],
    ['type P { x: i32;', 'Expected property or function definition in type body at 1:16'],
    ['type A: B = i32;', 'Type alias constraint section only supports `: where ...` at 1:9'],
    ['type A: derive(B) = i32;', 'derive(...) is only supported on structural type definitions at 1:21'],
    ['type A: derive(B);', 'derive(...) is only supported on structural type definitions at 1:18'],
    ['type A: derive(B) wraps i32;', 'derive(...) is only supported on structural type definitions at 1:19'],
    ['type A = B(i32) | 1;', 'Unexpected token 1 at 1:19'],
    ['trait A { x: i32; }', 'Expected trait method declaration at 1:11'],
    ['auto trait A { x; }', 'Expected auto trait method declaration at 1:16'],
    ['auto fun f() { }', 'Expected trait after auto at 1:1'],
    ['impl A { }', 'Unexpected token { at 1:8'],
    ['impl A', 'Unexpected end of file, expected 791 at 1:6'],
    ['impl A for B { val x = 1; }', 'Expected impl method definition at 1:16'],
    ['impl A for B { fun f(); }', 'no problem'],
    ['use A;', 'Expected impl after use at 1:5'],
    ['import a;', 'Invalid module path when import. at 1:9'],
    ['import lib as;', 'Expected import alias after `as`. at 1:14'],
    ['import lib (a;', 'Unexpected token ; at 1:14'],
    ['import lib', 'Unexpected end of file, expected 2571 at 1:8'],
    ['module program; module program;', 'Redeclare a module at 1:17'],
    ['module program exports', 'Unexpected end of file at 0:0'],
    ['export print(1);', 'Invalid export: only definitions can be exported at 1:8'],
    ['export', 'Unexpected end of file at 0:0'],
  ])('%s', (text, verdict) => {
    expect(refusal(text)).toBe(verdict === 'no problem' ? verdict : `Parse error: ${verdict}`);
  });

  test('a problem knows its file', () => {
    const file = { path: '/folder/program.ng', module: 'program', text: 'val' };
    expect(() => parseUnit(file)).toThrow(expect.objectContaining({ file }) as Error);
  });
});

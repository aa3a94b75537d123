import { describe, expect, test } from 'vitest';
import { SourceProblem } from '../source.js';
import { compileText, instructionsOf, type TextOptions } from '../../test/codegen/compile-text.js';

const end = ['PUSH_UNIT', 'RETURN'];
const compatible: TextOptions = { upstreamCompatible: true };

const refusalOf = (text: string, options?: TextOptions): string => {
  try {
    compileText(text, options);
  } catch (error) {
    if (error instanceof SourceProblem) return error.verdict;
    throw error;
  }
  throw new Error('nothing was wrong with it');
};

/** The code of a statement that stands alone in a module. */
const statement = (declarations: string, text: string, options?: TextOptions): readonly string[] =>
  instructionsOf(`${declarations} ${text}`, '__start__', options).slice(0, -3);

describe('functions', () => {
  test('with instructions of their own', () => {
    expect(statement('', 'print(1, 2);')).toEqual(['PUSH_I32 1', 'PUSH_I32 2', 'PRINT 2']);
    expect(statement('', 'assert(true);')).toEqual(['PUSH_BOOL true', 'ASSERT']);
    expect(statement('', 'not(true);')).toEqual(['PUSH_BOOL true', 'NOT']);
    expect(refusalOf('assert(true, "why");')).toBe('Runtime error: assert supports 1 arg at 0:0');
  });

  test('of the module', () => {
    expect(statement('fun f(a, b) => a;', 'f(1, 2);')).toEqual(['PUSH_I32 1', 'PUSH_I32 2', 'CALL f/2']);
  });

  test('arguments that are left out are written at the call', () => {
    expect(statement('fun f(a, b = 2 + 3) => a;', 'f(1);')).toEqual([
      'PUSH_I32 1',
      'PUSH_I32 2',
      'PUSH_I32 3',
      'ADD',
      'CALL f/2',
    ]);
  });

  test('a pack takes the arguments that are left as a tuple', () => {
    const declaration = 'fun<T...> f(a: i32, rest: T...) => a;';
    // A generic function has no code without an instance; a plain one with a pack does.
    expect(compileText(declaration).module.functions).toHaveLength(1);
    const plain = 'fun f(a: i32, rest: i32...) => a;';
    expect(statement(plain, 'f(1, 2, 3);')).toEqual([
      'PUSH_I32 1',
      'PUSH_I32 2',
      'PUSH_I32 3',
      'NEW_TUPLE 2',
      'CALL f/2',
    ]);
    expect(statement(plain, 'f(1);')).toEqual(['PUSH_I32 1', 'NEW_TUPLE 0', 'CALL f/2']);
  });

  test('a tuple spread over arguments is stored and taken apart', () => {
    expect(statement('fun f(a, b, c) => a;', 'f(0, ...(1, 2));')).toEqual([
      'PUSH_I32 0',
      'PUSH_I32 1',
      'PUSH_I32 2',
      'NEW_TUPLE 2',
      'STORE_LOCAL 0',
      'POP',
      'LOAD_LOCAL 0',
      'PUSH_I32 0',
      'GET_TUPLE_ITEM',
      'LOAD_LOCAL 0',
      'PUSH_I32 1',
      'GET_TUPLE_ITEM',
      'CALL f/3',
    ]);
    expect(refusalOf('fun f(a) => a; fun t() => (1, 2); f(...t());')).toBe(
      'Runtime error: ORGASM spread call arguments require tuple-valued expressions at 0:0',
    );
    expect(refusalOf('fun f(a) => a; f(...(1, 2));')).toBe(
      'Runtime error: Spread call argument count does not match function arity at 0:0',
    );
  });

  test('a value is piped in as the first argument', () => {
    const declarations = 'fun f(a) => a; fun g(a, b) => a;';
    expect(statement(declarations, '1 |> f;')).toEqual(['PUSH_I32 1', 'CALL f/1']);
    expect(statement(declarations, '1 |> g(2);')).toEqual(['PUSH_I32 1', 'PUSH_I32 2', 'CALL g/2']);
  });

  test('of the machine', () => {
    expect(statement('', 'len("abc");')).toEqual(['LOAD_STR "abc"', 'NATIVE_CALL len/1']);
    expect(statement('import std.string (split);', 'split("a b", " ");')).toEqual([
      'LOAD_STR "a b"',
      'LOAD_STR " "',
      'NATIVE_CALL split/2',
    ]);
  });

  test('one of the module hides one of the machine', () => {
    expect(statement('fun len(x) => x;', 'len(1);')).toEqual(['PUSH_I32 1', 'CALL len/1']);
  });

  test('one that is only declared returns unit', () => {
    expect(instructionsOf('fun f(a: i32) -> i32 = native;', 'f')).toEqual(end);
  });

  test('one that there is not', () => {
    expect(refusalOf('f(1);')).toBe('Runtime error: Unknown function: f at 0:0');
    expect(refusalOf('print(x);')).toBe('Runtime error: Unknown identifier: x at 0:0');
  });
});

describe('for each element of a sequence', () => {
  const declarations = 'val xs = [1]; fun f(a) => a; fun g(a, b) => a;';
  const last = (text: string): readonly string[] => statement(declarations, text).slice(4);

  test('map and filter', () => {
    expect(last('[f(xs)...];')).toEqual(['LOAD_GLOBAL 0', 'FOLD_MAP_CALL f']);
    expect(last('[f(xs)?...];')).toEqual(['LOAD_GLOBAL 0', 'FOLD_FILTER_CALL f']);
    expect(last('[0, f(xs)...];')).toEqual([
      'PUSH_I32 0',
      'LOAD_GLOBAL 0',
      'FOLD_MAP_CALL f',
      'NEW_ARRAY_SPREAD item, ...item',
    ]);
  });

  test('fold from the right and from the left', () => {
    expect(last('g(xs..., 0);')).toEqual(['LOAD_GLOBAL 0', 'PUSH_I32 0', 'FOLD_RIGHT_CALL g']);
    expect(last('g(0, xs...);')).toEqual(['PUSH_I32 0', 'LOAD_GLOBAL 0', 'FOLD_LEFT_CALL g']);
  });

  test('what the original does not take', () => {
    expect(refusalOf('fun f(a) => a; [f([1])...];')).toBe(
      'Runtime error: ORGASM map/filter fold expects `fn(xs)...` or `fn(xs)?...` at 0:0',
    );
    expect(refusalOf('val xs = [1]; [len(xs)...];')).toBe(
      'Runtime error: ORGASM map/filter fold only supports local functions: len at 0:0',
    );
  });
});

describe('records and unions', () => {
  const record =
    'type P { x: i32; y: i32; fun sum(self: ref<Self>, n: i32) => self.x + n; fun twice(n) => sum(n); }';

  test('fields go on the stack in the order of the declaration, unit for those that are missing', () => {
    expect(statement(record, 'new P { y: 2, x: 1 };')).toEqual([
      'PUSH_I32 1',
      'PUSH_I32 2',
      'NEW_OBJECT P/2',
    ]);
    expect(statement(record, 'new P { y: 2 };')).toEqual(['PUSH_UNIT', 'PUSH_I32 2', 'NEW_OBJECT P/2']);
  });

  test('members and methods', () => {
    expect(statement(`${record} val p = new P {};`, 'p.x;').slice(5)).toEqual([
      'LOAD_GLOBAL 0',
      'INVOKE_MEMBER x/0',
    ]);
    expect(statement(`${record} val p = new P {};`, 'p.sum(1);').slice(5)).toEqual([
      'LOAD_GLOBAL 0',
      'PUSH_I32 1',
      'INVOKE_MEMBER sum/1',
    ]);
  });

  test('methods are functions of the type, with the receiver first', () => {
    const { functions, types } = compileText(record).module;
    expect(types).toEqual([{ name: 'P', properties: ['x', 'y'], derivedTraits: [], variants: [] }]);
    expect(functions.slice(1)).toMatchObject([
      { name: 'P.sum', numParams: 2, numLocals: 2, explicitReceiver: true },
      { name: 'P.twice', numParams: 2, numLocals: 2, explicitReceiver: false },
    ]);
  });

  test('a method of the receiver that is not written', () => {
    expect(instructionsOf(record, 'P.twice')).toEqual([
      'LOAD_LOCAL 0',
      'LOAD_LOCAL 1',
      'INVOKE_MEMBER sum/1',
      'RETURN',
    ]);
    expect(instructionsOf(record, 'P.twice', compatible).slice(0, 2)).toEqual([
      'LOAD_LOCAL 1',
      'LOAD_LOCAL 0',
    ]);
  });

  test('variants', () => {
    const union = 'type R = Ok(v: i32) | Pair(i32, i32) | None;';
    expect(statement(union, 'Ok(1);')).toEqual(['PUSH_I32 1', 'CONSTRUCT_TAGGED R.Ok/1']);
    expect(statement(union, 'None();')).toEqual(['CONSTRUCT_TAGGED R.None/0']);
    expect(statement(union, 'new Ok { v: 1 };')).toEqual(['PUSH_I32 1', 'NEW_OBJECT Ok/1']);
    expect(compileText(union).module.types[0]!.variants).toEqual([
      { name: 'Ok', payloadFields: ['v'] },
      { name: 'Pair', payloadFields: [] },
      { name: 'None', payloadFields: [] },
    ]);
  });
});

describe('traits', () => {
  const show =
    'trait Show { fun show(self: ref<Self>) -> string; fun twice(self: ref<Self>) => self.show(); }';
  const named = 'trait Named: Show { fun name(self: ref<Self>) -> string; }';
  const type = 'type T { t: string; }';

  const functionsOf = (text: string): readonly string[] =>
    compileText(text).module.functions.map(({ name }) => name);

  test('a method has code under the name of the trait and under its own, given or inherited', () => {
    const impl = 'impl Show for T { fun show(self: ref<Self>) -> string { return self.t; } }';
    expect(functionsOf(`${show} ${type} ${impl}`)).toEqual([
      '__start__',
      'T.Show::show',
      'T.show',
      'T.Show::twice',
      'T.twice',
    ]);
  });

  test('a method of an inherited trait also under the name of the heir', () => {
    const impl =
      'impl Named for T { fun show(self: ref<Self>) => self.t; fun name(self: ref<Self>) => "n"; }';
    expect(functionsOf(`${show} ${named} ${type} ${impl}`).slice(1)).toEqual([
      'T.Show::show',
      'T.Named::show',
      'T.show',
      'T.Named::name',
      'T.name',
      'T.Show::twice',
      'T.Named::twice',
      'T.twice',
    ]);
  });

  test("the type's own method comes first", () => {
    const own = 'type T { t: string; fun show(self: ref<Self>) => "own"; }';
    const impl = 'impl Show for T { fun show(self: ref<Self>) => "trait"; }';
    expect(functionsOf(`${show} ${own} ${impl}`).slice(1, 3)).toEqual(['T.show', 'T.Show::show']);
  });

  test('qualified calls name the trait', () => {
    const declarations = `${type} val t = new T {};`;
    expect(statement(declarations, 't.Show::show();').slice(4)).toEqual([
      'LOAD_GLOBAL 0',
      'INVOKE_MEMBER Show::show/0',
    ]);
    expect(statement(declarations, 'Show::show(t);').slice(4)).toEqual([
      'LOAD_GLOBAL 0',
      'INVOKE_MEMBER Show::show/0',
    ]);
  });

  test('a reference becomes a trait object where it is declared as one, and when it is read', () => {
    const text = `${show} ${type} fun f(s: ref<Show>) { val k: ref<Show> = s; s := k; } val t = new T {}; f(t);`;
    expect(instructionsOf(text, 'f')).toEqual([
      'LOAD_LOCAL 0',
      'MAKE_TRAIT_REF Show',
      'MAKE_TRAIT_REF Show',
      'STORE_LOCAL 1',
      'POP',
      'LOAD_LOCAL 1',
      'MAKE_TRAIT_REF Show',
      'MAKE_TRAIT_REF Show',
      'STORE_LOCAL 0',
      'POP',
      ...end,
    ]);
    expect(instructionsOf(text).slice(4, 7)).toEqual(['LOAD_GLOBAL 0', 'MAKE_TRAIT_REF Show', 'CALL f/1']);
  });

  test('inheritance that goes nowhere', () => {
    expect(refusalOf('trait A: B { } trait B: A { }')).toBe(
      'Runtime error: Cyclic trait inheritance involving A at 0:0',
    );
    expect(refusalOf('trait A: Other { }')).toBe('Runtime error: Unknown trait: Other at 0:0');
  });
});

describe('other modules', () => {
  const library = `module lib exports *;
    val base = 1;
    type P { x: i32; fun get(self: ref<Self>) => self.x; }
    type R = Ok(v: i32) | None;
    trait Show { fun show(self: ref<Self>) => helper(); }
    fun helper() => "help";
    fun f(a) => a + base;`;
  const libraries = { lib: library };

  test('their functions are called by their place in the table of imports', () => {
    const text = 'import lib (f); f(1);';
    expect(instructionsOf(text, '__start__', { libraries }).slice(0, 2)).toEqual([
      'PUSH_I32 1',
      'CALL_IMPORT lib.f/1',
    ]);
    expect(compileText(text, { libraries }).module.imports[0]).toEqual({ module: 'lib', symbol: 'f' });
  });

  test('through a name for the module', () => {
    for (const text of ['import lib; lib.f(1);', 'import lib as other; other.f(1);'])
      expect(instructionsOf(text, '__start__', { libraries }).slice(0, 2)).toEqual([
        'PUSH_I32 1',
        'CALL_IMPORT lib.f/1',
      ]);
    expect(refusalOf('import lib; lib.g(1);', { libraries })).toBe(
      'Runtime error: Unknown identifier: lib at 0:0',
    );
  });

  test('all of them', () => {
    const { imports } = compileText('import lib (*);', { libraries }).module;
    expect(imports.map(({ symbol }) => symbol).sort()).toEqual(['P.get', 'f', 'helper']);
  });

  test('their types are known here, and the way to their methods', () => {
    const { types, functions } = compileText('import lib (*); val r = Ok(1);', { libraries }).module;
    expect(types.map(({ name }) => name)).toEqual(['P', 'R']);
    expect(functions.map(({ name }) => name)).toEqual(['__start__', 'P.get']);
    expect(instructionsOf('import lib (P);', 'P.get', { libraries })).toEqual([
      'LOAD_LOCAL 0',
      'CALL_IMPORT lib.P.get/1',
      'RETURN',
    ]);
  });

  test('a method that their trait brings along calls what it called there', () => {
    const text = 'import lib (Show); type T { } impl Show for T { } fun helper() => "mine";';
    expect(instructionsOf(text, 'T.show', { libraries })).toEqual(['CALL_IMPORT lib.helper/0', 'RETURN']);
  });

  test('two of one name', () => {
    expect(
      refusalOf('import lib (f); import other (f);', { libraries: { lib: library, other: 'fun f() => 1;' } }),
    ).toBe('Runtime error: Import conflict for symbol: f at 0:0');
  });

  test('what a module exports', () => {
    const exportsOf = (text: string): readonly string[] => [...compileText(text).module.exports.keys()];
    expect(exportsOf(library.replace('module lib', 'module main'))).toEqual(['P.get', 'helper', 'f']);
    expect(exportsOf('module main exports (f); fun f() => 1; fun g() => 2;')).toEqual(['f']);
    expect(exportsOf('export fun f() => 1; fun g() => 2;')).toEqual(['f']);
    expect(exportsOf('fun f() => 1;')).toEqual([]);
  });
});

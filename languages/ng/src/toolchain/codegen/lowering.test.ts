import { describe, expect, test } from 'vitest';
import type { Expression, ExpressionOf, ValueDeclaration } from '../ast.js';
import { SourceProblem } from '../source.js';
import { generate } from './generate.js';
import {
  codeOf,
  compileText,
  instructionsOf,
  uncheckedUnit,
  type TextOptions,
} from '../../test/codegen/compile-text.js';

/** What a module ends with. */
const end = ['PUSH_UNIT', 'RETURN'];
const compatible: TextOptions = { upstreamCompatible: true };

const problemOf = (text: string, options?: TextOptions): SourceProblem => {
  try {
    compileText(text, options);
  } catch (error) {
    if (error instanceof SourceProblem) return error;
    throw error;
  }
  throw new Error('nothing was wrong with it');
};

describe('literals', () => {
  test.each([
    ['1i8;', 'PUSH_I8 1'],
    ['1u8;', 'PUSH_U8 1'],
    ['1i16;', 'PUSH_I16 1'],
    ['1u16;', 'PUSH_U16 1'],
    ['1;', 'PUSH_I32 1'],
    ['4000000000u32;', 'PUSH_U32 4000000000'],
    ['1i64;', 'PUSH_I64 1'],
    ['18446744073709551615u64;', 'PUSH_U64 18446744073709551615'],
    ['1.5;', 'PUSH_F32 1.5'],
    ['1.5f64;', 'PUSH_F64 1.5'],
    ['"text";', 'LOAD_STR "text"'],
    ['true;', 'PUSH_BOOL true'],
    ['unit;', 'PUSH_UNIT'],
  ])('%s', (source, instruction) => {
    expect(instructionsOf(source)).toEqual([instruction, 'POP', ...end]);
  });

  test('equal texts stay apart, in the order in which code uses them', () => {
    const { module } = compileText('fun f() { print("b"); } print("a", "a");');
    expect(module.strings).toEqual(['a', 'a', 'b']);
  });

  test('arrays and tuples, also with parts spread out', () => {
    expect(instructionsOf('[1, 2];')).toEqual(['PUSH_I32 1', 'PUSH_I32 2', 'NEW_ARRAY 2', 'POP', ...end]);
    expect(instructionsOf('(1, "a");')).toEqual(['PUSH_I32 1', 'LOAD_STR "a"', 'NEW_TUPLE 2', 'POP', ...end]);
    expect(instructionsOf('val t = (1, 2); (0, ...t);').slice(-6)).toEqual([
      'PUSH_I32 0',
      'LOAD_GLOBAL 0',
      'NEW_TUPLE_SPREAD item, ...item',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('val t = [1]; [0, ...t];').slice(-4)).toEqual([
      'NEW_ARRAY_SPREAD item, ...item',
      'POP',
      ...end,
    ]);
  });

  test('ranges, and indices counted from the end', () => {
    expect(instructionsOf('0..3;')).toEqual([
      'PUSH_I32 0',
      'PUSH_I32 3',
      'MAKE_RANGE exclusive',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('0..=3;')).toEqual([
      'PUSH_I32 0',
      'PUSH_I32 3',
      'MAKE_RANGE inclusive',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('val a = [1]; a[^1];').slice(-7)).toEqual([
      'LOAD_GLOBAL 0',
      'PUSH_I32 1',
      'NATIVE_CALL __ng_from_end/1',
      'GET_INDEX',
      'POP',
      ...end,
    ]);
  });
});

describe('operators', () => {
  const shell = (code: readonly string[]): readonly string[] => ['LOAD_LOCAL 0', ...code];
  const body = (expression: string, options?: TextOptions): readonly string[] =>
    instructionsOf(`fun f(a, b) => ${expression};`, 'f', options);

  test.each([
    ['+', 'ADD'],
    ['-', 'SUB'],
    ['*', 'MUL'],
    ['/', 'DIV'],
    ['%', 'MOD'],
    ['==', 'EQ'],
    ['<', 'LT'],
    ['>', 'GT'],
    ['<<', 'LSHIFT'],
    ['>>', 'RSHIFT'],
  ])('a %s b is %s', (operator, instruction) => {
    expect(body(`a ${operator} b`)).toEqual(shell(['LOAD_LOCAL 1', instruction, 'RETURN']));
  });

  test('they lean to the right and have no precedence', () => {
    expect(body('a * a + b')).toEqual([
      'LOAD_LOCAL 0',
      'LOAD_LOCAL 0',
      'LOAD_LOCAL 1',
      'ADD',
      'MUL',
      'RETURN',
    ]);
  });

  test('unary ones', () => {
    expect(body('-a')).toEqual(['LOAD_LOCAL 0', 'NEG', 'RETURN']);
    expect(body('!a')).toEqual(['LOAD_LOCAL 0', 'NOT', 'RETURN']);
    expect(body('*a')).toEqual(['LOAD_LOCAL 0', 'LOAD_REF', 'RETURN']);
    expect(body('ref a')).toEqual(['MAKE_LOCAL_REF 0', 'RETURN']);
    expect(body('move a')).toEqual(['MOVE_LOCAL 0', 'RETURN']);
    expect(body('move *a')).toEqual(['LOAD_LOCAL 0', 'MOVE_REF', 'RETURN']);
  });

  test('not equal is the opposite of equal', () => {
    expect(body('a != b')).toEqual(shell(['LOAD_LOCAL 1', 'EQ', 'NOT', 'RETURN']));
  });

  test('less or equal is the opposite of greater', () => {
    expect(body('a <= b')).toEqual(shell(['LOAD_LOCAL 1', 'GT', 'NOT', 'RETURN']));
    expect(body('a >= b')).toEqual(shell(['LOAD_LOCAL 1', 'LT', 'NOT', 'RETURN']));
  });

  test('and evaluates its right side only when it must', () => {
    expect(codeOf('fun f(a, b) => a && b;', 'f')).toEqual([
      '0: LOAD_LOCAL 0',
      '3: JUMP_IF_FALSE 18',
      '8: LOAD_LOCAL 1',
      '11: NOT',
      '12: NOT',
      '13: JUMP 20',
      '18: PUSH_BOOL false',
      '20: RETURN',
    ]);
  });

  test('or likewise', () => {
    expect(codeOf('fun f(a, b) => a || b;', 'f')).toEqual([
      '0: LOAD_LOCAL 0',
      '3: JUMP_IF_FALSE 15',
      '8: PUSH_BOOL true',
      '10: JUMP 20',
      '15: LOAD_LOCAL 1',
      '18: NOT',
      '19: NOT',
      '20: RETURN',
    ]);
  });

  test.each(['!=', '<=', '>=', '&&', '||'])('%s is refused as the original refuses it', operator => {
    const problem = problemOf(`val a = 1; print("first"); print(a ${operator} 2);`, compatible);
    expect(problem.verdict).toBe('Runtime error: Binary op not implemented at 0:0');
    expect(problem.at).toEqual({ line: 1, column: 34 });
  });

  test.each(['&', '|', '^', '$'])('nobody has code for %s', operator => {
    expect(problemOf(`1 ${operator} 2;`).verdict).toBe('Runtime error: Binary op not implemented at 0:0');
  });

  test('a sum of a hundred thousand does not exhaust the stack', () => {
    const checked = uncheckedUnit('val x = 1 + 1;');
    const value = checked.unit.declarations[0] as ValueDeclaration;
    const sum = value.value as ExpressionOf<'binary'>;
    let deep: Expression = sum.right;
    for (let terms = 1; terms < 100_000; terms++) deep = { ...sum, right: deep };
    const unit = { ...checked.unit, declarations: [{ ...value, value: deep }] };
    const { module } = generate({ ...checked, unit }, { upstreamCompatible: false });
    expect(module.functions[0]!.code.length).toBe(100_000 * 5 + 99_999 + 4 + 2);
  });

  test('is and cast', () => {
    expect(body('a is vector<i32>')).toEqual(['LOAD_LOCAL 0', 'INSTANCE_OF vector<i32>', 'RETURN']);
    expect(body('cast<Meters>(a)')).toEqual(['LOAD_LOCAL 0', 'WRAP_NEWTYPE Meters', 'RETURN']);
  });
});

describe('places', () => {
  const record = 'type P { x: i32; }';

  test('assignments keep the value, statements drop it', () => {
    expect(instructionsOf('fun f(a) { a := 1; }', 'f')).toEqual([
      'PUSH_I32 1',
      'STORE_LOCAL 0',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('val g = 0; g := 1;').slice(3)).toEqual([
      'PUSH_I32 1',
      'STORE_GLOBAL 0',
      'POP',
      ...end,
    ]);
  });

  test('fields, elements and what references point at are assigned through references', () => {
    expect(instructionsOf(`${record} fun f(p: ref<P>) { p.x := 1; }`, 'f')).toEqual([
      'MAKE_LOCAL_REF 0',
      'MAKE_PROPERTY_STR_REF x',
      'PUSH_I32 1',
      'STORE_REF',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('fun f(a, i) { a[i] := 1; }', 'f')).toEqual([
      'MAKE_LOCAL_REF 0',
      'LOAD_LOCAL 1',
      'MAKE_INDEX_REF',
      'PUSH_I32 1',
      'STORE_REF',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('fun f(r) { *r := 1; }', 'f')).toEqual([
      'LOAD_LOCAL 0',
      'PUSH_I32 1',
      'STORE_REF',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('fun f(t) { t.0 := 1; }', 'f').slice(0, 3)).toEqual([
      'MAKE_LOCAL_REF 0',
      'PUSH_I32 0',
      'MAKE_INDEX_REF',
    ]);
  });

  test('references and moves', () => {
    expect(instructionsOf('val g = [1]; ref g[0];').slice(-6)).toEqual([
      'MAKE_GLOBAL_REF 0',
      'PUSH_I32 0',
      'MAKE_INDEX_REF',
      'POP',
      ...end,
    ]);
    expect(instructionsOf('val g = 1; move g;').slice(-4)).toEqual(['MOVE_GLOBAL 0', 'POP', ...end]);
    expect(instructionsOf('fun f(p) => move p.x;', 'f')).toEqual([
      'MAKE_LOCAL_REF 0',
      'MAKE_PROPERTY_STR_REF x',
      'MOVE_REF',
      'RETURN',
    ]);
    expect(problemOf('ref 1;').text).toBe('Reference target not supported: 1');
    expect(problemOf('fun f() => 1; move f();').text).toBe('Move target not supported: f()');
  });

  test('a field of a receiver that is not written', () => {
    const type = 'type P { y: i32; x: i32; fun get() => x; fun set(n: i32) { x := n; } }';
    expect(instructionsOf(type, 'P.get')).toEqual(['LOAD_LOCAL 0', 'GET_PROPERTY 1', 'RETURN']);
    expect(instructionsOf(type, 'P.set')).toEqual([
      'MAKE_LOCAL_REF 0',
      'MAKE_PROPERTY_REF 1',
      'LOAD_LOCAL 1',
      'STORE_REF',
      'POP',
      ...end,
    ]);
    // The original evaluates the value once too often.
    expect(instructionsOf(type, 'P.set', compatible)).toEqual([
      'LOAD_LOCAL 1',
      'MAKE_LOCAL_REF 0',
      'MAKE_PROPERTY_REF 1',
      'LOAD_LOCAL 1',
      'STORE_REF',
      'POP',
      ...end,
    ]);
  });

  test('elements and slices', () => {
    const slice = (index: string): readonly string[] =>
      instructionsOf(`fun f(a) => a[${index}];`, 'f').slice(1, -1);
    expect(slice('1')).toEqual(['PUSH_I32 1', 'GET_INDEX']);
    expect(slice('1..3')).toEqual(['PUSH_I32 1', 'PUSH_I32 3', 'SLICE_RANGE']);
    expect(slice('1..=3')).toEqual(['PUSH_I32 1', 'PUSH_I32 3', 'PUSH_I32 1', 'ADD', 'SLICE_RANGE']);
    expect(slice('..3')).toEqual(['PUSH_I32 0', 'PUSH_I32 3', 'SLICE_RANGE']);
    expect(slice('1..')).toEqual(['PUSH_I32 1', 'PUSH_I32 2147483647', 'SLICE_RANGE']);
  });
});

describe('statements', () => {
  test('if has a jump behind its first branch in any case', () => {
    expect(codeOf('fun f(a) { if (a) { return 1; } }', 'f')).toEqual([
      '0: LOAD_LOCAL 0',
      '3: JUMP_IF_FALSE 19',
      '8: PUSH_I32 1',
      '13: RETURN',
      '14: JUMP 19',
      '19: PUSH_UNIT',
      '20: RETURN',
    ]);
    expect(codeOf('fun f(a) { if (a) { 1; } else { 2; } }', 'f')).toEqual([
      '0: LOAD_LOCAL 0',
      '3: JUMP_IF_FALSE 19',
      '8: PUSH_I32 1',
      '13: POP',
      '14: JUMP 25',
      '19: PUSH_I32 2',
      '24: POP',
      '25: PUSH_UNIT',
      '26: RETURN',
    ]);
  });

  test('of a const if only one branch becomes code', () => {
    expect(instructionsOf('const if (!true) { print(1); } else { print(2); }')).toEqual([
      'PUSH_I32 2',
      'PRINT 1',
      'POP',
      ...end,
    ]);
  });

  test('loop and next', () => {
    expect(codeOf('loop i = 0, n = 1 { if (i < 5) { next i + 1, n + i; } }')).toEqual([
      '0: PUSH_I32 0',
      '5: STORE_LOCAL 0',
      '8: POP',
      '9: PUSH_I32 1',
      '14: STORE_LOCAL 1',
      '17: POP',
      '18: LOAD_LOCAL 0',
      '21: PUSH_I32 5',
      '26: LT',
      '27: JUMP_IF_FALSE 66',
      '32: LOAD_LOCAL 0',
      '35: PUSH_I32 1',
      '40: ADD',
      '41: LOAD_LOCAL 1',
      '44: LOAD_LOCAL 0',
      '47: ADD',
      '48: STORE_LOCAL 1',
      '51: POP',
      '52: STORE_LOCAL 0',
      '55: POP',
      '56: JUMP 18',
      '61: JUMP 66',
      '66: PUSH_UNIT',
      '67: RETURN',
    ]);
  });

  test('next outside of a loop begins the function again', () => {
    expect(instructionsOf('fun f(a, b) { next b, a; }', 'f')).toEqual([
      'LOAD_LOCAL 1',
      'LOAD_LOCAL 0',
      'STORE_LOCAL 1',
      'POP',
      'STORE_LOCAL 0',
      'POP',
      'JUMP 0',
      ...end,
    ]);
    expect(problemOf('next 1;').verdict).toBe('Runtime error: next outside of loop at 0:0');
    expect(problemOf('fun f(a) { next 1, 2; }').text).toBe('next expression count mismatch');
  });

  test('switch looks at the value, and each case takes it from the stack', () => {
    const union = 'type R = Ok(v: i32) | Err(m: string, n: i32) | None;';
    expect(
      codeOf(`${union} fun f(r: R) { switch (r) { case Err(m, n) { return n; } otherwise { } } }`, 'f'),
    ).toEqual([
      '0: LOAD_LOCAL 0',
      '3: SWITCH_TAG Err→18 otherwise→44',
      '18: DUP',
      '19: GET_PAYLOAD 0',
      '22: STORE_LOCAL 1',
      '25: POP',
      '26: DUP',
      '27: GET_PAYLOAD 1',
      '30: STORE_LOCAL 2',
      '33: POP',
      '34: POP',
      '35: LOAD_LOCAL 2',
      '38: RETURN',
      '39: JUMP 45',
      '44: POP',
      '45: PUSH_UNIT',
      '46: RETURN',
    ]);
  });

  test('a tuple or an array taken apart', () => {
    expect(instructionsOf('fun f(t) { val (a, ...b) = t; }', 'f')).toEqual([
      'LOAD_LOCAL 0',
      'DUP',
      'PUSH_I32 0',
      'GET_TUPLE_ITEM',
      'STORE_LOCAL 1',
      'POP',
      'DUP',
      'PUSH_I32 1',
      'GET_TUPLE_REST',
      'STORE_LOCAL 2',
      'POP',
      'POP',
      ...end,
    ]);
    const array = 'fun f(t) { val [a, ...b] = t; }';
    expect(instructionsOf(array, 'f').slice(6, 11)).toEqual([
      'DUP',
      'PUSH_I32 1',
      'PUSH_I32 2147483647',
      'SLICE_RANGE',
      'NEW_ARRAY_SPREAD ...item',
    ]);
    expect(instructionsOf(array, 'f', compatible).slice(6, 9)).toEqual(['DUP', 'PUSH_I32 1', 'GET_INDEX']);
  });

  test('globals come first, in the order of the text', () => {
    expect(instructionsOf('print("a"); val x = 1; print(x); val y = 2;')).toEqual([
      'PUSH_I32 1',
      'STORE_GLOBAL 0',
      'POP',
      'PUSH_I32 2',
      'STORE_GLOBAL 1',
      'POP',
      'LOAD_STR "a"',
      'PRINT 1',
      'POP',
      'LOAD_GLOBAL 0',
      'PRINT 1',
      'POP',
      ...end,
    ]);
  });
});

describe('slots of locals', () => {
  const shadowing = 'fun f() { val x = 1; { val x = 20; val y = 300; print(x, y); } return x; }';
  const storesOf = (options?: TextOptions): readonly string[] =>
    instructionsOf(shadowing, 'f', options).filter(text => /^(STORE|LOAD)_LOCAL/.test(text));

  test('a local that hides another does not share its slot with the next', () => {
    expect(storesOf()).toEqual([
      'STORE_LOCAL 0',
      'STORE_LOCAL 1',
      'STORE_LOCAL 2',
      'LOAD_LOCAL 1',
      'LOAD_LOCAL 2',
      'LOAD_LOCAL 0',
    ]);
  });

  test('in the original it does', () => {
    expect(storesOf(compatible)).toEqual([
      'STORE_LOCAL 0',
      'STORE_LOCAL 1',
      'STORE_LOCAL 1',
      'LOAD_LOCAL 1',
      'LOAD_LOCAL 1',
      'LOAD_LOCAL 0',
    ]);
  });

  test('blocks side by side use the same slots, what follows a loop does not use those of the loop', () => {
    const text = 'fun f() { { val a = 1; } { val b = 2; } loop i = 0 { } val c = 3; }';
    expect(instructionsOf(text, 'f').filter(line => line.startsWith('STORE'))).toEqual([
      'STORE_LOCAL 0',
      'STORE_LOCAL 0',
      'STORE_LOCAL 0',
      'STORE_LOCAL 1',
    ]);
  });

  test('behind a loop a name means again what it meant before', () => {
    const text = 'fun f(i) { loop i = 0 { } return i; }';
    expect(instructionsOf(text, 'f').slice(-2)).toEqual(['LOAD_LOCAL 0', 'RETURN']);
    expect(instructionsOf(text, 'f', compatible).slice(-2)).toEqual(['LOAD_LOCAL 1', 'RETURN']);
  });

  test('a module says how many names its outermost level has, a function how many parameters', () => {
    const { module } = compileText('loop i = 0, k = 1 { } fun f(a) { val b = 1; val c = 2; }');
    expect(module.functions.map(({ numLocals }) => numLocals)).toEqual([2, 1]);
  });
});

test('a module cannot have more texts than instructions can count', () => {
  const texts = Array.from({ length: 65_537 }, () => '""').join(', ');
  expect(problemOf(`print([${texts}]);`).text).toMatch('at most 65536');
});

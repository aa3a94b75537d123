import { describe, expect, it } from 'vitest';
import { declaredTypes, problemOf, verdictOf } from '../../test/checker/checking.js';

const mismatch = (what: string) => `Type check error: Mismatch type on ${what}`;

describe('operators', () => {
  it.each([
    ['i32', '1 + 2'],
    ['i64', '1 + 2i64'],
    ['i64', '2i64 + 1'],
    ['u8', '1u8 + 2u8'],
    ['i32', '1 + 2u8'],
    ['i32', '1 + 2u32'],
    ['u32', '1u32 + 2i8'],
    ['f64', '1.5 + 2.5f64'],
    ['string', '"a" + "b"'],
    ['bool', 'true + false'],
    ['bool', '1 == 2u64'],
    ['bool', '"a" < "b"'],
    ['bool', '1.0 > 2.0f64'],
    ['bool', 'true && false'],
    ['bool', '!1'],
    ['i32', '-5'],
    ['f32', '-1.5'],
    ['i32', '7u8 % 2'],
    ['i32', '1 << 3'],
    ['vector<i32>', '[1] << 2'],
  ])('give %s for %s', (type, expression) => {
    expect(declaredTypes(`val x = ${expression};`)).toEqual({ x: type });
  });

  it.each([
    ['1 + "a"', `${mismatch('arithmetic operation')}: i32, string`],
    ['1 + 1.5', `${mismatch('arithmetic operation')}: i32, f32`],
    ['1 == "a"', `${mismatch('comparison operators')}: i32, string`],
    ['"a" == true', `${mismatch('comparison operators')}: string, bool`],
    ['1.5 % 2.0', 'Type check error: Invalid type for modulus: f32'],
    ['"a" << 1', 'Type check error: Invalid type for modulus: string'],
    ['1 && true', 'Type check error: Logical operators require boolean operands'],
    ['1 ^ 2', 'Type check error: Unsupported operator for primitive types'],
    ['[1] + [2]', 'Type check error: Unsupported operator for vector types'],
    ['[1] << "a"', 'Type check error: Invalid element type for array push: string'],
    ['(1, 2) == (1, 2)', 'Type check error: Unsupported type for binary expression: (i32, i32)'],
    ['unit == unit', 'Type check error: Unsupported type for binary expression: unit'],
    ['-"a"', 'Type check error: Invalid operand type for negate operation.'],
    ['-1u8', 'Type check error: Invalid operand type for negate operation.'],
  ])('reject %s', (expression, verdict) => {
    expect(verdictOf(`val x = ${expression};`)).toBe(verdict);
  });

  it('say where it is, and that there is no precedence', () => {
    const problem = problemOf('fun f(x: i32) -> bool {\n  return x - 1 == 0;\n}');
    expect(problem.saidAt).toEqual({ line: 0, column: 0 });
    expect(problem.at).toEqual({ line: 2, column: 10 });
    expect(problem.hint).toContain('(x - 1) == …');
  });

  it('leave untyped what has an untyped operand', () => {
    expect(declaredTypes('fun f(x) { val y = x + 1; return y; }')).toEqual({});
  });

  it('do not look through aliases and newtypes on the left', () => {
    const text = 'type Meters = i32; val m: Meters = 1; val n = m + 1;';
    expect(verdictOf(text)).toBe('Type check error: Unsupported type for binary expression: Meters');
    expect(verdictOf('type Meters = i32; val m: Meters = 1; val n = 1 + m;')).toBe('ok');
    expect(verdictOf('type Id wraps i32; val a = cast<Id>(1); val b = a == a;')).toBe(
      'Type check error: Unsupported type for binary expression: Id',
    );
  });
});

describe('references', () => {
  it.each([
    ['ref<i32>', 'val x = 1; val r = ref x;'],
    ['ref<string>', 'val t = (1, "a"); val r = ref t[1];'],
    ['ref<R>', 'type R = A(i32) | B; val x = A(1); val r = ref x;'],
  ])('have the type %s', (type, text) => {
    expect(declaredTypes(text)).toMatchObject({ r: type });
  });

  it.each([
    ['val r = ref 1;', 'Reference operator requires an lvalue.'],
    ['val x = 1; val r = ref x; val s = ref r;', 'Reference operator cannot take a reference value.'],
    ['val x = 1; val y = *x;', 'Cannot dereference non-reference type: i32'],
    ['val y = move 1;', 'Move operator requires a movable place.'],
    ['val xs = [1]; val y = move xs[0];', 'Move from indexed place only supports tuple constant indexes.'],
  ])('reject %s', (text, message) => {
    expect(verdictOf(text)).toBe(`Type check error: ${message}`);
  });
});

describe('casts', () => {
  it.each([
    'val x = cast<u8>(300);',
    'val x = cast<string>(1);',
    'type Id wraps i32; val x = cast<Id>(1); val y = cast<i32>(x);',
    'type Name = string; val x = cast<Name>("a");',
  ])('allow %s', text => {
    expect(verdictOf(text)).toBe('ok');
  });

  it.each([
    ['type Id wraps i32; val x = cast<Id>("a");', 'Invalid cast from string to Id'],
    ['val x = cast<i32>([1]);', 'Invalid cast from vector<i32> to i32'],
    ['type P { x: i32; } val x = cast<P>(1);', 'Invalid cast from i32 to P'],
  ])('reject %s', (text, message) => {
    expect(verdictOf(text)).toBe(`Type check error: ${message}`);
  });
});

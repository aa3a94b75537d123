import { describe, expect, it } from 'vitest';
import { declaredTypes, problemOf, verdictOf } from '../../test/checker/checking.js';

const error = (text: string) => `Type check error: ${text}`;

describe('values', () => {
  it.each([
    ['val x: u8 = 300;', 'ok'],
    ['val x: i64 = 1;', 'ok'],
    ['val x: f64 = 1.5;', 'ok'],
    ['val x: f32 = 1.5f64;', 'ok'],
    ['val x: u8 = -1;', error('Value Define Type Mismatch: i32 to u8')],
    ['val x: string = 1;', error('Value Define Type Mismatch: i32 to string')],
    ['val x: i32 = 1i64;', error('Value Define Type Mismatch: i64 to i32')],
    ['val x: vector<i32> = [];', 'ok'],
    ['val x: (i32, string) = (1, "a");', 'ok'],
    ['val x: (i32, string) = (1, 2);', error('Value Define Type Mismatch: (i32, i32) to (i32, string)')],
    ['val x: i32 | string = "a";', 'ok'],
    ['val x: Nowhere = 1;', error('Unknown type: Nowhere')],
    ['val x: array<i32, 2> = [1, 2];', 'ok'],
    ['val x: array<i32, 2> = [1];', error('Array literal length mismatch: expected 2, got 1')],
    [
      'val x: array<i32> = [1];',
      error('Fixed array type expects 2 generic arguments: array<T, N>; use vector<T> for dynamic arrays'),
    ],
    ['val x = 1; x := "a";', error('Invalid assignment type: string to i32')],
    ['x := 1;', error('Unknown type for object: x')],
    ['val xs = [1]; xs[0] := "a";', error('Invalid value type for vector assignment: string')],
    ['val xs = [1]; xs["a"] := 1;', error('Invalid index type for vector: "a"')],
    ['val x = 1; x[0] := 1;', error('Index assignment on non-contiguous sequence type: i32')],
    ['val t = (1, "a"); t[1] := 2;', error('Invalid value type for tuple assignment: i32')],
    ['val t = (1, "a"); t[5] := 2;', error('Tuple index out of range: 5')],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it('are taken apart', () => {
    expect(declaredTypes('val (a, b, ...rest) = (1, "x", true, 2.5); val [h, ...t] = [1, 2];')).toEqual({
      a: 'i32',
      b: 'string',
      rest: '(bool, f32)',
      h: 'i32',
      t: 'vector<i32>',
    });
  });

  it.each([
    ['val (a, b, c) = (1, 2);', error('Too many bindings in tuple unpack: 3 to 2')],
    ['val (a, b) = [1, 2];', error('Value Binding Type Mismatch: vector<i32> to tuple')],
    ['val [a, b] = (1, 2);', error('Value Binding Type Mismatch: (i32, i32) to array')],
    ['val (a: string, b) = (1, 2);', error('Value Binding Type Mismatch: i32 to string')],
  ])('are not taken apart wrongly: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });
});

describe('returns', () => {
  it.each([
    ['fun f() -> u8 { return 1; }', 'ok'],
    ['fun f() -> i32 { return "a"; }', error('Return Type Mismatch: string to i32')],
    ['fun f() -> i32 { }', error('Return Type Mismatch: unit to i32')],
    ['fun f() -> i32 { return; }', error('Return Type Mismatch: unit to i32')],
    ['fun f() -> unit { return 1; }', error('Return Type Mismatch: i32 to unit')],
    [
      'fun f() { if (true) { return 1; } return "a"; }',
      error('Mismatched return types in compound statement: i32, string'),
    ],
    [
      'fun f() { if (true) { return 1; } else { return "a"; } }',
      error('Mismatched return types in if-else branches: i32, string'),
    ],
    ['fun f() -> i64 { if (true) { return 1; } return 2i64; }', 'ok'],
    [
      'type R = A(i32) | B; fun f(x: bool) -> R { if (x) { return A(1); } return B(); }',
      error('Mismatched return types in compound statement: A(i32), B()'),
    ],
    ['type R = A(i32) | B; fun f() -> R { return A(1); }', 'ok'],
    ['fun f() -> u8 { loop i = 0 { return 1; } }', error('Return Type Mismatch: i32 to u8')],
    ['fun f() => 1;', 'ok'],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it('are blamed on the function, as the original does', () => {
    const problem = problemOf('\nfun f() -> i32 { return "a"; }');
    expect(problem.at).toEqual({ line: 2, column: 1 });
    expect(problem.saidAt).not.toEqual({ line: 0, column: 0 });
  });
});

describe('conditions and loops', () => {
  it.each([
    ['if (1) { }', error('Condition expression must be boolean: 1')],
    ['if (1 + 2 * 3) { }', error('Condition expression must be boolean: 1+2*3')],
    ['fun f(x) { if (x) { } }', 'ok'],
    ['loop i = 0, acc = "" { if (i < 3) { next i + 1, acc; } }', 'ok'],
    ['loop i = 0 { next "a"; }', error('Next statement argument type mismatch: string to i32')],
    ['loop i = 0 { next 1, 2; }', error('Next statement argument count mismatch: 2 to 1')],
    ['loop i: string = 0 { }', error('Loop Binding Type Mismatch: i32 to string')],
    ['fun f(n: i32, acc: i32 = 0) -> i32 { if (n == 0) { return acc; } next n - 1, acc + n; }', 'ok'],
    [
      'fun f(n: i32, acc: i32 = 0) -> i32 { next n - 1; }',
      error('Next statement argument count mismatch: 1 to 2'),
    ],
    [
      'fun f(n: i32 = 0) -> i32 { next "a"; }',
      error('Next statement argument type mismatch: string to i32 = default'),
    ],
    ['fun f(n: i32) -> i32 { loop n, acc = 0 { if (n == 0) { return acc; } next n - 1, acc + n; } }', 'ok'],
    [
      'type R = A | B; val r: R = A(); loop i = 0 { switch (r) { case A { next 1; } case B { } } }',
      error('Next statement argument count mismatch: 1 to 0'),
    ],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it('decide `const if` before the program runs, and look only at what is taken', () => {
    expect(verdictOf('const if (1 < 2) { print(1); } else { print(nothing); }')).toBe('ok');
    expect(verdictOf('val x = "a"; const if (x is i32) { print(nothing); }')).toBe('ok');
    expect(verdictOf('const if (false) { print(1); } else { print(nothing); }')).toBe(
      error('Unknown type for object: nothing'),
    );
  });
});

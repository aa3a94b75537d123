import { describe, expect, it } from 'vitest';
import { declaredTypes, verdictOf } from '../../test/checker/checking.js';

const error = (text: string) => `Type check error: ${text}`;

describe('collections', () => {
  it.each([
    ['vector<i32>', '[1, 2]'],
    ['vector<[untyped]>', '[]'],
    ['vector<i64>', '[1, 2i64]'],
    ['vector<vector<i32>>', '[[1], [2, 3]]'],
    ['(i32, string, bool)', '(1, "a", true)'],
    ['(i32, i32, string)', '(0, ...(1, "a"))'],
    ['vector<i32>', '[...[1], 2]'],
    ['Range<i32>', '0..3'],
    ['Range<u8>', '0u8..=3u8'],
    ['i32', '[1, 2][0]'],
    ['i32', '[1, 2][^1]'],
    ['span<i32>', '[1, 2, 3][0..2]'],
    ['span<i32>', '[1, 2, 3][1..]'],
    ['string', '(1, "a")[1]'],
    ['string', '(1, "a").1'],
    ['string', '(1, "a")[^1]'],
    ['(string, bool)', '(1, "a", true)[1..3]'],
    ['u32', '[1].size()'],
    ['u32', '(1, 2).size'],
    ['i32', '[1].get(0)'],
  ])('are %s for %s', (type, expression) => {
    expect(declaredTypes(`val x = ${expression};`)).toEqual({ x: type });
  });

  it.each([
    ['val x = [1, "a"];', 'Mismatched element type in array literal: i32, string'],
    ['type R = A(i32) | B; val x = [A(1), B()];', 'Mismatched element type in array literal: A(i32), B()'],
    ['val x: vector<i32> = ["a"];', 'Array Element Type Mismatch: string to i32'],
    ['val x: vector<vector<i32>> = [["a"]];', 'Array Element Type Mismatch: string to i32'],
    ['val x: array<i32, 1> = ["a"];', 'Array Element Type Mismatch: string to i32'],
    ['fun f() -> vector<i32> { return ["a"]; }', 'Array Element Type Mismatch: string to i32'],
    [
      'type B { xs: vector<string>; } val b = new B { xs: [1] };',
      'Array Element Type Mismatch: i32 to string',
    ],
    ['val x: vector<i32> = [1, "a"];', 'Mismatched element type in array literal: i32, string'],
    ['val x = 1; val y = x[0];', 'Index accessor on non-contiguous sequence type: i32'],
    ['val x = [1]["a"];', 'Invalid index type for vector: "a"'],
    ['val x = (1, 2).5;', 'Tuple element index out of range: 5'],
    ['val x = "a".."b";', 'Range expression bounds must be integral'],
    ['val x = [1][0.."b"];', 'Range bound must be integral: "b"'],
    ['val x = (1, 2)[0..5];', 'Tuple slice bounds out of range: 0..5'],
    [
      'val x = [...1];',
      'Invalid spread expression on type, expect tuple, varargs, array, vector, or span, got i32',
    ],
    ['val x = 1..;', 'Open range expressions are only supported inside index access'],
    ['val x = ^1;', 'From-end index is only supported inside index access: ^1'],
  ])('reject %s', (text, message) => {
    expect(verdictOf(text)).toBe(error(message));
  });
});

describe('maps, filters and folds', () => {
  const functions = `
    fun text(x: i32) -> string { return "a"; }
    fun even(x: i32) -> bool { return (x % 2) == 0; }
    fun add(a: i32, b: i32) -> i32 { return a + b; }
    fun twice<T>(x: T) -> (T, T) { return (x, x); }
    val xs = [1, 2, 3];
  `;

  it.each([
    ['vector<string>', '[text(xs)...]'],
    ['vector<i32>', '[even(xs)?...]'],
    ['vector<i32>', '[0, even(xs)?..., 9]'],
    ['vector<(i32, i32)>', '[twice(xs)...]'],
    ['i32', 'add(xs..., 0)'],
    ['i32', 'add(0, xs...)'],
  ])('give %s for %s', (type, expression) => {
    expect(declaredTypes(`${functions} val x = ${expression};`)).toMatchObject({ x: type });
  });

  it.each([
    ['[text(xs)?...]', 'Filter fold expression must return bool'],
    ['[add(xs, 1)...]', 'Map/filter fold expects a single-argument function call'],
    ['[text([1])...]', 'Map/filter fold driver must be a single sequence identifier'],
    ['add(xs..., xs...)', 'Fold call supports only one postfix fold pack'],
    ['text(xs...)', 'Fold call expects `op(xs..., init)` or `op(init, xs...)`'],
    ['twice(xs..., 0)', 'Fold call requires a non-generic function value'],
    ['add(xs..., "a")', 'Invalid fold operator argument types for function: fun (i32, i32) -> i32'],
    ['add(1..., 0)', 'Fold pack must be a Sequence-compatible value: i32'],
  ])('reject %s', (expression, message) => {
    expect(verdictOf(`${functions} val x = ${expression};`)).toBe(error(message));
  });
});

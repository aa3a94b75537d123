import { describe, expect, test } from 'vitest';
import { SourceProblem } from '../source.js';
import { outlineOf } from '../../test/parser/outline.js';
import { parseExpression } from './parser.js';

const outline = (text: string): string => outlineOf(parseExpression(text));

function refusal(text: string): string {
  try {
    parseExpression(text);
  } catch (problem) {
    if (problem instanceof SourceProblem) return problem.verdict;
    throw problem;
  }
  return 'no problem';
}

describe('operators', () => {
  test.each([
    ['2 * 3 + 4', '(* 2i32 (+ 3i32 4i32))'],
    ['10 - 3 - 2', '(- 10i32 (- 3i32 2i32))'],
    ['x - 1 == 0', '(- x (== 1i32 0i32))'],
    ['(a + b) * c', '(* (+ a b) c)'],
    ['-a + b', '(+ (- a) b)'],
    ['!a.b(c) && d', '(&& (! a.b(c)) d)'],
    ['- * & ref move ? x', '(- (* (& (ref (move (? x))))))'],
    ['a << b >> c', '(<< a (>> b c))'],
    ['a & b | c ^ d ~ e $ f', '(& a (| b (^ c (~ d ($ e f)))))'],
    ['a <= b || c >= d', '(<= a (|| b (>= c d)))'],
    ['a ! b ??? c', '(! a (??? b c))'],
    ['a < b', '(< a b)'],
    ['a % b != c / d', '(% a (!= b (/ c d)))'],
  ])('%s has no precedence and groups to the right: %s', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });

  test('an assignment takes all that follows', () => {
    expect(outline('a := b + 1')).toBe('(:= a (+ b 1i32))');
    expect(outline('a.b := c := d')).toBe('(:= a.b (:= c d))');
    expect(outline('*r := 1')).toBe('(:= (* r) 1i32)');
    expect(outline('a[i] := b')).toBe('(:= a[i] b)');
    expect(outline('a + b := 1')).toBe('(+ a (:= b 1i32))');
  });
});

describe('what follows a value', () => {
  test.each([
    ['f(a, b)(c)', 'f(a, b)(c)'],
    ['f(a,)', 'f(a)'],
    ['a.b.c(d).e', 'a.b.c(d).e'],
    ['t.0', 't.0'],
    ['t.1.0', 't.1'],
    ['t.2u8 (x)', 't.2(x)'],
    ['a."b c"', 'a.b c'],
    ['a.Show::show(1)', 'a.Show::show(1i32)'],
    ['Show::show(a).b', 'Show::show(a).b'],
    ['a[1][2]', 'a[1i32][2i32]'],
    ['a[..2]', 'a[(..2i32)]'],
    ['a[..=b]', 'a[(..=b)]'],
    ['a[1..]', 'a[(1i32..)]'],
    ['a[^1]', 'a[(^ 1i32)]'],
    ['0..n + 1', '(0i32..(+ n 1i32))'],
    ['1..=2', '(1i32..=2i32)'],
    ['x is vector<i32>', '(is x vector<i32>)'],
    ['x is T < y >', '(is x T<y>)'],
    ['xs |> f', '(|> xs f)'],
    ['xs |> f(1) |> g.h', '(|> (|> xs f(1i32)) g.h)'],
    ['[f(xs)..., p(xs)?...]', '[(each f(xs)), (filter p(xs))]'],
    ['op(init, xs...)', 'op(init, (each xs))'],
    ['(0, ...t)', '(tuple 0i32, (... t))'],
    ['f(...t)', 'f((... t))'],
  ])('%s is %s', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });

  test('behind `is` a `<` may be a comparison', () => {
    expect(outline('x is T < -y')).toBe('(< (is x T) (- y))');
  });
});

describe('type arguments and comparisons', () => {
  test.each([
    ['f<i32>(x)', 'f<i32>(x)'],
    ['f<i32, vector<vector<string>>>(x)', 'f<i32, vector<vector<string>>>(x)'],
    ['limit<i32>', 'limit<i32>'],
    ['limit<3> + 1', '(+ limit<3i64> 1i32)'],
    ['f<true, "x", 2u8, 1.5, T...>()', 'f<true, "x", 2u8, 1.5f64, T...>()'],
    ['f<>()', 'f()'],
    ['a < b', '(< a b)'],
    ['a < b > c', '(< a (> b c))'],
    ['(a < b, c > d)', '(tuple (< a b), (> c d))'],
    ['a.b < c > (d)', '(< a.b (> c d))'],
  ])('%s is %s', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });

  test('a `>` anywhere below that fits turns a comparison into type arguments, as in the original', () => {
    expect(refusal('f(a < 5, b > (c))')).toBe('no problem');
    expect(outline('f(a < 5, b > (c))')).toBe('f(a<5i64, b>(c))');
  });
});

describe('values', () => {
  test.each([
    ['(a)', 'a'],
    ['(a,)', '(tuple a)'],
    ['(a, b,)', '(tuple a, b)'],
    ['[]', '[]'],
    ['[1, [2],]', '[1i32, [2i32]]'],
    ['true', 'true'],
    ['false', 'false'],
    ['unit', 'unit'],
    ['"a\\n"', '"a\\n"'],
    ['new P { x: 1, y: f(2), }', '(new P {x: 1i32, y: f(2i32)})'],
    ['new Box<i32> {}', '(new Box<i32> {})'],
    ['cast<vector<i32>>(x)', '(cast x vector<i32>)'],
    ['typeof(x + 1)', '(typeof (+ x 1i32))'],
  ])('%s is %s', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });

  test.each([
    ['2147483647', '2147483647i32'],
    ['300u8', '44u8'],
    ['200i8', '-56i8'],
    ['70000u16', '4464u16'],
    ['4294967296u32', '0u32'],
    ['9223372036854775807i64', '9223372036854775807i64'],
    ['18446744073709551615u64', '18446744073709551615u64'],
    ['5u128', '5u64'],
    ['5i128', '5i64'],
    ['0.1', `${Math.fround(0.1)}f32`],
    ['0.1f64', '0.1f64'],
    ['1e10', '10000000000f32'],
    ['1e', '1f32'],
    ['2f128', '2f64'],
    ['0.0e5', '0f32'],
  ])('the number %s is %s', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });

  test.each([
    ['2147483648', 'stoi'],
    ['2147483648i8', 'stoi'],
    ['18446744073709551616u32', 'stoul'],
    ['9223372036854775808i64', 'stoll'],
    ['18446744073709551616u64', 'stoull'],
    ['1e39', 'stof'],
    ['1e-50', 'stof'],
    ['1e400f64', 'stod'],
  ])('the number %s is out of range: %s', (text, said) => {
    expect(refusal(text)).toBe(`Error: ${said}`);
  });
});

describe('what is refused', () => {
  test.each([
    ['', 'Parse error: Unexpected end of file at 0:0'],
    ['a +', 'Parse error: Unexpected end of file at 0:0'],
    ['a b', 'Parse error: Unexpected token b at 1:3'],
    ['a;', 'Parse error: Unexpected token ; at 1:2'],
    ['a = b', 'Parse error: Invalid use of binding operator `=` in expression. at 1:3'],
    ['= b', 'Parse error: Unexpected operator as unary operator at 1:1'],
    ['+ b', 'Parse error: Unexpected operator as unary operator at 1:1'],
    [')', 'Parse error: Unexpected primary expression: ) at 1:1'],
    ['break', 'Parse error: Unexpected primary expression: break at 1:1'],
    ['f(a', 'Parse error: Unexpected end of file, expected 2561 at 1:3'],
    ['f(a b)', 'Parse error: Unexpected token b at 1:5'],
    ['a[1', 'Parse error: Unexpected end of file, expected 2563 at 1:3'],
    ['a.if', "Parse error: Expect identifier after '.' at 1:3"],
    ['a.', 'Parse error: Unexpected end of file at 0:0'],
    ['a.B::', 'Parse error: Expect method identifier after trait qualifier at 1:4'],
    ['A::1', 'Parse error: Expect method identifier after trait qualifier at 1:4'],
    ['a.b::c', 'Parse error: Unexpected end of file, expected 2560 at 1:6'],
    ['f()::c()', 'Parse error: Trait-qualified call must start with a trait identifier at 1:4'],
    ['f() := 1', 'Parse error: Unexpected expression, expect identifier to assign at 1:5'],
    ['a.B::c() := 1', 'Parse error: Unexpected expression, expect identifier to assign at 1:10'],
    ['p(xs)? + 1', 'Parse error: Filter fold marker expects `?...` at 1:8'],
    ['1f16', 'Parse error: Float16 not supported at 1:1'],
    ['1f256 + 2', 'Parse error: Float256 not supported at 1:7'],
    ['new P x: 1', 'Parse error: Unexpected token : at 1:8'],
    ['new P { 1 : 1 }', 'Parse error: Unexpected token 1 at 1:9'],
    ['cast<i32 x', 'Parse error: Unexpected end of file, expected 2583 at 1:10'],
    ['x is 5', 'Parse error: Unknown type annotation at 1:6'],
    ['x is ref', "Parse error: Expected '<' after ref in type annotation at 1:6"],
    [
      'x is _',
      "Parse error: Type placeholder '_' is only allowed in generic parameter kind declarations at 1:6",
    ],
    ['x is T<', 'Parse error: Unexpected end of file at 0:0'],
    ['x is T<i32;', 'Parse error: Unknown type annotation at 1:11'],
    ['x is T<i32', 'Parse error: Unexpected end of file at 0:0'],
    ['x is A<B<i32>...>', 'Parse error: Type argument spread only supports a pack name at 1:17'],
    ['x is (B<i32>..., i32)', 'Parse error: Tuple type spread only supports a pack name at 1:16'],
  ])('%s', (text, verdict) => {
    expect(refusal(text)).toBe(verdict);
  });
});

test('expressions nest and follow each other up to a limit, and are refused beyond it', () => {
  expect(outline(`${'('.repeat(300)}1${')'.repeat(300)}`)).toBe('1i32');
  expect(outline('1 + '.repeat(300) + '1')).toContain('(+ 1i32 1i32)');
  const deep = [
    ...['(', '[', '- ', '1 + ', 'f(', 'a[', '^ ', '...', 'typeof('].map(text => text.repeat(5000)),
    ...['.b', '()', '[1]', '...', ' is T', ' |> f'].map(text => 'a' + text.repeat(5000)),
    `x is ${'['.repeat(5000)}`,
    `x is i32${' T'.repeat(5000)}`,
    `x is ${'A<'.repeat(5000)}`,
  ];
  for (const text of deep) expect(refusal(text)).toMatch(/^Parse error: Nested too deeply at 1:\d+$/);
});

test('deep trees cannot be made of shallow pieces', () => {
  let text = 'a';
  for (let n = 0; n < 30; n += 1) text = `(${text})${'.b'.repeat(20)}`;
  expect(refusal(text)).toMatch(/Nested too deeply/);
});

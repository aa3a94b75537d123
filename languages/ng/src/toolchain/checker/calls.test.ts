import { describe, expect, it } from 'vitest';
import { checked, declaredTypes, problemOf, verdictOf } from '../../test/checker/checking.js';

const invalid = (type: string) => `Type check error: Invalid argument types for function: ${type}`;

describe('calls', () => {
  it.each([
    ['fun f(x: i32) -> i32 { return x; } f(1);', 'ok'],
    ['fun f(x: i32) -> i32 { return x; } f("a");', invalid('fun (i32) -> i32')],
    ['fun f(x: i32) -> i32 { return x; } f();', invalid('fun (i32) -> i32')],
    ['fun f(x: i32) -> i32 { return x; } f(1, 2);', invalid('fun (i32) -> i32')],
    ['fun f(x: i64) -> unit { } f(1);', 'ok'],
    ['fun f(x: i8) -> unit { } f(1);', invalid('fun (i8) -> unit')],
    ['fun f(x: i32, y: i32 = 2) -> i32 { return x + y; } f(1); f(1, 2);', 'ok'],
    [
      'fun f(x: i32, y: i32 = 2) -> i32 { return x + y; } f(1, "a");',
      invalid('fun (i32, i32 = default) -> i32'),
    ],
    ['val x = 1; x(2);', 'Type check error: Invalid function type: i32'],
    ['nothing(1);', 'Type check error: Unknown type for object: nothing'],
    ['fun f(x: u8 = 1) -> unit { }', 'Type check error: Invalid default value for type: u8'],
    ['fun f(x: Nothing) -> unit { }', 'Type check error: Unknown type: Nothing'],
    [
      'fun f() -> unit = delete; f();',
      'Type check error: Function overload is deleted: fun f() -> unit = delete;',
    ],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it.each([
    ['val loop = 3;', '`loop` is a keyword: choose another name.'],
    ['fun next(x: i32) { }', '`next` is a keyword: choose another name.'],
    ['type T { next: i32; }', '`next` is a keyword: choose another name.'],
    ['fun f(type: i32) { }', '`type` is a keyword: choose another name.'],
    ['val x = 1; val y = x as f64;', 'There is no `as`: `cast<T>(x)` converts.'],
    ['val x: i32 = 1; val y: f64 = x;', expect.stringContaining('`cast<T>(x)`') as string],
    ['val x: i32 = 1; val y: f64 = 1.0; y := x;', expect.stringContaining('`cast<T>(x)`') as string],
  ])('%s: what to write instead', (text, hint) => {
    expect(problemOf(text).hint).toEqual(hint);
  });

  it('give a function without types those of its first call', () => {
    const text = 'fun cat(a, b) { return a + b; }\nprint(cat(1, "x"));\nprint(cat("x", 1));';
    const problem = problemOf(text);
    expect(problem.text).toBe('Invalid argument types for function: fun (i32, string) -> [untyped]');
    expect(problem.saidAt).toEqual({ line: 3, column: 18 });
    expect(problem.at).toEqual({ line: 3, column: 7 });
    expect(problem.hint).toBe('it is called with (string, i32)');
  });

  it('check the body of such a function with what an earlier declaration has shown', () => {
    expect(verdictOf('val a = add(1, "x"); fun add(a, b) { return a + b; }')).toBe(
      'Type check error: Mismatch type on arithmetic operation: i32, string',
    );
    expect(verdictOf('fun add(a, b) { return a + b; } val a = add(1, "x");')).toBe('ok');
  });

  it('let an untyped argument pass anywhere', () => {
    expect(verdictOf('fun id(x) => x; fun f(x: i32, y: i32) -> i32 { return x; } f(id(1));')).toBe('ok');
  });

  it('do not give an untyped result to a typed name', () => {
    expect(verdictOf('fun id(x) => x; val y: i32 = id(1);')).toBe(
      'Type check error: Value Define Type Mismatch: [untyped] to i32',
    );
    expect(verdictOf('fun id(x) => x; val y = 1; y := id(2);')).toBe(
      'Type check error: Invalid assignment type: [untyped] to i32',
    );
  });

  it('tell how many arguments are wanted', () => {
    expect(problemOf('fun f(x: i32, y: i32 = 1) -> unit { } f();').hint).toBe(
      'it takes 1 to 2 arguments, 0 are given',
    );
  });

  it('spread tuples, and nothing whose size is unknown', () => {
    expect(verdictOf('fun f(x: i32, y: string) -> unit { } f(...(1, "a"));')).toBe('ok');
    expect(verdictOf('fun f(x: i32) -> unit { } f(...(1, "a"));')).toBe(invalid('fun (i32) -> unit'));
    expect(verdictOf('fun f(x: i32) -> unit { } f(...[1]);')).toBe(
      'Type check error: Spread call arguments require compile-time tuple arity',
    );
  });

  it('see only what stands before them, apart from functions', () => {
    expect(verdictOf('fun f() -> i32 { return g(); } fun g() -> i32 { return 1; }')).toBe('ok');
    expect(verdictOf('fun f() -> i32 { return later; } val later = 1;')).toBe(
      'Type check error: Unknown type for object: later',
    );
    expect(verdictOf('fun f(p: P) -> unit { } type P { x: i32; }')).toBe('Type check error: Unknown type: P');
  });

  it('go through pipes', () => {
    expect(declaredTypes('fun f(x: i32, y: i32) -> string { return "a"; } val s = 1 |> f(2);')).toMatchObject(
      {
        s: 'string',
      },
    );
    expect(verdictOf('fun f(x: i32) -> i32 { return x; } val s = "a" |> f;')).toBe(
      invalid('fun (i32) -> i32'),
    );
  });

  it('suggest a name that is spelled almost the same', () => {
    expect(problemOf('val counter = 1; print(countr);').hint).toBe('did you mean `counter`?');
  });
});

describe('natives', () => {
  it.each([
    ['u32', 'len([1, 2])'],
    ['u32', 'len("abc")'],
    ['vector<string>', 'split("a,b", ",")'],
    ['string', 'join(["a"], "-")'],
    ['bool', 'startsWith("ab", "a")'],
    ['vector<i32>', 'reverse([1, 2])'],
    ['unit', 'print(1, "a", [true])'],
    ['bool', 'not(true)'],
    ['string', 'readLine()'],
  ])('return %s for %s', (type, call) => {
    expect(declaredTypes(`val x = ${call};`)).toEqual({ x: type });
  });

  it('check their arguments', () => {
    expect(verdictOf('not(1);')).toBe(invalid('fun (bool) -> bool'));
    expect(verdictOf('join([1], "-");')).toBe(invalid('fun (vector<string>, string) -> string'));
  });

  it('make no instances', () => {
    expect(checked('print(len([1]), reverse([2]));').instances).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { check, problemsIn, typed } from '../../test/programs.js';
import { typeName } from './types.js';

/** The type of a function as people write it. */
function typeOf(text: string, name: string): string {
  const target = typed(text).functions.find(candidate => candidate.name === name)!;
  const names = new Map<number, string>();
  const parameters = target.parameters.map(({ type }) => typeName(type, names));
  return `(${parameters.join(', ')}) -> ${typeName(target.result, names)}`;
}

describe('types', () => {
  it('are inferred without annotations, as general as they can be', () => {
    expect(typeOf('fn twice(f, x) = f(f(x))', 'twice')).toBe('((t1) -> t1, t1) -> t1');
    expect(typeOf('fn pick(a, b, first) = if first { a } else { b }', 'pick')).toBe('(t1, t1, bool) -> t1');
  });

  it('of functions that call each other are inferred together', () => {
    const text =
      'fn even(n) = match n { 0 => true  _ => odd((n - 1) ?: 0) }\nfn odd(n) = match n { 0 => false  _ => even((n - 1) ?: 0) }';
    expect(typeOf(text, 'odd')).toBe('(int) -> bool');
  });

  it('of a generic function are decided at each use', () => {
    expect(problemsIn('fn same(x) = x\nprint(same(1))\nprint(same("a"))')).toEqual([]);
  });

  it('of a field reader fit every record that has the field', () => {
    const types = 'type Cat = { name: string }\ntype Ship = { name: string, length: int }\n';
    const reader = 'fn nameOf(x) = x.name\n';
    expect(
      problemsIn(
        `${types}${reader}print(nameOf(Cat { name: "tom" }))\nprint(nameOf(Ship { name: "ark", length: 3 }))`,
      ),
    ).toEqual([]);
    expect(problemsIn(`${reader}print(nameOf(5))`)).toEqual(['2:14 a value of type int has no field `name`']);
  });
});

describe('arithmetic', () => {
  it('on ints gives Results, on floats plain numbers', () => {
    expect(problemsIn('let x: int = 1 + 2')).toEqual([
      '1:14 let `x`: type mismatch: cannot unify int with Result<int, MathError>',
    ]);
    expect(problemsIn('let x: float = 1.5 + 2')).toEqual([]);
    expect(problemsIn('let x: Result<float, MathError> = 1 / 2')).toEqual([]);
  });

  it('of chains is one Result', () => {
    expect(problemsIn('fn f(a: int, b: int) -> int = ((a + b) * 2 - a) ?: 0')).toEqual([]);
    expect(typeOf('fn f(a, b, c) = (a + b + c) ?: 0', 'f')).toBe('(int, int, int) -> int');
  });

  it('is not for other values', () => {
    expect(problemsIn('let x = [1] + 2')).toEqual(['1:15 type mismatch: cannot unify List<int> with int']);
    expect(problemsIn('print((1 + 2) == 3)')).toContain(
      '1:18 type mismatch: cannot unify Result<int, MathError> with int',
    );
  });
});

describe('effects', () => {
  const effect = 'effect Log { say: fn(string) -> Unit }\n';

  it('reach the top only through a handler', () => {
    expect(problemsIn(`${effect}perform Log.say("x")`)).toEqual([
      '2:1 unhandled effect operation `Log.say`: nothing around this handles or declares it',
    ]);
    expect(problemsIn(`${effect}handle Log say t => print(t) in perform Log.say("x")`)).toEqual([]);
  });

  it('go through functions that say nothing about them, and through their arguments', () => {
    const through = 'fn each(f) = f("x")\n';
    const use = 'each(fn(t) => perform Log.say(t))';
    expect(problemsIn(`${effect}${through}handle Log say t => print(t) in ${use}`)).toEqual([]);
    expect(problemsIn(`${effect}${through}${use}`)).toHaveLength(1);
  });

  it('are limited to what a function declares', () => {
    const text = `${effect}effect Ask { who: fn() -> string }\nfn f() -> string !Log = perform Ask.who()`;
    expect(problemsIn(text)).toEqual([
      '3:25 unhandled effect operation `Ask.who`: nothing around this handles or declares it',
    ]);
  });

  it('need an arm for each operation', () => {
    expect(problemsIn('effect E { a: fn() -> int  b: fn() -> int }\nlet x = handle E a => 1 in 2')).toEqual([
      '2:16 this handler has no arm for `E.b`',
    ]);
  });
});

describe('matches', () => {
  const shape = 'type Shape = Circle { r: int } | Rect(int, int) | Point\n';

  it('must fit every value of a union, also inside of patterns', () => {
    expect(problemsIn(`${shape}fn f(s: Shape) = match s { Circle { r } => r  Point => 0 }`)).toEqual([
      '2:18 non-exhaustive match on `Shape`: missing Rect',
    ]);
    expect(
      problemsIn(`${shape}fn f(s: Shape) = match s { Rect(0, h) => h  Circle { r } => r  Point => 0 }`),
    ).toEqual(['2:18 non-exhaustive match on `Shape`: missing Rect(_, _)']);
  });

  it('of several parameters must fit all of them together', () => {
    expect(problemsIn('type T = A | B\nf A _ = 1\nf _ A = 2', 'ml')).toEqual([
      '2:1 non-exhaustive match on `the parameters`: missing (B, B)',
    ]);
  });

  it('have no arm that is never reached', () => {
    expect(problemsIn(`${shape}fn f(s: Shape) = match s { Point => 1  _ => 2  Circle { r } => r }`)).toEqual([
      '2:48 this arm is never reached: those above it fit everything it fits',
    ]);
  });
});

describe('bindings of the file', () => {
  it('are not used before they have a value', () => {
    expect(problemsIn('fn f() -> int = n\nprint(f())\nlet n = 1')).toEqual([
      '2:7 `f` uses `n`, which has no value before line 3',
    ]);
  });

  it('may be used above by functions that run later', () => {
    expect(problemsIn('fn f() -> int = n\nlet n = 1\nprint(f())')).toEqual([]);
  });

  it('that are misspelled are guessed', () => {
    const [found] = check('let counter = 1\nprint(conter)').diagnostics;
    expect(found).toMatchObject({ message: 'unknown name `conter`', hint: 'Did you mean counter?' });
  });
});

import { describe, expect, it } from 'vitest';
import { problemOf, verdictOf } from '../../test/checker/checking.js';

const error = (text: string) => `Type check error: ${text}`;

const box = `
  type B {
    a: i32;
    b: string;
    fun both(self: ref<Self>) -> i32 { return self.a + 1; }
    fun take(self: ref<Self>) -> string { return move self.b; }
    fun put(self: ref<Self>) -> unit { self.b := "new"; }
  }
  val p = new B { a: 1, b: "x" };
`;

describe('moved places', () => {
  it.each([
    ['val x = 1; val y = move x; print(x);', error('Use after move: x')],
    ['val x = 1; val y = move x; x := 2; print(x);', 'ok'],
    ['val x = 1; if (true) { val y = move x; } print(x);', error('Use after move: x')],
    ['val x = 1; if (true) { val y = move x; x := 3; } print(x);', 'ok'],
    ['val x = 1; if (true) { val x = 2; val y = move x; } print(x);', error('Use after move: x')],
    ['val x = 1; loop i = 0 { val y = move x; } print(x);', error('Use after move: x')],
    ['val t = (1, 2); val y = move t[0]; print(t[1]);', 'ok'],
    ['val t = (1, 2); val y = move t[0]; print(t[0]);', error('Use after move: t[0]')],
    ['val t = (1, 2); val y = move t[0]; print(t);', error('Use after partial move: t')],
    ['fun f(x: i32) -> i32 { val y = move x; return x; }', error('Use after move: x')],
    ['val x = 1; fun f() -> i32 { val y = move x; return 0; } print(x);', 'ok'],
    [
      'type R = A | C; val r: R = A(); val x = 1; switch (r) { case A { val y = move x; } case C { } } print(x);',
      error('Use after move: x'),
    ],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it.each([
    ['val q = move p.b; print(p.a);', 'ok'],
    ['val q = move p.b; print(p.b);', error('Use after move: p.b')],
    ['val q = move p.b; print(p);', error('Use after partial move: p')],
    ['val q = move p.b; p.both();', 'ok'],
    ['val q = move p.b; p.take();', error('Use after move: p.b')],
    ['val q = move p.b; p.put(); print(p.b);', 'ok'],
    ['p.take(); print(p.b);', error('Use after move: p.b')],
    ['val q = move p; p.both();', error('Use after move: p')],
  ])('follow methods: %s: %s', (text, verdict) => {
    expect(verdictOf(`${box} ${text}`)).toBe(verdict);
  });

  it.each([
    [
      'val x = 1; val r = ref x; val y = move x;',
      error('Cannot move borrowed place: x conflicts with active ref x'),
    ],
    [
      'val x = 1; val r = ref x; x := 2;',
      error('Cannot assign borrowed place: x conflicts with active ref x'),
    ],
    ['val x = 1; { val r = ref x; } x := 2;', 'ok'],
    ['val x = 1; val r = ref x; *r := 2;', 'ok'],
    [
      'val x = 1; val r = ref x; val y = move *r;',
      error('Cannot move borrowed place through ref alias: r aliases x'),
    ],
    ['val t = (1, 2); val r = ref t[0]; t[1] := 5;', 'ok'],
    [
      'val t = (1, 2); val r = ref t[0]; t := (3, 4);',
      error('Cannot assign borrowed place: t conflicts with active ref t[0]'),
    ],
  ])('and borrowed ones: %s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it('are named where they are used', () => {
    expect(problemOf('val x = 1;\nval y = move x;\nprint(x);').at).toEqual({ line: 3, column: 7 });
  });
});

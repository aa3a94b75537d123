import { describe, expect, it } from 'vitest';
import { declaredTypes, verdictOf } from '../../test/checker/checking.js';

const error = (text: string) => `Type check error: ${text}`;

const point = `
  type P {
    x: i32;
    y: string;
    fun sum(n: i32) -> i32 { return x + n; }
    fun move_by(self: ref<Self>, n: i32) -> unit { self.x := self.x + n; }
    fun name(self: ref<Self>) -> string { return self.y; }
  }
`;

describe('records', () => {
  it.each([
    ['ref<P>', 'new P { x: 1, y: "a" }'],
    ['i32', '(new P { x: 1, y: "a" }).x'],
    ['string', '(new P { x: 1, y: "a" }).name()'],
    ['i32', '(new P { x: 1, y: "a" }).sum(2)'],
    ['P', '*new P { x: 1, y: "a" }'],
  ])('have the type %s in %s', (type, expression) => {
    expect(declaredTypes(`${point} val p = ${expression};`)).toMatchObject({ p: type });
  });

  it('leave unknown members to the program', () => {
    expect(verdictOf(`${point} val p = new P { x: 1, y: "a" }; print(p.z, p.nothing(1));`)).toBe('ok');
  });

  it.each([
    ['new P { x: 1 };', error("Missing property 'y' for type P")],
    ['new P { x: 1, y: "a", z: 2 };', error("Unknown property 'z' for type P")],
    ['new P { x: "a", y: "a" };', error("Property type mismatch for 'x': string to i32")],
    ['new P { };', error("Missing property 'y' for type P")],
    ['new i32 { };', error('Invalid type for new object: i32')],
    ['new Nothing { };', 'ok'],
    ['val p = new P { x: 1, y: "a" }; p.x := "a";', error('Invalid assignment type: string to i32')],
    ['val p = new P { x: 1, y: "a" }; p == p;', error('Unsupported type for binary expression: ref<P>')],
    ['val p = new P { x: 1, y: "a" }; p.sum("not looked at");', 'ok'],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(`${point} ${text}`)).toBe(verdict);
  });

  it('pass for references to themselves, and take unit', () => {
    const text = `${point} fun f(p: P) -> i32 { return p.x; } fun g(p: ref<P>) -> i32 { return p.x; }
      val p = new P { x: 1, y: "a" }; f(p); g(*p); f(unit);`;
    expect(verdictOf(text)).toBe('ok');
  });

  it.each([
    ['type A { x: i32; fun f() -> string { return x; } }', error('Return Type Mismatch: i32 to string')],
    ['type A { x: i32; fun f() -> u8 { return 1; } }', error('Return Type Mismatch: i32 to u8')],
    [
      'type A { fun f() -> i32 { return g(); } fun g() -> i32 { return 1; } }',
      error('Unknown type for object: g'),
    ],
    ['type A { fun f(self: Self) -> i32 { return self.g(); } fun g(self: Self) -> i32 { return 1; } }', 'ok'],
    ['type A { next_one: ref<A>; b: B; } type B { a: ref<A>; }', 'ok'],
  ])('have bodies that are checked: %s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it('are known with their members only behind their declaration', () => {
    expect(verdictOf('fun f() { val p = new A { x: 1 }; } type A { x: i32; }')).toBe(
      error("Unknown property 'x' for type A"),
    );
  });
});

describe('tagged unions', () => {
  const result = 'type R = Ok(v: i32) | Err(m: string) | Empty;';

  it.each([
    ['Ok(i32)', 'Ok(1)'],
    ['Empty()', 'Empty()'],
    ['i32', 'Ok(1).v'],
    ['string', 'Ok(1).tag'],
    ['i32', 'Ok(1).index'],
    ['ref<R.Ok>', 'new Ok { v: 1 }'],
  ])('have the type %s in %s', (type, expression) => {
    expect(declaredTypes(`${result} val x = ${expression};`)).toMatchObject({ x: type });
  });

  it('are printed in the order of a hash table', () => {
    expect(verdictOf(`${result} val r: R = Ok(1); val x: i32 = r;`)).toBe(
      error('Value Define Type Mismatch: R = Empty() | Err(string) | Ok(i32) to i32'),
    );
  });

  it('have parts that only the program knows', () => {
    expect(declaredTypes(`${result} val r: R = Ok(1); val x = r.v;`)).not.toHaveProperty('x');
    expect(verdictOf(`${result} val r: R = Ok(1); val x: i32 = r.v;`)).toBe(
      error('Value Define Type Mismatch: [untyped] to i32'),
    );
  });

  it.each([
    ['Ok("a");', error('Payload type mismatch for variant Ok at argument 1: string to i32')],
    ['Ok();', error('Invalid payload arity for variant Ok: expected 1 argument(s), got 0')],
    ['val r = Ok(1); r := Err("a");', error('Invalid assignment type: Err(string) to Ok(i32)')],
    ['val r: R = Ok(1); r := Err("a");', 'ok'],
    ['new Ok { };', error("Missing payload property 'v' for variant Ok")],
    ['new Ok { w: 1 };', error("Unknown payload property 'w' for variant Ok")],
    ['new Ok { v: "a" };', error("Payload type mismatch for 'v': string to i32")],
    ['new Empty { };', 'ok'],
    ['switch (1) { otherwise { } }', error('Switch scrutinee must be a tagged union type')],
    ['switch (Ok(1)) { case Ok(v) { print(v + 1); } otherwise { } }', 'ok'],
    ['switch (Ok(1)) { case Nope { } otherwise { } }', error("Unknown variant 'Nope' for tagged union 'R'")],
    [
      'switch (Ok(1)) { case Ok(v) { } }',
      error("Non-exhaustive switch: variant 'Empty' of 'R' is not covered"),
    ],
    ['switch (Ok(1)) { case Ok(v) { } case Err(m) { } case Empty { } }', 'ok'],
    ['switch (Ok(1)) { case Ok(v) { print(m); } otherwise { } }', error('Unknown type for object: m')],
    [
      'fun f(r) { switch (r) { case Ok(v) { return v; } otherwise { } } }',
      error('Unknown type for object: v'),
    ],
    ['fun f(r: R) -> i32 { switch (r) { case Ok(v) { return "a"; } otherwise { } } }', 'ok'],
    [
      'fun f(r: ref<R>) -> i32 { switch (r) { otherwise { } } }',
      error('Switch scrutinee must be a tagged union type'),
    ],
    ['fun f(r: ref<R>) -> i32 { switch (*r) { otherwise { return 1; } } }', 'ok'],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(`${result} ${text}`)).toBe(verdict);
  });

  it('may name themselves behind a reference', () => {
    expect(
      verdictOf('type L = Cons(head: i32, tail: ref<L>) | Nil; val n: L = Nil(); val l = Cons(1, ref n);'),
    ).toBe('ok');
  });
});

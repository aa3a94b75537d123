import { describe, expect, it } from 'vitest';
import { checked, declaredTypes, verdictOf } from '../../test/checker/checking.js';
import { typeText } from './types.js';

const error = (text: string) => `Type check error: ${text}`;

describe('generic functions', () => {
  it.each([
    ['i32', 'fun id<T>(x: T) -> T { return x; } val r = id(1);'],
    ['string', 'fun id<T>(x: T) -> T { return x; } val r = id<string>("a");'],
    ['(i32, string)', 'fun pair<A, B>(a: A, b: B) -> (A, B) { return (a, b); } val r = pair(1, "a");'],
    ['string', 'fun first<T>(xs: vector<T>) -> T { return xs[0]; } val r = first(["a"]);'],
    ['u32', 'fun count<T...>(args: T...) -> u32 { return args.size; } val r = count(1, "a", true);'],
    [
      'i32',
      'fun deep<T>(n: i32, x: T) -> T { if (n == 0) { return x; } return deep(n - 1, x); } val r = deep(3, 7);',
    ],
    ['i32', 'fun apply<T>(x: T) { return x; } val r = apply(1);'],
  ])('return %s: %s', (type, text) => {
    expect(declaredTypes(text)).toMatchObject({ r: type });
  });

  it.each([
    [
      'fun two<T>(a: (T, T)) -> T { return a.0; } two((1, "a"));',
      error("Inconsistent bindings for generic parameter 'T': i32 vs string"),
    ],
    [
      'fun two<T>(a: T, b: T) -> T { return a; } two(1);',
      error('Arity mismatch in generic function call: expected 2 arguments, got 1'),
    ],
    [
      'fun two<T>(a: T) -> T { return a; } two<i32, i32>(1);',
      error("Generic function 'two' expects 1 type argument(s), got 2"),
    ],
    [
      'fun rest<T...>(n: i32, xs: T...) -> i32 { return n; } rest();',
      error('Too few arguments for generic function: expected at least 1, got 0'),
    ],
    [
      'fun f<T>(x: T) -> string { return x; } f(1);',
      error('Return Type Mismatch in generic instantiation: i32 to string'),
    ],
    [
      'fun f<T>(x: T) -> T { return x + "a"; } f(1);',
      error('Mismatch type on arithmetic operation: i32, string'),
    ],
    ['fun f<T>(x: T) -> T { return x + "a"; } f("b");', 'ok'],
    ['fun f<T>(x: T) -> T { return x + "never looked at"; }', 'ok'],
    ['fun f<T>(x: Nothing) -> T { return x; }', error('Unknown type: Nothing')],
    [
      'fun f<T>(x: T) -> T { return f([x]); } f(1);',
      error(
        "Generic function 'f' needs instances without end: f<" +
          'vector<'.repeat(64) +
          'i32' +
          '>'.repeat(65),
      ),
    ],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  it('check bounds', () => {
    const text = `
      trait Show { fun show(self: ref<Self>) -> string; }
      type A { n: i32; }
      type B { n: i32; }
      impl Show for A { fun show(self: ref<Self>) -> string { return "a"; } }
      fun f<T: Show>(x: ref<T>) -> string { return x.show(); }
      val a = new A { n: 1 };
      val b = new B { n: 1 };
    `;
    expect(declaredTypes(`${text} val s = f(a);`)).toMatchObject({ s: 'string' });
    expect(verdictOf(`${text} f(b);`)).toBe(error("Type 'B' does not implement trait 'Show'"));
  });

  it('have one instance for every set of types, with notes of its own', () => {
    const { instances, annotations } = checked(
      'fun wrap<T>(x: T) -> vector<T> { val y = x; return inner(y); }\n' +
        'fun inner<U>(x: U) -> vector<U> { return [x]; }\n' +
        'wrap(1); wrap("a"); wrap(2);',
    );
    expect(instances.map(({ shownName }) => shownName)).toEqual([
      'wrap<i32>',
      'inner<i32>',
      'wrap<string>',
      'inner<string>',
    ]);
    expect(instances.map(({ mangledName }) => mangledName)).toEqual([
      '$NG2:v11:F7:program4:wrap1:13:i32',
      '$NG2:v11:F7:program5:inner1:13:i32',
      '$NG2:v11:F7:program4:wrap1:16:string',
      '$NG2:v11:F7:program5:inner1:16:string',
    ]);
    const [first, , third] = instances;
    expect([...(first?.typeArguments ?? [])].map(([name, type]) => [name, typeText(type)])).toEqual([
      ['T', 'i32'],
    ]);
    const declared = (at: typeof first) => [...(at?.annotations.declared.values() ?? [])].map(typeText);
    expect(declared(first)).toEqual(['i32', 'i32']);
    expect(declared(third)).toEqual(['string', 'string']);
    expect([...annotations.instances.values()].map(({ shownName }) => shownName)).toEqual([
      'wrap<i32>',
      'wrap<string>',
      'wrap<i32>',
    ]);
    expect([...(first?.annotations.instances.values() ?? [])].map(({ shownName }) => shownName)).toEqual([
      'inner<i32>',
    ]);
  });

  it('choose the overload that fits best', () => {
    const text = 'fun f<T>(x: T) -> i32 { return 1; } fun f<T>(x: vector<T>) -> string { return "a"; }';
    expect(declaredTypes(`${text} val a = f(1); val b = f(["x"]);`)).toMatchObject({ a: 'i32', b: 'string' });
  });
});

describe('generic types', () => {
  it.each([
    ['ref<Box<i32>>', 'new Box<i32> { v: 1 }'],
    ['i32', '(new Box<i32> { v: 1 }).get()'],
    ['Some(i32)', 'Some(1)'],
    ['(vector<i32>, string)', '(new Pair<vector<i32>, string> { a: [1], b: "x" }).both()'],
  ])('are %s in %s', (type, expression) => {
    const types = `
      type Box<T> { v: T; fun get(self: ref<Self>) -> T { return self.v; } }
      type Pair<A, B> { a: A; b: B; fun both(self: ref<Self>) -> (A, B) { return (self.a, self.b); } }
      type Option<T> = Some(value: T) | None;
    `;
    expect(declaredTypes(`${types} val x = ${expression};`)).toMatchObject({ x: type });
  });

  it.each([
    ['type Box<T> { v: T; } val b: Box = 1;', error("Generic type 'Box' requires type arguments")],
    [
      'type Box<T> { v: T; } val b: Box<i32, i32> = 1;',
      error("Generic type 'Box' expects 1 type arguments, got 2"),
    ],
    ['type P { v: i32; } val b: P<i32> = 1;', error("Type 'P' is not generic")],
    [
      'type Box<T> { v: T; } new Box<i32> { v: "a" };',
      error("Property type mismatch for 'v': string to i32"),
    ],
    [
      'type Box<T> { v: T; fun f() -> string { return v; } } new Box<i32> { v: 1 };',
      error('Return Type Mismatch: i32 to string'),
    ],
    ['type Box<T> { v: T; fun f() -> string { return v; } } new Box<string> { v: "a" };', 'ok'],
    ['type O<T> = Some(T) | None; val o: O<i32> = None();', 'ok'],
    ['type O<T> = Some(T) | None; val o = None();', error('Payload type mismatch for variant None')],
    [
      'type O<T> = Some(T) | None; val o: O<i32> = Some("a");',
      error('Value Define Type Mismatch: Some(string) to O<i32> = None() | Some(i32)'),
    ],
    [
      'type O<T> = Some(T) | None; val o: O<i32> = Some(1); switch (o) { case Some(v) { print(v + 1); } case None { } }',
      'ok',
    ],
    [
      'type O<T> = Some(T) | None; val o = Some(1); switch (o) { case Some(v) { } case None { } }',
      error('Switch scrutinee must be a tagged union type'),
    ],
    ['type L<T> = C(head: T, tail: ref<L<T>>) | N; val e: L<i32> = N(); val l = C(1, ref e);', 'ok'],
    [
      'type G<T> = C(ref<G<vector<T>>>) | N; val e: G<i32> = N();',
      error("Generic type 'G' is nested too deeply"),
    ],
    [
      'type Node<T> { rest: ref<Node<T>>; } fun f(n: ref<Node<i32>>) -> unit { }',
      error('Unknown type: Node'),
    ],
    ['type Ids<T> = vector<T>; val x: Ids<i32> = [1];', 'ok'],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });
});

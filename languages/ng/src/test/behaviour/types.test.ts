// Records, unions, generics, traits.

import { fails, prints, runtimeError, typeError } from './behaving.js';

const counter = `
type Counter {
  n: i32;
  step: i32;
  fun next_one(self: ref<Self>) -> i32 { self.n := self.n + self.step; return self.n; }
  fun doubled() -> i32 { return n * 2; }
}
val c = new Counter { n: 1, step: 2 };
`;

prints('records', [
  ['are shared', `${counter} val d = c; d.n := 10; print(c.n, *c);`, '10, { n: 10, step: 2 }'],
  ['are copied out', `${counter} val d = *c; d.n := 10; print(c.n, d.n, d);`, '1, 10, { n: 10, step: 2 }'],
  ['change in their methods', `${counter} print(c.next_one(), c.next_one(), c.n);`, '3, 5, 5'],
  ['are copied for methods without self', `${counter} print(c.doubled());`, '2'],
  ['are asked for their type', `${counter} print(c is Counter, c is Other);`, 'true, false'],
  [
    'nest',
    'type A { v: i32; } type B { a: ref<A>; } val b = new B { a: new A { v: 1 } }; b.a.v := 7; print(b.a.v, *b.a);',
    '7, { v: 7 }',
  ],
  [
    'may leave types open',
    'type P { property a; } val p = new P { a: 1 }; p.a := "s"; print(*p);',
    '{ a: s }',
  ],
]);

fails('records', [
  [
    'have all their fields',
    'type P { x: i32; }\nval p = new P { };',
    typeError("Missing property 'x' for type P", '2:9'),
  ],
  [
    'have no others',
    'type P { x: i32; }\nval p = new P { x: 1, y: 2 };',
    typeError("Unknown property 'y' for type P", '2:28'),
  ],
  [
    'hold these types',
    'type P { x: i32; }\nval p = new P { x: "s" };',
    typeError("Property type mismatch for 'x': string to i32", '2:24'),
  ],
  [
    'have no other members',
    `${counter} print(c.nowhere());`,
    runtimeError('Not implemented Counter#nowhere'),
  ],
  ['must be known', 'val p = new Nowhere { };', runtimeError('Unknown type for new object: Nowhere')],
  [
    'are not compared',
    `${counter}print(*c == *c);`,
    typeError('Unsupported type for binary expression: Counter', '9:13'),
  ],
]);

const shape = `
type Shape = Circle(r: i32) | Box(w: i32, h: i32) | Dot;
fun area(s: Shape) -> i32 {
  switch (s) { case Circle(r) { return 3 * r * r; } case Box(w, h) { return w * h; } otherwise { return 0; } }
}
`;

prints('unions', [
  ['are shown', `${shape} print(Circle(2), Box(1, 2), Dot());`, 'Circle(2), Box(1, 2), Dot()'],
  ['are told apart', `${shape} print(area(Circle(2)), area(Box(3, 4)), area(Dot()));`, '12, 12, 0'],
  ['know their tag', `${shape} val b = Box(3, 4); print(b.tag, b.index, b.w, b.h);`, 'Box, 1, 3, 4'],
  ['may be on the heap', `${shape} val b = new Circle { r: 4 }; print(*b, b.r);`, 'Circle(4), 4'],
  ['may change', `${shape} val s: Shape = Dot(); s := Circle(1); print(s);`, 'Circle(1)'],
  [
    'may hold themselves by reference',
    `type L = Cons(h: i32, t: ref<L>) | Nil;
     fun sum(l: ref<L>) -> i32 { switch (*l) { case Cons(h, t) { return h + sum(t); } case Nil { return 0; } } }
     val end: L = Nil(); val one = Cons(1, ref end); val two = Cons(2, ref one); print(sum(ref two));`,
    '3',
  ],
]);

fails('unions', [
  [
    'are told apart wholly',
    'type R = A | B;\nval r: R = A();\nswitch (r) { case A { } }',
    typeError("Non-exhaustive switch: variant 'B' of 'R' is not covered", '3:14'),
  ],
  [
    'have these variants',
    'type R = A | B;\nval r: R = A();\nswitch (r) { case C { } otherwise { } }',
    typeError("Unknown variant 'C' for tagged union 'R'", '3:14'),
  ],
  [
    'have these payloads',
    `${shape}print(Box(1));`,
    typeError('Invalid payload arity for variant Box: expected 2 argument(s), got 1', '6:13'),
  ],
  [
    'have payloads of these types',
    `${shape}print(Circle("x"));`,
    typeError('Payload type mismatch for variant Circle at argument 1: string to i32', '6:17'),
  ],
  [
    'are what is told apart',
    'switch (5) { otherwise { } }',
    typeError('Switch scrutinee must be a tagged union type', '1:14'),
  ],
  [
    'are not one type without being told',
    `${shape}print([Circle(1), Dot()]);`,
    typeError('Mismatched element type in array literal: Circle(i32), Dot()'),
  ],
]);

prints('generics', [
  [
    'are made for each type',
    'fun pair<A, B>(a: A, b: B) -> (B, A) => (b, a); print(pair(1, "x"), pair(true, 2.5));',
    '(x, 1), (2.500000, true)',
  ],
  ['count packs', 'fun count<T...>(xs: T...) -> u32 => xs.size; print(count(), count(1, "a"));', '0, 2'],
  [
    'hold values',
    'type Box<T> { v: T; fun get(self: ref<Self>) -> T => self.v; } val b = new Box<string> { v: "x" }; print(b.get(), *b);',
    'x, { v: x }',
  ],
  [
    'are unions',
    `type Opt<T> = Some(v: T) | None;
     fun given<T>(o: Opt<T>, d: T) -> T { switch (o) { case Some(v) { return v; } case None { return d; } } }
     val none: Opt<i32> = None(); print(given(Some(4), 0), given(none, 9));`,
    '4, 9',
  ],
]);

fails('generics', [
  [
    'take so many arguments',
    'fun id<T>(a: T) -> T => a; print(id(1, 2));',
    typeError('Arity mismatch in generic function call: expected 1 arguments, got 2', '1:42'),
  ],
  [
    'take so many types',
    'fun id<T>(a: T) -> T => a; print(id<i32, i32>(1));',
    typeError("Generic function 'id' expects 1 type argument(s), got 2", '1:49'),
  ],
  [
    'are checked for each type',
    'fun inc<T>(a: T) -> T => a + 1; print(inc(1)); print(inc("x"));',
    typeError('Mismatch type on arithmetic operation: string, i32'),
  ],
  [
    'need types',
    'type Box<T> { v: T; } val b = new Box { v: 5 };',
    typeError("Generic type 'Box' requires type arguments"),
  ],
]);

const traits = `
trait Show { fun show(self: ref<Self>) -> string; fun loud(self: ref<Self>) -> string => self.show() + "!"; }
type Cat { name: string; }
type Dog { name: string; }
impl Show for Cat { fun show(self: ref<Self>) -> string => self.name; }
impl Show for Dog { fun show(self: ref<Self>) -> string => "dog"; fun loud(self: ref<Self>) -> string => "WOOF"; }
val cat = new Cat { name: "tom" };
val dog = new Dog { name: "rex" };
`;

prints('traits', [
  ['have defaults', `${traits} print(cat.loud(), dog.loud());`, 'tom!, WOOF'],
  ['are named', `${traits} print(cat.Show::loud(), Show::show(dog));`, 'tom!, dog'],
  [
    'are objects',
    `${traits} fun f(s: ref<Show>) -> string => s.loud(); print(f(cat), f(dog));`,
    'tom!, WOOF',
  ],
  [
    'are bounds',
    `${traits} fun f<T: Show>(s: ref<T>) -> string => s.show(); print(f(cat), f(dog));`,
    'tom, dog',
  ],
  ['are shown as what is behind them', `${traits} val s: ref<Show> = cat; print(s);`, '{ name: tom }'],
]);

fails('traits', [
  [
    'want all methods',
    'trait T { fun m(self: ref<Self>) -> i32; } type P { x: i32; }\nimpl T for P { }',
    typeError("Impl for trait 'T' is missing method 'm'", '2:6'),
  ],
  [
    'want these signatures',
    'trait T { fun m(self: ref<Self>) -> i32; } type P { x: i32; }\nimpl T for P { fun m(self: ref<Self>) -> string => "a"; }',
    typeError("Impl method signature mismatch for 'm'", '2:16'),
  ],
  [
    'want a receiver',
    'trait T { fun m() -> i32; }',
    typeError("Trait method 'm' must declare an explicit Self receiver in Phase 1", '1:11'),
  ],
  [
    'are implemented by objects',
    `${traits} type Fish { n: i32; } val f: ref<Show> = new Fish { n: 1 };`,
    typeError('Value Define Type Mismatch: ref<Fish> to ref<Show>'),
  ],
  [
    'hide fields',
    `${traits} val s: ref<Show> = cat; print(s.name);`,
    runtimeError('Not implemented Cat#Show::name'),
  ],
]);

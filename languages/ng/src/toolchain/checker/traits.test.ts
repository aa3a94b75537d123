import { describe, expect, it } from 'vitest';
import { checked, declaredTypes, verdictOf } from '../../test/checker/checking.js';

const error = (text: string) => `Type check error: ${text}`;

const show = `
  trait Show { fun show(self: ref<Self>) -> string; }
  trait Loud { fun show(self: ref<Self>) -> string; fun loud(self: ref<Self>) -> string { return self.show(); } }
  type A { n: i32; }
  type B { n: i32; fun show(self: ref<Self>) -> i32 { return 1; } }
  type C { n: i32; }
  impl Show for A { fun show(self: ref<Self>) -> string { return "a"; } }
  impl Loud for A { fun show(self: ref<Self>) -> string { return "A"; } }
  impl Show for B { fun show(self: ref<Self>) -> string { return "b"; } }
  val a = new A { n: 1 };
  val b = new B { n: 1 };
  val c = new C { n: 1 };
`;

describe('traits', () => {
  it.each([
    ['string', 'a.loud()'],
    ['i32', 'b.show()'],
    ['string', 'b.Show::show()'],
    ['string', 'Show::show(b)'],
  ])('give %s for %s', (type, expression) => {
    expect(declaredTypes(`${show} val x = ${expression};`)).toMatchObject({ x: type });
  });

  it.each([
    ['a.show();', error('Ambiguous trait method call show: candidates Loud::show, Show::show')],
    ['c.Show::show();', error('Type C does not implement trait Show')],
    ['a.Nope::show();', error('Unknown trait: Nope')],
    ['a.Show::nope();', error('Trait Show has no method nope')],
    ['a.Show::show(1);', error('Invalid argument types for trait-qualified call: a.Show::show(1)')],
    ['val s: Show = a;', error("trait type 'Show' cannot be used by value in value annotation 's'")],
    ['fun f(s: Show) -> unit { }', error("trait type 'Show' cannot be used by value in parameter 's'")],
    ['val s: ref<Show> = c;', error('Value Define Type Mismatch: ref<C> to ref<Show>')],
    ['val s: ref<Show> = a;', 'ok'],
    ['fun f(s: ref<Show>) -> string { return "x"; } f(a); f(b);', 'ok'],
    [
      'fun f(s: ref<Show>) -> string { return "x"; } f(c);',
      error('Invalid argument types for function: fun (ref<Show>) -> string'),
    ],
    ['impl Show for C { }', error("Impl for trait 'Show' is missing method 'show'")],
    [
      'impl Show for C { fun show(self: ref<Self>) -> i32 { return 1; } }',
      error("Impl method signature mismatch for 'show'"),
    ],
    [
      'impl Show for C { fun show(self: ref<Self>) -> string { return 1; } }',
      error('Return Type Mismatch: i32 to string'),
    ],
    [
      'impl Show for C { fun show(self: ref<Self>) -> string { return "c"; } fun more(self: ref<Self>) -> unit { } }',
      error("Impl method 'more' is not a member of trait 'Show'"),
    ],
    [
      'impl Show for A { fun show(self: ref<Self>) -> string { return "again"; } }',
      error("Duplicate impl for trait 'Show' and type 'A' from modules 'program' and 'program'"),
    ],
    [
      'impl Show for i32 { fun show(self: ref<Self>) -> string { return "i"; } }',
      error('Impl target must be a structural or native opaque type: i32'),
    ],
    ['impl C for A { }', error('Impl target trait is not a trait: C')],
    [
      'trait T { fun f(x: i32) -> i32; }',
      error("Trait method 'f' must declare an explicit Self receiver in Phase 1"),
    ],
    [
      'trait T { fun f(self: ref<Self>) -> i32 { return self.n; } }',
      error("Trait default method cannot access member 'n' on abstract Self"),
    ],
    [
      'trait T { fun same(self: ref<Self>, other: Self) -> bool; } fun f(t: ref<T>) -> unit { }',
      error('Trait is not object-safe for ref<T>'),
    ],
    ['trait T: U { } trait U: T { }', error('Cyclic trait inheritance involving U')],
    ['trait T: Nope { }', error('Unknown type: Nope')],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(`${show} ${text}`)).toBe(verdict);
  });

  it('inherit methods and defaults from their supertraits', () => {
    const text = `
      trait Eq { fun same(self: ref<Self>) -> bool; fun differs(self: ref<Self>) -> bool { return !self.same(); } }
      trait Ord: Eq { fun less(self: ref<Self>) -> bool; }
      type N { v: i32; }
      impl Ord for N {
        fun same(self: ref<Self>) -> bool { return true; }
        fun less(self: ref<Self>) -> bool { return self.differs(); }
      }
      fun check<T: Eq>(t: T) -> bool { return true; }
      val n = new N { v: 1 };
      val x = n.differs();
      val y = check(n);
    `;
    expect(declaredTypes(text)).toMatchObject({ x: 'bool', y: 'bool' });
    expect(verdictOf(text.replace('fun same(self: ref<Self>) -> bool { return true; }', ''))).toBe(
      error("Impl for trait 'Ord' is missing method 'same'"),
    );
  });

  it('mark where a reference becomes an object', () => {
    const { annotations } = checked(`${show}
      fun f(s: ref<Show>, n: i32) -> string { return s.show(); }
      fun g() -> ref<Show> { return new A { n: 1 }; }
      f(a, 1);
      val s: ref<Show> = b;
      s := a;
    `);
    const objects = [...annotations.traitObjects].map(([{ span, kind }, trait]) => [
      span.start.line,
      kind,
      trait,
    ]);
    expect(objects.sort()).toEqual([
      [15, 'new', 'Show'],
      [16, 'name', 'Show'],
      [17, 'name', 'Show'],
      [18, 'name', 'Show'],
    ]);
  });

  it('can be derived', () => {
    expect(
      verdictOf('type A: derive(Copy + Clone) { n: i32; } val a = new A { n: 1 }; val b = a.clone();'),
    ).toBe('ok');
    expect(verdictOf('type A: derive(Copy) { n: vector<i32>; }')).toBe(
      error("Cannot derive Copy for 'A': field 'n' does not satisfy Copy"),
    );
    expect(verdictOf(`${show} type D: derive(Show) { n: i32; }`)).toBe(
      error('derive currently supports Copy and Clone only: Show'),
    );
  });
});

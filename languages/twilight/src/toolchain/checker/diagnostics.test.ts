import { describe, expect, it } from 'vitest';
import { messages, native, solidity, statements, told } from '../../test/sources.js';

/** Statements of a function in a contract with `n: u64`, `m: map<address, u64>`, `v: vector<u64>`, `s: string`. */
const wrong: readonly (readonly [string, string])[] = [
  // Names and types
  ['n = missing;', 'there is no missing here'],
  ['val count: u64 = 1; n = cout;', 'there is no cout here'],
  ['val x: u32 = 5; n = x;', 'expected u64, found u32'],
  ['val x = 5; n = x;', 'expected u64, found i64'],
  ['n = 300u8;', '300 does not fit into u8'],
  ['n = true;', 'expected u64, found bool'],
  ['val x: Nothing = 1;', 'there is no type Nothing'],
  ['val x: vector = 1;', 'vector takes one type argument, not 0'],
  ['val x: map<vector<u8>, u8> = map::new();', 'vector<u8> cannot be the key of a map'],
  ['val x: array<u8, 0> = [1];', 'an array has between 1 and 65536 elements'],
  ['val x = vector::new();', 'the type of this vector is not known'],
  ['val x = None;', 'the type of this None is not known'],
  ['n = -1;', 'u64 has no negative numbers'],
  ['val x = s + "a";', 'strings are not added'],
  ['val b = s < "a";', 'values of string cannot be compared with <'],
  ['if n { }', 'expected bool, found u64'],
  ['val x = if n > 1 { 1 } else { true };', 'expected i64, found bool'],
  ['val x = if n > 1 { 1 };', 'this `if` gives i64 and has no `else`'],
  ['val (a, b) = (1, 2, 3);', 'this has 3 parts, not 2'],
  ['val x = (n, _);', 'a value is missing'],
  ['n = (_);', 'a value is missing'],
  ['(n, _) = (1, 2, 3);', 'expected 2 values, found (i64,i64,i64)'],
  ['(n, _) = ("a", 1);', 'expected (u64,i64), found (string,i64)'],
  ['(n, _) = 5;', 'expected 2 values, found i64'],
  ['n.push(3);', 'u64 has no method push'],
  ['v.pusk(3);', 'vector<u64> has no method pusk'],
  ['m.len();', 'a map in storage has no method len'],
  ['for k in m { }', 'map<address,u64> cannot be walked'],
  ['val c = m;', 'a map in storage is no value'],
  ['f(1);', 'f takes nothing, not 1'],
  ['g();', 'there is no g here'],
  ['val x = f;', 'f is a function'],
  ['n = n >> 1i8;', 'a shift is counted with u8 to u64, not i8'],
  ['val x: u8 = n.into();', 'not every u64 fits into u8'],
  ['break;', 'there is no loop to leave here'],
  ['while true { break 5; }', 'only `loop` has a value'],
  // Moves and borrows
  ['val a: string = "x"; val b = a; val c = a;', 'a was moved before'],
  ['val a: string = "x"; if n > 1 { val b = a; } print("{}", a);', 'a was moved before'],
  ['val a: string = "x"; while n > 1 { val b = a; }', 'a was moved before'],
  ['val w: vector<u64> = [1]; w.push(2);', 'w is a `val` and cannot be changed'],
  ['val x: u64 = 1; x = 2;', 'x is a `val` and cannot be changed'],
  [
    'var w: vector<string> = ["a"]; val first = w[0];',
    'an element cannot be moved out of its array or vector',
  ],
  ['var w: vector<u64> = [1]; for x in w { w.push(x); }', 'w cannot change while a loop walks it'],
  [
    'var o: Option<string> = Some("a"); match o { Some(t) => { o = None; print("{}", t); }, None => { } }',
    'o cannot change while t looks into it',
  ],
  [
    'val o: Option<string> = Some("a"); match o { Some(t) => { val u = t; print("{}", u); }, None => { } } val p = o;',
    'o was moved before',
  ],
  // Results, failures
  ['u8::try_from(n);', 'this Result is not handled'],
  ['val x = u8::try_from(n)?;', '`?` gives string to the caller, and this function gives no value'],
  ['val x = n?;', '`?` is for Result and Option, not for u64'],
  ['require(n > 1);', 'require takes a condition and a text'],
  ['print("{} {}", n);', 'there are more holes than values'],
  ['print("{}", n, n);', 'there is no hole for this value'],
  ['print("{}", v);', 'vector<u64> has no text'],
  ['emit Nothing(1);', 'there is no event Nothing'],
  // Matches
  ['match n { 1 => { }, 2 => { } }', 'no arm fits _'],
  ['match v.get(0) { Some(x) if x > 1 => { }, None => { } }', 'no arm fits Some(_)'],
  ['match (n > 1, n > 2) { (true, _) => { }, (false, true) => { } }', 'no arm fits (false, false)'],
  ['match n { _ => { }, 1 => { } }', 'an arm before this one fits all that it fits'],
  ['val Some(x) = v.get(0);', 'this pattern does not fit None'],
  // Assertions
  ['n = 1; assert_pre(n > 0);', 'assert_pre stands first in the body of a function'],
  ['assert_post(n > 0); n = 1;', 'assert_post stands last in the body of a function'],
  ['assert_pre({ n = 1; true });', 'the condition of an assertion only looks at values'],
  ['assert_pre(old(n) > 1);', '`old` stands only in assert_post'],
  [
    'val x: u64 = 1; while n > 1 { n = x; assert_invariant(n > 0); }',
    'assert_invariant stands first in the body of a loop',
  ],
  // Others
  ['return 5;', 'expected no value, found i64'],
  ['return; n = 1;', 'the program never gets here'],
  ['val unused: u64 = 1;', 'unused is never used'],
  ['n += 1;', 'there is no += in twilight-native'],
  ['init();', 'there is no init here'],
];

describe('a statement that makes no sense', () => {
  it.each(wrong)('is told: %s', (code, message) => {
    expect(
      messages(statements(code)).some(one => one.includes(message)),
      messages(statements(code)).join('\n'),
    ).toBe(true);
  });
});

const wrongItems: readonly (readonly [string, string])[] = [
  ['fn f() { } fn f() { }', 'there is another f'],
  ['storage { a: u64; } fn a() { }', 'there is another a'],
  ['fn init() { } #[test] fn f() { init(); }', 'init runs once, at deployment'],
  ['fn init(a: u64) { } fn f() { init(1); }', 'init runs once, at deployment'],
  ['fn f() -> u64 { }', 'f must give u64 on every way to its end'],
  ['fn f(x: bool) -> u64 { if x { return 1; } }', 'f must give u64 on every way to its end'],
  ['fn f(a: u64, a: u64) { }', 'there is another parameter a'],
  ['storage { a: vector<map<u8, u8>>; }', 'a map cannot be a part of a stored value'],
  ['struct S { s: S }', 'S contains itself, so it has no size'],
  ['enum E { A(Option<E>), B }', 'E contains itself, so it has no size'],
  ['type A = B; type B = A;', 'this type is an alias of itself'],
  ['const A: u64 = B; const B: u64 = A;', 'needs itself'],
  ['const A: u8 = 200 + 100;', 'arithmetic overflow: u8 +'],
  ['const A: u64 = 1 / 0;', 'division by zero'],
  [
    'event E(#[topic] a: u8, #[topic] b: u8, #[topic] c: u8, #[topic] d: u8);',
    'an event has at most 3 topics',
  ],
  ['fn f(s: string) -> string { s }', 's is borrowed, so it cannot be moved'],
  [
    'fn f(o: Option<string>) -> string { match o { Some(t) => t, None => "" } }',
    't is borrowed, so it cannot be moved',
  ],
  ['fn f(v: vector<u64>) { v.push(1); }', 'v is a parameter that cannot be changed'],
  [
    'fn g(mut v: vector<u64>) { v.push(1); } fn f() { val w: vector<u64> = [1]; g(w); }',
    'w is a `val` and cannot be changed',
  ],
  [
    'fn g(mut v: vector<u64>, w: vector<u64>) { v.push(w[0]); } fn f() { var w: vector<u64> = [1]; g(w, w); }',
    'this is borrowed twice in one call',
  ],
  ['#[payable] fn f() { }', 'only what is called from outside can be payable'],
  ['#[odd] fn f() { }', 'a function cannot be odd'],
  [
    'storage { n: u64; } #[conflict_free] pub fn f() { n = 1; }',
    'f touches storage (n) and says that it does not',
  ],
  ['storage { n: u64; } #[reads] pub fn f() { n = 1; }', 'f only reads, and writes n'],
  ['pub fn f<T>(x: T) { }', 'what is called from outside cannot be generic'],
  ['fn f<T: Copy>(x: T) -> T { x + x }', '+ needs numbers'],
  ['fn f<T: Shape>(x: T) { }', 'there is no trait Shape'],
  [
    'fn f<T: Eq>(x: T, y: T) -> bool { x == y } fn g() { val m: map<u8, u8> = map::new(); val n: map<u8, u8> = map::new(); f(m, n); }',
    'does not have the trait Eq',
  ],
  ['fn init() -> u64 { 1 }', 'init gives nothing back'],
  [
    'storage { v: vector<u64>; } fn g(mut w: vector<u64>) { w.push(1); } pub fn f() { g(v); }',
    'what is in storage or in a map cannot be borrowed to be changed',
  ],
  [
    'storage { n: u64; } fn g() -> bool { n = 1; true } pub fn f() { assert_pre(g()); n = 2; }',
    'an assertion cannot call g, which changes something',
  ],
];

describe('a contract that makes no sense', () => {
  it.each(wrongItems)('is told: %s', (members, message) => {
    const found = messages(native(members));
    expect(
      found.some(one => one.includes(message)),
      found.join('\n'),
    ).toBe(true);
  });

  it('tells several mistakes with their places, in order', () => {
    const text = native('storage { n: u64; }\nfn f() {\n  n = a;\n  n = true;\n}\nfn g() { n = b; }');
    expect(told(text)).toEqual([
      '4:7 there is no a here',
      '5:7 expected u64, found bool',
      '7:14 there is no b here',
    ]);
  });

  it('does not tell what follows from a mistake', () => {
    expect(messages(statements('val x = missing; n = x; n = x + 1;'))).toEqual(['there is no missing here']);
  });

  it('tells of modifiers', () => {
    expect(messages(solidity('modifier m() { } function f() public m { }'))).toContain(
      'm never runs the function',
    );
    expect(messages(solidity('function f() public m { }'))).toContain('there is no modifier m');
    expect(messages(solidity('function f(uint64[2] memory a) public { a[0] = 1; }'))).toContain(
      'a is a parameter that cannot be changed',
    );
    const often = solidity('modifier m() { _; _; _; _; _; } function f() public m m m m { }');
    expect(messages(often)).toContain('these modifiers run the function too often');
  });
});

describe('what makes sense', () => {
  const right: readonly string[] = [
    'val a: string = "x"; val b = a.clone(); print("{} {}", a, b);',
    'var a: string = "x"; val b = a; a = "y"; print("{} {}", a, b);',
    'val a: string = "x"; if n > 1 { val b = a; print("{}", b); } else { print("{}", a); }',
    'var w: vector<u64> = [1, 2]; w.push(3); for x in w { n = n + x; }',
    'match v.get(0) { Some(x) => { n = x; }, None => { n = 0; } }',
    'val o: Option<(string, string)> = None; val p = match o { Some((t, u)) => { print("{}", u); t }, None => "none" }; s = p;',
    'val o: Option<Option<string>> = None; val p = match o { Some(q) => match q { Some(t) => t, None => "x" }, None => "y" }; s = p;',
    'm[ctx.sender()] = m[ctx.sender()] + 1; m.insert(ctx.sender(), 3); val b = m.contains(ctx.sender()); require(b, "no");',
    'val t = (1u8, "a", true); val (x, _, y) = t; require(x > 0 && y, "no");',
    'val x = loop { n = n + 1; if n > 5 { break n; } }; n = x;',
    'for i in 0..10 { n = n + i; }',
    'val d = u8::try_from(n).unwrap_or(7); n = d.into();',
    'var g: map<u8, vector<u64>> = map::new(); g[1].push(4); g[2] = [1, 2]; n = g[1][0] + g.len();',
    'val h = nova::crypto::keccak256(s.to_bytes()); print("{} {}", h, self.address());',
    'var a: array<u64, 3> = [1; 3]; a[2] = 5; val (p, q) = (a[0], a.len()); n = p + q;',
    'val k = Address::from_hex("0x00000000000000000000000000000000000000aa").unwrap(); m[k] = 1;',
    'val x: u64 = 5; val y = if x > 3 { x } else { return; }; n = y;',
  ];
  it.each(right)('is taken: %s', code => {
    expect(told(statements(code))).toEqual([]);
  });
});

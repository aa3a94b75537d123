// Small contracts for the comparison of compiler and interpreter: what the language can do, each a few lines.

export interface AgreeingProgram {
  readonly title: string;
  readonly source: string;
  readonly calls: readonly (readonly [string, readonly unknown[]])[];
  readonly runtimeAsserts?: boolean;
}

export const agreeingPrograms: readonly AgreeingProgram[] = [
  {
    title: 'what people write in solidity',
    source: `#![syntax = "solidity"]
contract C {
 enum Phase { One, Two, Three }
 struct Account { uint256 balance; uint64 code; bool send; }
 mapping(address => Account) accounts; mapping(bytes32 => uint256) public byHash; Phase public phase;
 bytes32 constant ROLE = keccak256("ROLE");
 function f(uint256 i) public returns (uint256) {
   accounts[msg.sender].balance = 1 << i;
   Account memory a = accounts[msg.sender];
   a.balance += 1; a.code = 3; a.send = true;
   accounts[msg.sender] = a;
   bytes32 h = keccak256("a");
   byHash[h] = a.balance + uint256(a.code);
   byHash[ROLE] = 9;
   phase = Phase.Three;
   bytes memory b = hex"00_ff" hex"10";
   require(keccak256(b) != bytes32(0) && keccak256(hex"61") == h && ROLE == keccak256(bytes("ROLE")), "hashes");
   return byHash[h] + uint256(phase) + b.length + uint256(b[1]); }
 function g(uint8 x, uint256 n) public pure returns (uint8) { return x << n; }
 function k(Phase p) public pure returns (uint8) { return uint8(p); } }`,
    calls: [
      ['f', ['4']],
      ['f', ['300']],
      ['g', ['3', '2']],
      ['g', ['3', '8']],
      ['g', ['3', '36893488147419103232']],
      ['k', [{ tag: 'Two', values: [] }]],
      ['byHash', ['0x3ac225168df54212a25c1c01fd35bebfea408fdac2e31ddd6f80a4bbf9a5f1cb']],
    ],
  },
  {
    title: 'solidity: exponents of every width',
    source: `#![syntax = "solidity"]
pragma solidity ^0.8.20;
contract C {
 uint8 decimals = 6;
 function unit() public view returns (uint256) { return 10 ** uint256(decimals) + 10 ** decimals; }
 function wide(uint256 a, uint256 n) public pure returns (uint256) { return a ** n; }
 function byByte(uint256 a, uint8 n) public pure returns (uint256) { return (a + 1) ** n; }
 function small(uint8 a, uint256 n) public pure returns (uint8) { return a ** n; }
 function signed(int64 a, uint64 n) public pure returns (int64) { return a ** n; }
 function odd(int256 a, uint40 n) public pure returns (int256) { return a ** n ** 1; } }`,
    calls: [
      ['unit', []],
      ...['0', '1', '2', '255', '256', '4294967296', '18446744073709551617', `1${'0'.repeat(77)}`].flatMap(
        n => ['0', '1', '2', '3'].map(a => ['wide', [a, n]] as const),
      ),
      ['byByte', ['9', '77']],
      ['byByte', ['9', '78']],
      ['small', ['2', '7']],
      ['small', ['2', '8']],
      ['small', ['1', '36893488147419103232']],
      ['small', ['2', '36893488147419103232']],
      ...['3', '4', '63', '64', '4294967295', '4294967296', '4294967297', '18446744073709551615'].flatMap(n =>
        ['-2', '-1', '0', '1', '2'].map(a => ['signed', [a, n]] as const),
      ),
      ['odd', ['-1', '1099511627775']],
      ['odd', ['-1', '1099511627774']],
      ['odd', ['-2', '255']],
      ['odd', ['-2', '257']],
    ],
  },
  {
    title: 'what a closing brace shows: nothing that has no value, or hides what has one',
    source: `contract C {
 pub fn f(a: u64, b: u64) -> u64 {
   val first = [a, 1]; val twice = a;
   if a == 2 { val inner = 5u64; return inner; }
   val late = a + b; val twice = late; val b = 3u64;
   late + twice + b + first[0] }
 fn g(v: vector<u64>) -> Option<u64> { val n = v.get(0)?; val m = n + 1; Some(m) }
 pub fn h(a: u64) -> u64 { val none: vector<u64> = vector::new(); g([a]).unwrap_or(0) + g(none).unwrap_or(7) }
 pub fn unit(a: u64) { val kept = "text"; val (c, d) = (a, kept.len()); } }`,
    calls: [
      ['f', ['2', '1']],
      ['f', ['3', '1']],
      ['h', ['4']],
      ['unit', ['1']],
    ],
  },
  {
    title: 'generics, traits, functions of type parameters',
    source: `struct Pair<A, B> { first: A, second: B }
impl<T: Copy> Pair<T, T> { fn swapped(self) -> Pair<T, T> { Pair { first: self.second, second: self.first } } }
trait Shape { fn area(self) -> u64; fn make(n: u64) -> Self; fn twice(self) -> u64 { self.area() + self.area() } }
struct Sq { n: u64 }
impl Shape for Sq { fn area(self) -> u64 { self.n * self.n } fn make(n: u64) -> Self { Sq { n } } }
impl Shape for u64 { fn area(self) -> u64 { self } fn make(n: u64) -> u64 { n + 1 } }
fn build<T: Shape>(n: u64) -> u64 { val s = T::make(n); s.twice() }
fn largest<T: Ord + Copy>(v: vector<T>) -> Option<T> {
  var best: Option<T> = None;
  for x in v { best = match best { None => Some(x), Some(b) => if x > b { Some(x) } else { Some(b) } }; }
  best
}
contract C { pub fn f(a: u64) -> u64 {
   val p = Pair { first: a, second: 7u64 }; val q = p.swapped();
   val v: vector<u64> = [3, a, 5];
   val w: vector<i8> = [-3, 4];
   require(largest(w).unwrap() == 4, "w");
   q.first * 1000 + q.second + build<Sq>(a) + build<u64>(a) + largest(v).unwrap_or(0) } }`,
    calls: [
      ['f', ['9']],
      ['f', ['2']],
    ],
  },
  {
    title: 'patterns of every kind',
    source: `contract C {
 enum E { A, B(u64, bool), C { x: u8, y: string } }
 const LIMIT: u64 = 10;
 fn mk(n: u64) -> E { if n == 0 { E::A } else if n < 5 { E::B(n, n > 2) } else { E::C { x: 7, y: "hey" } } }
 pub fn f(n: u64) -> u64 {
   val e = mk(n);
   val r = match e { E::A => 1, E::B(LIMIT, _) => 2, E::B(k @ 3, true) => k * 100, E::B(k, b) if b => k, E::B(_, _) => 5, E::C { x, .. } => x.into() };
   val arr: array<u64, 3> = [n, 2, 3];
   val s = match arr { [1, _, c] => c, [a, b, _] => a + b };
   val t = match (n, n > 3) { (0, _) => "zero", (_, true) => "big", _ => "small" };
   print("{} {} {}", r, s, t);
   val o = match n { 0 => None, m => Some(m) };
   r + s + o.unwrap_or(0) + t.len() } }`,
    calls: [
      ['f', ['0']],
      ['f', ['1']],
      ['f', ['2']],
      ['f', ['3']],
      ['f', ['4']],
      ['f', ['9']],
    ],
  },
  {
    title: 'parts of stored values, nested maps, vectors in storage',
    source: `struct P { x: u64, tags: vector<string>, o: Option<u64> }
impl P { fn bump(mut self, by: u64) -> u64 { self.x = self.x + by; self.tags.push(by.to_string()); self.x } }
contract C {
 storage { p: P; ps: map<u64, P>; grid: map<u8, map<u8, vector<u64>>>; list: vector<P>; nums: vector<u64>; name: string = "n"; arr: array<u64, 3>; t: (u64, bool); e: map<string, bool>; }
 fn k() -> u64 { nums.push(1); nums.len() }
 pub fn f(a: u64) -> u64 {
   p.x = a; p.tags.push("one"); p.tags.push("two"); p.o = Some(a);
   ps[k()].x = k();
   ps[1].tags.push("t");
   val got = ps[a].bump(k());
   p.bump(3);
   grid[1][2].push(a); grid[1][2].push(a + 1); grid[1][3] = [7, 8];
   list.push(P { x: 1, tags: [], o: None });
   list[0].x = 9; list[0].tags.push("z"); val b = list[0].bump(2);
   arr[a % 3] = 5; t.0 = a; t.1 = true;
   name = name.concat("x");
   nums.swap(0, 1); nums[0] = nums[0] + 10;
   e["a"] = true; e.insert("b", false);
   val had = e.remove("a").is_some();
   require(had && !e.contains("a") && e.contains("b"), "e");
   var sum: u64 = 0;
   for n in nums { sum = sum + n; }
   for n in grid[1][2] { sum = sum + n; }
   for q in list { sum = sum + q.x + q.tags.len(); }
   val last = nums.pop().unwrap_or(100);
   sum + got + b + grid[1][3][1] + p.tags.len() + last
 } }`,
    calls: [
      ['f', ['4']],
      ['f', ['5']],
      ['f', ['7']],
    ],
  },
  {
    title: 'moves, exclusive borrows, maps in memory',
    source: `contract C {
 fn add(mut v: vector<u64>, n: u64) { v.push(n); }
 fn total(v: vector<u64>) -> u64 { var s: u64 = 0; for x in v { s = s + x; } s }
 fn both(mut n: u64) -> u64 { n = n + 1; n }
 pub fn f(a: u64) -> u64 {
   var v: vector<u64> = [a]; add(v, 3); add(v, 4);
   val w = v.clone(); add(v, 5);
   val s: string = "abc"; val t = if a > 2 { s } else { "zz".concat(s) };
   var m: map<u64, vector<u64>> = map::new(); m[1].push(a); m[1].push(2); m.insert(2, [9]); m[3] = [1, 2];
   val o = m.get(1); val gone = m.remove(2).unwrap();
   val n: u64 = a; val c = both(n);
   (total(v) * 1000 + total(w)) * 10 + t.len() + m.len() + o.unwrap().len() + gone[0] + c + n } }`,
    calls: [
      ['f', ['1']],
      ['f', ['8']],
    ],
  },
  {
    title: 'loops, propagation, blocks with values',
    source: `contract C { storage { n: u64; }
 fn early(a: u64) -> Result<u64, string> { if a > 5 { return Err("big".to_string()); } Ok(a) }
 fn chain(a: u64) -> Result<u64, string> { val x = early(a)?; val y = early(x + 2)?; Ok(x + y) }
 fn opt(a: u64) -> Option<u64> { val v: vector<u64> = [10, 20, 30]; val x = v.get(a)?; Some(x + 1) }
 pub fn f(a: u64) -> u64 {
   var i: u64 = 0; var acc: u64 = 0;
   val found = loop { i = i + 1; if i % 2 == 0 { continue; } if i > a { break i * 10; } acc = acc + i; };
   for j in 0..a { if j == 3 { break; } for k in j..5u64 { if k == 2 { continue; } acc = acc + k; } }
   while i > 0 { i = i - 1; if i == 4 { break; } }
   val c = chain(a); val d = match c { Ok(x) => x, Err(e) => e.len() };
   val e = opt(a).unwrap_or(7);
   val q = { val z = acc; z + 1 };
   val h: u64 = if a == 0 { 1 } else if a == 1 { 2 } else { 3 };
   n = n + h; found + acc + d + e + q + i } 
 pub fn g(a: u64) -> u64 { early(a).expect("too big for g") } }`,
    calls: [
      ['f', ['0']],
      ['f', ['1']],
      ['f', ['4']],
      ['f', ['7']],
      ['g', ['3']],
      ['g', ['9']],
    ],
  },
  {
    title: 'numbers of all widths',
    source: `contract C { pub fn f(a: u8, b: i128, c: u256) -> (u8, i128, u256) {
  val x = a.wrapping_mul(7).saturating_add(200); val y = b.checked_mul(b).unwrap_or(-1) - b / 3 + b % 7;
  val z = (c << 5u8) ^ (c >> 2u32) | 0xff; val w: u256 = a.into();
  (x.min(100).max(3), y, z + w * 3) }
  pub fn g(a: i64, b: i64) -> i64 { (a * b - a) / b + (a >> 3u8) + (-b) }
  pub fn h(a: u64) -> string { val r = u8::try_from(a); match r { Ok(v) => v.to_string(), Err(e) => e.clone() } } }`,
    calls: [
      ['f', ['5', '-100', '12345678901234567890123']],
      ['f', ['255', '170141183460469231731687303715884105727', '1']],
      ['g', ['-17', '3']],
      ['g', ['5', '0']],
      ['g', ['9223372036854775807', '2']],
      ['h', ['255']],
      ['h', ['256']],
    ],
  },
  {
    title: 'solidity: named results, modifiers, errors, loops',
    source: `#![syntax = "solidity"]
contract C { uint public total; mapping(address => uint64[]) public log; enum S { A, B } S s; struct P { uint64 a; S s; } P[] ps; string[] names;
  error Bad(uint64 got, address who);
  event E(address indexed a, string b, P p);
  modifier lim(uint64 n) { if (n > 5) revert Bad(n, msg.sender); _; total += 1; }
  function f(uint64 n) public lim(n) returns (uint64 r, bool ok) {
    for (uint64 i = 0; i < n; i++) { if (i == 2) continue; r += i; log[msg.sender].push(i); }
    do { r++; } while (r < 3);
    ps.push(P(n, S.B)); ps[0].a += 1; names.push("x");
    s = n > 2 ? S.B : S.A;
    (uint64 q, bool t) = (ps[0].a, s == S.B);
    ok = t && q > 0; unchecked { r -= 100; r += 100; }
    emit E(msg.sender, names[0].clone(), ps[0]);
    if (n == 4) return (r, false);
    delete names; delete total;
  }
  function len() public view returns (uint) { return log[msg.sender].length + names.length; } 
  function div(int8 a, int8 b) public pure returns (int8) { assert(b != 1); return a / b; }
  modifier less(uint64 n) { n -= 1; total = uint256(n); _; }
  function own(uint64 n, uint256 w) public less(n) returns (uint256) { uint256 kept = w; n += 2; w++; total += uint256(n); return halved(w) + w * 100 + kept; }
  function halved(uint256 w) private pure returns (uint256) { w /= 2; return w; }
  function wraps(int8 a, uint8 b) public pure returns (int8, int8, uint8) { unchecked { return (-a, -(a + 1), b ** 2); } } }`,
    calls: [
      ['f', ['3']],
      ['f', ['4']],
      ['f', ['9']],
      ['len', []],
      ['total', []],
      ['div', ['-128', '-1']],
      ['div', ['5', '1']],
      ['div', ['5', '0']],
      ['own', ['6', '9']],
      ['total', []],
      ['own', ['0', '9']],
      ['wraps', ['-128', '17']],
    ],
  },
  {
    title: 'assertions with old and result',
    source: `contract C { storage { n: u64 = 1; }
 assert_invariant(n < 50);
 pub fn f(a: u64) -> u64 { assert_pre(a > 0, "pre"); var i: u64 = 0; while i < a { assert_invariant(i <= 3, "inv"); i = i + 1; } n = n + a; if a == 2 { return 7; } assert_post(result == old(n) + a && n == result, "post"); n } }`,
    calls: [
      ['f', ['1']],
      ['f', ['2']],
      ['f', ['0']],
      ['f', ['9']],
    ],
    runtimeAsserts: true,
  },
  {
    title: 'assignments that leave values out',
    source: `contract C {
 storage { at: vector<u64>; last: string; }
 fn three(n: u64) -> (u64, string, bool) { (n, "t".concat(n.to_string()), n > 2) }
 pub fn f(n: u64) -> u64 {
   var a: u64 = 1; var ok = false; at.push(5);
   (a, _, _) = three(n);
   (_, storage.last, ok) = three(n + 1);
   (_, _, _) = three(a);
   (at[0], _) = (a + 1, ok);
   (_, a) = { (ok, at[0] + 10) };
   if ok { a } else { 0 } } }`,
    calls: [
      ['f', ['1']],
      ['f', ['2']],
    ],
  },
  {
    title: 'solidity: assignments that leave values out',
    source: `#![syntax = "solidity"]
contract C {
 uint256[] at; string last;
 function three(uint256 n) private returns (uint256, string memory, bool) { return (n, string.concat("t", "u"), n > 2); }
 function pair(uint256 n) private returns (uint256, uint256) { return (n, n + 1); }
 function f(uint256 n) public returns (uint256) {
   uint256 a; bool ok; at.push(5);
   (a,,) = three(n);
   (, last, ok) = three(n + 1);
   (,,) = three(a);
   (at[0],) = pair(a);
   (, a) = pair(a + at[0]);
   return ok ? a : 0; } }`,
    calls: [
      ['f', ['1']],
      ['f', ['2']],
    ],
  },
  {
    title: 'parts of what never comes',
    source: `contract C {
 storage { n: u64; t: string; }
 struct P { a: u64, b: string }
 fn pair() -> (u64, u64) { panic!("pair") }
 pub fn f(k: u64) -> u64 {
   if k == 0 { val (a, b): (u64, string) = panic!("let"); n = a; t = b; }
   if k == 1 { (n, t) = return 7; }
   if k == 2 { (n, _) = if n > 0 { panic!("left") } else { return 8; }; }
   if k == 3 { val P { a, b: _ }: P = panic!("struct"); return a; }
   if k == 4 { (n, _) = pair(); }
   9 } }`,
    calls: ['0', '1', '2', '3', '4', '5'].map(k => ['f', [k]] as const),
  },
  {
    title: 'names that hide others',
    source: `contract C { storage { n: u64; v: vector<u64>; } pub fn f(n: u64) -> u64 { storage.n = n; val n = n + 1; { val n: string = "s"; require(n.len() == 1, "l"); } var x: u64 = n; { x = x + 1; val x: u64 = 100; require(x == 100, "x"); } v.push(x); v.push(n); v.clear(); v.push(x); v[0] + n } }`,
    calls: [['f', ['3']]],
  },
  {
    title: 'hashes, bytes and addresses',
    source: `contract C { pub fn f(s: string) -> (hash256, hash256, u64) { val b = s.to_bytes(); (nova::crypto::keccak256(b), nova::crypto::blake3(b), b.len() + 5u32.to_bytes().len()) } pub fn g(a: string) -> bool { val r = Address::from_hex(a); r.is_ok() } }`,
    calls: [
      ['f', ['abc']],
      ['f', ['']],
      ['g', ['0x00000000000000000000000000000000000000aa']],
      ['g', ['zz']],
    ],
  },
  {
    title: 'invariants of loops',
    source: `contract C { storage { n: u64; v: vector<u64>; } pub fn f(a: u64) -> u64 { var i: u64 = 0; for x in 0..a { assert_invariant(i < 4, "for"); i = i + x; } val r = loop { assert_invariant(i < 9, "loop"); i = i + 1; if i > 6 { break i; } }; r } }`,
    calls: [
      ['f', ['1']],
      ['f', ['3']],
      ['f', ['4']],
      ['f', ['9']],
    ],
    runtimeAsserts: true,
  },
  {
    title: 'types of literals in arms',
    source: `contract C { fn o(a: u64) -> Option<u64> { match a { 0 => None, m => Some(m) } } pub fn f(a: u64) -> u64 { val h = if a == 0 { 1 } else { a }; val k = match a { 1 => 5, 2 => { 6 }, m => m * 2 }; val z = if a > 3 { None } else { Some(a) }; h + k + z.unwrap_or(3) + o(a).unwrap_or(0) } }`,
    calls: [
      ['f', ['0']],
      ['f', ['1']],
      ['f', ['2']],
      ['f', ['7']],
    ],
  },
  {
    title: 'recursion',
    source: `fn fact(n: u256) -> u256 { if n < 2 { return 1; } n * fact(n - 1) } fn even(n: u64) -> bool { if n == 0 { true } else { odd(n - 1) } } fn odd(n: u64) -> bool { if n == 0 { false } else { even(n - 1) } }
contract C { pub fn f(n: u256) -> u256 { fact(n) } pub fn g(n: u64) -> bool { even(n) } }`,
    calls: [
      ['f', ['30']],
      ['f', ['58']],
      ['g', ['7']],
    ],
  },
  {
    title: 'tuples in structs in arrays',
    source: `contract C { struct S { a: (u64, bool), b: array<(u8, string), 2>, c: Option<(u64, u64)> }
 fn mk(n: u64) -> S { S { a: (n, n > 1), b: [(1, "x"), (2, "yy")], c: Some((n, n + 1)) } }
 pub fn f(n: u64) -> u64 { var s = mk(n); s.a.0 = 50; s.b[1].0 = 9; s.b[0].1 = "long"; var t = s.b[1].1.clone(); t = t.concat("!"); var (x, y) = s.a; var k: u64 = 0; if let_(y) { k = 1; } (x, k) = unwrap(s.c, x); x + k + s.b[0].1.len() + t.len() }
 fn let_(b: bool) -> bool { b }
 fn unwrap(c: Option<(u64, u64)>, x: u64) -> (u64, u64) { match c { Some((p, q)) => (p + x, q), None => (0, 0) } } }`,
    calls: [
      ['f', ['1']],
      ['f', ['5']],
    ],
  },
  {
    title: 'equality of all parts',
    source: `contract C { struct S { a: u64, b: string, c: vector<u8> } enum E { X(S), Y } pub fn f(n: u64) -> bool { val a = E::X(S { a: n, b: "q", c: [1, 2] }); val b = E::X(S { a: 3, b: "q", c: [1, 2] }); val c = E::Y; a == b && a != c && c == E::Y } }`,
    calls: [
      ['f', ['3']],
      ['f', ['4']],
    ],
  },
  {
    title: 'the order of evaluation',
    source: `contract C { storage { log: vector<u64>; m: map<u64, u64>; } fn t(n: u64) -> u64 { log.push(n); n } pub fn f() -> u64 { m[t(1)] = t(2); var v: vector<u64> = [t(3), t(4)]; v[t(0)] = t(5) + t(6) * t(7); val s = (t(8), t(9)); val o = v.get(t(1)).unwrap_or(t(10)); val b = t(11) > 5 || t(12) > 1; require(b, "b"); s.0 + o + v[0] + t(13).max(t(14)) } }`,
    calls: [['f', []]],
  },
  {
    title: 'solidity: modifiers in loops, odd widths',
    source: `#![syntax = "solidity"]
contract C { uint64[] a; mapping(uint8 => mapping(uint8 => bool)) g; uint8 constant K = 3; address o; int16 neg = -5; bytes4 b4; uint24 small;
 modifier a1(uint64 x) { a.push(x); _; a.push(x + 1); } modifier a2() { if (a.length > 20) return; _; } modifier a3() { for (uint64 i = 0; i < 2; i++) { _; } }
 function f(uint64 n) public a1(n) a2 a3 returns (uint64) { a.push(n * 10); if (n == 2) return 77; g[K][uint8(n)] = !g[K][1]; return uint64(a.length); }
 function h(uint24 x) public returns (uint24) { small = x + 1; return small * 2; }
 function k(bytes memory d) public pure returns (uint) { uint s; for (uint i = 0; i < d.length; i++) s += uint(d[i]); return s; } }`,
    calls: [
      ['f', ['1']],
      ['f', ['2']],
      ['f', ['3']],
      ['f', ['300']],
      ['h', ['5']],
      ['h', ['16777215']],
      ['h', ['9000000']],
    ],
  },
  {
    title: 'texts',
    source: `contract C { pub fn f(a: i8, b: bool, c: u256) -> string { print("{{{}}} {} {}", a, b, c); val s = "é€😀"; s.concat(a.to_string()).concat(b.to_string()).concat(c.to_string()).concat(s.len().to_string()) } pub fn g(a: address) -> string { a.to_string() } pub fn h() { revert("why \\u{1F600}"); } }`,
    calls: [
      ['f', ['-128', true, '115792089237316195423570985008687907853269984665640564039457584007913129639935']],
      ['g', ['0x00000000000000000000000000000000000000aa']],
      ['h', []],
    ],
  },
  {
    title: 'what arms move out of what is matched',
    source: `contract C {
      enum E { Text(string), Many(vector<u64>), Pair { left: string, right: vector<u64> } }
      fn mk(n: u64) -> E {
        if n == 0 { E::Text("t") } else if n == 1 { E::Many([1, 2]) } else { E::Pair { left: "l", right: [n, 9] } }
      }
      pub fn f(n: u64) -> u64 {
        val e = mk(n);
        val kept = match e { E::Text(t) => t.concat("!"), E::Many(m) => m.len().to_string(), E::Pair { left, .. } => left };
        val other = mk(n);
        val list = match other { E::Many(m) => m, E::Pair { left: _, right } if n > 4 => right, _ => vector<u64>::new() };
        val r: Result<string, string> = if n > 2 { Err("err") } else { Ok("fine") };
        val text = match r { Ok(t) => t, Err(e2) => e2 };
        kept.len() * 100 + list.len() * 10 + text.len()
      }
    }`,
    calls: [
      ['f', ['0']],
      ['f', ['1']],
      ['f', ['3']],
      ['f', ['7']],
    ],
  },
];

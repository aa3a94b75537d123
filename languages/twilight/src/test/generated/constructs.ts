// Twilight programs that have something of everything, and calls of them.

export interface ProgramOfCalls {
  readonly title: string;
  readonly source: string;
  /** Function and arguments, in order, on one storage. */
  readonly calls: readonly (readonly [name: string, ...args: readonly unknown[]])[];
}

const contract = (body: string, before = ''): string =>
  `#![syntax = "twilight-native"]\n${before}\ncontract T {\n${body}\n}\n`;

export const programsOfCalls: readonly ProgramOfCalls[] = [
  {
    title: 'branches and loops',
    source: contract(`
  pub fn collatz(from: u64) -> u32 {
    var n = from; var steps: u32 = 0;
    while n != 1 { if n % 2 == 0 { n = n / 2; } else { n = 3 * n + 1; } steps = steps + 1; }
    steps
  }
  pub fn sum(to: u8) -> u64 { var s: u64 = 0; for i in 0..to { if i == 7 { continue; } if i > 200 { break; } s = s + u64::from(i); } s }
  pub fn first_over(limit: u64) -> u64 { var n: u64 = 1; loop { n = n * 3; if n > limit { break n; } } }
  pub fn nested(n: u32) -> u32 {
    var c: u32 = 0;
    for i in 0..n { for j in 0..n { if j > i { break; } if (i + j) % 3 == 0 { continue; } c = c + 1; } }
    c
  }
  pub fn early(n: i64) -> i64 { if n < 0 { return -1; } val r = if n == 0 { 0 } else { return n * 2; }; r }
  pub fn wide(n: u256) -> u256 { var s: u256 = 0; for i in 0..n { s = s + i * i; } s }
  pub fn logic(a: bool, b: bool) -> u8 { var r: u8 = 0; if a && b { r = r + 1; } if a || b { r = r + 2; } if !a { r = r + 4; } if a && 1 / (if b { 1 } else { 0 }) == 1 { r = r + 8; } r }
`),
    calls: [
      ['collatz', 27],
      ['collatz', 1],
      ['sum', 255],
      ['sum', 5],
      ['first_over', 1000],
      ['nested', 9],
      ['early', -5],
      ['early', 0],
      ['early', 21],
      ['wide', '40'],
      ['wide', 0],
      ['logic', true, true],
      ['logic', false, true],
      ['logic', true, false],
      ['logic', false, false],
    ],
  },
  {
    title: 'structs, tuples, arrays and moves',
    source: contract(`
  struct Point { x: i32, y: i64 }
  struct Line { from: Point, to: Point, name: string, tags: vector<u8> }
  struct Mark; struct Pair(u8, u256);
  fn moved(p: Point, by: i64) -> Point { Point { x: p.x + 1, y: p.y + by } }
  fn length(l: Line) -> i64 { l.to.y - l.from.y }
  fn rename(mut l: Line, name: string) { l.name = name.clone(); l.tags.push(9); l.from.x = 77; }
  pub fn line(a: i64, b: i64) -> (i64, string, u64, i32) {
    var l = Line { to: Point { x: 0, y: b }, from: Point { x: 5, y: a }, name: "first", tags: [1, 2, 3] };
    val before = length(l);
    rename(l, "second".concat(" name"));
    l.from = moved(l.from, 10);
    (before + length(l), l.name, l.tags.len(), l.from.x)
  }
  pub fn swap(t: (u8, u128)) -> (u128, u8) { val (a, b) = t; (b, a) }
  pub fn grid() -> array<u16,4> { var g = [0u16; 4]; for i in 0..4u64 { g[i] = 10; } g[2] = g[1] + 5; g }
  pub fn matrix(n: u64) -> u64 { var m = [[1u64, 2, 3], [4, 5, 6]]; m[1][n] = m[0][n] * 100; m[1][0] + m[1][1] + m[1][2] }
  pub fn pair(p: u256) -> u256 { val q = Pair(3, p); val Pair(small, large) = q; large * u256::from(small) }
  pub fn echo(p: Point) -> Point { p.clone() }
  pub fn unit() -> Mark { Mark }
  pub fn points(ps: vector<Point>) -> vector<Point> { var out: vector<Point> = vector::new(); for p in ps { out.push(Point { x: -p.x, y: p.y }); } out }
  pub fn self_assign(a: u64, b: u64) -> (u64, u64) { var t = (a, b); t = (t.1, t.0); t }
  pub fn wide_alias(a: u256) -> u256 { var x = a; x = x * x - x; val y = x; x = 1; y + x }
`),
    calls: [
      ['line', 3, 50],
      ['swap', [7, '340282366920938463463374607431768211455']],
      ['grid'],
      ['matrix', 1],
      ['matrix', 3],
      ['pair', '1000'],
      ['echo', { x: -5, y: '-9223372036854775808' }],
      ['unit'],
      [
        'points',
        [
          { x: 1, y: 2 },
          { x: -3, y: 4 },
        ],
      ],
      ['self_assign', 1, 2],
      ['wide_alias', '123456789012345678901234567890'],
    ],
  },
  {
    title: 'enums, match, Option and Result',
    source: contract(`
  enum Shape { Dot, Circle(u64), Box { w: u64, h: u64, label: string } }
  enum Deep { Leaf(Option<u8>), Two(Option<u8>, Result<u64, string>) }
  pub fn area(s: Shape) -> u64 { match s { Shape::Dot => 0, Shape::Circle(r) => r * r * 3, Shape::Box { w, h, label: _ } if w == h => w * w, Shape::Box { w, h, label } => w * h + label.len() } }
  pub fn digit(n: u8) -> string { match n { 0 => "zero", 1 => "one", _x @ 2 => "two", _ => "many" } }
  pub fn check(n: u64) -> Result<u64, string> { if n > 100 { Err("too large: ".concat(n.to_string())) } else { Ok(n + 1) } }
  fn both(a: u64, b: u64) -> Result<u64, string> { val x = check(a)?; val y = check(b)?; Ok(x * y) }
  pub fn try_both(a: u64, b: u64) -> Result<u64, string> { both(a, b) }
  pub fn handled(a: u64, b: u64) -> u64 { match both(a, b) { Ok(v) => v, Err(e) => e.len() } }
  fn halve(n: u64) -> Option<u64> { if n % 2 == 0 { Some(n / 2) } else { None } }
  fn quarter(n: u64) -> Option<u64> { halve(halve(n)?) }
  pub fn quarters(n: u64) -> Option<u64> { quarter(n) }
  pub fn deep(d: Deep) -> u64 { match d { Deep::Leaf(Some(x)) => u64::from(x), Deep::Leaf(None) => 1000, Deep::Two(Some(a), Ok(b)) => u64::from(a) + b, Deep::Two(None, Err(e)) => e.len(), Deep::Two(_, _) => 7 } }
  pub fn lists(v: vector<u64>) -> u64 { match v { [] => 0, [a] => a, [a, b] => a * 10 + b, _ => 99 } }
  pub fn words(w: string) -> u8 { match w { "red" => 1, "green" => 2, _ => 3 } }
  pub fn pairs(a: u8, b: bool) -> u8 { match (a, b) { (0, true) => 1, (0, false) => 2, (n, true) => n, (_, false) => 200 } }
  pub fn unwrapping(o: Option<u128>) -> u128 { o.clone().unwrap() }
  pub fn expecting(n: u64) -> u64 { check(n).expect("no number") }
  pub fn options(n: u64) -> (bool, bool, u64, u64) { val h = halve(n); (h.is_some(), h.is_none(), h.unwrap_or(5), halve(n + 1).unwrap_or(9)) }
  pub fn back(s: Shape) -> Shape { s.clone() }
  pub fn same(a: Shape, b: Shape) -> bool { a == b }
`),
    calls: [
      ['area', 'Dot'],
      ['area', { tag: 'Circle', values: [3] }],
      ['area', { tag: 'Box', values: [4, 4, 'x'] }],
      ['area', { tag: 'Box', values: [4, 5, 'label'] }],
      ['digit', 0],
      ['digit', 2],
      ['digit', 9],
      ['check', 100],
      ['check', 101],
      ['try_both', 2, 3],
      ['try_both', 2, 300],
      ['handled', 2, 3],
      ['handled', 200, 3],
      ['quarters', 12],
      ['quarters', 6],
      ['quarters', 5],
      ['deep', { tag: 'Leaf', values: [null] }],
      ['deep', { tag: 'Leaf', values: [8] }],
      ['deep', { tag: 'Two', values: [1, { tag: 'Ok', values: [5] }] }],
      ['deep', { tag: 'Two', values: [null, { tag: 'Err', values: ['abc'] }] }],
      ['deep', { tag: 'Two', values: [null, { tag: 'Ok', values: [5] }] }],
      ['lists', []],
      ['lists', [4]],
      ['lists', [4, 5]],
      ['lists', [1, 2, 3]],
      ['words', 'red'],
      ['words', 'green'],
      ['words', ''],
      ['pairs', 0, true],
      ['pairs', 0, false],
      ['pairs', 9, true],
      ['pairs', 9, false],
      ['unwrapping', '5'],
      ['unwrapping', null],
      ['expecting', 5],
      ['expecting', 500],
      ['options', 8],
      ['options', 7],
      ['back', { tag: 'Box', values: [1, 2, 'ü'] }],
      ['same', 'Dot', 'Dot'],
      ['same', { tag: 'Box', values: [1, 2, 'a'] }, { tag: 'Box', values: [1, 2, 'a'] }],
      ['same', { tag: 'Box', values: [1, 2, 'a'] }, { tag: 'Box', values: [1, 2, 'b'] }],
      ['same', { tag: 'Circle', values: [1] }, 'Dot'],
    ],
  },
  {
    title: 'vectors, maps and strings in memory',
    source: contract(`
  pub fn vectors(n: u64) -> (vector<u64>, u64, bool, Option<u64>, Option<u64>) {
    var v: vector<u64> = vector::new();
    for i in 0..n { v.push(i * i); }
    val last = v.pop();
    if v.len() > 3 { v.swap(0, 3); v[1] = 100; }
    (v.clone(), v.len(), v.contains(100), last, v.get(50))
  }
  pub fn copies(v: vector<vector<u8>>) -> (vector<vector<u8>>, vector<vector<u8>>) { var w = v.clone(); w[0].push(1); w.push([7, 8]); (v.clone(), w) }
  pub fn filled(n: u64) -> vector<string> { var v = vector::filled(n, "x"); if n > 1 { v[1] = "y"; } v }
  pub fn index(v: vector<u64>, i: u256) -> u64 { v[i] }
  pub fn sum(v: vector<u64>) -> u64 { var s: u64 = 0; for x in v { s = s + x; } s }
  pub fn maps(n: u64) -> (u64, u64, Option<string>, Option<string>, bool, string) {
    var m: map<u64, string> = map::new();
    for i in 0..n { m.insert(i * 10, i.to_string()); }
    m.insert(10, "ten");
    val gone = m.remove(20);
    (n, m.len(), m.get(10), gone, m.contains(20), m.get(30).unwrap_or("none"))
  }
  pub fn texts(a: string, b: string) -> (string, u64, bool, vector<u8>) { val c = a.concat(b).concat("!"); (c.clone(), c.len(), a == b, a.to_bytes()) }
  pub fn numbers(a: i128, b: u8, c: bool, d: address) -> string { a.to_string().concat(" ").concat(b.to_string()).concat(c.to_string()).concat(d.to_string()) }
  pub fn address_of(s: string) -> Result<address, string> { Address::from_hex(s) }
  pub fn hash_of(b: vector<u8>) -> (hash256, hash256) { (nova::crypto::keccak256(b), nova::crypto::blake3(b)) }
  pub fn hash_from(b: vector<u8>) -> Result<hash256, string> { Hash256::from_bytes(b) }
  pub fn bytes(a: u32, b: u256) -> (vector<u8>, vector<u8>) { (a.to_bytes(), b.to_bytes()) }
  pub fn arrays(a: array<string,2>) -> (bool, Option<string>, Option<string>) { (a.contains("b"), a.get(1), a.get(2)) }
`),
    calls: [
      ['vectors', 0],
      ['vectors', 1],
      ['vectors', 9],
      ['copies', [[1], []]],
      ['copies', []],
      ['filled', 0],
      ['filled', 3],
      ['index', [1, 2], 1],
      ['index', [1, 2], 2],
      ['index', [1, 2], '340282366920938463463374607431768211456'],
      ['sum', [1, 2, 3]],
      ['sum', []],
      ['maps', 0],
      ['maps', 5],
      ['texts', 'a', 'b'],
      ['texts', 'grün', 'grün'],
      ['texts', '', ''],
      ['numbers', '-170141183460469231731687303715884105728', 0, true, `0x${'ab'.repeat(20)}`],
      ['address_of', `0x${'Ab'.repeat(20)}`],
      ['address_of', '0x12'],
      ['address_of', `0x${'g'.repeat(40)}`],
      ['hash_of', [1, 2, 3]],
      ['hash_of', []],
      ['hash_from', [1]],
      ['hash_from', Array.from({ length: 32 }, (_, n) => n)],
      ['bytes', 258, '1'],
      ['arrays', ['a', 'b']],
    ],
  },
  {
    title: 'storage of every shape',
    source: contract(`
  struct Entry { owner: address, amount: u128, notes: vector<string>, open: bool }
  enum State { Idle, Busy(u64, string) }
  storage {
    pub count: u64 = 5; pub name: string = "start"; flags: array<bool,3>; big: i256 = -7; state: State; maybe: Option<u64>;
    pub entries: map<u64, Entry>; pub names: map<string, string>; nested: map<address, map<u8, u64>>; pub list: vector<string>; lists: map<u64, vector<u64>>;
    pub where_: (u8, hash256);
  }
  pub fn bump(by: u64) -> u64 { count = count + by; storage.count }
  pub fn rename(to: string) -> string { val old_name = storage.name; name = to; old_name }
  pub fn flag(i: u64) -> array<bool,3> { flags[i] = !flags[i]; flags }
  pub fn shrink(by: i256) -> i256 { big = big * by; big }
  pub fn work(n: u64) -> string { state = if n == 0 { State::Idle } else { State::Busy(n, n.to_string()) }; match state { State::Idle => "idle", State::Busy(k, text) => text.concat("/").concat(k.to_string()) } }
  pub fn options(n: u64) -> Option<u64> { val before = maybe; maybe = if n == 0 { None } else { Some(n) }; before }
  pub fn put(id: u64, amount: u128, note: string) -> u64 {
    var e = entries[id]; e.owner = ctx.sender(); e.amount = e.amount + amount; e.notes.push(note.clone()); e.open = !e.open;
    val n = e.notes.len(); entries.insert(id, e); n
  }
  pub fn take(id: u64) -> Option<Entry> { entries.remove(id) }
  pub fn look(id: u64) -> (bool, Option<Entry>) { (entries.contains(id), entries.get(id)) }
  pub fn call_me(a: string, b: string) -> Option<string> { val was = names.get(a); names.insert(a, b); was }
  pub fn forget(a: string) -> (bool, Option<string>, bool) { val had = names.contains(a); val gone = names.remove(a); (had, gone, names.contains(a)) }
  pub fn deep(k: u8, v: u64) -> u64 { val me = ctx.sender(); nested[me][k] = nested[me][k] + v; nested[me][k] }
  pub fn push(s: string) -> u64 { list.push(s); list.len() }
  pub fn pop() -> Option<string> { list.pop() }
  pub fn at(i: u64) -> string { list[i] }
  pub fn set(i: u64, s: string) { list[i] = s; }
  pub fn all() -> vector<string> { storage.list }
  pub fn joined() -> string { var out = ""; for s in list { out = out.concat(s).concat(","); } out }
  pub fn replace(v: vector<string>) { list = v; }
  pub fn clear() { list.clear(); }
  pub fn append(k: u64, v: u64) -> u64 { lists[k].push(v); lists[k].len() }
  pub fn list_of(k: u64) -> vector<u64> { lists[k] }
  pub fn place(h: hash256) -> hash256 { where_ = (3, h); where_.1 }
`),
    calls: [
      ['init'],
      ['count'],
      ['name'],
      ['bump', 4],
      ['bump', '18446744073709551610'],
      ['count'],
      ['rename', 'next'],
      ['rename', ''],
      ['name'],
      ['flag', 1],
      ['flag', 2],
      ['flag', 3],
      ['shrink', '-3'],
      ['shrink', '57896044618658097711785492504343953926634992332820282019728792003956564819967'],
      ['work', 0],
      ['work', 12],
      ['options', 4],
      ['options', 0],
      ['options', 1],
      ['put', 1, '5', 'a'],
      ['put', 1, '6', 'bc'],
      ['put', 2, 0, ''],
      ['look', 1],
      ['look', 3],
      ['entries', 1],
      ['take', 1],
      ['take', 1],
      ['look', 1],
      ['call_me', 'x', 'y'],
      ['call_me', 'x', ''],
      ['call_me', 'x', 'z'],
      ['call_me', '', 'empty'],
      ['names', 'x'],
      ['forget', 'x'],
      ['forget', 'x'],
      ['deep', 1, 5],
      ['deep', 1, 6],
      ['deep', 2, 7],
      ['push', 'p'],
      ['push', ''],
      ['push', 'q'],
      ['at', 1],
      ['at', 3],
      ['set', 1, 'mid'],
      ['set', 9, 'no'],
      ['all'],
      ['joined'],
      ['pop'],
      ['all'],
      ['list', 0],
      ['replace', ['r', 's', 't']],
      ['joined'],
      ['clear'],
      ['pop'],
      ['joined'],
      ['append', 4, 1],
      ['append', 4, 2],
      ['append', 5, 9],
      ['list_of', 4],
      ['list_of', 6],
      ['place', `0x${'12'.repeat(32)}`],
      ['where_'],
    ],
  },
  {
    title: 'failures',
    source: contract(`
  storage { n: u64; }
  pub fn over(a: u8, b: u8) -> u8 { n = 1; a + b }
  pub fn under(a: u256, b: u256) -> u256 { a - b }
  pub fn product(a: i64, b: i64) -> i64 { a * b }
  pub fn divide(a: i64, b: i64) -> i64 { a / b }
  pub fn remain(a: u128, b: u128) -> u128 { a % b }
  pub fn negate(a: i8) -> i8 { -a }
  pub fn shift(a: u32, b: u32) -> u32 { a << b }
  pub fn narrow(a: u64) -> u8 { a as u8 }
  pub fn demand(a: u64) -> u64 { require(a > 5, "needs more than five"); a }
  pub fn back(a: u64) { if a > 3 { revert("went back"); } }
  pub fn explode(a: u64, b: string) { if a == 1 { panic!("no more"); } panic!("{} is not {}", a, b); }
  pub fn asserted(a: u64, b: u64) { assert!(a > 0); assert_eq!(a, b); }
  pub fn recurse(a: u64) -> u64 { if a == 0 { 0 } else { 1 + recurse(a - 1) } }
  pub fn hungry(a: u64) -> u64 { val v: vector<u64> = vector::filled(a, 7); v.len() }
  pub fn modes(a: u8, b: u8) -> (Option<u8>, u8, u8, Option<u8>) { (a.checked_add(b), a.wrapping_mul(b), a.saturating_sub(b), a.checked_div(b)) }
  pub fn powers(a: u64, b: u32) -> u64 { a.pow(b) }
`),
    calls: [
      ['over', 200, 55],
      ['over', 200, 56],
      ['under', 5, 5],
      ['under', 5, 6],
      ['product', '4611686018427387904', 2],
      ['product', '-4611686018427387904', 2],
      ['divide', 7, 2],
      ['divide', -7, 2],
      ['divide', 7, 0],
      ['divide', '-9223372036854775808', -1],
      ['remain', 7, 4],
      ['remain', 7, 0],
      ['negate', 5],
      ['negate', -128],
      ['shift', 1, 31],
      ['shift', 1, 32],
      ['narrow', 255],
      ['narrow', 256],
      ['demand', 6],
      ['demand', 5],
      ['back', 3],
      ['back', 4],
      ['explode', 1, ''],
      ['explode', 2, 'three'],
      ['asserted', 1, 1],
      ['asserted', 0, 0],
      ['asserted', 1, 2],
      ['recurse', 50],
      ['hungry', 10],
      ['modes', 200, 100],
      ['modes', 3, 0],
      ['powers', 3, 40],
      ['powers', 3, 41],
    ],
  },
  {
    title: 'events and prints',
    source: contract(`
  enum Kind { A, B } enum Fat { None_, Some_(u64, string) }
  struct Info { id: u8, text: string }
  event Plain(); event Numbers(a: u8, #[topic] b: i64, c: u256, d: bool); event Texts(#[topic] a: string, b: string, c: vector<u8>, d: vector<u64>);
  event Parts(#[topic] k: Kind, i: Info, f: Fat, t: (u8, u8), h: hash256, #[topic] who: address);
  event Lists(a: vector<string>, b: array<u16,2>, c: vector<Info>);
  pub fn all(n: i64, s: string) {
    emit Plain(); emit Numbers(7, n, 12345678901234567890123, true); emit Texts(s.clone(), s.concat("?"), s.to_bytes(), [1, 2, 3]);
    emit Parts(Kind::B, Info { id: 1, text: s.clone() }, Fat::Some_(9, "nine"), (1, 2), nova::crypto::blake3([1]), ctx.sender());
    emit Lists(["a", s.clone()], [1, 2], [Info { id: 3, text: "" }, Info { id: 4, text: "x" }]);
  }
  pub fn show(a: u8, b: i256, c: string, d: address, e: bool) { print("plain"); print("{} {} {} {} {}", a, b, c, d, e); print("{}", nova::crypto::keccak256([])); }
  #[payable] pub fn facts() -> (address, u128, address, u64, u64, address) { (ctx.sender(), ctx.value(), tx.origin(), env.block_number(), env.timestamp(), self.address()) }
`),
    calls: [
      ['all', -5, 'word'],
      ['all', 5, ''],
      ['all', 0, 'a text that is longer than one word of the encoding'],
      [
        'show',
        5,
        '-57896044618658097711785492504343953926634992332820282019728792003956564819968',
        'tëxt',
        `0x${'00'.repeat(19)}01`,
        false,
      ],
      ['facts'],
    ],
  },
];

// Programs of our own: the interpreter and the machine code must do the same, and what is expected.

import { describe, expect, it } from 'vitest';
import { interpret } from './interpreter/interpreter.js';
import { expectNothingLeft, runCounting, toolsMissing, useBuilder } from './built.js';
import { typed } from './programs.js';

interface Program {
  readonly title: string;
  readonly text: string;
  readonly flavor?: 'ml';
  readonly output: readonly string[];
  readonly errors?: string;
  readonly exitCode?: number;
}

const programs: readonly Program[] = [
  {
    title: 'functions read lists of the file level',
    text: 'let names = [1, 2]\nfn lookup(i: int) -> int = listGet(names, i) ?: 0\nprint(lookup(1))\nprint(lookup(2))',
    output: ['2', '0'],
  },
  {
    title: 'functions are elements, arguments and results',
    text: `fn inc(n: int) -> int = (n + 1) ?: 0
fn constant(a) = fn(b: int) => a
let steps = [inc, fn(n: int) => (n * n) ?: 0]
forEachList(steps, fn(f: (int) -> int) => print(f(9)))
print(constant("kept")(5))
print(range(0, 3) |> map(toString) |> fold("", fn(a: string, b: string) => a + b))`,
    output: ['10', '81', 'kept', '012'],
  },
  {
    title: 'generic types are what they are used as',
    text: `type Pair<A, B> = { left: A, right: B }
type Option<T> = Some { item: T } | None
fn swap<A, B>(p: Pair<A, B>) -> Pair<B, A> = Pair { left: p.right, right: p.left }
fn orElse(o, d) = match o { Some { item } => item  None => d }
let q = swap(Pair { left: 1, right: "one" })
print("\${q.left} \${q.right}")
print(orElse(Some { item: "here" }, "gone"))
print(orElse(None, 2.5))`,
    output: ['one 1', 'here', '2.5'],
  },
  {
    title: 'a match in which no arm fits ends the program with words',
    text: 'fn name(n: int) -> string = match n { 0 => "zero"  1 => "one" }\nprint(name(1))\nprint(name(5))',
    output: ['one'],
    errors: 'fatal: no arm of the match fits (test.osp:1:29)\n',
    exitCode: 1,
  },
  {
    title: 'long lists and maps keep all they were given',
    text: `let xs = range(0, 5000) |> fold([], fn(l: List<int>, n: int) => listAppend(l, n))
fn sum(l: List<int>) -> int = range(0, listLength(l)) |> fold(0, fn(total: int, i: int) => (total + (l[i] ?: 0)) ?: 0)
print("\${listLength(xs)} \${sum(xs)} \${xs[4999] ?: -1} \${xs[1024] ?: -1}")
let m = range(0, 1000) |> fold({}, fn(all: Map<int, string>, n: int) => mapSet(all, n, "v\${n}"))
let fewer = range(0, 990) |> fold(m, fn(all: Map<int, string>, n: int) => mapRemove(all, n))
print("\${mapLength(m)} \${mapGet(m, 777) ?: ""} \${mapLength(fewer)} \${mapGet(fewer, 5)} \${mapGet(fewer, 995)}")
forEachList(mapKeys(fewer), fn(k: int) => print(k))
print(listLength(mapValues(m)))
fn rest(l: List<int>) -> int = match l { [a, b, ...t] => listLength(t)  _ => 0 }
print(rest(xs))`,
    output: [
      '5000 12497500 4999 1024',
      '1000 v777 10 Error(mapGet: key not found) Success(v995)',
      ...['994', '993', '998', '997', '992', '991', '996', '995', '990', '999'],
      ...['1000', '4998'],
    ],
  },
  {
    title: 'texts are taken apart and put together',
    text: `print(join(split("a,b,,c", ",") ?: [], "|"))
print(join(lines("one\\ntwo\\n"), "+"))
print(replace("banana", "an", "<>"))
print(padStart("7", 3, "0") ?: "")
print(padEnd("x", 5, "ab"))
print(padEnd("x", 5, ""))
print(reverse("aé😀"))
print(length("é"))
print("\${"in \${"side"}"} out")
print("b" < "c" && "a" != "b")`,
    output: [
      'a|b||c',
      'one+two',
      'Success(b<><>a)',
      '007',
      'Success(xabab)',
      'Error(padEnd: empty fill)',
      '😀éa',
      '2',
      'in side out',
      'true',
    ],
  },
  {
    title: 'functions in blocks call themselves and capture',
    text: `fn outer(base: int) -> int = {
    fn down(n: int) -> int = match n { 0 => base  _ => down((n - 1) ?: 0) }
    down(5)
}
print(outer(42))`,
    output: ['42'],
  },
  {
    title: 'records without a name, updates and field patterns',
    text: `let p = { x: 5, y: "why" }
print("\${p.x} \${p.y}")
type Point = { x: int, y: int }
let q = Point { x: 1, y: 2 }
fn across(point: Point) -> int = match point { { x, y } => (x * 10 + y) ?: 0 }
print(across(q { y: 7 }))
print(across(q))`,
    output: ['5 why', '17', '12'],
  },
  {
    title: 'Results go through chains, and the first error stays',
    text: `let big = 9223372036854775807
print((big + 1) * 0)
print((1 / 0) + (big + 1))
print(7 % 0)
print(-7 % 2)
print(5.0 / 2)
print(intDiv(-9223372036854775808, -1))
fn plain(x: float) -> float = match x { Success { value } => value  Error { message } => 0.0 }
print(plain(1.5))`,
    output: [
      ...['Error(integer overflow)', 'Error(division by zero)', 'Error(division by zero)', 'Success(-1)'],
      ...['Success(2.5)', 'Error(integer overflow)', '1.5'],
    ],
  },
  {
    title: 'effects reach through fibers, closures and other handlers',
    text: `effect Log { say: fn(string) -> Unit }
effect Ask { next: fn() -> int }
fn twice() -> int ![Ask, Log] = {
    let a = perform Ask.next()
    perform Log.say("got \${a}")
    let b = perform Ask.next()
    (a * 10 + b) ?: 0
}
mut n = 0
let out = handle Log say text => print("log \${text}")
in handle Ask next => { n = (n + 1) ?: n  n } in {
    let f = spawn twice()
    let here = fn() => perform Ask.next()
    let first = await(f)
    "\${first} then \${here()}"
}
print(out)
print(n)`,
    output: ['log got 1', '12 then 3', '3'],
  },
  {
    title: 'a handler that resumes may stand in another that does',
    text: `effect A { a: fn(int) -> int }
effect B { b: fn(string) -> string }
fn body() -> string ![A, B] = {
    let x = perform A.a(1)
    let y = perform B.b("b\${x}")
    let z = perform A.a(x)
    "\${y} \${z}"
}
let out = handle A
    a n => { let rest = resume((n * 2) ?: 0)  "a\${n}[\${rest}]" }
in handle B
    b s => { let rest = resume("<\${s}>")  "b(\${rest})" }
in body()
print(out)
let cut = handle A
    a n => match n > 1 { true => resume(n)  false => "cut at \${n}" }
in handle B b s => s in body()
print(cut)`,
    output: ['a1[a2[b(<b2> 4)]]', 'cut at 1'],
  },
  {
    title: 'names of any alphabet, currying and clauses',
    flavor: 'ml',
    text: `größe = 3
times : int -> int
times x = (x * größe) ?: 0
type Tree = Leaf | Node Tree int Tree
sum Leaf = 0
sum (Node l n r) =
    a = sum l
    b = sum r
    (a + b + n) ?: 0
add3 a b c = (a + b + c) ?: 0
print (times 5)
print (sum (Node Leaf 2 (Node Leaf 5 Leaf)))
print (range (0, 3) |> map (add3 1 2) |> fold 0 (\\(a, b) => (a + b) ?: 0))`,
    output: ['15', '7', '12'],
  },
  {
    title: 'clauses of several parameters',
    flavor: 'ml',
    text: `type Shape = Circle int | Square int | Dot
zip : (List<int>, List<string>) -> string
zip ([], _) = "."
zip (_, []) = "."
zip ([a, ...more], [b, ...others]) = "\${a}\${b} \${zip (more, others)}"
gcd : int -> int -> int
gcd a 0 = a
gcd a b = gcd b ((a % b) ?: 0)
same Dot Dot = true
same (Circle a) (Circle b) = a == b
same (Square a) (Square b) = a == b
same _ _ = false
print (zip ([1, 2, 3], ["a", "b"]))
print (gcd 48 18)
print (same (Circle 2) (Circle 2))
print (same Dot (Square 1))`,
    output: ['1a 2b .', '6', 'true', 'false'],
  },
  {
    title: 'a function main runs instead of statements',
    text: 'let greeting = "hello"\nfn main() -> int = {\n    print(greeting)\n    7\n}',
    output: ['hello'],
  },
  {
    title: 'recursion may be deep',
    text: 'fn count(n: int) -> int = match n { 0 => 0  _ => (1 + count((n - 1) ?: 0)) ?: 0 }\nprint(count(10000))',
    output: ['10000'],
  },
];

const whole = ({ output, errors = '', exitCode = 0 }: Program) => ({
  output: output.map(line => `${line}\n`).join(''),
  errors,
  exitCode,
});

describe('interpreted', () => {
  it.each(programs.filter(({ title }) => title !== 'recursion may be deep'))('$title', program => {
    expect(interpret(typed(program.text, program.flavor))).toEqual(whole(program));
  });
});

describe.skipIf(toolsMissing)('as machine code', () => {
  const builder = useBuilder();
  it.each(programs)('$title', async program => {
    const name = program.flavor === 'ml' ? 'test.ospml' : 'test.osp';
    const built = await builder.buildText(name, program.text, true, 'arc');
    const ran = await runCounting(built.program);
    expect(ran).toMatchObject(whole(program));
    expectNothingLeft(ran);
  });
});

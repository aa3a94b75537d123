// Memory: what each manager gives back, and that nothing is used after it was given back.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, runCounting, toolsMissing, useBuilder } from './built.js';
import { customManager } from './custom-manager.js';
import { interpret } from './interpreter/interpreter.js';
import { typed } from './programs.js';

/** Every way to keep and to let go: in one program, since compiling is what takes time. */
const everything = `effect Log { say: fn(string) -> Unit }
effect Ask { next: fn(string) -> string }
type Tree = Leaf | Node { left: Tree, label: string, right: Tree }
type Pair<A, B> = { first: A, second: B }
fn tree(depth: int, label: string) -> Tree = match depth {
    0 => Leaf
    _ => Node { left: tree((depth - 1) ?: 0, "\${label}l"), label: label, right: tree((depth - 1) ?: 0, "\${label}r") }
}
fn labels(t: Tree) -> List<string> = match t {
    Leaf => []
    Node { left, label, right } => listConcat(listAppend(labels(left), label), labels(right))
}
fn firstOr(xs: List<string>, other: string) -> string = match xs {
    ["never", ...rest] => other
    [a, "never"] => a
    [a, ...rest] => "\${a}+\${listLength(rest)}"
    [] => other
}
fn unused(a: string, b: string) -> string = b
fn twice(p: Pair<string, string>) -> string = unused(p.first, p.second) + p.first
fn compose(f: (string) -> string, g: (string) -> string) -> (string) -> string = fn(x: string) => g(f(x))
fn countdown(n: int, kept: List<string>) -> int = match n {
    0 => listLength(kept)
    _ => countdown((n - 1) ?: 0, listAppend(kept, "n\${n}"))
}
fn either(a: string, b: string, c: bool) -> bool = (c && length(a) > 2) || startsWith(b, a)
fn ask(n: int) -> string ![Ask] = {
    let a = perform Ask.next("q\${n}")
    let b = perform Ask.next(a)
    a + b
}
let shared = "shared \${1}"
fn readsGlobal() -> string = shared + "!"
print(join(labels(tree(4, "t")), " "))
print(firstOr(["x\${1}", "y", "z"], "none") + firstOr([], "none"))
print(twice(Pair { first: "f\${1}", second: "s\${2}" }))
let shout = compose(fn(s: string) => s + "!", fn(s: string) => toUpperCase(s) + shared)
print(shout("hey") + shout("ho"))
print(countdown(100, []))
print(either("ab\${1}", "ab1c", true) || either("x", "y\${1}", false))
let m = range(0, 100) |> fold({}, fn(all: Map<string, List<string>>, n: int) => mapSet(all, "k\${n}", ["v\${n}", shared]))
let less = range(0, 50) |> fold(mapMerge(m, { "extra": [] }), fn(all: Map<string, List<string>>, n: int) => mapRemove(all, "k\${n}"))
print("\${mapLength(m)} \${mapLength(less)} \${join(mapGet(less, "k77") ?: ["no"], ",")} \${join(mapGet(less, "gone") ?: ["no"], ",")}")
print(range(0, 6) |> filter(fn(n: int) => n != 3) |> map(fn(n: int) => "i\${n}") |> filter(fn(s: string) => s != "i4") |> fold("", fn(a: string, s: string) => a + s))
forEachList(mapKeys({ "one": 1, "two": 2 }), fn(k: string) => print(k))
mut log = ["start"]
mut last = "none"
let handled = handle Log
    say text => { log = listAppend(log, text)  last = text }
in handle Ask
    next q => { let rest = resume(q + "?")  "<\${rest}>" }
in {
    let fiber = spawn {
        perform Log.say("in a fiber \${shared}")
        "given \${shared}"
    }
    let given = await(fiber)
    perform Log.say("direct")
    ask(7) + given + await(fiber)
}
print(handled)
print("\${listLength(log)} \${last != "none"}")
let channel = Channel(3)
let sender = spawn {
    send(channel, ["first \${1}"])
    send(channel, [shared, "second"])
    send(channel, [])
    send(channel, ["stays in the channel"])
}
print(join(recv(channel), ",") + join(recv(channel), ","))
let waited = await(sender)
let nested = [[["deep \${1}"], []], [["deeper"]]]
print(match nested { [[a, ...others], b] => join(match a { [x] => [x, x]  _ => [] }, "&")  _ => "no" })
let r = parseInt("12") ?: 0
let bad = padStart("x", 3, "")
print("\${r} \${bad} \${padStart("x", 3, "ab")} \${parseInt("q")} \${listGet(["in \${r}"], 0)} \${listGet(["in"], 1)}")
let pair = Pair { first: ["a\${r}"], second: "b" }
let updated = pair { second: "c\${r}" }
print(join(updated.first, "") + updated.second + readsGlobal())
`;

/** Recursion is the only loop: what it passes on must not wait for its end, however it is compiled. */
const deep = `type Chain = End | Link { label: string, rest: Chain }
fn chain(n: int, rest: Chain) -> Chain = match n {
    0 => rest
    _ => chain((n - 1) ?: 0, Link { label: "n\${n}", rest: rest })
}
fn lengthOf(c: Chain, counted: int) -> int = match c {
    End => counted
    Link { label, rest } => lengthOf(rest, (counted + length(label)) ?: 0)
}
print(lengthOf(chain(COUNT, End), 0))
`;

/** Makes much and keeps little. */
const busy = `fn work(n: int) -> string = match n {
    0 => "done"
    _ => work((n - 1) ?: 0)
}
let kept = ["kept \${1}", "kept \${2}"]
let total = range(0, 2000) |> fold([], fn(all: List<string>, n: int) => match n % 100 {
    Success { value } => match value { 0 => []  _ => listAppend(all, "item \${n} of \${length(work(3))}") }
    Error { message } => all
})
print("\${listLength(total)} \${join(kept, ",")} \${listGet(total, 98) ?: ""}")
`;

/** Whoever is first takes the lower number: who that is, only a record knows. */
const racing = `let channel = Channel(4)
fn work(n: int) -> string = {
    let inner = spawn { "inner \${n}" }
    send(channel, "w\${n}")
    yield
    await(inner) + "!"
}
let a = spawn work(1)
let b = spawn work(2)
let got = [recv(channel), recv(channel)]
print(join(got, " ") + await(a) + await(b))
`;

describe.skipIf(toolsMissing)('memory', () => {
  const builder = useBuilder();

  it('is given back to the last object by counts, in debug builds and optimised', async () => {
    const { output } = interpret(typed(everything));
    for (const debug of [true, false]) {
      const { program } = await builder.buildText('everything.osp', everything, debug, 'arc');
      const ran = await runCounting(program);
      expect(ran).toMatchObject({ output, errors: '', exitCode: 0, live: 0, abandoned: 0 });
    }
  });

  it('of deep structures is given back without a stack, and optimised recursion needs none', async () => {
    const debugged = await builder.buildText('deep.osp', deep.replace('COUNT', '10000'), true, 'arc');
    expect(await runCounting(debugged.program)).toMatchObject({ output: '48894\n', live: 0 });
    const optimised = await builder.buildText('deep.osp', deep.replace('COUNT', '1000000'), false, 'arc');
    expect(await runCounting(optimised.program, { OSPREY_MEMORY_CHECK: '' })).toMatchObject({
      ...{ output: '6888896\n', live: 0 },
    });
  });

  it('is collected while the program runs, and what is reachable stays', async () => {
    for (const [text, debug] of [
      [busy, true],
      [busy, false],
      [everything, true],
      [everything, false],
    ] as const) {
      const { output } = interpret(typed(text));
      const { program } = await builder.buildText('collected.osp', text, debug, 'gc');
      const ran = await runCounting(program, { OSPREY_GC_HEAP_KB: '4' });
      expect(ran).toMatchObject({ output, errors: '', exitCode: 0 });
      expect(ran.collections).toBeGreaterThan(5);
      if (text === busy) expect(ran.live).toBeLessThan(1000);
    }
  });

  it('is kept by the default manager, for the same code', async () => {
    const { output } = interpret(typed(busy));
    const { program } = await builder.buildText('kept.osp', busy, true);
    const ran = await runCounting(program);
    expect(ran).toMatchObject({ output, errors: '', exitCode: 0, collections: 0 });
    expect(ran.live).toBeGreaterThan(5000);
  });

  it('has objects with the same ids in a replay', async () => {
    const { program } = await builder.buildText('racing.osp', racing);
    const record = join(builder.folder(), 'racing.rec');
    const reports = { OSPREY_MEMORY_REPORT: '1' };
    const recorded = await run(program, { ...reports, OSPREY_RECORD: record });
    const replayed = await run(program, { ...reports, OSPREY_REPLAY: record });
    // `fiber.number type of function, place`
    const lines = ({ errors }: { readonly errors: string }) => errors.split('\n').toSorted();
    expect(replayed.output).toBe(recorded.output);
    expect(lines(replayed)).toEqual(lines(recorded));
    expect(recorded.errors).toMatch(/^\[memory\] \d\.1 work\.fiber of work, racing\.osp:3, count 1$/m);
  });

  it('is managed by an object file of the user', async () => {
    const object = await customManager(builder.folder());
    const { output } = interpret(typed(everything));
    const { program } = await builder.buildText('custom.osp', everything, true, 'custom', [object]);
    const ran = await runCounting(program);
    expect(ran).toMatchObject({ output, exitCode: 0 });
    expect(ran.errors).toMatch(/^the arena gave \d+ objects\n$/);
    await expect(builder.buildText('none.osp', 'print(1)', true, 'custom')).rejects.toThrow(
      'a custom memory manager is an object file',
    );
  });
});

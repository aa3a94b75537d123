// Osprey programs under the debugger: what is in sight, and where steps lead.

import { StopReader } from '@sonde/engine';
import { reasonOf } from '@sonde/engine-native/testing';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions, runtimeModel } from './debugged.js';
import { samples } from './programs.js';

describe.skipIf(toolsMissing)('[DEBUGGER-RUNTIME] values', () => {
  const builder = useBuilder();
  endSessions();

  it('are shown as the language writes them', async () => {
    const text = `type Item = { name: string, price: int, tags: List<string> }
type Shape = Circle { radius: int } | Rect(int, int) | Point
type Pair<A, B> = { left: A, right: B }
fn inc(n: int) -> int = (n + 1) ?: 0
let number = -42
let half = 0.5
let yes = true
let greeting = "hé \\"you\\""
let empty = ""
let item = Item { name: "tea", price: 3, tags: ["hot", "leaf"] }
let shapes = [Circle { radius: 2 }, Rect(3, 4), Point]
let pair = Pair { left: 1, right: "one" }
let loose = { x: 1, ok: false }
let good = parseInt("12")
let bad = intDiv(1, 0)
let none: List<int> = []
let many = range(0, 100) |> fold([], fn(l: List<int>, n: int) => listAppend(l, (n * 3) ?: 0))
let tail = match many { [a, b, ...rest] => rest  _ => many }
let ages = { "ann": 31, "bob": 25 }
let function = inc
let closure = fn(n: int) => (n + number) ?: 0
let channel = Channel(3)
send(channel, item)
let fiber = spawn inc(1)
let waited = await(fiber)
mut cell = 7
print("\${number} \${good} \${cell}") // #look
`;
    const [, sight] = await Debugged.start(builder, 'values.osp', text, ['look']);
    expect(sight.values).toMatchObject({
      number: '-42',
      half: '0.5',
      yes: 'true',
      greeting: '"hé \\"you\\""',
      empty: '""',
      item: 'Item { name: "tea", price: 3, tags: ["hot", "leaf"] }',
      shapes: '[Circle { radius: 2 }, Rect(3, 4), Point]',
      pair: 'Pair { left: 1, right: "one" }',
      loose: '{ x: 1, ok: false }',
      good: 'Success(12)',
      bad: 'Error(division by zero)',
      none: '[]',
      ages: '{"bob": 25, "ann": 31}',
      function: 'fn inc',
      closure: 'fn main.lambda',
      channel: 'channel 1, 1 of 3: [Item { name: "tea", price: 3, tags: ["hot", "leaf"] }]',
      fiber: 'fiber 2, done: 2',
      waited: '2',
      cell: '7',
    });
    expect(sight.values['many']).toMatch(/^\[0, 3, 6, .*… *\] \(100\)$/);
    const many = await sight.children(await sight.show('many'));
    expect(many).toHaveLength(100);
    expect([many[0], many[31], many[32], many[99]]).toEqual([
      '[0] = 0',
      '[31] = 93',
      '[32] = 96',
      '[99] = 297',
    ]);
    const tail = await sight.children(await sight.show('tail'));
    expect([tail.length, tail[0], tail[97]]).toEqual([98, '[0] = 6', '[97] = 297']);
    const evaluated: Readonly<Record<string, string>> = {
      'number + 2': '-40',
      'number * 2 < -80 && !yes == false': 'true',
      '9223372036854775807 + item.price': 'integer overflow',
      '(9223372036854775807 + item.price) ?: -1': '-1',
      'item.price / 2': '1.5',
      'item.price % 0': 'division by zero',
      'good ?: 5': '12',
      'bad ?: 5': '5',
      'item.name == "tea"': 'true',
      '"te" == item.name': 'false',
      'item.name != "teas"': 'true',
      'if yes { item.name } else { empty }': '"tea"',
      '"costs ${item.price}, ${yes}"': '"costs 3, true"',
      '"${item.name}!"': '"tea!"',
      '"${item}"': 'a value of type Item has no text (column 4).',
      'item.name + greeting < "u"': 'true',
      'many[99] ?: 0': '297',
      'many[100]': 'index out of bounds',
      'many[100] ?: -1': '-1',
      'many[0]': '0',
      'many[31] + many[32]': '189',
      'ages["ann"]': '31',
      'ages["nobody"]': 'key not found',
      'mapGet(ages, "nobody") ?: -1': '-1',
      'listLength(tail)': '98',
      'match shapes[1] { Circle { radius } => radius  Rect(w, h) => w * h  Point => 0 }': '12',
      'match bad { Success { value } => "fine"  Error { message } => message }': '"division by zero"',
      'match item.tags { [] => "none"  [one] => one  [one, two] => "${one}, ${two}"  _ => "more" }':
        '"hot, leaf"',
      'match number { 0 => "zero"  n => "n is ${n}" }': '"n is -42"',
      '{ let twice = number * 2  twice + 1 }': '-83',
      'item.tags[1]': '"leaf"',
      'shapes[0]': 'Circle { radius: 2 }',
      'item.weight': 'a value of type Item has no field weight (column 6).',
      'nobody + 1': 'there is no nobody here (column 1).',
      'inc(1)': 'there is no function inc in the program (column 1).',
      'fn(x: int) => x': 'a lambda cannot be evaluated at a stop (column 1).',
      'spawn inc(1)': 'spawn cannot be evaluated at a stop (column 1).',
      'number +': 'expected an expression, found the end (column 9).',
    };
    for (const [text, shown] of Object.entries(evaluated))
      expect(`${text} = ${await sight.evaluate(text)}`).toBe(`${text} = ${shown}`);
    expect(await sight.children(await sight.show('ages'))).toEqual(['"bob" = 25', '"ann" = 31']);
    expect(await sight.children(await sight.show('item'))).toEqual([
      'name = "tea"',
      'price = 3',
      'tags = ["hot", "leaf"]',
    ]);
  });
});

describe.skipIf(toolsMissing)('[DEBUGGER-RUNTIME] variables', () => {
  const builder = useBuilder();
  endSessions();

  it('are in sight from their let on: parameters, captures, what patterns bind, arms, fibers', async () => {
    const text = `effect Log { say: fn(string) -> Unit }
type Shape = Circle { radius: int } | Point
fn area(shape: Shape) -> int = match shape {
    Circle { radius } => (radius * 3) ?: 0 // #arm
    Point => 0
}
fn scaled(factor: int) -> (int) -> int = {
    let label = "x\${factor}" // #before
    fn(n: int) => {
        let product = (n * factor) ?: 0
        print(label)
        product // #lambda
    }
}
fn both(n: int) -> int !Log = {
    perform Log.say("both")
    n
}
let times = scaled(3)
let a = area(Circle { radius: 2 })
let b = times(5)
mut lines = 0
let c = handle Log
    say text => {
        lines = (lines + 1) ?: lines
        print(text) // #handler
    }
in both(4)
let f = spawn {
    let inside = (a + b) ?: 0
    inside // #fiber
}
print(await(f))
`;
    const markers = ['arm', 'before', 'lambda', 'handler', 'fiber'];
    const [program, first] = await Debugged.start(builder, 'sight.osp', text, markers);
    expect(first).toMatchObject({ function: 'scaled', line: program.line('before') });
    expect(first.values).toEqual({ factor: '3' });
    const arm = await program.next();
    expect(arm).toMatchObject({ function: 'area', line: program.line('arm') });
    expect(arm.values).toEqual({ radius: '2', shape: 'Circle { radius: 2 }' });
    const lambda = await program.next();
    expect(lambda).toMatchObject({ function: 'scaled.lambda', line: program.line('lambda') });
    expect(lambda.values).toEqual({ product: '15', factor: '3', label: '"x3"', n: '5' });
    const handler = await program.next();
    expect(handler).toMatchObject({ function: 'Log.say', line: program.line('handler') });
    expect(handler.values).toEqual({ lines: '1', text: '"both"' });
    const fiber = await program.next();
    expect(fiber).toMatchObject({ function: 'main.fiber', line: program.line('fiber') });
    expect(fiber.values).toEqual({ inside: '21', a: '6', b: '15' });
  });
});

describe.skipIf(toolsMissing)('a program that cannot go on', () => {
  const builder = useBuilder();
  endSessions();

  it('stops where it cannot, in the words of the runtime', async () => {
    const text =
      'fn name(n: int) -> string = match n { 0 => "zero" }\nprint(name(0)) // #start\nprint(name(5))\n';
    const [program] = await Debugged.start(builder, 'fatal.osp', text, ['start']);
    const { engine } = program.session;
    await program.session.breakAt({ kind: 'exception', filter: 'match' });
    const { stop } = await program.next();
    expect(reasonOf(stop)).toMatchObject({ kind: 'exception' });
    const { frames } = await engine.stack(stop.id, stop.focus, 0, 20);
    expect(frames.map(frame => frame.function)).toEqual(expect.arrayContaining(['name', 'main']));
    const model = runtimeModel(engine, new StopReader(engine, stop.id));
    expect(await model.explainStop!()).toBe('fatal: no arm of the match fits (fatal.osp:1:29)');
  });
});

describe.skipIf(toolsMissing)('[DEBUGGER-SOURCE-MAP] steps', () => {
  const builder = useBuilder();
  endSessions();

  const braces = `fn double(n: int) -> int = {
    let twice = (n * 2) ?: 0
    twice
}
fn choose(n: int) -> string = match n > 3 {
    true => "large"
    false => "small"
}
let a = double(4) // #start
let word = choose(a)
let list = range(0, 2) |> map(double) |> fold(0, fn(x: int, y: int) => (x + y) ?: 0)
print("\${word} \${list}")
`;
  const layout = `double : int -> int
double n =
    twice = (n * 2) ?: 0
    twice
choose : int -> string
choose n = match n > 3
    true => "large"
    false => "small"
a = double 4 // #start
word = choose a
list = range (0, 2) |> map double |> fold 0 (\\(x, y) => (x + y) ?: 0)
print "\${word} \${list}"
`;

  it('over go from line to line and never back', async () => {
    const [program, first] = await Debugged.start(builder, 'steps.osp', braces, ['start']);
    const lines = [first.line];
    for (let count = 0; count < 3; count++) lines.push((await program.step('over')).line);
    expect(lines).toEqual([9, 10, 11, 12]);
  });

  const history = async (name: string, text: string) => {
    const [program, first] = await Debugged.start(builder, name, text, ['start']);
    const seen = [first];
    for (let count = 0; count < 18; count++) seen.push(await program.step('in'));
    return seen.map(sight => `${sight.function} ${JSON.stringify(sight.values)}`);
  };

  it('in both flavors see the same values in the same functions', async () => {
    const told = await history('twin.osp', braces);
    expect(await history('twin.ospml', layout)).toEqual(told);
    expect(new Set(told.map(line => line.split(' ')[0]))).toEqual(
      new Set(['main', 'double', 'choose', 'main.lambda']),
    );
  });

  it('stop in the clause that runs, with what it matched, below a main of the program itself', async () => {
    const text = `type Shape = Circle int | Rect int int
area : Shape -> int
area (Circle r) = (3 * r * r) ?: 0 // #circle
area (Rect w h) = (w * h) ?: 0 // #rect
main () =
    print "\${area (Rect 3 4)}"
    print "\${area (Circle 2)}"
`;
    const [program, first] = await Debugged.start(builder, 'clauses.ospml', text, ['circle', 'rect']);
    expect(first.line).toBe(program.line('rect'));
    expect(first.values).toEqual({ w: '3', h: '4', 'argument 1': 'Rect(3, 4)' });
    const { engine } = program.session;
    const { frames } = await engine.stack(first.stop.id, first.stop.focus, 0, 3);
    expect(frames.map(frame => [frame.function, frame.artificial === true])).toEqual([
      ['area', false],
      ['main', false],
      ['main', true],
    ]);
    const second = await program.next();
    expect([second.line, second.values['r']]).toEqual([program.line('circle'), '2']);
  });

  const twin = (samples() ?? []).filter(({ name }) => name.startsWith('effect_direct.'));
  it.skipIf(twin.length < 2)('see the same in the sample program with effects and its twin', async () => {
    const marked = twin.map(({ name, text }) => ({
      name,
      text: text.replace(/^(?:let )?a = handle Ask$/m, '$& // #start'),
    }));
    const [first, second] = await Promise.all(marked.map(({ name, text }) => history(name, text)));
    expect(first).toEqual(second);
  });
});

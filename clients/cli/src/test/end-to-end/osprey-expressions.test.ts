// Osprey's expressions in a session, in the syntax of the source: calls, changes, conditions, log points, and what is refused.

import { nativeTools } from '@sonde/engine-native';
import { osprey } from '@sonde/language-osprey';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const braces = `type Shape = Circle { radius: int } | Rect(int, int) | Empty
type Point = { x: int, y: int, name: string }
effect Log { say: fn(string) -> Unit }
fn area(s: Shape) -> int = match s {
    Circle { radius } => (3 * radius * radius) ?: 0
    Rect(w, h) => (w * h) ?: 0
    Empty => 0
}
fn isBig(n: int) -> bool = n > 10
fn half(n: int) -> Result<int, MathError> = intDiv(n, 2)
fn same(value) = value
fn shout(s: string) -> string = "\${s}!" // #shout
fn noisy(n: int) -> int !Log = { perform Log.say("n") n }
fn endless(n: int) -> int = endless(n)
fn pick(n: int) -> string = match n { 1 => "one" }
let shape = Rect(3, 4)
let base = 10
let add = fn(k: int) => (k + base) ?: 0
let p = Point { x: 1, y: 2, name: "here" }
let numbers = [1, 2, 3]
let ages = { "ann": 31, "bob": 25 }
let ratio = 0.5
let ready = false
let used = "\${area(shape)} \${isBig(3)} \${half(8)} \${same(1)} \${same("x")} \${shout("a")} \${add(1)} \${pick(1)}"
mut count = 0
let out = handle Log
    say text => { count = (count + 1) ?: count }
in noisy(base)
fn loop(i: int, sum: int) -> int = match i > 5 {
    true => sum
    false => loop((i + 1) ?: 0, (sum + i) ?: 0) // #round
}
let never = if base > 99 { endless(1) } else { 0 } // #never
let total = loop(0, 0) // #total
print("\${total} \${base} \${p.x} \${p.name} \${ready} \${ratio} \${count} \${used}") // #end
`;

const layout = `type Shape =
    Circle int
    Rect int int
area : Shape -> int
area (Circle r) = (3 * r * r) ?: 0
area (Rect w h) = (w * h) ?: 0
plus : int -> int -> int
plus a b = (a + b) ?: 0
neg : int -> int
neg n = (0 - n) ?: 0
shape = Rect 3 4
n = 5
used = plus (area shape) (neg 1)
print "\${used} \${n}" // #end
`;

interface Stopped {
  readonly client: TestClient;
  readonly file: string;
  readonly evaluate: (expression: string, context?: 'repl' | 'watch' | 'hover') => Promise<string>;
}

type Place = Parameters<TestClient['setBreakpoints']>[1][number];

async function stoppedAt(name: string, text: string, ...places: readonly Place[]): Promise<Stopped> {
  const file = written(name, text, testFolder());
  const client = await clientFor(osprey);
  // Objects that an expression makes or hands over have owners: the program would end where one is released too early.
  const launch = { program: file, memory: 'arc', env: { OSPREY_MEMORY_CHECK: '1' } };
  await client.launch(launch, () => client.setBreakpoints(file, places));
  await client.waitForStop({ reason: 'breakpoint' });
  const evaluate: Stopped['evaluate'] = async (expression, context = 'repl') => {
    const { id: frameId } = await client.topFrame();
    return (await client.request('evaluate', { expression, frameId, context })).result;
  };
  return { client, file, evaluate };
}

/** They are conditions, of texts and numbers, and log points. */
async function conditions({ client, evaluate }: Stopped): Promise<void> {
  expect(await evaluate('"${s} of ${length(s)}"')).toBe('"a of 1"');
  expect(client.output({ category: 'console' })).toContain('shouts a\n');
  await client.continue();
  // As they are shown at a stop; a text alone has no quotes.
  expect(client.output({ category: 'console' })).toContain(
    'has Point { x: 1, y: 2, name: "here" }\nhas [1, 2, 3] {"bob": 25, "ann": 31} Rect(3, 4)\n',
  );
  expect(await evaluate('i * 10 + sum')).toBe('33');
  expect(client.output({ category: 'console' })).toContain('i is 2, early');
  await client.resume();
  await client.waitForStop({ reason: 'breakpoint' });
  expect(client.output({ category: 'console' })).toContain('i is 5, late');
}

/** They call functions of the program, by name, as methods, in pipes and as values. */
async function calls({ evaluate }: Stopped): Promise<void> {
  const shown: Readonly<Record<string, string>> = {
    'area(shape)': '12',
    'shape.area()': '12',
    'shape |> area': '12',
    'area(shape) + 1': '13',
    'area(Circle { radius: 2 })': '12',
    'area(Rect(5, 6))': '30',
    'area(Empty)': '0',
    'isBig(11)': 'true',
    'isBig(3) || isBig(12)': 'true',
    'half(9)': 'Success(4)',
    'half(9) ?: 0': '4',
    'same(7)': '7',
    'same("seven")': '"seven"',
    'shout(p.name)': '"here!"',
    'shout("a" + "b")': '"ab!"',
    'add(5)': '15',
    'toUpperCase(p.name)': '"HERE"',
    'length("hé")': '3',
    'if isBig(base) { "big" } else { shout("small") }': '"small!"',
    'p { x: 9 }': 'Point { x: 9, y: 2, name: "here" }',
    'Point { x: 1, y: base, name: "new" }': 'Point { x: 1, y: 10, name: "new" }',
    '[base, 2]': '[10, 2]',
    'listLength(numbers)': '3',
    'match numbers { [first, ...rest] => rest  _ => numbers }': '[2, 3]',
  };
  for (const [text, value] of Object.entries(shown))
    expect(`${text} is ${await evaluate(text)}`).toBe(`${text} is ${value}`);
}

/** They refuse what performs effects, does not end, or has no value, and leave the program as it was. */
async function refusals({ evaluate }: Stopped): Promise<void> {
  expect(await refusal(evaluate('noisy(1)'))).toMatch(/noisy performs Log/);
  expect(await refusal(evaluate('perform Log.say("x")'))).toMatch(/perform cannot be evaluated at a stop/);
  expect(await refusal(evaluate('pick(7)'))).toMatch(/did not come to its end: .*no arm of the match fits/);
  expect(await refusal(evaluate('print(1)'))).toMatch(/would write to the output/);
  expect(await refusal(evaluate('area(3)'))).toMatch(/area takes \(Shape\), not \(int\)/);
  expect(await refusal(evaluate('same(0.5)'))).toMatch(/exists for the types that the program itself uses/);
  expect(await refusal(evaluate('nobody(1)'))).toMatch(/no file of the program declares a function nobody/);
  expect(await refusal(evaluate('endless(1)'))).toMatch(/did not come to its end|longer than 5 seconds/);
  expect(await evaluate('base')).toBe('10');
}

/** They only look where nobody asked for more. */
async function looks({ evaluate }: Stopped): Promise<void> {
  expect(await refusal(evaluate('area(shape)', 'watch'))).toMatch(/would run code of the program/);
  expect(await refusal(evaluate('base = 3', 'hover'))).toMatch(/would change the program/);
  expect(await evaluate('ages["ann"] + listLength(numbers)', 'hover')).toBe('34');
  expect(await evaluate('"${p.name} ${ratio} ${ready}"', 'watch')).toBe('"here 0.5 false"');
}

/** They change ints, floats, bools, strings, fields and cells. */
async function changes({ client, evaluate }: Stopped): Promise<void> {
  const set = async (name: string, value: string): Promise<string> => {
    const { id: frameId } = await client.topFrame();
    return (await client.request('setExpression', { expression: name, value, frameId })).value;
  };
  expect(await set('base', 'base + 1')).toBe('11');
  expect(await set('p.x', '7')).toBe('7');
  expect(await set('p.name', '"there" + "!"')).toBe('"there!"');
  expect(await set('ready', '!ready')).toBe('true');
  expect(await set('ratio', '2.5')).toBe('2.5');
  expect(await evaluate('count = count + 40')).toBe('41');
  expect(await refusal(set('base', '"text"'))).toMatch(/this is a int, not a string/);
  expect(await refusal(set('base', 'base +'))).toMatch(/expected an expression/);
}

/** They are completed. */
async function completions({ client }: Stopped): Promise<void> {
  const { id: frameId } = await client.topFrame();
  const labels = async (text: string): Promise<readonly string[]> => {
    const { targets } = await client.request('completions', { text, column: text.length + 1, frameId });
    return targets.map(({ label }) => label);
  };
  expect(await labels('p.')).toEqual(['x', 'y', 'name']);
  expect(await labels('1 + ra')).toEqual(['ratio', 'range', 'random', 'randomBelow']);
}

describeUnlessMissing('expressions of Osprey in a session', (await nativeTools()).missing, () => {
  it('are conditions, log points, calls and changes, as the program itself would write them', async () => {
    const stopped = await stoppedAt(
      'expressions.osp',
      braces,
      { at: '#shout', condition: 's + "?" == "a?" && s < "b"' },
      { at: '#shout', logMessage: 'shouts {s}' },
      { at: '#never', logMessage: 'has {p}' },
      { at: '#total', logMessage: 'has {numbers} {ages} {shape}' },
      { at: '#round', condition: 'i == 3 && sum > 2' },
      { at: '#round', logMessage: 'i is {i}, {if i > 2 { "late" } else { "early" }}' },
      '#end',
    );
    await conditions(stopped);
    await calls(stopped);
    await refusals(stopped);
    await looks(stopped);
    await changes(stopped);
    await completions(stopped);
    // Changed, and called in vain, the program goes on and ends.
    await stopped.client.runToEnd();
    expect(stopped.client.output({ category: 'stdout' })).toContain(
      '15 11 7 there! true 2.5 41 12 false Success(4) 1 x a! 11 one',
    );
  });

  it('are in the layout flavor where the source is', async () => {
    const { client, evaluate } = await stoppedAt('expressions.ospml', layout, '#end');
    expect(await evaluate('area shape')).toBe('12');
    expect(await evaluate('plus 1 2')).toBe('3');
    // In braces this would be a difference.
    expect(await evaluate('neg -3')).toBe('3');
    expect(await evaluate('shape |> area')).toBe('12');
    expect(await evaluate('plus (neg n) 1')).toBe('-4');
    expect(await evaluate('n - 3')).toBe('2');
    expect(await evaluate('"n is ${n}"', 'hover')).toBe('"n is 5"');
    // Braces are for what would take several lines.
    expect(await evaluate('if n > 3 { 1 } else { 2 }')).toBe('1');
    expect(await evaluate('n := 6')).toBe('6');
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toContain('11 6');
  });
});

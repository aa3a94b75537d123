// Choosing one of several calls of a line to step into: functions, methods, traits, generics, folds, other modules.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build, load, temporaryFolder, written, type NgDriver } from './harness.js';

const program = `import other (far);
trait Shape {
    fun area(self: ref<Self>) -> i32;
}
type Square {
    side: i32;
    fun grown(self: ref<Self>, by: i32) -> i32 {
        return self.side + by; // #grown
    }
}
impl Shape for Square {
    fun area(self: ref<Self>) -> i32 {
        return self.side * self.side; // #area
    }
}
fun one(n: i32) -> i32 {
    return n + 1; // #one
}
fun sum(a: i32, b: i32) -> i32 {
    val s = a + b; // #sum
    return s;
}
fun pick<T>(a: T, b: T) -> T {
    return b; // #pick
}
fun measured(shape: ref<Shape>) -> i32 {
    return shape.area() + one(1); // #measured
}
fun main() {
    val square = new Square { side: 3 };
    val xs = [1, 2];
    val r = sum(one(1), square.grown(2)) + pick(1, 2) + (3 |> one); // #calls
    val odd = (1 == 2) && (one(9) == 10); // #never
    val mapped = [one(xs)...]; // #fold
    val f = far(4); // #far
    print(measured(square), r, odd, mapped, f, xs.size(), "ä".len()); // #last
}
`;
const other = `module other exports *;
fun far(n: i32) -> i32 {
    return n * 2; // #farbody
}
`;

async function stoppedAt(marker: string, path?: string): Promise<NgDriver> {
  const source = path ?? written(program, { 'other.ng': other });
  const m = await load(source);
  await m.driver.break({ kind: 'source', source: { name: 'p', path: m.program }, line: m.line(marker) });
  await m.driver.begin();
  return m;
}

const targets = ({ driver }: NgDriver) => driver.engine.stepTargets!(driver.stop.id, driver.top.id);
const labels = async (m: NgDriver) => (await targets(m)).map(t => t.label);

async function stepInto(m: NgDriver, label: string): Promise<void> {
  const target = (await targets(m)).find(t => t.label === label)!.id;
  await m.driver.move({ kind: 'step', how: 'in', granularity: 'line', target });
  await m.driver.stopped();
}

describe('the calls of a line', () => {
  it('are listed in the order in which they are made, as they are written', async () => {
    const m = await stoppedAt('calls');
    expect(await labels(m)).toEqual([
      'one(1)',
      'square.grown(2)',
      'sum(one(1), square.grown(2))',
      'pick(1, 2)',
      '3 |> one',
    ]);
    const [first] = await targets(m);
    expect(first?.location).toMatchObject({
      source: { path: m.program },
      line: m.line('calls'),
      column: 17,
      endColumn: 23,
    });
  });

  it.each([
    ['calls', 'one(1)', 'one', { n: 1 }],
    ['calls', 'square.grown(2)', 'Square.grown', { by: 2 }],
    ['calls', 'sum(one(1), square.grown(2))', 'sum', { a: 2, b: 5 }],
    ['calls', 'pick(1, 2)', 'pick<i32>', { a: 1, b: 2 }],
    ['calls', '3 |> one', 'one', { n: 3 }],
    ['fold', 'one(xs)...', 'one', { n: 1 }],
    ['measured', 'shape.area()', 'Square.Shape::area', {}],
    ['measured', 'one(1)', 'one', { n: 1 }],
    ['far', 'far(4)', 'far', { n: 4 }],
  ])('at #%s %s is entered', async (marker, label, name, given) => {
    const m = await stoppedAt(marker);
    await stepInto(m, label);
    expect(m.driver.reasons).toEqual([{ kind: 'step' }]);
    expect(m.driver.top.function).toBe(name);
    expect(await m.driver.variables()).toMatchObject({ Arguments: given });
    const frames = await m.driver.engine.stack(m.driver.stop.id, m.driver.stop.focus, 0, 9);
    expect(frames.frames.filter(f => f.function === name)).toHaveLength(1);
  });

  it('that are never made end the step behind the line', async () => {
    const m = await stoppedAt('never');
    expect(await labels(m)).toEqual(['one(9)']);
    await stepInto(m, 'one(9)');
    expect(m.driver.top.function).toBe('main');
    expect(m.driver.line).toBe(m.line('fold'));
  });

  it('leave out natives, which have nothing to step into', async () => {
    const m = await stoppedAt('last');
    expect(await labels(m)).toEqual(['measured(square)']);
  });

  it('are in compiled files too, and none where the debug information was left out', async () => {
    const source = written(program, { 'other.ng': other });
    const folder = temporaryFolder();
    const output = join(folder, 'program.ngo');
    await build(source, { output });
    await build(join(source, '..', 'other.ng'), { output: join(folder, 'other.ngo') });
    const m = await load(output);
    await m.driver.break({
      kind: 'source',
      source: { name: 'p', path: source },
      line: m.line('calls', source),
    });
    await m.driver.begin();
    expect(await labels(m)).toContain('square.grown(2)');
    const bare = await load(source, { build: { debugInfo: false }, settings: { stopOnEntry: true } });
    await bare.driver.begin();
    expect(await labels(bare)).toEqual([]);
  });
});

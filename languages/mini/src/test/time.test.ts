// Going back in time in a whole language: calls, errors, tasks, input, chance, log points.

import type { MotionKind } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import type { DriverOptions } from '@sonde/engine-vm/driver';
import { example, load, written, type MiniDriver } from './harness.js';

const step = { kind: 'step', how: 'over', granularity: 'line' } as const;

const recorded = (program: string, settings: DriverOptions['settings'] = {}): Promise<MiniDriver> =>
  load(program, { settings: { recording: { kind: 'on', memoryBudget: 1 << 26 }, ...settings } });

async function back({ driver }: MiniDriver, motion: MotionKind): Promise<number | undefined> {
  await driver.move(motion, { direction: 'back' });
  await driver.stopped();
  return driver.line;
}

describe('a step back', () => {
  const source = `fn twice(x) {
  let y = x + x; // #first
  return y; // #second
}
let a = twice(1); let b = twice(a); // #both
let c = a + b; // #after
print c; // #print
`;

  it('over a line skips the calls that it made, and goes to the beginning of the line', async () => {
    const mini = await recorded(written(source));
    await mini.breakAt('print');
    await mini.driver.begin();
    expect(await back(mini, step)).toBe(mini.line('after'));
    expect(await back(mini, step)).toBe(mini.line('both'));
    expect(mini.driver.top.location?.column).toBe(1);
    expect(await mini.driver.variables()).toMatchObject({ Globals: { a: 0, b: 0 } });
  });

  it('by statements stops at each of a line', async () => {
    const mini = await recorded(written(source));
    await mini.breakAt('after');
    await mini.driver.begin();
    await back(mini, { ...step, granularity: 'statement' });
    expect(mini.driver.top.location).toMatchObject({ line: mini.line('both'), column: 19 });
    expect(await mini.driver.variables()).toMatchObject({ Globals: { a: 2 } });
  });

  it('by instructions goes back one by one, and over what was called', async () => {
    const mini = await recorded(written(source));
    await mini.breakAt('after');
    const { time } = await mini.driver.begin();
    const instruction = { ...step, granularity: 'instruction' } as const;
    await back(mini, instruction);
    expect(mini.driver.stop.time!.at.step).toBe(time!.at.step - 1);
    await back(mini, instruction);
    // Before the call, with all that it did undone.
    expect(time!.at.step - mini.driver.stop.time!.at.step).toBeGreaterThan(5);
    expect(mini.driver.stop.top?.total).toBe(1);
  });

  it('in goes to the last line of what was called, out to the call', async () => {
    const mini = await recorded(written(source));
    await mini.breakAt('after');
    await mini.driver.begin();
    expect(await back(mini, { ...step, how: 'in' })).toBe(mini.line('second'));
    expect(await mini.driver.variables()).toMatchObject({ Arguments: { x: 2 }, Locals: { y: 4 } });
    expect(await back(mini, step)).toBe(mini.line('first'));
    expect(await back(mini, { ...step, how: 'out' })).toBe(mini.line('both'));
    expect(await mini.driver.variables()).toMatchObject({ Globals: { a: 0, b: 0 } });
  });

  it('from the first line of a function goes to the line that called it', async () => {
    const mini = await recorded(written(source));
    await mini.breakAt('first');
    await mini.driver.begin();
    expect(await back(mini, step)).toBe(mini.line('both'));
  });

  it('stops at a breakpoint in what it would skip', async () => {
    const mini = await recorded(written(source));
    await mini.breakAt('print');
    await mini.driver.begin();
    await back(mini, step);
    const { id } = await mini.breakAt('second');
    expect(await back(mini, step)).toBe(mini.line('second'));
    expect(mini.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
    expect(await mini.driver.variables()).toMatchObject({ Locals: { y: 4 } });
  });
});

describe('continuing back', () => {
  it('stops where an error was thrown, and goes on forward with its handler', async () => {
    const mini = await recorded(example('errors'));
    await mini.driver.break({ kind: 'exception', filter: 'thrown' });
    await mini.driver.begin();
    await mini.driver.continue();
    await mini.driver.continue();
    expect(mini.driver.line).toBe(mini.line('divide'));
    const output = mini.driver.output();
    expect(await back(mini, { kind: 'continue' })).toBe(mini.line('throw'));
    expect(await back(mini, { kind: 'continue' })).toBe(mini.line('divide'));
    expect(mini.driver.reasons).toMatchObject([{ kind: 'exception', thrown: { name: 'DivisionByZero' } }]);
    await mini.driver.step('over');
    expect(mini.driver.line).toBe(mini.line('caught'));
    // Nothing was printed twice on the way.
    expect(mini.driver.output()).toBe(output);
  });

  it('stops where a log point was passed, without its message', async () => {
    const mini = await recorded(example('tour'));
    await mini.breakAt('end');
    await mini.driver.begin();
    const { id } = await mini.breakAt('total', { logMessage: 'first is {first}' });
    await back(mini, { kind: 'continue' });
    expect(mini.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
    expect(await mini.driver.variables()).toMatchObject({ Globals: { first: 10 } });
    expect(mini.driver.output('console')).toBe('');
  });
});

describe('the world', () => {
  it('is not asked twice: input, clock and chance are as they were', async () => {
    const program = written(`let name = input();
let chance = random(1000000);
let now = clock();
let asked = 0;
while asked < 3 {
  asked = asked + 1; // #loop
  name = name + input() + random(1000000) + " " + clock();
}
print name; // #print
print input(); // #live
`);
    const mini = await recorded(program, { stdin: { text: 'a\nb\nc\nd\n', closed: false } });
    const { driver } = mini;
    await mini.breakAt('live');
    await driver.begin();
    const seen = await driver.variables();
    const printed = driver.output();
    const { step: time } = driver.stop.time!.at;
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' });
    await driver.next('waiting-for-input', e => e.waiting);
    await driver.engine.pause();
    await driver.stopped();
    await mini.breakAt('loop');
    const lines = [];
    for (let nth = 0; nth < 5; nth++) lines.push(await back(mini, { kind: 'continue' }));
    const loop = mini.line('loop');
    expect(lines.slice(0, 4)).toEqual([mini.line('live'), loop, loop, loop]);
    expect(driver.reasons).toEqual([{ kind: 'entry' }]);
    for (let nth = 0; nth < 4; nth++) await driver.continue();
    expect(driver.line).toBe(mini.line('live'));
    expect(driver.stop.time!.at.step).toBe(time);
    expect(await driver.variables()).toEqual(seen);
    expect(driver.output()).toBe(printed);
    await driver.move({ kind: 'continue' });
    await driver.engine.input('e\n');
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe(`${printed}e\n`);
  });

  it('has tasks take the same turns', async () => {
    const mini = await recorded(example('tasks'));
    const { driver } = mini;
    await mini.breakAt('finished');
    await driver.begin();
    const [printed, end] = [driver.output(), driver.stop.time!.at];
    await mini.breakAt('done');
    await back(mini, { kind: 'continue' });
    const last = [driver.stop.focus, driver.stop.time!.at.step];
    await back(mini, { kind: 'continue' });
    expect(driver.stop.focus).not.toBe(last[0]);
    await driver.continue();
    expect([driver.stop.focus, driver.stop.time!.at.step]).toEqual(last);
    await driver.continue();
    expect(driver.stop.time!.at).toEqual(end);
    expect(driver.output()).toBe(printed);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
  });
});

describe('a change', () => {
  const source = `let a = 1;
print "begun";
let now = clock(); // #now
print a;
`;

  async function changed(): Promise<MiniDriver> {
    const mini = await recorded(written(source));
    await mini.breakAt('now');
    await mini.driver.begin();
    await change(mini, 5);
    return mini;
  }

  async function change({ driver }: MiniDriver, value: number): Promise<void> {
    const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
    const a = scopes.flatMap(({ variables }) => variables).find(({ name }) => name === 'a')!.value;
    await driver.engine.write(driver.stop.id, a.place!, { ...a, content: { kind: 'scalar', value } });
  }

  async function goTo({ driver }: MiniDriver, branch: number, edit: number): Promise<void> {
    const { step } = driver.stop.time!.at;
    await driver.engine.time!.goTo(driver.stop.id, { branch, step, edit });
    await driver.stopped();
  }

  it('at the newest moment is made again on the way into the present, which goes on live', async () => {
    const mini = await changed();
    await goTo(mini, 0, 0);
    expect(await mini.driver.variables()).toMatchObject({ Globals: { a: 1 } });
    await mini.driver.move({ kind: 'continue' });
    expect(await mini.driver.finish()).toBe(0);
    expect(mini.driver.output()).toBe('begun\n5\n');
  });

  it('on one branch is not what is seen at the same step of another one', async () => {
    const mini = await changed();
    await goTo(mini, 0, 0);
    await change(mini, 7);
    for (const [branch, a] of [
      [0, 5],
      [1, 7],
      [0, 5],
    ] as const) {
      await goTo(mini, branch, 1);
      expect(mini.driver.stop.time!.at).toMatchObject({ branch, edit: 1 });
      expect(await mini.driver.variables()).toMatchObject({ Globals: { a } });
    }
  });
});

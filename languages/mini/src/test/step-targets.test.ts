// Choosing one of several calls of a line to step into.

import { describe, expect, it } from 'vitest';
import { load, written, type MiniDriver } from './harness.js';

const functions = `
fn one(n) {
  return n + 1; // #one
}
fn two(n) {
  return n + 2; // #two
}
fn sum(a, b) {
  let s = a + b; // #sum
  return s;
}
`;

async function stoppedAt(statements: string): Promise<MiniDriver> {
  const m = await load(written(`${functions}\n${statements}\nprint "behind"; // #behind\n`));
  await m.breakAt('here');
  await m.driver.begin();
  return m;
}

const labels = async ({ driver }: MiniDriver): Promise<readonly string[]> =>
  (await driver.engine.stepTargets!(driver.stop.id, driver.top.id)).map(t => t.label);

async function stepInto(m: MiniDriver, label: string): Promise<void> {
  const { driver } = m;
  const found = await driver.engine.stepTargets!(driver.stop.id, driver.top.id);
  const target = found.find(t => t.label === label)!.id;
  await driver.move({ kind: 'step', how: 'in', granularity: 'line', target });
  await driver.stopped();
}

describe('the calls of a line', () => {
  it('are listed in the order in which they are made, without builtins and tasks', async () => {
    const m = await stoppedAt('let x = sum(one(len("a")), two(2)) + one(3); spawn two(1); // #here');
    expect(await labels(m)).toEqual(['one(len("a"))', 'two(2)', 'sum(one(len("a")), two(2))', 'one(3)']);
  });

  it('are written on one line however the source has them', async () => {
    const m = await stoppedAt('let x = sum( // #here\n    one(1),\n    2);');
    expect(await labels(m)).toEqual(['one(1)', 'sum( // #here one(1), 2)']);
  });

  it.each([
    ['one(1)', 'one', { n: 1 }],
    ['two(2)', 'two', { n: 2 }],
    ['sum(one(1), two(2))', 'sum', { a: 2, b: 4 }],
    ['one(3)', 'one', { n: 3 }],
  ])('%s is entered at its first line, those before it run', async (label, name, given) => {
    const m = await stoppedAt('let x = sum(one(1), two(2)) + one(3); // #here');
    await stepInto(m, label);
    expect(m.driver.reasons).toEqual([{ kind: 'step' }]);
    expect(m.driver.top.function).toBe(name);
    expect(m.driver.line).toBe(m.line(name));
    expect(await m.driver.variables()).toMatchObject({ Arguments: given });
  });

  it('that are never made end the step behind the line', async () => {
    const m = await stoppedAt('let x = one(-1) and two(5); // #here');
    expect(await labels(m)).toEqual(['one(-1)', 'two(5)']);
    await stepInto(m, 'two(5)');
    expect(m.driver.line).toBe(m.line('behind'));
    expect(await m.driver.variables()).toMatchObject({ Globals: { x: 0 } });
  });

  it('are left to an error on the way', async () => {
    const m = await stoppedAt(
      'try { let x = two(1) + one("a" - 1) + one(7); // #here\n} catch e { print e; // #caught\n}',
    );
    await stepInto(m, 'one(7)');
    expect(m.driver.line).toBe(m.line('caught'));
  });

  it('stop earlier at a breakpoint', async () => {
    const m = await stoppedAt('let x = sum(one(1), two(2)); // #here');
    const { id } = await m.breakAt('two');
    await stepInto(m, 'sum(one(1), two(2))');
    expect(m.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
    expect(m.driver.top.function).toBe('two');
  });

  it('of a function that calls itself mean the call of this activation', async () => {
    const m = await load(
      written('fn f(n) {\n  if n == 0 { return 0; }\n  return f(n - 1) + f(0); // #here\n}\nprint f(2);\n'),
    );
    await m.breakAt('here', { temporary: true });
    await m.driver.begin();
    const depth = m.driver.stop.top?.total;
    await stepInto(m, 'f(0)');
    expect(m.driver.stop.top?.total).toBe(depth! + 1);
    expect(await m.driver.variables()).toMatchObject({ Arguments: { n: 0 } });
  });

  it('are none on a line that makes none', async () => {
    const m = await stoppedAt('let x = one(1); // #here');
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('behind'));
    expect(await labels(m)).toEqual([]);
  });
});

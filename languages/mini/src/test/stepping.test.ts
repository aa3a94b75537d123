// Steps: over, in and out, by line, statement and instruction, with recursion, errors and other tasks around.

import { threadId } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { example, load, written } from './harness.js';

describe('steps', () => {
  it('stops at the entry before anything ran', async () => {
    const { driver } = await load(example('tour'), { settings: { stopOnEntry: true } });
    await driver.begin();
    expect(driver.reasons).toEqual([{ kind: 'entry' }]);
    expect(driver.stop.position).toBe(0n);
    expect(driver.top.function).toBe('(main)');
  });

  it('goes over a call, into it and out of it with its value', async () => {
    const m = await load(example('tour'));
    await m.breakAt('call');
    await m.driver.begin();
    expect(m.driver.line).toBe(m.line('call'));
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('total'));
    await m.driver.continue();
    await m.driver.step('in');
    expect(m.driver.top.function).toBe('journey');
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('journey'));
    await m.driver.step('out');
    expect(m.driver.top.function).toBe('(main)');
    expect(m.driver.reasons[0]).toMatchObject({ kind: 'step', returned: { content: { value: 1n } } });
    expect(await m.driver.variables()).toMatchObject({ 'Return value': { 'journey()': 1 } });
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('total'));
    expect(await m.driver.variables()).not.toHaveProperty('Return value');
  });

  it('stays in its own call when the function calls itself', async () => {
    const m = await load(
      written(`
fn fact(n) {
  if n < 2 { return 1; }
  let below = fact(n - 1); // #call
  return n * below; // #after
}
print fact(5);
`),
    );
    await m.breakAt('call', { temporary: true });
    await m.driver.begin();
    const { id } = m.driver.top;
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('after'));
    expect(m.driver.top.id).toBe(id);
    expect(await m.driver.variables()).toMatchObject({ Arguments: { n: 5 }, Locals: { below: 24 } });
  });

  it('tells statements of one line apart, and steps by instruction', async () => {
    const { driver } = await load(written('let a = 1; let b = 2; let c = a + b;\nprint c;\n'), {
      settings: { stopOnEntry: true },
    });
    await driver.begin();
    await driver.step('over', 'statement');
    expect(driver.top.location).toMatchObject({ line: 1, column: 12 });
    const { offset } = driver.top.address;
    await driver.step('over', 'instruction');
    expect(driver.top.address.offset).toBe(offset + 1n);
    await driver.step('over', 'line');
    expect(driver.line).toBe(2);
  });

  it('counts a round of a loop on one line as a step', async () => {
    const { driver } = await load(written('let i = 0;\nwhile i < 3 { i = i + 1; }\nprint i;\n'), {
      settings: { stopOnEntry: true },
    });
    await driver.begin();
    const lines: (number | undefined)[] = [];
    for (let step = 0; step < 8 && driver.line !== 3; step++) {
      await driver.step('over');
      lines.push(driver.line);
    }
    expect(lines.filter(line => line === 2).length).toBeGreaterThanOrEqual(3);
    expect(lines.at(-1)).toBe(3);
  });

  it('ends in the handler when an error leaves the function that is stepped over or out of', async () => {
    for (const how of ['over', 'out'] as const) {
      const m = await load(example('errors'));
      await m.breakAtLine(m.line('divide'), { condition: 'b == 0' });
      await m.driver.begin();
      await m.driver.step(how);
      expect(m.driver.top.function).toBe('careful');
      expect(m.driver.line).toBe(m.line('caught'));
      expect(m.driver.reasons).toEqual([{ kind: 'step' }]);
    }
  });

  it('ends at a breakpoint on the way', async () => {
    const m = await load(example('tour'));
    await m.breakAt('call');
    await m.driver.begin();
    await m.driver.continue();
    const { id } = await m.breakAt('step');
    await m.driver.step('over');
    expect(m.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
  });

  it('reports a breakpoint at the end of a step with it, and not again on leaving', async () => {
    const m = await load(example('tour'));
    await m.breakAt('call');
    const { id } = await m.breakAt('total', { hitCondition: { compare: 'eq', count: 1 } });
    await m.driver.begin();
    await m.driver.step('over');
    expect(m.driver.reasons).toEqual([{ kind: 'step' }, { kind: 'breakpoint', hits: [id] }]);
    await m.driver.continue();
    expect(m.driver.line).toBe(m.line('call'));
  });

  it('goes with the end of the program when there is nothing to return to', async () => {
    const { driver } = await load(written('let a = 1;\nprint a;\n'), { settings: { stopOnEntry: true } });
    await driver.begin();
    await driver.move({ kind: 'step', how: 'out', granularity: 'line' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('1\n');
  });

  it('keeps to its task while others run, or lets them wait', async () => {
    const m = await load(example('tasks'));
    await m.breakAt('count', { condition: 'name == "right"', temporary: true });
    await m.driver.begin();
    const { focus } = m.driver.stop;
    for (let step = 0; step < 6; step++) {
      await m.driver.step('over', 'line', { scope: step % 2 === 0 ? 'all' : 'thread' });
      expect(m.driver.stop.focus).toBe(focus);
      expect(m.driver.top.function).toBe('count');
    }
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
  });

  it('lets all tasks run again when the one that was meant alone waits for another', async () => {
    const m = await load(example('tasks'));
    await m.breakAt('join');
    await m.driver.begin();
    await m.driver.step('over', 'line', { scope: 'thread' });
    expect(m.driver.line).toBe(m.line('join') + 1);
    expect(m.driver.events.some(e => e.kind === 'notice' && e.message.includes('waits for another'))).toBe(
      true,
    );
  });

  it('over a wait for another task ends right behind it', async () => {
    const m = await load(
      written(`
let sum = 0;
fn work() { let i = 0; while i < 50000 { i = i + 1; } sum = i; }
let t = spawn work();
join(t); // #join
let after = sum; // #after
let later = 1;
let last = 2;
`),
    );
    await m.breakAt('join');
    await m.driver.begin();
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('after'));
    expect(await m.driver.variables()).toMatchObject({ Globals: { sum: 50_000, after: 0 } });
  });

  it('of a thread that does not exist is refused, and the stop stays', async () => {
    const m = await load(example('tour'));
    await m.breakAt('call');
    await m.driver.begin();
    const motion = { kind: 'step', how: 'over', granularity: 'line' } as const;
    await expect(m.driver.move(motion, { thread: threadId(99) })).rejects.toThrow('no thread 99');
    expect(await m.driver.engine.threads()).toMatchObject([{ state: 'stopped' }]);
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('total'));
  });

  it('runs to a line, sets the next statement and restarts a frame', async () => {
    const m = await load(example('tour'));
    await m.breakAt('journey', { condition: 'n == 3', temporary: true });
    await m.driver.begin();
    const { location } = m.driver.top;
    await m.driver.move({ kind: 'run-to', location: { source: location!.source, line: m.line('arrived') } });
    await m.driver.stopped();
    expect(m.driver.line).toBe(m.line('arrived'));
    expect(await m.driver.variables()).toMatchObject({ Locals: { n: 1, steps: 7 } });

    const { source } = location!;
    const [there] = await m.driver.engine.gotoTargets!(m.driver.stop.id, source, m.line('step'));
    await m.driver.move({ kind: 'goto', target: there!.address });
    await m.driver.stopped();
    expect(m.driver.reasons).toEqual([{ kind: 'goto' }]);
    expect(m.driver.line).toBe(m.line('step'));
    const [outside] = await m.driver.engine.gotoTargets!(m.driver.stop.id, source, m.line('end'));
    await expect(m.driver.move({ kind: 'goto', target: outside!.address })).rejects.toThrow(
      'in the function',
    );

    await m.driver.move({ kind: 'restart-frame', frame: m.driver.top.id });
    await m.driver.stopped();
    expect(m.driver.reasons).toEqual([{ kind: 'restart-frame' }]);
    expect(m.driver.line).toBe(m.line('journey') - 1);
    await m.driver.step('out');
    expect(m.driver.reasons[0]).toMatchObject({ returned: { content: { value: 7n } } });
  });

  it('shows what a call gave back also when its last line is stepped over, and only until the next stop', async () => {
    const m = await load(example('tour'));
    await m.breakAt('arrived', { temporary: true, condition: 'steps == 7' });
    await m.driver.begin();
    await m.driver.step('over');
    expect(m.driver.line).toBe(m.line('call'));
    expect(await m.driver.variables()).toMatchObject({ 'Return value': { 'journey()': 7 } });
    const { frames } = await m.driver.engine.stack(m.driver.stop.id, m.driver.stop.focus, 0, 1);
    const scopes = await m.driver.engine.scopes(m.driver.stop.id, frames[0]!.id);
    expect(scopes[0]).toMatchObject({ kind: 'returnValue' });
    await m.breakAt('total');
    await m.driver.continue();
    expect(await m.driver.variables()).not.toHaveProperty('Return value');
  });

  it('restarts a frame in the middle, and those above it are gone', async () => {
    const m = await load(
      written(`
let depth = 0;
fn top(n) { depth = depth + 1; return n; // #top
}
fn middle(n) { // #middle
  let twice = n * 2; // #twice
  return top(twice);
}
print middle(4) + depth;
`),
    );
    await m.breakAtLine(m.line('top'), { temporary: true, column: 32 });
    await m.driver.begin();
    const { frames } = await m.driver.engine.stack(m.driver.stop.id, m.driver.stop.focus, 0, 5);
    expect(frames.map(f => f.function)).toEqual(['top', 'middle', '(main)']);
    await m.driver.move({ kind: 'restart-frame', frame: frames[1]!.id });
    await m.driver.stopped();
    expect(m.driver.reasons).toEqual([{ kind: 'restart-frame' }]);
    expect(m.driver.line).toBe(m.line('twice'));
    expect(m.driver.stop.top?.total).toBe(2);
    expect(await m.driver.variables()).toMatchObject({ Arguments: { n: 4 } });
    await expect(m.driver.move({ kind: 'restart-frame', frame: frames[0]!.id })).rejects.toThrow('returned');
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
    // It was called twice, and what it had done before stays done.
    expect(m.driver.output()).toBe('10\n');
  });

  it('refuses a motion on an older stop, while running and backwards', async () => {
    const m = await load(example('endless'));
    await m.breakAt('loop');
    const first = await m.driver.begin();
    await m.driver.step('over');
    await expect(m.driver.move({ kind: 'continue' }, { stop: first.id })).rejects.toThrow('earlier stop');
    await expect(m.driver.move({ kind: 'continue' }, { direction: 'back' })).rejects.toThrow('not supported');
    const { id } = await m.breakAt('turn');
    await m.driver.engine.changeBreakpoints([], [id]);
    const { stop } = m.driver;
    await m.driver.move({ kind: 'run-to', location: { space: 'code', offset: 1000n } });
    await expect(m.driver.move({ kind: 'continue' }, { stop: stop.id })).rejects.toThrow('runs already');
  });
});

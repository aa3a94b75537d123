// Steps of a paused task: by instructions, over calls, through waits, together with others.

import { expect, test } from 'vitest';
import { built, DirectClient } from './bench-executive.js';
import { DebuggerBench } from './debugger-bench.js';
import { calling, endless, failing, receiver, sender } from './programs.js';

const bench = DebuggerBench.forEachTest();

test('a paused task is stepped, and stays paused', async () => {
  await bench.open();
  await bench.load(calling);
  expect(await bench.step()).toMatchObject({ executed: 1, pc: 4, depth: 1, reason: 'step', state: 'paused' });
  expect(await bench.step({ steps: 4 })).toMatchObject({ executed: 4, pc: await bench.at('leaf'), depth: 2 });
  expect((await bench.ask('ps')).tasks.tasks).toMatchObject([{ state: 'paused', stop: { reason: 'step' } }]);
  expect(bench.watcher.events.map(({ type }) => type)).toEqual(['task_state']);
});

test('a step passes the breakpoint it stands at, and stops at the next', async () => {
  await bench.open();
  await bench.load(calling);
  const leaf = await bench.at('leaf');
  await bench.ask('bp.set', { addr: leaf });
  expect(await bench.step({ steps: 100 })).toMatchObject({
    executed: 5,
    pc: leaf,
    reason: 'breakpoint',
    breakpoint: { addr: leaf },
  });
  expect(await bench.step()).toMatchObject({ executed: 1, pc: leaf + 4, reason: 'step' });
  expect(await bench.step({ steps: 100 })).toMatchObject({ pc: leaf, reason: 'breakpoint', depth: 2 });
  // The session that steps is told by the answer alone.
  expect(bench.told('debug_break')).toEqual([]);
});

test('a step that ends on a breakpoint has stopped at it', async () => {
  await bench.open();
  await bench.load(calling);
  await bench.ask('bp.set', { addr: 4 });
  expect(await bench.step()).toMatchObject({ pc: 4, reason: 'breakpoint' });
  await bench.ask('resume');
  expect((await bench.ask('step', { steps: 1 })).result).toMatchObject({ executed: 1, pc: 8 });
});

test('other sessions see what a step met', async () => {
  await bench.open();
  await bench.load(calling);
  const other = new DirectClient(bench.executive);
  const stream = new DirectClient(bench.executive);
  await stream.subscribe((await other.ok('session.open')).session.id);
  await bench.ask('bp.set', { addr: await bench.at('leaf') });
  await bench.step({ steps: 100 });
  expect(stream.events).toMatchObject([{ type: 'debug_break', pid: 1, data: { depth: 2, hits: 1 } }]);
});

test('over a call, and over all instructions of a range', async () => {
  await bench.open();
  await bench.load(calling);
  const again = await bench.at('again');
  await bench.step({ steps: 4 });
  expect(await bench.step({ over: true })).toMatchObject({
    pc: again + 4,
    depth: 1,
    executed: 11,
    reason: 'step',
  });
  // A line that is three instructions long, with a call in it and a jump back to its beginning.
  expect(await bench.step({ over: true, range: [again, again + 12] })).toMatchObject({
    pc: again + 12,
    depth: 1,
  });
  expect((await bench.ask('dumpregs')).registers.regs[4]).toBe(3);
});

test('a range without over ends in the function that is called', async () => {
  await bench.open();
  await bench.load(calling);
  await bench.step({ steps: 4 });
  const again = await bench.at('again');
  expect(await bench.step({ range: [again, again + 12] })).toMatchObject({
    pc: await bench.at('leaf'),
    depth: 2,
  });
  // Out of it again: over from its last instruction.
  expect(await bench.step({ over: true, steps: 6 })).toMatchObject({ depth: 1 });
});

test('a breakpoint inside of what is stepped over stops', async () => {
  await bench.open();
  await bench.load(calling);
  await bench.step({ steps: 4 });
  await bench.ask('bp.set', { addr: await bench.at('inner') });
  expect(await bench.step({ over: true })).toMatchObject({
    pc: await bench.at('inner'),
    depth: 3,
    reason: 'breakpoint',
  });
});

test('the end of a task ends a step', async () => {
  await bench.open();
  await bench.load(calling);
  expect(await bench.step({ steps: 1e9 })).toMatchObject({
    reason: 'returned',
    exit_status: 3,
    depth: 0,
    state: 'returned',
  });
  expect(bench.told('task_state').at(-1)).toMatchObject({ new_state: 'returned', exit_status: 3 });
  expect(await bench.refused('debug.step', {})).toBe('invalid_state_transition:returned->paused');
});

test('a fault stops a step at its instruction, and the next one ends the task', async () => {
  await bench.open();
  await bench.load(failing);
  expect(await bench.step({ steps: 10 })).toMatchObject({ reason: 'brk', code: 7, pc: 4, executed: 1 });
  expect(await bench.step({ steps: 10 })).toMatchObject({
    ...{ reason: 'fault', pc: await bench.at('fails'), executed: 2 },
    fault: { name: 'division by zero', code: 0xffffff05 },
  });
  expect(await bench.step()).toMatchObject({
    reason: 'returned',
    executed: 0,
    exit_status: 0xffffff05,
    state: 'terminated',
  });
});

test('a step that waits says for what, and waits with wait_ms while others run', async () => {
  await bench.open();
  await bench.load(receiver(1));
  const waits = await bench.at('waits');
  expect(await bench.step({ steps: 100 })).toMatchObject({
    reason: 'waiting',
    pc: waits,
    wait: { for: 'message', target: 'app:numbers' },
  });
  expect(await bench.step()).toMatchObject({ reason: 'waiting', executed: 0 });
  expect(await bench.step({ wait_ms: 1 })).toMatchObject({ reason: 'waiting', executed: 0 });
  await bench.client.ok('load', { path: await built('sender.mvasm', sender(1)) });
  expect(await bench.step({ wait_ms: 10_000 })).toMatchObject({ reason: 'step', executed: 1, pc: waits + 4 });
  expect((await bench.ask('ps')).tasks.tasks[1]!.accounted_steps).toBeGreaterThan(5);
});

test('with group the others have their turns while one is stepped', async () => {
  await bench.open({ stop_group: true });
  bench.executive.system.quantum = 8;
  await bench.load(receiver(2));
  await bench.load(sender(2), 'sender');
  const waits = await bench.at('waits');
  expect(await bench.step({ steps: 100 })).toMatchObject({ reason: 'waiting', pc: waits });
  expect(await bench.step({ group: true })).toMatchObject({ reason: 'step', executed: 1, pc: waits + 4 });
  expect((await bench.ask('ps')).tasks.tasks).toMatchObject([{ state: 'paused' }, { state: 'paused' }]);
  expect((await bench.ask('ps')).tasks.tasks[1]!.accounted_steps).toBeGreaterThan(5);
  // A breakpoint of another one ends the step.
  const sent = (await bench.ask('sym', { pid: 2, op: 'name', name: 'sent' })).symbol.address;
  await bench.ask('bp.set', { pid: 2, addr: sent });
  expect(await bench.step({ group: true, steps: 1e6 })).toMatchObject({
    reason: 'other',
    other: { pid: 2, reason: 'breakpoint', pc: sent },
  });
  expect(bench.told('task_state').every(({ new_state: now }) => now === 'paused')).toBe(true);
  expect(await bench.step({ group: true, steps: 1e6 })).toMatchObject({ reason: 'returned', exit_status: 3 });
});

test('a step without end is ended by a pause from elsewhere', async () => {
  await bench.open();
  await bench.load(endless);
  const stepped = bench.step({ steps: 1e12 });
  await bench.ask('pause');
  expect(await stepped).toMatchObject({ reason: 'cancelled', state: 'paused' });
  const again = bench.step({ steps: 1e12 });
  await bench.client.ok('session.close', { session: bench.session });
  expect(await again).toMatchObject({ reason: 'cancelled' });
});

test('others that never stop do not keep a waiting step', async () => {
  await bench.open();
  await bench.load(receiver(1));
  await bench.client.ok('load', { path: await built('endless.mvasm', endless) });
  await bench.step({ steps: 100 });
  expect(await bench.step({ wait_ms: 5 })).toMatchObject({ reason: 'waiting', executed: 0 });
});

test('a call begins anew', async () => {
  await bench.open();
  await bench.load(calling);
  const inner = await bench.at('inner');
  await bench.ask('bp.set', { addr: inner, temporary: true });
  await bench.step({ steps: 100 });
  const { frames } = await bench.ask('stack.info');
  expect(await bench.ask('debug.restart', { serial: frames[1]!.serial })).toMatchObject({
    depth: 2,
    registers: { pc: await bench.at('leaf'), sp: frames[1]!.sp + 4 },
  });
  expect(await bench.refused('debug.restart', { serial: frames[2]!.serial })).toMatch(/never called/);
  expect(await bench.step({ steps: 1000 })).toMatchObject({ reason: 'returned', exit_status: 3 });
});

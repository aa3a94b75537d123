// Stops: breakpoints with and without conditions, faults, BRK, watches, groups.

import { expect, test } from 'vitest';
import { built } from './bench-executive.js';
import { DebuggerBench } from './debugger-bench.js';
import { calling, echo, endless, failing, receiver, sender } from './programs.js';

const bench = DebuggerBench.forEachTest();

test('break_on keeps a task at its BRK and at its fault', async () => {
  await bench.open({ break_on: ['fault', 'brk'] });
  await bench.load(failing);
  await bench.ask('resume');
  await bench.ask('step', { steps: 100 });
  expect(bench.told('debug_stop')).toMatchObject([{ reason: 'brk', pc: 4, code: 7, depth: 1 }]);
  expect((await bench.ask('dumpregs')).registers.pc).toBe(4);
  await bench.ask('resume');
  await bench.ask('step', { steps: 100 });
  expect(bench.told('fault')).toMatchObject([
    { name: 'division by zero', pc: await bench.at('fails'), depth: 1, paused: true },
  ]);
  expect((await bench.ask('ps')).tasks.tasks[0]).toMatchObject({
    state: 'paused',
    fault: { name: 'division by zero' },
  });
  await bench.ask('resume');
  expect((await bench.ask('step')).result).toMatchObject({ executed: 0, running: false });
  expect((await bench.ask('ps')).tasks.tasks[0]).toMatchObject({
    state: 'terminated',
    exit_status: 0xffffff05,
  });
});

test('a fault that was avoided by moving the pc ends nobody', async () => {
  await bench.open({ break_on: ['fault'] });
  await bench.load(failing);
  await bench.ask('resume');
  await bench.ask('step', { steps: 100 });
  await bench.ask('resume');
  await bench.ask('step', { steps: 100 });
  const fails = await bench.at('fails');
  expect((await bench.ask('regs.write', { reg: 'PC', value: fails + 4 })).registers.pc).toBe(fails + 4);
  expect(await bench.step({ steps: 9 })).toMatchObject({ reason: 'returned', state: 'returned' });
});

test('conditions with registers and memory need no symbols', async () => {
  await bench.open();
  await bench.load(endless, 'bare', { symbols: false });
  await bench.ask('bp.set', { addr: 20, condition: 'R2 == 5 && *(int *)0x4000 == 4' });
  await bench.ask('resume');
  expect((await bench.ask('step', { steps: 1000 })).result).toMatchObject({ pc: 20, paused: true });
  expect((await bench.ask('dumpregs')).registers.regs[2]).toBe(5);
  expect(bench.told('debug_break')).toMatchObject([{ condition: 'R2 == 5 && *(int *)0x4000 == 4', hits: 1 }]);
});

test('a condition that fails at a hit stops and says why', async () => {
  await bench.open();
  await bench.load(endless);
  await bench.ask('bp.set', { addr: await bench.at('loop'), condition: '10 / R5 == 2' });
  await bench.ask('resume');
  await bench.ask('step', { steps: 1000 });
  expect(bench.told('debug_break')).toMatchObject([
    { condition_error: expect.stringMatching(/zero/) as string },
  ]);
});

test('max_depth and temporary', async () => {
  await bench.open();
  await bench.load(calling);
  const [leaf, again] = [await bench.at('leaf'), await bench.at('again')];
  await bench.ask('bp.set', { addr: leaf, max_depth: 1 });
  await bench.ask('bp.set', { addr: again + 4, max_depth: 1, temporary: true });
  await bench.ask('resume');
  expect((await bench.ask('step', { steps: 1000 })).result.pc).toBe(again + 4);
  expect((await bench.ask('bp.list')).breakpoints).toEqual([leaf]);
});

test('a breakpoint belongs to its session', async () => {
  await bench.open();
  await bench.client.ok('load', { path: await built('shared.mvasm', endless) });
  await bench.ask('bp.set', { addr: 20 });
  await bench.client.ok('bp.set', { pid: 1, addr: 20 });
  await bench.client.ok('bp.set', { pid: 1, addr: 24 });
  expect((await bench.ask('bp.clear', { addr: 20 })).breakpoints).toEqual([20, 24]);
  expect((await bench.ask('bp.list')).details.map(each => each.session)).toEqual([false, false]);
  await bench.ask('bp.set', { addr: 16 });
  await bench.client.ok('session.close', { session: bench.session });
  expect((await bench.client.ok('bp.list', { pid: 1 })).breakpoints).toEqual([20, 24]);
});

test('a watch with break stops behind the access', async () => {
  await bench.open();
  await bench.load(endless);
  await bench.ask('watch.add', { expr: 'count', break: true });
  await bench.ask('resume');
  expect((await bench.ask('step', { steps: 1000 })).result).toMatchObject({ pc: 24, paused: true });
  expect(bench.told('debug_stop')).toMatchObject([
    { reason: 'watch', pc: 24, watch: { old_value: 0, new_value: 1, access: 'write' } },
  ]);
  expect(await bench.step({ steps: 100 })).toMatchObject({
    reason: 'watch',
    executed: 3,
    watch: { new_value: 2 },
  });
});

test('reads are watched when they are asked for', async () => {
  await bench.open();
  await bench.load(receiver(2));
  await bench.load(sender(2), 'sender');
  await bench.ask('watch.add', { expr: 'message', break: true, access: 'read' });
  await bench.ask('resume', { pid: [1, 2] });
  const { result } = await bench.client.ok('step', { session: bench.session, steps: 1000 });
  expect(result.debug_event).toMatchObject({ reason: 'watch', pid: 1, watch: { access: 'read' } });
  expect(result.debug_event.pc).toBe(await bench.at('took'));
});

test('a watch of a local variable ends with its function', async () => {
  await bench.open();
  const path = await built(
    'local.c',
    'int sum;\nvoid put(int n) { volatile int here = n; sum += here; }\nint main(void) { put(1); put(2); put(3); return sum; }\n',
  );
  await bench.client.ok('load', { session: bench.session, path, paused: true, lock: true });
  const { symbol } = await bench.ask('sym', { op: 'name', name: 'put' });
  const { body } = bench.executive.task(1).symbols!.sym.debug!.functions.find(({ name }) => name === 'put')!;
  await bench.ask('bp.set', { addr: body, temporary: true });
  await bench.step({ steps: 10_000 });
  expect((await bench.ask('stack.info')).frames[0]!.symbol).toBe(symbol.name);
  expect(await bench.ask('watch.add', { expr: 'here', type: 'local' })).toMatchObject({
    watch: { type: 'local', mode: 'local', description: 'put::here' },
    type: 'volatile int',
  });
  await bench.step({ steps: 10_000 });
  expect(bench.told('watch_update').filter(({ expr }) => expr === 'here')).toMatchObject([{ new_value: 1 }]);
  expect(bench.told('watch_removed')).toMatchObject([{ expr: 'here' }]);
  expect((await bench.ask('ps')).tasks.tasks[0]!.exit_status).toBe(6);
});

test('a task that waits for input is seen, and goes on when it comes', async () => {
  await bench.open();
  await bench.client.ok('load', { path: await built('echo.mvasm', echo) });
  expect((await bench.ask('step', { steps: 100 })).result.executed).toBe(3);
  expect((await bench.ask('ps')).tasks.tasks[0]).toMatchObject({
    state: 'waiting_mbx',
    wait: { for: 'input' },
  });
  expect(bench.told('task_state').at(-1)).toMatchObject({ new_state: 'waiting_mbx', reason: 'input_wait' });
  expect(await bench.ask('send', { data: 'one\ntwo' })).toMatchObject({
    mbx_status: 0,
    length: 7,
    target: 'svc:stdio.in@1',
  });
  await bench.ask('step', { steps: 100 });
  expect(
    bench
      .told('stdout')
      .map(({ text }) => text)
      .join(''),
  ).toBe('one\ntwo');
});

test('one stop stops the group in the same instant, and it goes on together', async () => {
  await bench.open({ stop_group: true });
  await bench.load(endless, 'one');
  await bench.load(endless, 'two');
  await bench.ask('bp.set', { addr: 24, condition: 'R2 == 700' });
  await bench.ask('resume', { group: true });
  await bench.client.ok('step', { session: bench.session, steps: 1e6 });
  const states = bench.watcher.events
    .filter(each => each.type === 'task_state')
    .map(({ pid, data }) => [pid, data.reason]);
  expect(states.slice(-2)).toEqual([
    [1, 'debug_break'],
    [2, 'group'],
  ]);
  const steps = async (): Promise<number[]> =>
    (await bench.ask('ps')).tasks.tasks.map(each => each.accounted_steps);
  const before = await steps();
  await bench.client.ok('step', { session: bench.session, steps: 1000 });
  expect(await steps()).toEqual(before);
  expect(await bench.ask('resume', { pid: [1, 2] })).toMatchObject({
    tasks: [{ state: 'running' }, { state: 'running' }],
  });
  await bench.client.ok('step', { session: bench.session, steps: 5000 });
  expect((await steps())[1]).toBeGreaterThan(before[1]!);
});

test('the end of a task pauses its group when that was asked for', async () => {
  await bench.open({ stop_group: true, break_on: ['exit'] });
  await bench.load(calling, 'ends');
  await bench.load(endless, 'stays');
  await bench.ask('resume', { group: true });
  await bench.client.ok('step', { session: bench.session, steps: 1e6 });
  expect((await bench.ask('ps')).tasks.tasks).toMatchObject([
    { state: 'returned', exit_status: 3 },
    { state: 'paused', stop: { reason: 'group' } },
  ]);
});

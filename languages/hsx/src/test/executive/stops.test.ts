// Stops: breakpoints with and without conditions, faults, BRK, watches, steps of a paused task, groups.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { built, DirectClient } from './bench-executive.js';
import type { Wire } from './wire-fields.js';
import { calling, echo, endless, failing, receiver, sender } from './programs.js';

let executive: Executive;
let client: DirectClient;
let watcher: DirectClient;
let session: string;

async function open(fields: object = {}): Promise<void> {
  session = (await client.ok('session.open', fields)).session.id;
  await watcher.subscribe(session);
}

beforeEach(() => {
  executive = new Executive();
  client = new DirectClient(executive);
  watcher = new DirectClient(executive);
});

afterEach(() => executive.dispose());

const ask = (cmd: string, fields: object = {}): Promise<Wire> =>
  client.ok(cmd, { session, pid: 1, ...fields });

/** Paused at its entry, and locked. */
const load = async (source: string, name = 'task', options = {}): Promise<number> =>
  (
    await client.ok('load', {
      session,
      paused: true,
      lock: true,
      path: await built(`${name}.mvasm`, source, options),
    })
  ).image.pid;

const step = async (fields: object = {}): Promise<Wire> => (await ask('debug.step', fields)).result;
const at = async (name: string): Promise<number> => (await ask('sym', { op: 'name', name })).symbol.address;
const told = (type: string): Wire[] =>
  watcher.events.filter(each => each.type === type).map(({ data }) => data);

test('a paused task is stepped, and stays paused', async () => {
  await open();
  await load(calling);
  expect(await step()).toMatchObject({ executed: 1, pc: 4, depth: 1, reason: 'step', state: 'paused' });
  expect(await step({ steps: 4 })).toMatchObject({ executed: 4, pc: await at('leaf'), depth: 2 });
  expect((await ask('ps')).tasks.tasks).toMatchObject([{ state: 'paused', stop: { reason: 'step' } }]);
  expect(watcher.events.map(({ type }) => type)).toEqual(['task_state']);
});

test('a step passes the breakpoint it stands at, and stops at the next', async () => {
  await open();
  await load(calling);
  const leaf = await at('leaf');
  await ask('bp.set', { addr: leaf });
  expect(await step({ steps: 100 })).toMatchObject({
    executed: 5,
    pc: leaf,
    reason: 'breakpoint',
    breakpoint: { addr: leaf },
  });
  expect(await step()).toMatchObject({ executed: 1, pc: leaf + 4, reason: 'step' });
  expect(await step({ steps: 100 })).toMatchObject({ pc: leaf, reason: 'breakpoint', depth: 2 });
  // The session that steps is told by the answer alone.
  expect(told('debug_break')).toEqual([]);
});

test('a step that ends on a breakpoint has stopped at it', async () => {
  await open();
  await load(calling);
  await ask('bp.set', { addr: 4 });
  expect(await step()).toMatchObject({ pc: 4, reason: 'breakpoint' });
  await ask('resume');
  expect((await ask('step', { steps: 1 })).result).toMatchObject({ executed: 1, pc: 8 });
});

test('other sessions see what a step met', async () => {
  await open();
  await load(calling);
  const other = new DirectClient(executive);
  const stream = new DirectClient(executive);
  await stream.subscribe((await other.ok('session.open')).session.id);
  await ask('bp.set', { addr: await at('leaf') });
  await step({ steps: 100 });
  expect(stream.events).toMatchObject([{ type: 'debug_break', pid: 1, data: { depth: 2, hits: 1 } }]);
});

test('over a call, and over all instructions of a range', async () => {
  await open();
  await load(calling);
  const again = await at('again');
  await step({ steps: 4 });
  expect(await step({ over: true })).toMatchObject({ pc: again + 4, depth: 1, executed: 11, reason: 'step' });
  // A line that is three instructions long, with a call in it and a jump back to its beginning.
  expect(await step({ over: true, range: [again, again + 12] })).toMatchObject({ pc: again + 12, depth: 1 });
  expect((await ask('dumpregs')).registers.regs[4]).toBe(3);
});

test('a range without over ends in the function that is called', async () => {
  await open();
  await load(calling);
  await step({ steps: 4 });
  const again = await at('again');
  expect(await step({ range: [again, again + 12] })).toMatchObject({ pc: await at('leaf'), depth: 2 });
  // Out of it again: over from its last instruction.
  expect(await step({ over: true, steps: 6 })).toMatchObject({ depth: 1 });
});

test('a breakpoint inside of what is stepped over stops', async () => {
  await open();
  await load(calling);
  await step({ steps: 4 });
  await ask('bp.set', { addr: await at('inner') });
  expect(await step({ over: true })).toMatchObject({ pc: await at('inner'), depth: 3, reason: 'breakpoint' });
});

test('the end of a task ends a step', async () => {
  await open();
  await load(calling);
  expect(await step({ steps: 1e9 })).toMatchObject({
    reason: 'returned',
    exit_status: 3,
    depth: 0,
    state: 'returned',
  });
  expect(told('task_state').at(-1)).toMatchObject({ new_state: 'returned', exit_status: 3 });
  expect(await client.refused('debug.step', { session, pid: 1 })).toBe(
    'invalid_state_transition:returned->paused',
  );
});

test('a fault stops a step at its instruction, and the next one ends the task', async () => {
  await open();
  await load(failing);
  expect(await step({ steps: 10 })).toMatchObject({ reason: 'brk', code: 7, pc: 4, executed: 1 });
  expect(await step({ steps: 10 })).toMatchObject({
    ...{ reason: 'fault', pc: await at('fails'), executed: 2 },
    fault: { name: 'division by zero', code: 0xffffff05 },
  });
  expect(await step()).toMatchObject({
    reason: 'returned',
    executed: 0,
    exit_status: 0xffffff05,
    state: 'terminated',
  });
});

test('break_on keeps a task at its BRK and at its fault', async () => {
  await open({ break_on: ['fault', 'brk'] });
  await load(failing);
  await ask('resume');
  await ask('step', { steps: 100 });
  expect(told('debug_stop')).toMatchObject([{ reason: 'brk', pc: 4, code: 7, depth: 1 }]);
  expect((await ask('dumpregs')).registers.pc).toBe(4);
  await ask('resume');
  await ask('step', { steps: 100 });
  expect(told('fault')).toMatchObject([
    { name: 'division by zero', pc: await at('fails'), depth: 1, paused: true },
  ]);
  expect((await ask('ps')).tasks.tasks[0]).toMatchObject({
    state: 'paused',
    fault: { name: 'division by zero' },
  });
  await ask('resume');
  expect((await ask('step')).result).toMatchObject({ executed: 0, running: false });
  expect((await ask('ps')).tasks.tasks[0]).toMatchObject({ state: 'terminated', exit_status: 0xffffff05 });
});

test('a fault that was avoided by moving the pc ends nobody', async () => {
  await open({ break_on: ['fault'] });
  await load(failing);
  await ask('resume');
  await ask('step', { steps: 100 });
  await ask('resume');
  await ask('step', { steps: 100 });
  const fails = await at('fails');
  expect((await ask('regs.write', { reg: 'PC', value: fails + 4 })).registers.pc).toBe(fails + 4);
  expect(await step({ steps: 9 })).toMatchObject({ reason: 'returned', state: 'returned' });
});

test('conditions with registers and memory need no symbols', async () => {
  await open();
  await load(endless, 'bare', { symbols: false });
  await ask('bp.set', { addr: 20, condition: 'R2 == 5 && *(int *)0x4000 == 4' });
  await ask('resume');
  expect((await ask('step', { steps: 1000 })).result).toMatchObject({ pc: 20, paused: true });
  expect((await ask('dumpregs')).registers.regs[2]).toBe(5);
  expect(told('debug_break')).toMatchObject([{ condition: 'R2 == 5 && *(int *)0x4000 == 4', hits: 1 }]);
});

test('a condition that fails at a hit stops and says why', async () => {
  await open();
  await load(endless);
  await ask('bp.set', { addr: await at('loop'), condition: '10 / R5 == 2' });
  await ask('resume');
  await ask('step', { steps: 1000 });
  expect(told('debug_break')).toMatchObject([{ condition_error: expect.stringMatching(/zero/) as string }]);
});

test('max_depth and temporary', async () => {
  await open();
  await load(calling);
  const [leaf, again] = [await at('leaf'), await at('again')];
  await ask('bp.set', { addr: leaf, max_depth: 1 });
  await ask('bp.set', { addr: again + 4, max_depth: 1, temporary: true });
  await ask('resume');
  expect((await ask('step', { steps: 1000 })).result.pc).toBe(again + 4);
  expect((await ask('bp.list')).breakpoints).toEqual([leaf]);
});

test('a breakpoint belongs to its session', async () => {
  await open();
  await client.ok('load', { path: await built('shared.mvasm', endless) });
  await ask('bp.set', { addr: 20 });
  await client.ok('bp.set', { pid: 1, addr: 20 });
  await client.ok('bp.set', { pid: 1, addr: 24 });
  expect((await ask('bp.clear', { addr: 20 })).breakpoints).toEqual([20, 24]);
  expect((await ask('bp.list')).details.map(each => each.session)).toEqual([false, false]);
  await ask('bp.set', { addr: 16 });
  await client.ok('session.close', { session });
  expect((await client.ok('bp.list', { pid: 1 })).breakpoints).toEqual([20, 24]);
});

test('a watch with break stops behind the access', async () => {
  await open();
  await load(endless);
  await ask('watch.add', { expr: 'count', break: true });
  await ask('resume');
  expect((await ask('step', { steps: 1000 })).result).toMatchObject({ pc: 24, paused: true });
  expect(told('debug_stop')).toMatchObject([
    { reason: 'watch', pc: 24, watch: { old_value: 0, new_value: 1, access: 'write' } },
  ]);
  expect(await step({ steps: 100 })).toMatchObject({ reason: 'watch', executed: 3, watch: { new_value: 2 } });
});

test('reads are watched when they are asked for', async () => {
  await open();
  const pid = await load(receiver(2));
  await load(sender(2), 'sender');
  await ask('watch.add', { expr: 'message', break: true, access: 'read' });
  await ask('resume', { pid: [pid, 2] });
  const { result } = await client.ok('step', { session, steps: 1000 });
  expect(result.debug_event).toMatchObject({ reason: 'watch', pid: 1, watch: { access: 'read' } });
  expect(result.debug_event.pc).toBe(await at('took'));
});

test('a watch of a local variable ends with its function', async () => {
  await open();
  const path = await built(
    'local.c',
    'int sum;\nvoid put(int n) { volatile int here = n; sum += here; }\nint main(void) { put(1); put(2); put(3); return sum; }\n',
  );
  await client.ok('load', { session, path, paused: true, lock: true });
  const { symbol } = await ask('sym', { op: 'name', name: 'put' });
  const { body } = executive.task(1).symbols!.sym.debug!.functions.find(({ name }) => name === 'put')!;
  await ask('bp.set', { addr: body, temporary: true });
  await step({ steps: 10_000 });
  expect((await ask('stack.info')).frames[0]!.symbol).toBe(symbol.name);
  expect(await ask('watch.add', { expr: 'here', type: 'local' })).toMatchObject({
    watch: { type: 'local', mode: 'local', description: 'put::here' },
    type: 'volatile int',
  });
  await step({ steps: 10_000 });
  expect(told('watch_update').filter(({ expr }) => expr === 'here')).toMatchObject([{ new_value: 1 }]);
  expect(told('watch_removed')).toMatchObject([{ expr: 'here' }]);
  expect((await ask('ps')).tasks.tasks[0]!.exit_status).toBe(6);
});

test('a step that waits says for what, and waits with wait_ms while others run', async () => {
  await open();
  await load(receiver(1));
  const waits = await at('waits');
  expect(await step({ steps: 100 })).toMatchObject({
    reason: 'waiting',
    pc: waits,
    wait: { for: 'message', target: 'app:numbers' },
  });
  expect(await step()).toMatchObject({ reason: 'waiting', executed: 0 });
  expect(await step({ wait_ms: 1 })).toMatchObject({ reason: 'waiting', executed: 0 });
  await client.ok('load', { path: await built('sender.mvasm', sender(1)) });
  expect(await step({ wait_ms: 10_000 })).toMatchObject({ reason: 'step', executed: 1, pc: waits + 4 });
  expect((await ask('ps')).tasks.tasks[1]!.accounted_steps).toBeGreaterThan(5);
});

test('a task that waits for input is seen, and goes on when it comes', async () => {
  await open();
  await client.ok('load', { path: await built('echo.mvasm', echo) });
  expect((await ask('step', { steps: 100 })).result.executed).toBe(3);
  expect((await ask('ps')).tasks.tasks[0]).toMatchObject({ state: 'waiting_mbx', wait: { for: 'input' } });
  expect(told('task_state').at(-1)).toMatchObject({ new_state: 'waiting_mbx', reason: 'input_wait' });
  expect(await ask('send', { data: 'one\ntwo' })).toMatchObject({
    mbx_status: 0,
    length: 7,
    target: 'svc:stdio.in@1',
  });
  await ask('step', { steps: 100 });
  expect(
    told('stdout')
      .map(({ text }) => text)
      .join(''),
  ).toBe('one\ntwo');
});

test('one stop stops the group in the same instant, and it goes on together', async () => {
  await open({ stop_group: true });
  await load(endless, 'one');
  await load(endless, 'two');
  await ask('bp.set', { addr: 24, condition: 'R2 == 700' });
  await ask('resume', { group: true });
  await client.ok('step', { session, steps: 1e6 });
  const states = watcher.events
    .filter(each => each.type === 'task_state')
    .map(({ pid, data }) => [pid, data.reason]);
  expect(states.slice(-2)).toEqual([
    [1, 'debug_break'],
    [2, 'group'],
  ]);
  const steps = async (): Promise<number[]> =>
    (await ask('ps')).tasks.tasks.map(each => each.accounted_steps);
  const before = await steps();
  await client.ok('step', { session, steps: 1000 });
  expect(await steps()).toEqual(before);
  expect(await ask('resume', { pid: [1, 2] })).toMatchObject({
    tasks: [{ state: 'running' }, { state: 'running' }],
  });
  await client.ok('step', { session, steps: 5000 });
  expect((await steps())[1]).toBeGreaterThan(before[1]!);
});

test('the end of a task pauses its group when that was asked for', async () => {
  await open({ stop_group: true, break_on: ['exit'] });
  await load(calling, 'ends');
  await load(endless, 'stays');
  await ask('resume', { group: true });
  await client.ok('step', { session, steps: 1e6 });
  expect((await ask('ps')).tasks.tasks).toMatchObject([
    { state: 'returned', exit_status: 3 },
    { state: 'paused', stop: { reason: 'group' } },
  ]);
});

test('with group the others have their turns while one is stepped', async () => {
  await open({ stop_group: true });
  executive.system.quantum = 8;
  await load(receiver(2));
  await load(sender(2), 'sender');
  const waits = await at('waits');
  expect(await step({ steps: 100 })).toMatchObject({ reason: 'waiting', pc: waits });
  expect(await step({ group: true })).toMatchObject({ reason: 'step', executed: 1, pc: waits + 4 });
  expect((await ask('ps')).tasks.tasks).toMatchObject([{ state: 'paused' }, { state: 'paused' }]);
  expect((await ask('ps')).tasks.tasks[1]!.accounted_steps).toBeGreaterThan(5);
  // A breakpoint of another one ends the step.
  const sent = (await ask('sym', { pid: 2, op: 'name', name: 'sent' })).symbol.address;
  await ask('bp.set', { pid: 2, addr: sent });
  expect(await step({ group: true, steps: 1e6 })).toMatchObject({
    reason: 'other',
    other: { pid: 2, reason: 'breakpoint', pc: sent },
  });
  expect(told('task_state').every(({ new_state: now }) => now === 'paused')).toBe(true);
  expect(await step({ group: true, steps: 1e6 })).toMatchObject({ reason: 'returned', exit_status: 3 });
});

test('a step without end is ended by a pause from elsewhere', async () => {
  await open();
  await load(endless);
  const stepped = step({ steps: 1e12 });
  await ask('pause');
  expect(await stepped).toMatchObject({ reason: 'cancelled', state: 'paused' });
  const again = step({ steps: 1e12 });
  await client.ok('session.close', { session });
  expect(await again).toMatchObject({ reason: 'cancelled' });
});

test('others that never stop do not keep a waiting step', async () => {
  await open();
  await load(receiver(1));
  await client.ok('load', { path: await built('endless.mvasm', endless) });
  await step({ steps: 100 });
  expect(await step({ wait_ms: 5 })).toMatchObject({ reason: 'waiting', executed: 0 });
});

// What a debugger looks at and changes: registers, memory, code, symbols, services, traces, the log.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { activationsOf } from '../../runtime/activations.js';
import { newCallStack } from '../../runtime/call-stack.js';
import type { TaskState } from '../../runtime/state.js';
import { built, DirectClient } from './bench-executive.js';
import { hexIn, type Wire } from './wire-fields.js';
import { calling, endless, receiver, sender } from './programs.js';

let executive: Executive;
let client: DirectClient;

beforeEach(() => {
  executive = new Executive();
  client = new DirectClient(executive);
});

afterEach(() => {
  executive.dispose();
  vi.useRealTimers();
});

const ask = (cmd: string, fields: object = {}): Promise<Wire> => client.ok(cmd, { pid: 1, ...fields });

const load = async (source: string, name = 'task'): Promise<string> => {
  const path = await built(`${name}.mvasm`, source);
  await client.ok('load', { path, paused: true });
  return path;
};

test('registers are written by name and number', async () => {
  await load(endless);
  expect((await ask('regs.write', { reg: 'R3', value: 7 })).registers.regs[3]).toBe(7);
  expect((await ask('regs.write', { reg: 4, value: -1 })).registers.regs[4]).toBe(0xffffffff);
  expect((await ask('regs.write', { reg: '$sp', value: '0xfff0' })).registers.sp).toBe(0xfff0);
  expect((await ask('regs.write', { reg: 'psw', value: 3 })).registers.flags).toBe(3);
  expect((await ask('regs.write', { reg: 'PC', value: 16 })).registers.pc).toBe(16);
  expect(await client.refused('regs.write', { pid: 1, reg: 'PC', value: 4 })).toBe(
    'no instruction begins at 0x0004',
  );
  expect(await ask('vm_reg_set', { reg: 5, value: 9 })).toMatchObject({ reg: 5, value: 9 });
  expect(await ask('vm_reg_get', { reg: 5 })).toMatchObject({ reg: 5, value: 9 });
  await client.ok('resume', { pid: 1 });
  await client.ok('clock.start');
  expect(await client.refused('regs.write', { pid: 1, reg: 0, value: 1 })).toBe('task_not_paused:1');
});

test('memory and code', async () => {
  await load(endless);
  await ask('poke', { addr: 0x5000, data: '0102ff' });
  expect((await ask('peek', { addr: 0x4fff, length: 5 })).data).toBe('000102ff00');
  expect((await ask('peek', { addr: 0xffff, length: 99 })).data).toBe('00');
  expect((await ask('code.read', { addr: 8, length: 8 })).data).toBe('0120000001300001');
  expect((await ask('code.read', { addr: 20, length: 100 })).data).toHaveLength(16);
});

test('the symbol file comes in pieces', async () => {
  const path = await load(calling);
  const whole = readFileSync(path.replace(/hxe$/, 'sym'), 'utf8');
  let text = '';
  for (let total = 1; text.length < total;) {
    const piece = await ask('sym', { op: 'read', offset: text.length, length: 1000 });
    total = piece.total;
    text += piece.text;
  }
  expect(text).toBe(whole);
  expect(await ask('sym.info')).toMatchObject({
    symbols: { loaded: true, count: expect.any(Number) as number },
  });
});

test('symbols are loaded later, and those of another program are refused', async () => {
  const path = await built('late.mvasm', calling);
  const other = await built('other.mvasm', endless);
  await client.ok('load', { path: await built('late.mvasm', calling, { symbols: false }) });
  expect(await client.refused('sym', { op: 'name', pid: 1, name: 'leaf' })).toBe('no_symbols');
  expect(await client.refused('sym.load', { pid: 1, path: other.replace(/hxe$/, 'sym') })).toMatch(/other/);
  await ask('sym.load', { path: path.replace(/hxe$/, 'sym') });
  expect((await ask('sym', { op: 'name', name: 'leaf' })).symbol.type).toBe('function');
  expect(await client.refused('load', { path, symbols: other.replace(/hxe$/, 'sym') })).toMatch(/other/);
});

test('from registers, stack and calls a client walks as the machine does', async () => {
  await load(calling);
  const inner = (await ask('sym', { op: 'name', name: 'inner' })).symbol.address;
  await ask('bp.set', { addr: inner + 4 });
  await ask('debug.step', { steps: 1000 });
  const { registers } = await ask('dumpregs');
  const { calls, depth, frames } = await ask('stack.info', { calls: true });
  const memory = new Uint8Array(0x10000);
  memory.set(
    Buffer.from(
      hexIn(await ask('peek', { addr: registers.sp, length: calls.stack_top + 4 - registers.sp })),
      'hex',
    ),
    registers.sp,
  );
  const mirror = newCallStack(calls.entries.length, calls.serial);
  calls.entries.forEach((entry, at) => {
    mirror.slots[at] = entry.slot;
    mirror.returns[at] = entry.return_to;
    mirror.serials[at] = entry.serial;
    mirror.targets[at] = Number(entry.target);
    mirror.found.set(entry.found, at * 4);
  });
  Object.assign(mirror, {
    count: calls.entries.length,
    imbalance: calls.imbalance,
    activations: calls.activations,
  });
  const task = {
    memory,
    pc: registers.pc,
    sp: registers.sp,
    stackTop: calls.stack_top,
    calls: mirror,
  } as unknown as TaskState;
  const walked = activationsOf(task, 0, 99);
  expect(walked).toEqual(activationsOf(executive.task(1).state, 0, 99));
  expect(walked).toHaveLength(depth);
  expect(walked.map(({ pc, serial }) => [pc, serial])).toEqual(frames.map(each => [each.pc, each.serial]));
});

test('mailboxes, values and commands as the debugger shows them', async () => {
  await load(sender(3));
  await client.ok('load', { path: await built('receiver.mvasm', receiver(3)) });
  await client.ok('resume', { pid: 1 });
  await client.ok('step', { pid: 1, steps: 10_000 });
  const { services } = await ask('services.read');
  const numbers = services.mailboxes.find(each => each.target === 'app:numbers')!;
  expect(numbers).toMatchObject({ owner: 0, capacity: 64, bytes: 36, mode_text: 'read and write' });
  expect(numbers.messages.map(each => each.data_hex)).toEqual(['01000000', '02000000', '03000000']);
  expect((await ask('list')).channels).toContainEqual(
    expect.objectContaining({ target: 'app:numbers', queue_depth: 3 }),
  );
  expect((await client.ok('mailbox_snapshot')).stats).toMatchObject({ messages: 3, bytes_used: 36 });
  expect(await ask('send', { target: 'app:numbers', data_hex: '04000000' })).toMatchObject({
    mbx_status: 0,
    length: 4,
  });
  expect(await ask('send', { target: 'app:numbers', data_hex: '00'.repeat(60) })).toMatchObject({
    mbx_status: 4,
  });
  expect(await client.refused('send', { pid: 1, target: 'app:none', data: 'x' })).toBe(
    'unknown mailbox app:none',
  );
});

test('a killed task leaves nothing behind', async () => {
  await load(sender(3));
  const before = executive.system.state.services.mailboxes.length;
  await load(endless, 'second');
  await client.ok('watch.add', { pid: 2, expr: 'count' });
  await client.ok('kill', { pid: 2 });
  expect(executive.system.state.services.mailboxes).toHaveLength(before);
  expect([executive.system.watchers.size, executive.system.held.size, executive.system.traces.size]).toEqual([
    0, 1, 1,
  ]);
  // Its stack has room for the next.
  await load(endless, 'third');
  expect((await client.ok('ps')).tasks.tasks).toMatchObject([
    { pid: 1, stack_base: 0xeffc },
    { pid: 3, stack_base: 0xdffc },
  ]);
});

test('as many tasks as there is room for', async () => {
  const path = await built('many.mvasm', endless);
  let loaded = 0;
  let refused: string | undefined;
  while (refused === undefined) {
    const answer = await client.ask('load', { path });
    if (answer?.status === 'ok') loaded++;
    else refused = answer?.error;
  }
  expect([loaded, refused]).toEqual([
    11,
    expect.stringMatching(/^there is no room for the stack of task 12/),
  ]);
});

test('the last instructions are there without anybody asking', async () => {
  await load(calling);
  await ask('debug.step', { steps: 6 });
  const { trace } = await ask('trace.records');
  expect(trace).toMatchObject({ count: 6, capacity: 100, enabled: false, format: 'hsx.trace/1' });
  expect(trace.records.at(-1)).toMatchObject({ seq: 6, steps: 6, changed_regs: ['SP', 'R15'] });
  expect(trace.records.map(each => each.next_pc).slice(0, -1)).toEqual(
    trace.records.map(each => each.pc).slice(1),
  );
});

test('records are exported and imported', async () => {
  await load(calling);
  await ask('trace', { mode: 'on' });
  await ask('debug.step', { steps: 4 });
  const { trace } = await ask('trace.export');
  expect(trace.records[0]).toMatchObject({
    pc: 0,
    mem_access: { op: 'write', address: 0xfff8, width: 4, value: 0 },
  });
  await load(calling, 'other');
  expect(
    (await client.ok('trace.import', { pid: 2, records: trace.records, replace: true })).trace,
  ).toMatchObject({ pid: 2, count: 4 });
  expect((await client.ok('trace.records', { pid: 2 })).trace.records).toEqual(trace.records);
  expect(await client.refused('trace.import', { pid: 2, records: [5] })).toMatch(/^records is/);
});

test('the clock has a rate, and the scheduler a quantum', async () => {
  await load(endless);
  expect((await client.ok('clock.rate', { rate: 500 })).clock).toMatchObject({ rate_hz: 500 });
  await client.ok('resume', { pid: 1 });
  await client.ok('start_auto');
  let steps = 0;
  while (steps === 0) {
    await new Promise(done => setImmediate(done));
    steps = (await client.ok('ps')).tasks.tasks[0]!.accounted_steps;
  }
  expect(steps).toBeLessThan(200);
  expect((await client.ok('stop_auto')).clock).toMatchObject({ state: 'stopped' });
  expect((await ask('sched', { quantum: 5, priority: 3 })).task).toMatchObject({ quantum: 5, priority: 3 });
  expect((await client.ok('sched')).scheduler).toMatchObject({
    quantum: 5,
    counters: { 1: expect.any(Number) as number },
  });
  expect((await ask('info')).info).toMatchObject({
    loaded: true,
    current_pid: 1,
    selected_registers: { pc: expect.any(Number) as number },
  });
});

test('the log names requests and never what they carried', async () => {
  await load(endless);
  const session = (await client.ok('session.open')).session.id;
  await ask('poke', { session, addr: 0, data: 'c0ffee' });
  const { logs } = await client.ok('dmesg', { filter_session: session });
  expect(logs).toMatchObject([{ level: 'debug', command: 'poke', session_id: session }]);
  expect(JSON.stringify((await client.ok('dmesg')).logs)).not.toContain('c0ffee');
  await client.ok('dmesg.clear');
  expect((await client.ok('dmesg')).logs).toHaveLength(1);
});

test('a session without a sign of life ends', async () => {
  vi.useFakeTimers();
  const other = new Executive();
  const plain = new DirectClient(other);
  const session = (await plain.ok('session.open', { heartbeat_s: 5, pid_lock: 1 })).session.id;
  vi.advanceTimersByTime(4_500);
  await plain.ok('session.keepalive', { session });
  vi.advanceTimersByTime(4_500);
  expect(other.sessions.ownerOf(1)).toBeDefined();
  vi.advanceTimersByTime(2_000);
  expect(other.sessions.ownerOf(1)).toBeUndefined();
  expect(await plain.refused('session.keepalive', { session })).toBe('session_required');
  other.dispose();
});

test('locks are taken and given back one by one', async () => {
  const [one, two] = [
    (await client.ok('session.open')).session.id,
    (await client.ok('session.open')).session.id,
  ];
  expect((await client.ok('session.lock', { session: one, pid: [1, 2] })).session.pid_locks).toEqual([1, 2]);
  expect(await client.refused('session.lock', { session: two, pid: 2 })).toBe('pid_locked:2');
  await client.ok('session.unlock', { session: one, pid: 2 });
  expect((await client.ok('session.lock', { session: two, pid: 2 })).session.pid_locks).toEqual([2]);
});

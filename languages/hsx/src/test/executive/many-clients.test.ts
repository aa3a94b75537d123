// Several clients on one executive: locks, streams, clients that die, and the same run as in process.

import { expect, test } from 'vitest';
import { imageOf } from '../../runtime/load.js';
import { createMachine } from '../../runtime/machine.js';
import { programSpan } from '../../runtime/image.js';
import { BenchHost, program } from '../runtime/bench-machine.js';
import { built, EventStream, startExecutive, type Bench } from './bench-executive.js';
import type { Wire } from './wire-fields.js';
import { calling, chatty, endless, receiver, sender } from './programs.js';

const loadTwo = async (bench: Bench): Promise<void> => {
  const client = await bench.connect();
  await client.ok('load', { path: await built('one.mvasm', endless) });
  await client.ok('load', { path: await built('two.mvasm', endless) });
};

test('two debuggers and a watcher, while the clock runs', async () => {
  const bench = await startExecutive();
  await loadTwo(bench);
  const [first, second, third] = [await bench.connect(), await bench.connect(), await bench.connect()];
  const one = await first.session({ pid_lock: 1 });
  const two = await second.session({ pid_lock: [2] });
  const watching = await third.session();
  const streams = [
    await EventStream.open(bench, one, { pid: [1] }),
    await EventStream.open(bench, two, { pid: [2] }),
  ];
  const all = await EventStream.open(bench, watching, { categories: ['debug_break', 'task_state'] });
  await first.ok('bp.set', { pid: 1, addr: 20, condition: 'R2 == 100', session: one });
  await second.ok('bp.set', { pid: 2, addr: 24, condition: 'R2 == 300', session: two });
  expect(await first.refused('pause', { pid: 2, session: one })).toBe('pid_locked:2');
  expect(await third.refused('poke', { pid: 1, addr: 0, data: '00' })).toBe('pid_locked:1');
  await third.ok('clock', { op: 'start' });
  expect((await streams[0]!.until('debug_break')).data).toMatchObject({ pc: 20 });
  expect((await streams[1]!.until('debug_break')).data).toMatchObject({ pc: 24 });
  expect(streams[0]!.seen.every(({ pid }) => pid === 1)).toBe(true);
  for (let n = 0; n < 2; n++) await all.until('debug_break');
  // The first goes on, the second stays where it is.
  await first.ok('bp.clear_all', { pid: 1, session: one });
  await first.ok('resume', { pid: 1, session: one });
  const steps = async (): Promise<number[]> =>
    (await third.ok('ps')).tasks.tasks.map(each => each.accounted_steps);
  const before = await steps();
  let now = before;
  while (now[0] === before[0]) now = await steps();
  expect(now[1]).toBe(before[1]);
  expect((await third.ok('session.list')).sessions).toMatchObject([
    { pid_locks: [1] },
    { pid_locks: [2] },
    { pid_locks: [] },
  ]);
});

test('requests are answered while an endless loop has the machine', async () => {
  const bench = await startExecutive();
  await loadTwo(bench);
  const client = await bench.connect();
  await client.ok('clock', { op: 'start' });
  let before = 0;
  for (let n = 0; n < 20; n++) {
    const { clock } = await client.ok('clock');
    expect(clock).toMatchObject({ state: 'running', running: true });
    expect(clock.auto_total_steps).toBeGreaterThanOrEqual(before);
    before = clock.auto_total_steps;
  }
  expect(before).toBeGreaterThan(10_000);
  expect((await client.ok('clock.stop')).clock.state).toBe('stopped');
  const { clock } = await client.ok('clock');
  expect((await client.ok('clock')).clock.auto_total_steps).toBe(clock.auto_total_steps);
});

test('a client that is killed in the middle of a step leaves its tasks as they were and its locks free', async () => {
  const bench = await startExecutive({ times: { bound: 20 } });
  await loadTwo(bench);
  const watcher = await bench.connect();
  const watching = await watcher.session();
  const events = await EventStream.open(bench, watching, { categories: ['session_closed'] });
  const client = await bench.connect();
  const session = await client.session({ client: 'victim', pid_lock: 1, bound: true });
  await client.ok('pause', { pid: 1, session });
  await client.ok('bp.set', { pid: 1, addr: 20, condition: 'R2 == 5 && R3 == 0', session });
  client.write(`${JSON.stringify({ cmd: 'debug.step', pid: 1, session, steps: 1e12 })}\n`);
  let step: Wire;
  do step = (await watcher.ok('ps')).tasks.tasks[0]!;
  while (!step.single_step || step.accounted_steps === 0);
  expect(await watcher.refused('resume', { pid: 1 })).toBe('pid_locked:1');
  client.kill();
  expect((await events.until('session_closed')).data).toEqual({ client: 'victim', reason: 'disconnected' });
  const [task] = (await watcher.ok('ps')).tasks.tasks;
  expect(task).toMatchObject({ state: 'paused', single_step: false, locked_by: null });
  expect((await watcher.ok('bp.list', { pid: 1 })).breakpoints).toEqual([]);
  expect((await watcher.ok('ps')).tasks.tasks[0]!.accounted_steps).toBe(task!.accounted_steps);
  const next = await bench.connect();
  const again = await next.session({ pid_lock: 1 });
  expect((await next.ok('debug.step', { pid: 1, session: again })).result).toMatchObject({ executed: 1 });
});

test('a session goes on from another connection', async () => {
  const bench = await startExecutive({ times: { bound: 60_000 } });
  await loadTwo(bench);
  const first = await bench.connect();
  const session = await first.session({ pid_lock: 1, bound: true });
  await first.ok('bp.set', { pid: 1, addr: 16, session });
  first.kill();
  const second = await bench.connect();
  expect((await second.ok('session.current', { session })).session.pid_locks).toEqual([1]);
  expect((await second.ok('bp.list', { pid: 1 })).breakpoints).toEqual([16]);
  const stream = await EventStream.open(bench, session, { since_seq: 0 });
  expect((await stream.until('task_state')).data).toMatchObject({ reason: 'loaded' });
});

test('a run over the wire stops where a run in process stops', async () => {
  const sources = { sender: sender(12), receiver: receiver(12) };
  const stops: (readonly [task: number, pc: number, steps: readonly number[]])[] = [];
  const quantum = 40;
  const made = Object.entries(sources).map(([name, source]) => program(source, name));
  const machine = createMachine(
    imageOf(
      made.map(each => each.program),
      { quantum },
    ),
    new BenchHost(),
  );
  const [sent, took] = [made[0]!.address('sent'), made[1]!.address('took')];
  machine.arm(sent);
  machine.arm(programSpan + took);
  // How far each task is, seen from outside: R9 counts in both.
  const registers = (task: number): number =>
    Number(
      machine.scalar(
        machine.read({
          kind: 'register',
          task,
          frame: machine.frames(task, 0, 1)[0]?.serial ?? 0,
          name: 'R9',
        }),
      ),
    );
  const progress = (): number[] =>
    [1, 2].map(task => (machine.frames(task, 0, 1).length === 0 ? -1 : registers(task)));
  for (let pass = false; ;) {
    const outcome = machine.run(machine.time + 1e6, pass);
    if (outcome.kind === 'exited') break;
    pass = outcome.kind === 'site';
    if (outcome.kind === 'site') stops.push([outcome.task, outcome.address % programSpan, progress()]);
  }
  expect(stops).toHaveLength(24);

  const bench = await startExecutive({ quantum });
  const client = await bench.connect();
  const session = await client.session({ stop_group: true });
  for (const [name, source] of Object.entries(sources))
    await client.ok('load', {
      session,
      lock: true,
      paused: true,
      path: await built(`${name}.mvasm`, source),
    });
  await client.ok('bp.set', { session, pid: 1, addr: sent });
  await client.ok('bp.set', { session, pid: 2, addr: took });
  const stream = await EventStream.open(bench, session);
  await client.ok('clock.start');
  const far: typeof stops = [];
  const running = async (): Promise<boolean> => {
    const { tasks } = (await client.ok('ps')).tasks;
    return tasks.some(each => each.exit_status === null);
  };
  while (far.length < stops.length) {
    await client.ok('resume', { session, group: true });
    const event = await stream.until('debug_break');
    const counts: number[] = [];
    for (const pid of [1, 2]) {
      const { registers: found } = await client.ok('dumpregs', { pid });
      counts.push(found.context.exit_status === null ? found.regs[9]! : -1);
    }
    far.push([event.pid, event.data.pc, counts]);
    await client.ok('events.ack', { session, seq: event.seq });
  }
  expect(far).toEqual(stops);
  await client.ok('resume', { session, group: true });
  while (await running()) await stream.until('task_state');
  expect((await client.ok('ps')).tasks.tasks).toMatchObject([{ exit_status: 12 }, { exit_status: 78 }]);
});

test('a client that reads nothing stalls neither the machine nor others, and is given up', async () => {
  const bench = await startExecutive({ times: { grace: 250 } });
  await loadTwo(bench);
  const client = await bench.connect();
  const slow = await client.session({ capabilities: { max_events: 16 } });
  const stream = await EventStream.open(bench, slow);
  stream.client.socket.pause();
  const good = await client.session({ capabilities: { max_events: 2048 } });
  const seen = await EventStream.open(bench, good, { pid: [1] });
  await client.ok('trace', { pid: 1, mode: 'on' });
  await client.ok('clock.start');
  const slowSession = bench.executive.sessions.find(slow)!;
  let events = 0;
  while (bench.executive.events.of(slowSession) !== undefined) {
    const event = (await seen.client.newest())!;
    events++;
    await client.ok('events.ack', { session: good, seq: event.seq });
  }
  await client.ok('clock.stop');
  expect(events).toBeGreaterThan(1);
  // The slow one was told, and its stream ended; its session did not.
  stream.client.socket.resume();
  const reasons: string[] = [];
  for (let event = await stream.client.next(); event !== undefined; event = await stream.client.next())
    if (event.type === 'warning') reasons.push(event.data.reason);
  expect(reasons).toContain('slow_consumer');
  expect(reasons.at(-1)).toBe('slow_consumer_drop');
  expect(await client.refused('events.ack', { session: slow, seq: 1 })).toBe('session_required');
  expect((await client.ok('session.current', { session: slow })).session.client).toBe('test');
  expect(bench.executive.events.of(bench.executive.sessions.find(good)!)).toBeDefined();
});

test('a debugger that wants all output gets all of it', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  const session = await client.session({ lossless: true, capabilities: { max_events: 4 } });
  const lines = 5_000;
  await client.ok('load', { session, lock: true, path: await built('chatty.mvasm', chatty(lines)) });
  const stream = await EventStream.open(bench, session);
  await client.ok('clock.start');
  let length = 0;
  for (;;) {
    const event = (await stream.client.next())!;
    if (event.type === 'stdout') length += event.data.text.length;
    if (event.data.new_state === 'returned') break;
    expect(event.type).not.toBe('warning');
    await client.ok('events.ack', { session, seq: event.seq });
  }
  expect(length).toBe(lines * 16);
});

test('turns are told, many in one event', async () => {
  const bench = await startExecutive({ quantum: 10 });
  await loadTwo(bench);
  const client = await bench.connect();
  const session = await client.session();
  const stream = await EventStream.open(bench, session, { categories: ['scheduler'] });
  await client.ok('step', { steps: 100 });
  expect((await stream.until('scheduler')).data).toMatchObject({
    ...{ state: 'switch', reason: 'quantum_expired', prev_state: 'running', next_state: 'running' },
    ...{ post_state: 'ready', executed: 100, source: 'manual', switches: 10, quantum_remaining: 10 },
  });
});

test('reload begins the program anew, with its lock and breakpoints', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  const session = await client.session();
  const path = await built('again.mvasm', calling);
  await client.ok('load', { session, lock: true, path });
  await client.ok('bp.set', { session, pid: 1, addr: 16 });
  await client.ok('step', { session, pid: 1, steps: 1e6 });
  const { reload } = await client.ok('reload', { session, pid: 1 });
  expect(reload).toMatchObject({ pid: 2, old_pid: 1, app_name: 'again' });
  expect((await client.ok('ps')).tasks.tasks).toMatchObject([
    { pid: 2, pc: 0, breakpoints: [16], locked_by: 'test' },
  ]);
  expect(await client.refused('kill', { pid: 2 })).toBe('pid_locked:2');
});

// Tasks that a program switches between by itself: those that do not run are threads, with stacks of their own.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Stop, Thread, ThreadId } from '@sonde/engine';
import type { TaskTable } from '../native.js';
import { lldbServer, serve } from './debug-server.js';
import { OutsideProgram } from './outside-program.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession } from './session.js';

const run = promisify(execFile);
const gdbMissing = await run('gdb', ['--version']).then(
  () => false,
  () => true,
);
if (gdbMissing) process.stderr.write('\nA TEST OF CORE FILES IS SKIPPED: `apt-get install -y gdb`\n');

const table: TaskTable = {
  kind: 'fiber',
  version: { symbol: 'task_layout', value: 3 },
  first: { symbol: 'tasks', offset: 16 },
  current: { symbol: 'tasks', offset: 8 },
  switch: { symbol: 'turn_to' },
  offsets: {
    ...{ name: 0, next: 8, id: 16, state: 24, line: 28, pc: 32, framePointer: 40, stackPointer: 48 },
    ...{ waitingOn: 56, waiter: 64, nextWaiter: 72, file: 80, awaiting: 88, stackLow: 96, stackHigh: 104 },
  },
  states: { suspended: [8], ready: [9], running: [10] },
  timed: [],
};

const engine = { tasks: [table] };

const named = (threads: readonly Thread[], name: string): Thread => {
  const found = threads.find(thread => thread.name === name);
  if (found === undefined) throw new Error(`no ${name} among ${threads.map(t => t.name).join(', ')}`);
  return found;
};

const stepOver = { kind: 'step', how: 'over', granularity: 'line' } as const;
const stepOut = { kind: 'step', how: 'out', granularity: 'line' } as const;

describe.skipIf(toolsMissing)('tasks of a native program', () => {
  const [tasks, newer, threads] = useFixtures(
    'tasks.c',
    { name: 'tasks.c', flags: ['-O0', '-DLAYOUT=4'], output: 'newer-tasks' },
    'threads.c',
  );

  const stoppedAt = async (marker: string, ...args: readonly string[]): Promise<[TestSession, Stop]> => {
    const session = await TestSession.start(tasks.program, { engine, settings: { args } });
    await session.breakAtMarker(tasks, marker, { temporary: true });
    await session.engine.begin();
    return [session, await session.stopped()];
  };

  const functions = async (session: TestSession, stop: Stop, thread: ThreadId) =>
    (await session.engine.stack(stop.id, thread, 0, 50)).frames
      .filter(({ location }) => location !== undefined)
      .map(({ function: name, location }) => `${name} ${location!.line}`);

  const valueOf = async (session: TestSession, stop: Stop, thread: ThreadId, level: number, name: string) => {
    const { frames } = await session.engine.stack(stop.id, thread, 0, 50);
    const scopes = await session.engine.scopes(stop.id, frames[level]!.id);
    return scopes.flatMap(scope => scope.variables).find(variable => variable.name === name)!.value;
  };

  const moved = async (
    session: TestSession,
    stop: Stop,
    thread: ThreadId,
    motion: typeof stepOver | typeof stepOut,
  ) => {
    await session.engine.resume({ stop: stop.id, thread, scope: 'all', direction: 'forward', motion });
    return session.stopped();
  };

  it('are listed beside the threads of the system, with what they wait for', async () => {
    const [session, stop] = await stoppedAt('leaf');
    const list = await session.engine.threads();
    const [system, main, middle] = list;
    expect(list).toHaveLength(3);
    expect(system).toMatchObject({ kind: 'os', name: 'main', state: 'stopped', awaitedBy: middle!.id });
    expect(main).toMatchObject({
      kind: 'fiber',
      name: 'main (fiber 1)',
      state: 'waiting',
      carrier: system!.id,
      waitReason: 'await',
      awaiting: 'middle',
      location: { line: tasks.line('main-awaits') },
    });
    expect(middle).toMatchObject({ name: 'middle (fiber 3)', awaiting: 'leaf', awaitedBy: main!.id });
    expect([main!.awaits, middle!.awaits]).toEqual([middle!.handle, system!.handle]);
    expect(middle!.handle).toMatch(/^0x[0-9a-f]+$/);
    expect(stop.focus).toBe(system!.id);
  });

  it('have stacks at the calls they wait in, with variables that can be read, calculated with and changed', async () => {
    const [session, stop] = await stoppedAt('leaf');
    const middle = named(await session.engine.threads(), 'middle (fiber 3)');
    expect((await functions(session, stop, middle.id)).slice(0, 2)).toEqual([
      `deeper ${tasks.line('inner')}`,
      `work ${tasks.line('outer')}`,
    ]);
    expect(intOf(await valueOf(session, stop, middle.id, 1, 'before'))).toBe(4);
    const doubled = await valueOf(session, stop, middle.id, 0, 'doubled');
    const { frames } = await session.engine.stack(stop.id, middle.id, 0, 50);
    const sum = await session.engine.evaluateText!(stop.id, frames[0]!.id, 'doubled + by * 10');
    expect(intOf(sum)).toBe(36);
    // Where it goes on is behind the call; what is shown is the call.
    const [next] = await session.engine.disassemble!(stop.id, frames[0]!.address, -1, 1);
    expect(next!.text).toMatch(/^call/);

    expect(intOf(doubled)).toBe(6);
    const changed = { ...doubled, content: { kind: 'bytes' as const, bytes: Buffer.from([46, 0, 0, 0]) } };
    await session.engine.write(stop.id, doubled.place!, changed);
    await session.go(stop, { kind: 'continue' });
    await session.next('exited');
    expect(session.text('stdout')).toBe('158\nend\n');
  });

  it('follow the stack of what they await, each under its name', async () => {
    const [session, stop] = await stoppedAt('leaf');
    const { frames, fragments, total } = await session.engine.stack(stop.id, stop.focus, 0, 50);
    expect(total).toBe(frames.length);
    expect(
      fragments!.map(fragment => [fragment.description, ...fragment.frames.map(frame => frame.function)]),
    ).toEqual([
      ['awaited by middle (fiber 3)', 'deeper', 'work', 'begin'],
      ['awaited by main (fiber 1)', 'main'],
    ]);
    const scopes = await session.engine.scopes(stop.id, fragments![1]!.frames[0]!.id);
    expect(scopes.flatMap(scope => scope.variables).map(({ name }) => name)).toContain('count');
    expect(stop.top?.fragments).toEqual(fragments);
  });

  it('come and go, and keep their numbers', async () => {
    const [session, first] = await stoppedAt('start');
    expect(await session.engine.threads()).toHaveLength(1);
    await session.breakAtMarker(tasks, 'between');
    await session.breakAtMarker(tasks, 'leaf');
    await session.breakAtMarker(tasks, 'last');
    const between = await session.move(first, { kind: 'continue' });
    const there = await session.engine.threads();
    const middle = named(there, 'middle (fiber 3)');
    expect(named(there, 'leaf (fiber 2)')).toMatchObject({ awaiting: 'its turn', state: 'waiting' });
    expect(named(there, 'leaf (fiber 2)')).not.toHaveProperty('waitReason');
    // It has not begun: where it will is all there is to see.
    expect(await functions(session, between, middle.id)).toEqual([expect.stringMatching(/^begin /)]);
    const leaf = await session.move(between, { kind: 'continue' });
    expect(named(await session.engine.threads(), 'middle (fiber 3)').id).toBe(middle.id);
    const last = await session.move(leaf, { kind: 'continue' });
    expect((await session.engine.threads()).map(({ name }) => name)).toEqual(['main']);
    const changes = session.events.flatMap(event =>
      event.kind === 'thread' ? [`${event.change} ${event.thread.name}`] : [],
    );
    expect(changes).toEqual([
      'started leaf (fiber 2)',
      'started middle (fiber 3)',
      'started main (fiber 1)',
      'exited leaf (fiber 2)',
      'exited main (fiber 1)',
      'exited middle (fiber 3)',
    ]);
    await expect(session.engine.stack(last.id, middle.id, 0, 1)).rejects.toMatchObject({
      message: `there is no thread ${middle.id}: it runs, or has ended.`,
    });
  });

  it('keep a step to themselves, whoever runs meanwhile', async () => {
    const [session, stop] = await stoppedAt('turn');
    const stepped = await session.step(stop, 'over');
    // Main has run, and the other task, before it was the turn of this one again.
    expect(lineOf(stepped)).toBe(tasks.line('turn') + 1);
    expect(reasonOf(stepped).kind).toBe('step');
  });

  it('keep a step while others pass breakpoints that do not hold, or only log', async () => {
    const [session, stop] = await stoppedAt('turn');
    const never = { compare: 'gt', count: 100 } as const;
    await session.breakAtMarker(tasks, 'between', { hitCondition: never });
    await session.breakAtMarker(tasks, 'outer', { logMessage: 'passed' });
    expect(lineOf(await session.step(stop, 'over'))).toBe(tasks.line('turn') + 1);
    expect(session.text('console')).toBe('passed\n');
  });

  it('step over the switch itself where the runtime has lines', async () => {
    const [session, stop] = await stoppedAt('turn');
    const inside = await session.step(stop, 'in');
    expect(inside.top?.frames[0]?.function).toBe('pass_on');
    const out = await session.step(inside, 'out');
    expect(out.top?.frames[0]?.function).toBe('leaf');
  });

  it('step while they wait: the program goes on until they have moved', async () => {
    const [session, stop] = await stoppedAt('leaf');
    const list = await session.engine.threads();
    const middle = named(list, 'middle (fiber 3)');
    const over = await moved(session, stop, middle.id, stepOver);
    expect(lineOf(over)).toBe(tasks.line('inner') + 1);
    expect(over.focus).toBe(list[0]!.id);
    const main = named(await session.engine.threads(), 'main (fiber 1)');
    const again = await moved(session, over, main.id, stepOver);
    expect(lineOf(again)).toBe(tasks.line('main-awaits') + 1);
  });

  it('step out to their callers', async () => {
    const [session, stop] = await stoppedAt('leaf');
    const middle = named(await session.engine.threads(), 'middle (fiber 3)');
    expect(lineOf(await moved(session, stop, middle.id, stepOut))).toBe(tasks.line('outer'));
  });

  it('cannot be moved otherwise, and call nothing', async () => {
    const [session, stop] = await stoppedAt('leaf');
    const { id } = named(await session.engine.threads(), 'middle (fiber 3)');
    const request = { stop: stop.id, thread: id, direction: 'forward' } as const;
    const goto = { kind: 'goto', target: stop.top!.frames[0]!.address } as const;
    await expect(session.engine.resume({ ...request, scope: 'all', motion: goto })).rejects.toMatchObject({
      code: 'wrong-state',
    });
    await expect(
      session.engine.resume({ ...request, scope: 'thread', motion: stepOver }),
    ).rejects.toMatchObject({
      message: 'middle (fiber 3) cannot run alone;',
    });
    const { frames } = await session.engine.stack(stop.id, id, 0, 1);
    await expect(session.engine.evaluateText!(stop.id, frames[0]!.id, '(int)getpid()')).rejects.toMatchObject(
      { message: 'nothing can be called where the program does not run;' },
    );
    await expect(session.engine.evaluateText!(stop.id, frames[0]!.id, '$rbx')).rejects.toMatchObject({
      message: '$rbx is not saved while it waits.',
    });
    // And the stop is as it was.
    const stepped = await session.step(stop, 'over');
    expect(lineOf(stepped)).toBe(tasks.line('leaf-next'));
  });

  it('watch their variables while others run', async () => {
    const [session, stop] = await stoppedAt('leaf');
    const middle = named(await session.engine.threads(), 'middle (fiber 3)');
    const { place } = await valueOf(session, stop, middle.id, 1, 'sum');
    await session.breakAt({ kind: 'data', place: place!, size: 4, access: 'write' });
    await session.breakAtMarker(tasks, 'leaf-next');
    const between = await session.move(stop, { kind: 'continue' });
    expect(lineOf(between)).toBe(tasks.line('leaf-next'));
    const written = await session.move(between, { kind: 'continue' });
    expect(reasonOf(written).kind).toBe('data');
    expect(written.top?.frames[0]?.function).toBe('work');
  });

  /** What of tasks there is to see wherever the leaf waits for input. */
  const seesAll = async (session: TestSession): Promise<void> => {
    await session.engine.begin();
    const stop = await session.stopped();
    const list = await session.engine.threads();
    expect(list.map(({ name }) => name)).toEqual(['main', 'main (fiber 1)', 'middle (fiber 3)']);
    expect(await functions(session, stop, list[1]!.id)).toContain(`main ${tasks.line('main-awaits')}`);
    expect(intOf(await valueOf(session, stop, list[2]!.id, 0, 'doubled'))).toBe(6);
    const { fragments } = await session.engine.stack(stop.id, list[0]!.id, 0, 50);
    expect(fragments).toHaveLength(2);
  };

  it('are seen in a process that was attached to', async () => {
    const program = await OutsideProgram.start(tasks.program, '-1');
    const { program: path } = tasks;
    const wanted = { processId: program.id, program: path, stopOnEntry: true };
    await seesAll(await TestSession.attach(wanted, undefined, engine));
  });

  it.skipIf(gdbMissing)('are seen in a core file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonde-tasks-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const core = join(folder, 'core');
    const place = `tasks.c:${tasks.line('leaf')}`;
    const commands = [`break ${place}`, 'run', `generate-core-file ${core}`, 'kill'];
    await run('gdb', ['-nx', '-q', '-batch', ...commands.flatMap(text => ['-ex', text]), tasks.program]);
    await seesAll(await TestSession.attach({ core, program: tasks.program }, undefined, engine));
  });

  it.skipIf(lldbServer === undefined)('are seen behind a debug server', async () => {
    const server = await serve(tasks.program);
    const wanted = { gdbRemote: server.address, program: tasks.program };
    const session = await TestSession.attach(wanted, undefined, engine);
    await session.breakAtMarker(tasks, 'leaf');
    await seesAll(session);
  });

  it('are bounded in number, and told so', async () => {
    const [session, stop] = await stoppedAt('between', '3000');
    const list = await session.engine.threads();
    expect(list.filter(({ kind }) => kind === 'fiber')).toHaveLength(2000);
    expect(list.at(-1)!.name).toBe('idle (fiber 3003)');
    // The leaf, the middle one and those that idle.
    expect(list[0]!.tasks).toBe(3002);
    expect(await functions(session, stop, list.at(-1)!.id)).toHaveLength(1);
    const notices = session.events.filter(event => event.kind === 'notice');
    expect(notices).toMatchObject([
      { message: expect.stringContaining('More than 2000 fibers wait') as string },
    ]);
  });

  it.each([
    ['goes round in a circle', ['2', 'circle']],
    ['leads to nothing', ['2', 'circle', 'nowhere']],
  ])('of a list that %s are listed as far as it goes', async (_, args) => {
    const [session, stop] = await stoppedAt('damaged', ...args);
    expect((await session.engine.threads())[0]).toMatchObject({ kind: 'os' });
    expect(session.events.filter(event => event.kind === 'notice')).toMatchObject([
      { message: expect.stringContaining("the end of the runtime's list of them") as string },
    ]);
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 0 });
  });

  it('of another layout are left alone, and told so', async () => {
    const session = await TestSession.start(newer.program, { engine });
    await session.breakAtMarker(newer, 'leaf');
    await session.engine.begin();
    await session.stopped();
    expect(await session.engine.threads()).toHaveLength(1);
    expect(session.events.filter(event => event.kind === 'notice')).toMatchObject([
      { message: expect.stringContaining('layout 4') as string },
    ]);
  });

  it('are nothing to a program without them', async () => {
    const session = await TestSession.start(threads.program, { engine });
    await session.breakAtMarker(threads, 'work');
    await session.engine.begin();
    const stop = await session.stopped();
    expect((await session.engine.threads()).every(({ kind }) => kind === 'os')).toBe(true);
    expect(lineOf(await session.step(stop, 'over'))).toBe(threads.line('work') + 1);
  });
});

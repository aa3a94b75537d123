// Attaching to a process that was there before: found, looked at, let go unharmed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { NativeEngine } from '../native-engine.js';
import { isAlive, known } from '../reaper.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { OutsideProgram } from './outside-program.js';
import { intOf, lineOf, reasonOf, TestSession, variable, type AttachOptions } from './session.js';

async function tracerOf(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Number(/^TracerPid:\s*(\d+)/m.exec(status)?.[1]);
}

/** The kernel tells nobody of it; whoever waits too long fails by the time limit of the test. */
async function inState(processId: number, state: string): Promise<void> {
  const wanted = new RegExp(`^State:\\s*${state}`, 'm');
  while (!wanted.test(await readFile(`/proc/${processId}/status`, 'utf8'))) await pause(5);
}

describe.skipIf(toolsMissing)('attaching to a native program', () => {
  const [answering] = useFixtures('answering.c');

  it('stops it at breakpoints, shows its values, and lets it go on unharmed', async () => {
    const program = await OutsideProgram.start(answering.program);
    expect(await program.ask('one')).toBe('1: 3');
    const session = await TestSession.attach({ processId: program.id });
    expect(session.engine.process).toMatchObject({ name: 'answering', id: program.id, isLocal: true });
    const resolved = await session.breakAtMarker(answering, 'answer');
    expect(resolved.state).toBe('resolved');
    await session.engine.begin();
    program.say('seven77');
    const stop = await session.stopped();
    expect(reasonOf(stop)).toMatchObject({ kind: 'breakpoint', hits: [resolved.id] });
    expect(lineOf(stop)).toBe(answering.line('answer'));
    expect(intOf(variable(stop, 'length'))).toBe(7);
    await expect(session.engine.input('x')).rejects.toMatchObject({ code: 'wrong-state', blame: 'user' });
    await session.engine.detach(false);
    expect((await session.ended()).trouble).toBeUndefined();
    expect(session.events.some(event => event.kind === 'exited')).toBe(false);
    expect(await program.line()).toBe('2: 7');
    expect(await program.ask('after')).toBe('3: 5');
    expect(await program.finish()).toEqual({ code: 7, signal: null });
  });

  it('lets it go when nobody said how to end, running or stopped', async () => {
    for (const stopOnEntry of [true, false]) {
      const program = await OutsideProgram.start(answering.program);
      const session = await TestSession.attach({ processId: program.id, stopOnEntry });
      await session.breakAtMarker(answering, 'answer');
      await session.engine.begin();
      if (stopOnEntry) expect(reasonOf(await session.stopped())).toEqual({ kind: 'pause' });
      await session.engine.dispose();
      expect(await tracerOf(program.id)).toBe(0);
      expect(await program.ask('on')).toBe('1: 2');
      expect(await program.finish()).toEqual({ code: 7, signal: null });
    }
  });

  it('ends it only when told to', async () => {
    const program = await OutsideProgram.start(answering.program);
    const session = await TestSession.attach({ processId: program.id });
    await session.engine.begin();
    const exited = once(program.child, 'exit');
    await session.engine.terminate();
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGKILL' });
    expect(await exited).toEqual([null, 'SIGKILL']);
    await session.ended();
  });

  it('tells how it ended by itself', async () => {
    const program = await OutsideProgram.start(answering.program);
    const session = await TestSession.attach({ processId: program.id });
    await session.engine.begin();
    await program.finish();
    expect((await session.next('exited')).status).toEqual({ code: 7 });
    expect((await session.ended()).trouble).toBeUndefined();
  });

  it('can be left suspended', async () => {
    const program = await OutsideProgram.start(answering.program);
    const session = await TestSession.attach({ processId: program.id });
    await session.engine.begin();
    await session.engine.detach(true);
    await inState(program.id, 'T');
    process.kill(program.id, 'SIGCONT');
    expect(await program.ask('awake')).toBe('1: 5');
  });

  it('survives the death of LLDB, without its breakpoints, and that is said', async () => {
    const program = await OutsideProgram.start(answering.program);
    const session = await TestSession.attach({ processId: program.id });
    await session.breakAtMarker(answering, 'answer');
    await session.engine.begin();
    if (!(session.engine instanceof NativeEngine)) throw new Error('not under LLDB');
    const lldb = await known(session.engine.lldbProcessId!);
    const server = await known(await tracerOf(program.id));
    process.kill(lldb.id, 'SIGKILL');
    const { trouble } = await session.ended();
    expect(trouble).toMatchObject({ blame: 'environment', next: 'Attach again.' });
    expect(trouble?.message).toContain(`Process ${program.id} (answering) goes on without a debugger.`);
    expect([await isAlive(lldb), await isAlive(server)]).toEqual([false, false]);
    expect(await program.ask('still')).toBe('1: 5');
  });

  it.each([
    ['at a breakpoint', false],
    ['behind a step, with a data breakpoint', true],
  ] as const)('survives the death of LLDB while it is stopped %s', async (_, watched) => {
    const program = await OutsideProgram.start(answering.program);
    // What becomes of it was a matter of who was quicker.
    for (let time = 1; time <= 5; time++) {
      const session = await TestSession.attach({ processId: program.id });
      await session.breakAtMarker(answering, 'answer');
      await session.engine.begin();
      program.say('halt');
      const stop = await session.stopped();
      if (watched) {
        const { place } = variable(stop, 'answered');
        await session.breakAt({ kind: 'data', place: place!, size: 4, access: 'write' });
        await session.step(stop, 'over');
      }
      if (!(session.engine instanceof NativeEngine)) throw new Error('not under LLDB');
      process.kill(session.engine.lldbProcessId!, 'SIGKILL');
      expect((await session.ended()).trouble?.message).toContain('goes on without a debugger');
      expect(await program.line()).toBe(`${2 * time - 1}: 4`);
      expect(await tracerOf(program.id)).toBe(0);
      expect(await program.ask('still')).toBe(`${2 * time}: 5`);
    }
    expect(await program.finish()).toEqual({ code: 7, signal: null });
  });

  /** Other tests run at the same time, maybe the same program. */
  async function aloneOfItsName(): Promise<{ readonly file: string; readonly name: string }> {
    const file = `${answering.program}-${randomUUID()}`;
    await copyFile(answering.program, file);
    return { file, name: basename(file) };
  }

  it('finds it by its name, and by the file it was started from', async () => {
    const { file, name } = await aloneOfItsName();
    const program = await OutsideProgram.start(file);
    for (const by of [
      { processName: name },
      { name },
      { program: file, name: 'The title of a configuration' },
    ]) {
      const session = await TestSession.attach(by);
      expect(session.engine.process.id).toBe(program.id);
      await session.engine.dispose();
    }
    expect(await program.ask('x')).toBe('1: 1');
  });

  it('lists those of a name when there are several', async () => {
    const { file, name } = await aloneOfItsName();
    const one = await OutsideProgram.start(file, 'first');
    const two = await OutsideProgram.start(file, 'second');
    const start = TestSession.attach({ processName: name });
    await expect(start).rejects.toMatchObject({ code: 'bad-arguments', blame: 'user' });
    await expect(start).rejects.toThrow(`${one.id} (${name} first)`);
    await expect(start).rejects.toThrow(`${two.id} (${name} second)`);
  });

  it('waits for the next process of a name, and not for those before', async () => {
    const { file, name } = await aloneOfItsName();
    const before = await OutsideProgram.start(file);
    const attached = TestSession.attach({ processName: name, waitFor: true, stopOnEntry: true });
    const next = await OutsideProgram.start(file);
    const session = await attached;
    expect(session.engine.process.id).toBe(next.id);
    expect(await tracerOf(before.id)).toBe(0);
  });

  it('gives up waiting when nobody wants it any more', async () => {
    const giveUp = new AbortController();
    const attached = TestSession.attach({ processName: 'nobody-is-called-so', waitFor: true }, giveUp.signal);
    giveUp.abort();
    await expect(attached).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('says which process is not there, has ended, is none, or is not named at all', async () => {
    const refused = (options: AttachOptions, more: object): Promise<void> =>
      expect(TestSession.attach(options)).rejects.toMatchObject(more);
    await refused({ processId: 4_194_000 }, { code: 'not-found', message: 'there is no process 4194000.' });
    await refused({ processName: 'nobody-is-called-so' }, { code: 'not-found', blame: 'user' });
    await refused({}, { code: 'bad-arguments', blame: 'user', message: 'nothing says what to attach to.' });
    await refused({ processId: 1, core: 'x' }, { code: 'bad-arguments' });
    // A zombie: its parent does not look.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = Number(line.toString());
    await inState(zombie, 'Z');
    await refused({ processId: zombie }, { message: `process ${zombie} has ended already.` });
    parent.kill('SIGKILL');
  });

  it('says which debugger has it already', async () => {
    const program = await OutsideProgram.start(answering.program);
    const first = await TestSession.attach({ processId: program.id });
    const tracer = await tracerOf(program.id);
    const second = TestSession.attach({ processId: program.id });
    await expect(second).rejects.toMatchObject({ code: 'wrong-state', blame: 'user' });
    await expect(second).rejects.toThrow(
      `process ${program.id} is under another debugger already: process ${tracer} (lldb-serve`,
    );
    await first.engine.begin();
    await first.engine.detach(false);
    expect(await program.ask('x')).toBe('1: 1');
  });

  it.skipIf(process.getuid?.() !== 0)('says whose it is when the debugger runs as another user', async () => {
    const program = await OutsideProgram.start(answering.program);
    const host = fileURLToPath(new URL('./stranger-host.js', import.meta.url));
    const user = ['--reuid=65534', '--regid=65534', '--clear-groups'];
    const stranger = spawn('setpriv', [...user, process.execPath, host, String(program.id)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/',
      env: { ...process.env, HOME: '/' },
    });
    const [line] = (await once(stranger.stdout, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toEqual({
      code: 'wrong-state',
      blame: 'environment',
      message: `no permission to attach to process ${program.id}: it belongs to user 0, and the debugger runs as user 65534.`,
      next: 'Run the debugger as that user, or as root.',
    });
    expect(await program.ask('x')).toBe('1: 1');
  });
});

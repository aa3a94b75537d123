// A native program in a terminal of the client: it runs there, and is debugged from here.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { LaunchSettings, TerminalRequest } from '@sonde/engine';
import { isAlive, known } from '../reaper.js';
import { lineOf, reasonOf, TestSession } from './session.js';
import { toolsMissing, useFixtures } from './fixtures.js';

/** Stands for the terminal of an editor: runs the command, keeps what it prints. */
class FakeTerminal {
  readonly requests: TerminalRequest[] = [];
  child: ChildProcess | undefined;
  text = '';

  readonly run = async (request: TerminalRequest): Promise<{ readonly processId?: number }> => {
    this.requests.push(request);
    const [command, ...args] = request.args;
    const env = { ...process.env, ...request.env } as NodeJS.ProcessEnv;
    // A group of its own, as a shell makes for each command.
    const options = { cwd: request.cwd, env, detached: true } as const;
    const child = spawn(command!, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
    // Nobody may be reading what is typed.
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (data: Buffer) => (this.text += data.toString()));
    this.child = child;
    return child.pid === undefined ? {} : { processId: child.pid };
  };
}

const open = { text: '', closed: false };

describe.skipIf(toolsMissing)('a native program in a terminal', () => {
  const [input] = useFixtures('input.c');
  let terminal: FakeTerminal;

  afterEach(() => void terminal.child?.kill('SIGKILL'));

  const start = (more: Partial<LaunchSettings> = {}): Promise<TestSession> => {
    terminal = new FakeTerminal();
    const settings = { console: 'integratedTerminal', stdin: open, ...more } as const;
    return TestSession.start(input.program, { settings, runInTerminal: terminal.run });
  };

  it('stops at breakpoints, reads and prints there, and tells its exit', async () => {
    const session = await start();
    expect(terminal.requests).toMatchObject([{ kind: 'integrated' }]);
    expect(session.engine.process.id).toBe(terminal.child?.pid);
    const resolved = await session.breakAtMarker(input, 'read', { temporary: true });
    expect(resolved.state).toBe('resolved');
    await session.engine.begin();
    const stop = await session.stopped();
    expect(lineOf(stop)).toBe(input.line('read'));
    expect(reasonOf(stop)).toMatchObject({ kind: 'breakpoint', hits: [resolved.id] });
    await expect(session.engine.input('x')).rejects.toMatchObject({ code: 'wrong-state' });
    const closed = once(terminal.child!, 'close');
    await session.go(stop, { kind: 'continue' });
    terminal.child!.stdin!.end('typed there\n');
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    await closed;
    expect(terminal.text).toContain('11:typed ther');
    expect(session.text('stdout')).toBe('');
    await session.ended();
  });

  it('tells of the modules of the program, each once, and of none of its launcher', async () => {
    const session = await start({ stopOnEntry: true });
    await session.engine.begin();
    await session.stopped();
    const told = session.events.filter(event => event.kind === 'module');
    const fresh = told.filter(({ change }) => change === 'new').map(({ module }) => module.id);
    expect(fresh).toContain(input.program);
    expect(new Set(fresh).size).toBe(fresh.length);
    const listed = await session.engine.modules!();
    expect(new Set(fresh)).toEqual(new Set(listed.map(({ id }) => id)));
  });

  it('goes on without a debugger after detaching', async () => {
    const session = await start();
    await session.engine.begin();
    const closed = once(terminal.child!, 'close');
    await session.engine.detach(false);
    expect((await session.ended()).trouble).toBeUndefined();
    expect(session.events.some(event => event.kind === 'exited')).toBe(false);
    terminal.child!.stdin!.end('alone\n');
    await closed;
    expect(terminal.text).toContain('5:alone');
  });

  it.each([false, true])('gives it the text of the launch, not what is typed (noDebug %s)', async noDebug => {
    const stdin = { text: 'from the launch\nlast', closed: true };
    const session = await start({ stdin, noDebug, env: { SONDE_TEST: 'set' } });
    const closed = once(terminal.child!, 'close');
    terminal.child!.stdin!.write('typed\n');
    await session.engine.begin();
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    await closed;
    expect(terminal.text).toBe('name? 15:from the l\n4:last\nend 1\nenv set\n');
  });

  it.each([false, true])(
    'takes further input from the session after a text without an end (noDebug %s)',
    async noDebug => {
      const session = await start({ stdin: { text: 'first\n', closed: false }, noDebug });
      const closed = once(terminal.child!, 'close');
      await session.engine.begin();
      await session.engine.input('second\n');
      await session.engine.input(undefined);
      await session.next('exited');
      await closed;
      expect(terminal.text).toContain('5:first\n6:second\nend 1\n');
    },
  );

  it('runs there without a debugger too, and tells its exit', async () => {
    const session = await start({ noDebug: true });
    expect(terminal.requests).toMatchObject([{ kind: 'integrated', title: 'input' }]);
    const closed = once(terminal.child!, 'close');
    await session.engine.begin();
    await expect(session.engine.input('x')).rejects.toMatchObject({ code: 'wrong-state', blame: 'user' });
    terminal.child!.stdin!.end('typed there\n');
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    await session.ended();
    expect(await closed).toEqual([0, null]);
    expect(terminal.text).toContain('11:typed ther');
    expect(session.text('stdout')).toBe('');
  });

  it('without a debugger is ended on request, and the terminal is told how', async () => {
    const session = await start({ noDebug: true });
    const closed = once(terminal.child!, 'close');
    await session.engine.begin();
    await session.engine.terminate();
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGTERM' });
    await session.ended();
    expect(await closed).toEqual([128 + 15, null]);
  });

  it('without a debugger hears Ctrl+C itself', async () => {
    const session = await start({ noDebug: true });
    const closed = once(terminal.child!, 'close');
    await session.engine.begin();
    process.kill(-terminal.child!.pid!, 'SIGINT');
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGINT' });
    expect(await closed).toEqual([128 + 2, null]);
  });

  it('without a debugger goes on after detaching', async () => {
    const session = await start({ noDebug: true });
    const closed = once(terminal.child!, 'close');
    await session.engine.begin();
    await session.engine.detach(false);
    expect((await session.ended()).trouble).toBeUndefined();
    expect(session.events.some(event => event.kind === 'exited')).toBe(false);
    terminal.child!.stdin!.end('alone\n');
    expect(await closed).toEqual([0, null]);
    expect(terminal.text).toContain('5:alone');
  });

  it('without a debugger ends when its launcher is killed', async () => {
    const session = await start({ noDebug: true });
    const program = await known(session.engine.process.id!);
    await session.engine.begin();
    terminal.child!.kill('SIGKILL');
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGKILL' });
    await session.ended();
    expect(await isAlive(program)).toBe(false);
  });

  it.each([false, true])(
    'that the client does not have is said, and does not hinder (noDebug %s)',
    async noDebug => {
      const settings = { console: 'externalTerminal', noDebug } as const;
      const session = await TestSession.start(input.program, { settings });
      await session.engine.begin();
      expect((await session.next('notice')).message).toContain('no terminal');
      expect((await session.next('exited')).status).toEqual({ code: 0 });
      expect(session.text('stdout')).toContain('name? end 1\n');
    },
  );

  it.each([false, true])(
    'leaves nothing behind when the terminal does not open (noDebug %s)',
    async noDebug => {
      terminal = new FakeTerminal();
      const runInTerminal = async (request: TerminalRequest): Promise<never> => {
        await terminal.run(request);
        throw new Error('no terminal today');
      };
      const settings = { console: 'externalTerminal', stdin: open, noDebug } as const;
      await expect(TestSession.start(input.program, { settings, runInTerminal })).rejects.toThrow(
        'no terminal today',
      );
      // The launcher that did start gives up instead of running the program for nobody.
      const { exitCode, signalCode } = terminal.child!;
      if (exitCode === null && signalCode === null) await once(terminal.child!, 'exit');
      expect(terminal.child!.exitCode).not.toBe(0);
      expect(terminal.text).not.toContain('end');
    },
  );

  it.each([false, true])('ends with the session (noDebug %s)', async noDebug => {
    const session = await start({ noDebug });
    const program = await known(session.engine.process.id!);
    const closed = once(terminal.child!, 'close');
    await session.engine.begin();
    expect(await isAlive(program)).toBe(true);
    await session.engine.dispose();
    await closed;
    expect(await isAlive(program)).toBe(false);
  });
});

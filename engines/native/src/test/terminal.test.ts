// A native program in a terminal of the client: it runs there, and is debugged from here.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TerminalRequest } from '@sonde/engine';
import { isAlive } from '../reaper.js';
import { Fixtures, lineOf, reasonOf, TestSession, toolsMissing, type Fixture } from './session.js';

/** Stands for the terminal of an editor: runs the command, keeps what it prints. */
class FakeTerminal {
  readonly requests: TerminalRequest[] = [];
  child: ChildProcess | undefined;
  text = '';

  readonly run = async (request: TerminalRequest): Promise<{ readonly processId?: number }> => {
    this.requests.push(request);
    const [command, ...args] = request.args;
    const child = spawn(command!, args, { cwd: request.cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdout.on('data', (data: Buffer) => (this.text += data.toString()));
    this.child = child;
    return child.pid === undefined ? {} : { processId: child.pid };
  };
}

describe.skipIf(toolsMissing)('a native program in a terminal', () => {
  const fixtures = new Fixtures();
  let input: Fixture;
  let terminal: FakeTerminal;

  beforeAll(async () => {
    input = await fixtures.compile('input.c');
    return () => fixtures.remove();
  });
  afterEach(async () => {
    await TestSession.disposeAll();
    terminal.child?.kill('SIGKILL');
  });

  const start = (): Promise<TestSession> => {
    terminal = new FakeTerminal();
    const settings = { console: 'integratedTerminal' } as const;
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

  it('leaves nothing behind when the terminal does not open', async () => {
    terminal = new FakeTerminal();
    const runInTerminal = async (request: TerminalRequest): Promise<never> => {
      await terminal.run(request);
      throw new Error('no terminal today');
    };
    const settings = { console: 'externalTerminal' } as const;
    await expect(TestSession.start(input.program, { settings, runInTerminal })).rejects.toThrow(
      'no terminal today',
    );
    // The launcher that did start gives up instead of running the program without a debugger.
    if (terminal.child!.exitCode === null) await once(terminal.child!, 'exit');
    expect(terminal.child!.exitCode).not.toBe(0);
    expect(terminal.text).toBe('');
  });

  it('ends with the session', async () => {
    const session = await start();
    const closed = once(terminal.child!, 'close');
    await session.engine.begin();
    await session.engine.dispose();
    expect(await closed).toEqual([null, 'SIGKILL']);
    expect(await isAlive({ id: terminal.child!.pid!, started: '' })).toBe(false);
  });
});

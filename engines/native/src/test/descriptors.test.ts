// Descriptors beyond the standard ones: data of their own both ways, whole, and back-pressure for each.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LaunchSettings, TerminalRequest } from '@sonde/engine';
import { NativeEngine, type ExtraDescriptor } from '../native.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { lineOf, TestSession, type EventOf, type SessionOptions } from './session.js';

const megabyte = Buffer.alloc(1 << 20);
for (let at = 0; at < megabyte.length; at++) megabyte[at] = (at * 7 + (at >> 8)) % 256;

const out = (fd: number, stream: string): ExtraDescriptor => ({ fd, direction: 'out', stream });
const given = (data: Uint8Array, closed = true): ExtraDescriptor => ({
  fd: 5,
  direction: 'in',
  stream: 'asked',
  input: async () => ({ data, closed }),
});

const bytesFrom = (session: TestSession, stream: string): Buffer =>
  Buffer.concat(
    session.events
      .filter((event): event is EventOf<'output'> => event.kind === 'output' && event.stream === stream)
      .map(({ data }) => Buffer.from(data as Uint8Array)),
  );

describe.skipIf(toolsMissing)('extra descriptors of a native program', () => {
  const [fixture] = useFixtures('descriptors.c');

  const start = (
    input: ExtraDescriptor,
    settings: Partial<LaunchSettings> = {},
    more: Partial<SessionOptions> = {},
  ): Promise<TestSession> =>
    TestSession.start(fixture.program, {
      engine: { descriptors: [out(3, 'copied'), out(4, 'counted'), input] },
      settings,
      ...more,
    });

  it.each([false, true])(
    'carry a megabyte each way and lose nothing at the end (noDebug %s)',
    async noDebug => {
      const session = await start(given(megabyte), { noDebug });
      await session.engine.begin();
      expect((await session.next('exited')).status).toEqual({ code: 0 });
      expect(session.text('stdout')).toBe(`${megabyte.length}\n`);
      expect(bytesFrom(session, 'copied').equals(megabyte)).toBe(true);
      expect(bytesFrom(session, 'counted').equals(Buffer.alloc(megabyte.length, 'x'))).toBe(true);
      await session.ended();
    },
  );

  it('are there from the first line, with breakpoints and arguments as ever', async () => {
    const session = await start(given(Buffer.from('few')), { args: ['a b', '"c"', '$d'], stopOnEntry: true });
    expect(session.engine.process.name).toBe('descriptors');
    const resolved = await session.breakAtMarker(fixture, 'end');
    expect(resolved.state).toBe('resolved');
    await session.engine.begin();
    await session.go(await session.stopped(), { kind: 'continue' });
    const stop = await session.stopped();
    expect(lineOf(stop)).toBe(fixture.line('end'));
    const command = await readFile(`/proc/${session.engine.process.id}/cmdline`, 'utf8');
    expect(command.split('\0')).toEqual([fixture.program, 'a b', '"c"', '$d', '']);
    while (bytesFrom(session, 'copied').length < 3) await session.next('output');
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 0 });
  });

  it('let the program wait until what it wrote was taken', async () => {
    const session = await start(given(megabyte), {}, { keepOutput: true });
    await session.engine.begin();
    const taken = (stream: string): void => {
      for (const event of session.events)
        if (event.kind === 'output' && event.stream === stream) event.taken?.();
    };
    while (bytesFrom(session, 'counted').length < 200_000) await session.next('output');
    await session.engine.pause();
    const stop = await session.stopped();
    expect(bytesFrom(session, 'copied').length).toBeLessThan(400_000);
    await session.go(stop, { kind: 'continue' });
    while (bytesFrom(session, 'counted').length < megabyte.length) {
      taken('copied');
      taken('counted');
      await session.next('output');
    }
    taken('copied');
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(bytesFrom(session, 'copied').equals(megabyte)).toBe(true);
  });

  it('take more input while the program runs, until it is ended', async () => {
    const session = await start(given(Buffer.from('first '), false));
    if (!(session.engine instanceof NativeEngine)) throw new Error('not under LLDB');
    await session.engine.begin();
    while (bytesFrom(session, 'copied').toString() !== 'first ') await session.next('output');
    await session.engine.inputTo('asked', Buffer.from('second'));
    while (bytesFrom(session, 'copied').toString() !== 'first second') await session.next('output');
    await expect(session.engine.inputTo('other', undefined)).rejects.toMatchObject({ code: 'not-found' });
    await session.engine.inputTo('asked', undefined);
    expect((await session.next('exited')).status).toEqual({ code: 0 });
  });

  it('are there in a terminal too', async () => {
    let child: ChildProcess | undefined;
    const runInTerminal = async ({ args, cwd }: TerminalRequest): Promise<object> => {
      child = spawn(args[0]!, args.slice(1), { cwd, stdio: ['ignore', 'ignore', 'ignore'] });
      return {};
    };
    onTestFinished(() => void child?.kill('SIGKILL'));
    const session = await start(given(megabyte), { console: 'integratedTerminal' }, { runInTerminal });
    const exited = once(child!, 'exit');
    await session.engine.begin();
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(await exited).toEqual([0, null]);
    expect(bytesFrom(session, 'copied').equals(megabyte)).toBe(true);
  });

  it('leave no files behind', async () => {
    // A folder of its own: other programs make theirs meanwhile.
    const folder = await mkdtemp(join(tmpdir(), 'sonde-left-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const ours = async (): Promise<number> =>
      (await readdir(tmpdir())).filter(name => name.startsWith('sonde-descriptors-')).length;
    const before = await ours();
    const session = await start(given(Buffer.from('x')));
    expect(await ours()).toBe(before);
    await session.engine.dispose();
    await expect(start(given(Buffer.from('x')), { cwd: '/nowhere-at-all' })).rejects.toThrow(
      'working folder',
    );
    expect(await ours()).toBe(before);
  });

  it('that a language got wrong are refused', async () => {
    for (const descriptors of [
      [out(2, 'a')],
      [out(10, 'a')],
      [out(3, 'stdout')],
      [out(3, 'a'), out(3, 'b')],
      [out(3, 'a'), out(4, 'a')],
    ])
      await expect(TestSession.start(fixture.program, { engine: { descriptors } })).rejects.toMatchObject({
        code: 'bad-arguments',
        blame: 'sonde',
      });
  });
});

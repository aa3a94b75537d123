// What goes wrong around a native program: each ends with a reason, and nothing is left running.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { NativeEngine } from '../native-engine.js';
import { isAlive, known, type KnownProcess } from '../reaper.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { lineOf, reasonOf, TestSession } from './session.js';

/** The kernel sends nobody but a parent an event for the end of a process. */
async function isGone(process: KnownProcess, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(10)) {
    if (!(await isAlive(process))) return true;
  }
  return false;
}

function lldbOf(session: TestSession): number {
  if (!(session.engine instanceof NativeEngine)) throw new Error('not under LLDB');
  return session.engine.lldbProcessId!;
}

describe.skipIf(toolsMissing)('failures around a native program', () => {
  const [endless, crash, overflow] = useFixtures('endless.c', 'crash.c', 'overflow.c');
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-native-failures-'));
    return () => rm(folder, { recursive: true });
  });

  async function script(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    await chmod(path, 0o755);
    return path;
  }

  it('says so when LLDB is killed, and the program is gone with it', async () => {
    const session = await TestSession.start(endless.program);
    const program = await known(session.engine.process.id!);
    await session.engine.begin();
    await session.next('output');
    process.kill(lldbOf(session), 'SIGKILL');
    const { trouble } = await session.ended();
    expect(trouble).toMatchObject({ blame: 'environment' });
    expect(trouble?.message).toContain('signal SIGKILL');
    expect(await isAlive(program)).toBe(false);
    await expect(session.engine.threads()).rejects.toMatchObject({ code: 'engine-died' });
  });

  it('says so when the server that runs the program for LLDB is killed', async () => {
    const session = await TestSession.start(endless.program);
    const program = await known(session.engine.process.id!);
    await session.engine.begin();
    await session.next('output');
    const status = await readFile(`/proc/${program.id}/stat`, 'utf8');
    process.kill(Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]), 'SIGKILL');
    expect((await session.ended()).trouble).toMatchObject({ blame: 'environment' });
    expect(await isAlive(program)).toBe(false);
  });

  it('answers what was asked when LLDB is killed', async () => {
    const session = await TestSession.start(endless.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const stop = await session.stopped();
    process.kill(lldbOf(session), 'SIGSTOP');
    const asked = session.engine.stack(stop.id, stop.focus, 0, 10);
    process.kill(lldbOf(session), 'SIGKILL');
    await expect(asked).rejects.toMatchObject({ code: 'engine-died' });
  });

  it('tells the signal that killed the program', async () => {
    const session = await TestSession.start(endless.program);
    await session.engine.begin();
    await session.next('output');
    process.kill(session.engine.process.id!, 'SIGKILL');
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGKILL' });
    expect((await session.ended()).trouble).toBeUndefined();
  });

  // LLDB hears of both, and of which first is a matter of chance: the end of the program, and that of its server.
  it.each([1, 2])('tells it where the program was stopped, too (%i)', async () => {
    const session = await TestSession.start(endless.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    await session.stopped();
    process.kill(session.engine.process.id!, 'SIGKILL');
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGKILL' });
    expect((await session.ended()).trouble).toBeUndefined();
  });

  it('stops where the program crashes, and tells its end by that signal', async () => {
    const session = await TestSession.start(crash.program);
    const filter = await session.breakAt({ kind: 'exception', filter: 'signal' });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(lineOf(stop)).toBe(crash.line('crash'));
    expect(reasonOf(stop)).toMatchObject({
      kind: 'exception',
      hits: [filter.id],
      thrown: { name: 'SIGSEGV' },
    });
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGSEGV' });
  });

  it('tells a stack that is used up from other bad addresses', async () => {
    const messageOf = async (program: string): Promise<string | undefined> => {
      const session = await TestSession.start(program);
      await session.breakAt({ kind: 'exception', filter: 'signal' });
      await session.engine.begin();
      const reason = reasonOf(await session.stopped());
      return reason.kind === 'exception' ? reason.thrown.message : undefined;
    };
    expect(await messageOf(overflow.program)).toMatch(
      /^SIGSEGV: stack overflow \(fault address=0x[0-9a-f]+\)$/,
    );
    expect(await messageOf(crash.program)).toMatch(/^SIGSEGV: (?!stack overflow)/);
  });

  it('lets it crash without a stop when nobody asks for that any more', async () => {
    const session = await TestSession.start(crash.program);
    const filter = await session.breakAt({ kind: 'exception', filter: 'signal' });
    await session.engine.changeBreakpoints([], [filter.id]);
    await session.engine.begin();
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGSEGV' });
    expect(session.events.some(event => event.kind === 'stopped')).toBe(false);
  });

  it('passes other signals on, and stops at them only when asked', async () => {
    const settings = { args: ['15'] };
    const silent = await TestSession.start(crash.program, { settings });
    await silent.engine.begin();
    expect((await silent.next('exited')).status).toEqual({ signal: 'SIGTERM' });
    const asked = await TestSession.start(crash.program, { settings });
    const filter = await asked.breakAt({ kind: 'exception', filter: 'any-signal' });
    await asked.engine.begin();
    expect(reasonOf(await asked.stopped())).toMatchObject({ hits: [filter.id], thrown: { name: 'SIGTERM' } });
  });

  it('ends the program and LLDB on request, whether it runs or is stopped', async () => {
    for (const stopOnEntry of [true, false]) {
      const session = await TestSession.start(endless.program, { settings: { stopOnEntry } });
      const processes = [await known(session.engine.process.id!), await known(lldbOf(session))];
      await session.engine.begin();
      await (stopOnEntry ? session.stopped() : session.next('output'));
      await session.engine.terminate();
      expect((await session.next('exited')).status).toEqual({ signal: 'SIGKILL' });
      expect((await session.ended()).trouble).toBeUndefined();
      expect(await Promise.all(processes.map(isAlive))).toEqual([false, false]);
      await session.engine.terminate();
    }
  });

  it('leaves nothing running after dispose, begun or not', async () => {
    for (const begun of [true, false]) {
      const session = await TestSession.start(endless.program);
      const processes = [await known(session.engine.process.id!), await known(lldbOf(session))];
      if (begun) await session.engine.begin();
      await session.engine.dispose();
      await session.engine.dispose();
      expect(await Promise.all(processes.map(isAlive))).toEqual([false, false]);
    }
  });

  it('ends an LLDB that no longer answers', async () => {
    const session = await TestSession.start(endless.program);
    const processes = [await known(session.engine.process.id!), await known(lldbOf(session))];
    process.kill(lldbOf(session), 'SIGSTOP');
    await session.engine.dispose();
    expect(await Promise.all(processes.map(isAlive))).toEqual([false, false]);
  });

  it('leaves nothing running when the debugger itself is killed', async () => {
    const helper = fileURLToPath(new URL('./doomed-host.js', import.meta.url));
    const host = spawn(process.execPath, [helper, endless.program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(host.stdout, 'data')) as [Buffer];
    const processes = await Promise.all((JSON.parse(line.toString()) as number[]).map(known));
    expect(await Promise.all(processes.map(isAlive))).toEqual([true, true]);
    host.kill('SIGKILL');
    await once(host, 'exit');
    expect(await Promise.all(processes.map(item => isGone(item, 5_000)))).toEqual([true, true]);
  });

  it('blames the user for a program that is not there, not a file, not executable, or no program', async () => {
    const text = await script('text', 'just text');
    const truncated = join(folder, 'truncated');
    await writeFile(truncated, (await readFile(endless.program)).subarray(0, 100), { mode: 0o755 });
    const plain = join(folder, 'plain');
    await writeFile(plain, 'text', { mode: 0o644 });
    const refused = { code: 'bad-arguments', blame: 'user' };
    for (const program of [join(folder, 'missing'), folder, plain, text, truncated]) {
      await expect(TestSession.start(program)).rejects.toMatchObject(refused);
      await expect(TestSession.start(program, { settings: { noDebug: true } })).rejects.toMatchObject(
        refused,
      );
    }
    const settings = { cwd: join(folder, 'nowhere') };
    await expect(TestSession.start(endless.program, { settings })).rejects.toMatchObject(refused);
  });

  it('says of an LLDB that is not where it is told to be that the telling is wrong', async () => {
    const engine = { lldb: join(folder, 'no-lldb') };
    const start = TestSession.start(endless.program, { engine });
    await expect(start).rejects.toMatchObject({ code: 'tool-missing', blame: 'environment' });
    await expect(start).rejects.toHaveProperty(
      'next',
      expect.stringContaining('Correct it there, or leave it out'),
    );
  });

  it('says what an LLDB said that cannot host scripts', async () => {
    const lldb = await script('no-python', '#!/bin/sh\necho "error: no script interpreter" >&2\n');
    const start = TestSession.start(endless.program, { engine: { lldb } });
    await expect(start).rejects.toMatchObject({ code: 'tool-missing' });
    await expect(start).rejects.toThrow('no script interpreter');
  });

  it.each([false, true])('refuses a NUL character instead of cutting there (noDebug %s)', async noDebug => {
    const refused = { code: 'bad-arguments', blame: 'user' };
    const start = (settings: object): Promise<TestSession> =>
      TestSession.start(endless.program, { settings: { noDebug, ...settings } });
    await expect(start({ args: ['whole', 'be\0fore'] })).rejects.toMatchObject({
      ...refused,
      message: 'argument 2 of the program contains a NUL character.',
    });
    await expect(start({ env: { SONDE_TEST: 'a\0b' } })).rejects.toMatchObject(refused);
  });

  it('gives up on an LLDB that talks nonsense', async () => {
    const garbage = await script(
      'garbage',
      '#!/bin/sh\nprintf "HTTP/1.1 400 Bad Request" >&3\nexec sleep 60\n',
    );
    const start = TestSession.start(endless.program, { engine: { lldb: garbage } });
    await expect(start).rejects.toThrow('could not be understood');
    const frame = String.raw`printf '\000\000\000\021{"event":"ready"}' >&3`;
    const wrong = String.raw`printf '\000\000\000\014{"id":"one"}' >&3`;
    const half = await script(
      'half',
      `#!/bin/sh\n${frame}\nhead -c 1 <&3 >/dev/null\n${wrong}\nexec sleep 60\n`,
    );
    const later = TestSession.start(endless.program, { engine: { lldb: half } });
    await expect(later).rejects.toMatchObject({ code: 'engine-died' });
  });
});

// `attach` as clients use it: to a process, to a core file, to a debug server; what it was attached to lives on.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nativeTools } from '@sonde/engine-native';
import { connect, spawnServer, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { fixture, sondeScript, stdio } from './fixtures.js';
import { refusal } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';
import { Outside, writeOutside, type Written } from './written-outside.js';

const run = promisify(execFile);
const gdb = await run('gdb', ['--version']).then(
  () => undefined,
  () => 'gdb is missing, which makes core files for the tests: `apt-get install -y gdb`',
);
const { missing } = await nativeTools();

const client = async (...args: readonly string[]): Promise<TestClient> =>
  closeAfterTest(await connect(stdio(...args)));

/** Attached, and stopped once in `answer`. */
async function attached(written: Written, outside: Outside, to: TestClient): Promise<void> {
  await to.attach({ pid: outside.pid }, session => session.setBreakpoints(written.source, ['#answer']));
  outside.say('12345');
  await to.waitForStop({ reason: 'breakpoint' });
}

describeUnlessMissing('attaching to a process', missing, () => {
  it('stops it, shows its values, and lets it go on unharmed when the client says goodbye', async () => {
    const written = await writeOutside(new ScratchFolder());
    const outside = await Outside.start(written.program);
    const editor = await client();
    await attached(written, outside, editor);
    const { body } = await editor.waitFor('process');
    expect(body).toMatchObject({ name: 'outside', systemProcessId: outside.pid, startMethod: 'attach' });
    expect((await editor.locals()).get('length')?.value).toBe('5');
    await editor.disconnect();
    expect(editor.timeline.entries.some(entry => JSON.stringify(entry).includes('"exited"'))).toBe(false);
    expect(await outside.line()).toBe('1: 5');
    expect(await outside.ask('on')).toBe('2: 2');
  });

  it('takes the process as a text, as editors pick it, and by its name', async () => {
    const written = await writeOutside(new ScratchFolder(), 'outside-named');
    const outside = await Outside.start(written.program);
    for (const by of [
      { pid: String(outside.pid) },
      { processName: 'outside-named' },
      { name: 'outside-named' },
    ]) {
      const editor = await client();
      await editor.attach({ ...by, stopOnEntry: true });
      await editor.waitForStop({ reason: 'pause' });
      await editor.disconnect();
    }
    expect(await outside.ask('x')).toBe('1: 1');
  });

  it('ends it only where the client says so', async () => {
    const written = await writeOutside(new ScratchFolder());
    const outside = await Outside.start(written.program);
    const editor = await client();
    await attached(written, outside, editor);
    await editor.disconnect({ terminateDebuggee: true });
    expect(await outside.exited).toEqual([null, 'SIGKILL']);
  });

  it('lets it go on when the client is lost, and when the server is told to end', async () => {
    const written = await writeOutside(new ScratchFolder());
    const outside = await Outside.start(written.program);
    const lost = await connect(stdio());
    await attached(written, outside, lost);
    lost.drop();
    expect(await outside.line()).toBe('1: 5');
    const server = await spawnServer(process.execPath, [sondeScript, 'dap', '--port', '0']);
    const editor = await connect(server);
    await attached(written, outside, editor);
    server.process.kill('SIGTERM');
    await server.process.exited;
    expect(await outside.line()).toBe('2: 5');
    expect(await outside.ask('on')).toBe('3: 2');
    await editor.close().catch(() => undefined);
  });

  it('attaches anew on a restart', async () => {
    const written = await writeOutside(new ScratchFolder());
    const outside = await Outside.start(written.program);
    const editor = await client();
    await attached(written, outside, editor);
    await editor.restart();
    expect(await outside.line()).toBe('1: 5');
    outside.say('1234567');
    await editor.waitForStop({ reason: 'breakpoint' });
    expect((await editor.locals()).get('length')?.value).toBe('7');
  });

  it('tells how it ended: by itself, or by which signal from outside', async () => {
    const written = await writeOutside(new ScratchFolder());
    const outside = await Outside.start(written.program);
    const editor = await client();
    await editor.attach({ pid: outside.pid });
    process.kill(outside.pid, 'SIGTERM');
    expect((await editor.waitFor('exited')).body.exitCode).toBe(128 + 15);
    await editor.waitForEnd();
    expect(editor.output()).toContain('The program was ended by SIGTERM.');
  });

  it('is refused with what to do: no such process, nothing named, a wrong option', async () => {
    const refused = async (configuration: Readonly<Record<string, unknown>>): Promise<string> =>
      refusal((await client()).attach(configuration));
    expect(await refused({ pid: 4_194_000 })).toBe('there is no process 4194000. Check "pid".');
    expect(await refused({})).toContain('Set one of "pid", "processName", "core" and "gdbRemote".');
    expect(await refused({ pid: 'twelve' })).toContain('pid');
    expect(await refused({ processName: 7 })).toContain('processName');
    expect(await refused({ session: 7 })).toContain('"session" must be an id');
    const mini = await client();
    const answer = mini.attach({ pid: process.pid, language: 'mini' });
    expect(await refusal(answer)).toContain('programs live inside the debugger that launched them');
  });

  it('gives up waiting for a process when the time is over', async () => {
    const editor = await client();
    const answer = editor.attach({ processName: 'nobody-is-called-so', waitFor: true, timeout: 0.5 });
    expect(await refusal(answer)).toContain('the program was not there within 0.5 s.');
  });
});

describeUnlessMissing('attaching to a core file', missing ?? gdb, () => {
  async function leaveCore(folder: ScratchFolder): Promise<Written & { readonly core: string }> {
    const written = await writeOutside(folder);
    const core = join(folder.path, 'core');
    const input = folder.file('input', 'one\nabort\n');
    const commands = [`run < ${input}`, `generate-core-file ${core}`, 'kill'].flatMap(text => ['-ex', text]);
    await run('gdb', ['-nx', '-q', '-batch', ...commands, written.program]);
    return { ...written, core };
  }

  it.each(['attach', 'launch'] as const)('by %s shows where the program ended and why', async request => {
    const { program, core } = await leaveCore(new ScratchFolder());
    const editor = await client();
    if (request === 'attach') await editor.attach({ core, program });
    else await editor.launch({ program, coreFile: core, language: 'c' });
    const stop = await editor.waitForStop({ reason: 'exception' });
    expect(JSON.stringify(stop.body)).toContain('SIGABRT');
    const main = (await editor.stack()).find(({ name }) => name === 'main');
    expect(main?.line).toBeGreaterThan(0);
    expect((await editor.evaluate('answered', { frameId: main!.id })).result).toBe('1');
    expect((await editor.locals(main)).get('line')?.value).toContain('abort');
    expect(editor.capabilities).toMatchObject({ supportsSetVariable: false, supportsDataBreakpoints: false });
    expect(editor.capabilities.supportsDisassembleRequest).toBe(true);
    for (const motion of ['continue', 'next', 'stepIn', 'stepOut'] as const)
      expect(await refusal(editor.request(motion, { threadId: stop.threadId }))).toBe(
        'a core file shows the program as it was at its end: it cannot run on. Launch the program to debug it alive.',
      );
    const change = editor.request('setExpression', { expression: 'answered', value: '2', frameId: main!.id });
    expect(await refusal(change)).toContain('but not one that is looked at in this way, as in a core file');
    // It is still there to be looked at.
    expect((await editor.stack()).length).toBeGreaterThan(1);
    await editor.disconnect();
  });

  it('is refused when it is of another program, or none', async () => {
    const folder = new ScratchFolder();
    const { core, program } = await leaveCore(folder);
    const other = await writeOutside(folder, 'another');
    const wrong = await refusal((await client()).attach({ core, program: other.source }));
    expect(wrong).toContain('is not a program of this kind');
    expect(await refusal((await client()).attach({ core: fixture('endless.c') }))).toContain(
      'is not a core file. Name what the system left of a program.',
    );
    expect(await refusal((await client()).attach({ core: program }))).toContain(
      'Pass a program as "program".',
    );
  });
});

// `cancel`, by request and by progress, and the time limits that end what nobody cancels.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { ng } from '@sonde/language-ng';
import { connect, overStdio, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, sondeScript } from './fixtures.js';
import { allGone, descendants } from './processes.js';
import { refused } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';

const program = fixture('scenario.c');

/** An adapter that keeps its temporary files in a folder of the test's, so that what is left of them can be seen. */
async function open(folder: ScratchFolder): Promise<TestClient> {
  const settings = [`TMPDIR=${folder.path}`, `XDG_RUNTIME_DIR=${new ScratchFolder().path}`];
  const adapter = overStdio('/usr/bin/env', [...settings, process.execPath, sondeScript, 'dap']);
  return closeAfterTest(await connect(adapter));
}

/** A compiler that never ends and has a helper that never ends either; says so when it is at work. */
const endlessCompiler = (folder: ScratchFolder): string =>
  folder.script(
    'cc',
    `echo at work > "${join(folder.path, 'began')}"; sleep 600 & echo $! > "${join(folder.path, 'helper')}"; wait`,
  );

const isAtWork = (folder: ScratchFolder) =>
  expect.poll(() => existsSync(join(folder.path, 'helper')), { timeout: 60_000 }).toBe(true);

const leftBehind = (folder: ScratchFolder): readonly string[] =>
  readdirSync(folder.path).filter(name => !['cc', 'began', 'helper'].includes(name));

async function sessionsOf(client: TestClient): Promise<readonly unknown[]> {
  const body = (await client.customRequest('sonde/sessions', {})) as {
    readonly sessions: readonly unknown[];
  };
  return body.sessions;
}

describeUnlessMissing('a launch that is building', (await nativeTools()).missing, () => {
  it('is cancelled by its request: no session, no process, no file is left', async () => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.initialize();
    const { sent, answer } = client.send('launch', { program, cc: endlessCompiler(folder) });
    const given = refused(answer);
    await isAtWork(folder);
    const started = descendants(client.process!.pid);
    expect(started.length).toBeGreaterThanOrEqual(2);
    await client.request('cancel', { requestId: sent.message.seq });
    expect((await given).message).toBe('cancelled');
    await allGone([...started, Number(readFileSync(join(folder.path, 'helper'), 'utf8'))]);
    expect(leftBehind(folder)).toEqual([]);
    expect(await sessionsOf(client)).toEqual([]);
  });

  it('is cancelled by its progress, which ends', async () => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.initialize();
    const { sent, answer } = client.send('launch', { program, cc: endlessCompiler(folder) });
    const given = refused(answer);
    const { body } = await client.waitFor('progressStart');
    expect(body).toMatchObject({ cancellable: true, requestId: sent.message.seq });
    await isAtWork(folder);
    await client.request('cancel', { progressId: body.progressId });
    await client.waitFor('progressEnd', { where: end => end.progressId === body.progressId });
    expect((await given).message).toBe('cancelled');
    await allGone(descendants(client.process!.pid));
    expect(await sessionsOf(client)).toEqual([]);
  });

  it('may be followed by another, which runs with the breakpoints that were set meanwhile', async () => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.initialize();
    const first = client.send('launch', { program, cc: endlessCompiler(folder) });
    const given = refused(first.answer);
    await isAtWork(folder);
    const [pending] = await client.setBreakpoints(program, ['#line']);
    expect(pending).toMatchObject({ verified: false, reason: 'pending' });
    await client.request('cancel', { requestId: first.sent.message.seq });
    expect((await given).message).toBe('cancelled');
    await client.launch({ program });
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.body.hitBreakpointIds).toEqual([pending!.id]);
  });

  it('is over when its client is gone, and nothing is left either', async () => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.initialize();
    client.request('launch', { program, cc: endlessCompiler(folder) }).catch(() => undefined);
    await isAtWork(folder);
    const adapter = client.process!;
    const started = descendants(adapter.pid);
    client.drop();
    expect(await adapter.exited).toMatchObject({ code: 0 });
    await allGone(started);
    expect(leftBehind(folder)).toEqual([]);
  });

  it('ends by itself when its time is over, and says what it was doing', async () => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.initialize();
    const answer = client.request('launch', { program, cc: endlessCompiler(folder), timeout: 1.5 });
    const { explanation } = await refused(answer);
    expect(explanation).toMatch(/did not start within 1\.5 s\..*compiling scenario\.c.*"timeout"/);
    await allGone(descendants(client.process!.pid));
    expect(leftBehind(folder)).toEqual([]);
  });
});

describeUnlessMissing('a launch that waits for LLDB', (await nativeTools()).missing, () => {
  it.each(['internalConsole', 'integratedTerminal'])(
    'is cancelled without leaving LLDB or the program (%s)',
    async console => {
      const folder = new ScratchFolder();
      const client = await open(folder);
      await client.initialize();
      const { sent, answer } = client.send('launch', { program, console });
      const given = answer.catch((error: unknown) => error);
      const pid = client.process!.pid;
      // As soon as LLDB is there; how far it got is a matter of luck, and every outcome must be clean.
      await expect.poll(() => descendants(pid).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
      await client.request('cancel', { requestId: sent.message.seq });
      expect(await given).toMatchObject({ message: 'cancelled' });
      await allGone(descendants(pid));
      expect(leftBehind(folder)).toEqual([]);
    },
  );
});

describeUnlessMissing('a restart', (await nativeTools()).missing, () => {
  it('that is cancelled ends the session, for the old program is gone', async () => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.launch({ program: fixture('endless.c') });
    await client.waitForOutput('spinning');
    const { sent, answer } = client.send('restart', {
      arguments: { program: fixture('endless.c'), cc: endlessCompiler(folder) },
    });
    const given = refused(answer);
    await isAtWork(folder);
    await client.request('cancel', { requestId: sent.message.seq });
    expect((await given).message).toBe('cancelled');
    await client.waitFor('terminated');
    await allGone(descendants(client.process!.pid));
    expect(leftBehind(folder)).toEqual([]);
  });
});

const longLoop = `fun spin(n: i32) -> i32 {
  loop i = 0 {
    if (i < n) {
      next i + 1;
    }
  }
  return n;
}

print(spin(3)); // #print
`;

describe('an evaluation that runs long', () => {
  witness(
    ng,
    ['request cancel', 'capability supportsCancelRequest'],
    'is cancelled, and the machine is free for the next question',
    async () => {
      const folder = new ScratchFolder();
      const source = folder.file('long.ng', longLoop);
      const client = await open(folder);
      await client.launch({ program: source }, each => each.setBreakpoints(source, ['#print']));
      await client.waitForStop({ reason: 'breakpoint' });
      const { sent, answer } = client.send('evaluate', { expression: 'spin(2000000000)', context: 'repl' });
      const given = refused(answer);
      await client.request('cancel', { requestId: sent.message.seq });
      expect((await given).message).toBe('cancelled');
      expect((await client.evaluate('spin(2)')).result).toBe('2');
    },
  );
});

describe('a cancel of what is not there', () => {
  it('is answered and changes nothing', async () => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.request('cancel', { requestId: 4711 });
    await client.launch({ program: fixture('scenario.mini') }, each =>
      each.setBreakpoints(fixture('scenario.mini'), ['#line']),
    );
    await client.waitForStop();
    await client.request('cancel', { requestId: 4711, progressId: 'progress-of-nobody' });
    await client.request('cancel', {});
    await client.runToEnd();
    expect(client.output()).toContain('total 27');
  });
});

describe('the launch option "timeout"', () => {
  it.each([0, -1, 'soon', 1e9])('refuses %s and starts nothing', async timeout => {
    const folder = new ScratchFolder();
    const client = await open(folder);
    await client.initialize();
    const { explanation } = await refused(
      client.request('launch', { program: fixture('scenario.mini'), timeout }),
    );
    expect(explanation).toContain('timeout');
    expect(await sessionsOf(client)).toEqual([]);
  });
});

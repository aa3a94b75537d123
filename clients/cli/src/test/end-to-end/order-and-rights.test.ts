import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResponseFailure } from '@sonde/dap';
import { mini } from '@sonde/language-mini';
import { SessionDirectory, type AdapterEnvironment } from '@sonde/session';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fixture } from './fixtures.js';
import { endpointOf } from './in-process.js';

const program = fixture('scenario.mini');
const endless = fixture('endless.mini');
let sessions: SessionDirectory;

beforeEach(() => {
  sessions = new SessionDirectory();
});

const open = async (environment: Partial<AdapterEnvironment> = {}, initialize = {}): Promise<TestClient> => {
  const endpoint = endpointOf({ languages: [mini], sessions, ...environment });
  return closeAfterTest(await connect(endpoint, { initialize }));
};

const onlySession = (): string => sessions.list()[0]!.id;

async function refusal(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ResponseFailure);
  return (error as ResponseFailure).explanation;
}

describe('the order of a start', () => {
  it('is free: configurationDone close behind launch waits for the session', async () => {
    const client = await open();
    await client.initialize();
    const launched = client.request('launch', { program });
    const configured = client.request('configurationDone');
    await Promise.all([launched, configured]);
    await client.waitForEnd();
    expect(client.output()).toContain('total 27');
  });

  it('is free: configurationDone may come first', async () => {
    const client = await open();
    await client.initialize();
    await client.waitFor('initialized');
    await client.request('configurationDone');
    await client.request('launch', { program });
    await client.waitForEnd();
  });

  it('cannot be cancelled: a cancel of initialize comes too late, and the session goes on', async () => {
    const client = await open();
    const { sent, answer } = client.send('initialize', { adapterID: 'sonde' });
    await Promise.all([answer, client.request('cancel', { requestId: sent.message.seq })]);
    expect(await refusal(client.request('goto', { threadId: 24, targetId: 2 }))).toContain('needs a program');
    await Promise.all([client.request('launch', { program }), client.request('configurationDone')]);
    await client.waitForEnd();
  });

  it('keeps everything behind the answer to initialize', async () => {
    const owner = await open();
    await owner.launch({ program }, each => each.setBreakpoints(program, ['#line']));
    await owner.waitForStop();
    const guest = await open();
    await Promise.all([guest.initialize(), guest.request('attach', { session: onlySession() })]);
    const received = guest.timeline.entries.filter(e => e.kind === 'message' && e.direction === 'received');
    expect(received[0]).toMatchObject({ message: { type: 'response', command: 'initialize' } });
  });

  it('allows one launch only, however close the second follows', async () => {
    const client = await open();
    await client.initialize();
    const first = client.request('launch', { program });
    expect(await refusal(client.request('launch', { program }))).toMatch(/already/);
    await first;
    expect(sessions.list()).toHaveLength(1);
    await client.disconnect();
    expect(sessions.list()).toHaveLength(0);
  });

  it('allows another launch after one that failed', async () => {
    const client = await open();
    await client.initialize();
    await refusal(client.request('launch', { program: `${program}.missing` }));
    await client.request('launch', { program });
    await client.request('configurationDone');
    await client.waitFor('exited');
  });

  it('maps breakpoints that came before the launch as well', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-map-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const moved = join(folder, 'here.mini');
    writeFileSync(moved, 'let a = 1;\nlet b = 2;\nprint a + b;\n');
    const client = await open();
    await client.initialize();
    await client.request('setBreakpoints', {
      source: { path: '/elsewhere/here.mini' },
      breakpoints: [{ line: 2 }],
    });
    await client.launch({ program: moved, sourceMap: { [folder]: '/elsewhere' } });
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.topFrame()).line).toBe(2);
  });
});

describe('a restart', () => {
  it('is refused while the program is being loaded, so that none is left behind', async () => {
    const client = await open();
    await client.launch({ program: endless });
    await client.waitForOutput('spinning');
    const first = client.request('restart', {});
    expect(await refusal(client.request('restart', {}))).toMatch(/being loaded/);
    await first;
  });

  it('is told to the others, who saw the program stopped', async () => {
    const owner = await open();
    await owner.launch({ program }, each => each.setBreakpoints(program, ['#line']));
    await owner.waitForStop();
    const guest = await open();
    await guest.attach({ session: onlySession() });
    await guest.waitForStop();
    const before = owner.timeline.now;
    await guest.request('restart', {});
    const gone = await owner.waitFor('continued', { after: before });
    await owner.waitForStop({ after: gone, reason: 'breakpoint' });
    expect((await owner.topFrame()).line).toBe(lineOf(program, '#line'));
  });
});

describe('a guest', () => {
  it('sees what was printed once, however early it came', async () => {
    const owner = await open();
    await owner.launch({ program: endless });
    await owner.waitForOutput('spinning');
    const guest = await open();
    await guest.attach({ session: onlySession() });
    await guest.waitForOutput('spinning');
    await guest.pause();
    expect(guest.output().match(/spinning/g)).toHaveLength(1);
  });

  it('takes over when the launcher is lost before it let the program go', async () => {
    const launcher = await open();
    await launcher.initialize();
    await launcher.request('launch', { program });
    const guest = await open();
    await guest.attach({ session: onlySession() });
    expect(await refusal(guest.request('next', { threadId: 1 }))).toMatch(/not started/);
    const before = guest.timeline.now;
    launcher.drop();
    await guest.waitForEnd({ after: before });
    expect(guest.output()).toContain('total 27');
  });

  it('does not undo the exception filters of a launcher that never chose any', async () => {
    const owner = await open();
    await owner.initialize();
    await owner.request('launch', { program: fixture('throws.mini') });
    const guest = await open();
    await guest.attach({ session: onlySession() }, each =>
      each.request('setExceptionBreakpoints', { filters: [] }),
    );
    await owner.request('configurationDone');
    await owner.waitForStop({ reason: 'exception' });
  });
});

describe('a client that may only look', () => {
  const watch = async (): Promise<{ owner: TestClient; watcher: TestClient }> => {
    const owner = await open();
    await owner.launch({ program }, each => each.setBreakpoints(program, ['#line']));
    await owner.waitForStop();
    const watcher = await open({ rights: 'read-only' });
    await watcher.attach({ session: onlySession() });
    await watcher.waitForStop();
    return { owner, watcher };
  };

  it('sees everything and changes nothing', async () => {
    const { owner, watcher } = await watch();
    expect((await watcher.evaluate('x')).result).toBe('1');
    expect(await refusal(watcher.request('next', { threadId: 1 }))).toMatch(/only look/);
    expect(await refusal(watcher.evaluate('x = 5', { context: 'repl' }))).toMatch(/change/);
    expect((await owner.evaluate('x')).result).toBe('1');
  });

  it('cannot end the session by leaving', async () => {
    const { owner, watcher } = await watch();
    await watcher.request('disconnect', { terminateDebuggee: true });
    await owner.next();
  });

  it('is never left alone with the program', async () => {
    const { owner, watcher } = await watch();
    const before = watcher.timeline.now;
    owner.drop();
    await watcher.waitFor('terminated', { after: before });
  });

  it('reads the sources of the program and no other file', async () => {
    const { watcher } = await watch();
    const { content } = await watcher.request('source', { source: { path: program }, sourceReference: 0 });
    expect(content).toContain('fn add');
    for (const path of ['/etc/passwd', '/dev/zero', fixture('throws.mini')]) {
      expect(await refusal(watcher.request('source', { source: { path }, sourceReference: 0 }))).toMatch(
        /not available/,
      );
    }
  });
});

describe('a very deep expression', () => {
  it('is the fault of whoever wrote it', async () => {
    const client = await open();
    await client.launch({ program }, each => each.setBreakpoints(program, ['#line']));
    await client.waitForStop();
    const deep = `${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
    expect(await refusal(client.evaluate(deep))).toMatch(/nested too deeply/);
  });
});

describe('a request that takes its time', () => {
  it('is answered as cancelled when the client gives it up, and the program is not disturbed', async () => {
    const client = await open();
    await client.launch({ program: endless });
    await client.waitForOutput('spinning');
    // A console line waits a moment for the running program to ask for input.
    const { sent, answer } = client.send('evaluate', { expression: '1', context: 'repl' });
    const given = answer.catch((error: unknown) => error);
    await client.request('cancel', { requestId: sent.message.seq });
    expect((await given) as ResponseFailure).toMatchObject({ message: 'cancelled' });
    await client.pause();
  });
});

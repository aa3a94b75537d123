import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResponseFailure } from '@sonde/dap';
import { connectSession, listSessions } from '@sonde/server';
import { connect, lineOf, overMemory, overStdio, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture, sondeScript } from './fixtures.js';

const program = fixture('scenario.mini');

describe('two clients on one session', () => {
  let folder: string;
  let editor: TestClient;

  beforeEach(async () => {
    const runtime = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-run-')));
    folder = join(runtime, 'sonde');
    const endpoint = overStdio(process.execPath, [sondeScript, 'dap'], { env: { XDG_RUNTIME_DIR: runtime } });
    editor = await connect(endpoint);
    await editor.launch({ program }, client => client.setBreakpoints(program, ['#line']));
    await editor.waitForStop({ reason: 'breakpoint' });
  });

  afterEach(async () => {
    await editor.close();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  /** A second client that finds the editor's session in the registry. */
  async function join2(configure?: (client: TestClient) => Promise<unknown>): Promise<TestClient> {
    const { sessions } = await listSessions({ folder });
    expect(sessions).toHaveLength(1);
    const session = sessions[0]!;
    const { id } = session;
    const guest = closeAfterTest(await connect(overMemory(() => connectSession(session))));
    await guest.attach({ session: id }, configure);
    await guest.waitForStop();
    return guest;
  }

  it('the second is told the state on joining', async () => {
    const guest = await join2();
    expect((await guest.topFrame()).line).toBe(lineOf(program, '#line'));
    expect((await guest.evaluate('x')).result).toBe('1');
    expect((await listSessions({ folder })).sessions[0]?.clients).toBe(2);
  });

  it('a step by either is seen by both', async () => {
    const guest = await join2();
    const before = editor.timeline.now;
    await guest.next();
    await editor.waitFor('continued', { after: before });
    const stop = await editor.waitForStop({ after: before });
    expect(stop.reason).toBe('step');
    expect((await editor.topFrame()).line).toBe(lineOf(program, '#call'));

    const seen = guest.timeline.now;
    await editor.next();
    await guest.waitForStop({ after: seen, reason: 'step' });
    expect((await guest.topFrame()).line).toBe(lineOf(program, '#over'));
  });

  it('each keeps its breakpoints when the other sets its own', async () => {
    const guest = await join2(client => client.setBreakpoints(program, ['#loop']));
    // Setting and clearing in the same file touches only one's own.
    await editor.setBreakpoints(program, ['#end']);
    const atLoop = await guest.continue();
    expect((await guest.topFrame()).line).toBe(lineOf(program, '#loop'));
    expect(atLoop.reason).toBe('breakpoint');
    await guest.setBreakpoints(program, []);
    const seen = guest.timeline.now;
    await editor.continue();
    await guest.waitForStop({ after: seen });
    expect((await guest.topFrame()).line).toBe(lineOf(program, '#end'));
  });

  it('a motion while the program runs is refused, not queued', async () => {
    const guest = await join2();
    await editor.setBreakpoints(program, []);
    const endless = fixture('endless.mini');
    await editor.restart({ arguments: { program: endless } });
    await editor.waitForOutput('spinning');
    const refused = await guest.request('next', { threadId: 1 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ResponseFailure);
    expect((refused as ResponseFailure).explanation).toMatch(/running/);
    await guest.pause();
  });

  it('a guest that goes leaves the session as it was, and takes its breakpoints along', async () => {
    const guest = await join2(client => client.setBreakpoints(program, ['#loop']));
    await guest.close();
    await editor.setBreakpoints(program, ['#end']);
    await editor.continue();
    expect((await editor.topFrame()).line).toBe(lineOf(program, '#end'));
  });

  it('a change of a value is told to the other', async () => {
    const guest = await join2();
    const before = guest.timeline.now;
    const reference = await editor.localsReference(await editor.topFrame());
    await editor.request('setVariable', { variablesReference: reference, name: 'x', value: '5' });
    await guest.waitFor('invalidated', { after: before });
    expect((await guest.evaluate('x')).result).toBe('5');
  });
});

import { nativeTools } from '@sonde/engine-native';
import { connect, overTcp, spawnServer, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, sondeScript, stdio } from './fixtures.js';
import { allGone, commandOf, descendants } from './processes.js';

const server = () => spawnServer(process.execPath, [sondeScript, 'dap', '--port', '0']);

/** Everything a server process has started. */
const startedBy = (pid: number | undefined): readonly number[] => (pid === undefined ? [] : descendants(pid));

async function running(client: TestClient, program: string): Promise<void> {
  await client.launch({ program });
  await client.waitForOutput('spinning');
}

describe('a session in this process', () => {
  it('ends with its client, and the server stays for the next', async () => {
    const served = closeAfterTest(await server());
    const killed = await connect(served);
    await running(killed, fixture('endless.mini'));
    const watcher = closeAfterTest(await connect(overTcp(served.port)));
    await watcher.initialize();
    const sessions = async (): Promise<number> => {
      const body = (await watcher.customRequest('sonde/sessions', {})) as {
        readonly sessions: readonly unknown[];
      };
      return body.sessions.length;
    };
    expect(await sessions()).toBe(1);
    killed.drop();
    await expect.poll(sessions, { timeout: 60_000 }).toBe(0);
    const next = closeAfterTest(await connect(overTcp(served.port)));
    await running(next, fixture('endless.mini'));
  });

  it('over stdio ends the adapter with code 0 when the client is gone', async () => {
    const client = await connect(stdio());
    await running(client, fixture('endless.mini'));
    const adapter = client.process;
    client.drop();
    expect(await adapter?.exited).toMatchObject({ code: 0 });
  });

  it('tells its client why when the server is asked to end', async () => {
    const served = await server();
    const client = closeAfterTest(await connect(served));
    await running(client, fixture('endless.mini'));
    const before = client.timeline.now;
    served.process.kill('SIGTERM');
    await client.waitFor('terminated', { after: before });
    expect(client.output({ after: before })).toMatch(/The session ends: .*SIGTERM/);
    expect(await served.process.exited).toMatchObject({ signal: null });
  });
});

describeUnlessMissing('a native session', (await nativeTools()).missing, () => {
  it('ends its program and LLDB when the client is killed', async () => {
    const served = closeAfterTest(await server());
    const client = await connect(served);
    await running(client, fixture('endless.c'));
    const started = startedBy(served.process.pid);
    expect(started.some(pid => commandOf(pid).includes('lldb'))).toBe(true);
    client.drop();
    await allGone(started);
  });

  it('leaves nothing behind when the server is killed', async () => {
    const served = await server();
    const client = await connect(served);
    await running(client, fixture('endless.c'));
    const started = startedBy(served.process.pid);
    served.process.kill('SIGKILL');
    await allGone(started);
    client.drop();
  });

  it('ends with the reason when LLDB is killed, and the program ends too', async () => {
    const served = closeAfterTest(await server());
    const client = closeAfterTest(await connect(served));
    await running(client, fixture('endless.c'));
    const started = startedBy(served.process.pid);
    const lldb = started.find(pid => /^\S*lldb(-\d+)?\s/.test(`${commandOf(pid)} `));
    const before = client.timeline.now;
    process.kill(lldb!, 'SIGKILL');
    await client.waitFor('terminated', { after: before });
    expect(client.output({ after: before })).toMatch(/LLDB/);
    await allGone(started);
  });

  it('says which signal ended a program that was killed from outside', async () => {
    const client = closeAfterTest(await connect(stdio()));
    await running(client, fixture('endless.c'));
    const { body } = await client.waitFor('process');
    const before = client.timeline.now;
    process.kill(body.systemProcessId!, 'SIGKILL');
    const exited = await client.waitFor('exited', { after: before });
    expect(exited.body.exitCode).toBe(128 + 9);
    await client.waitFor('terminated', { after: before });
    expect(client.output({ after: before })).toContain('SIGKILL');
  });
});

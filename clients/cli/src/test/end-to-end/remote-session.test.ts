// Programs on a server of the remote protocol, as clients of the debugger see them.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mini } from '@sonde/language-mini';
import { remote } from '@sonde/language-remote';
import { connect, OutputText, OwnedProcess, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { clientFor, endpointFor } from './in-process.js';

const example = fileURLToPath(new URL('../../../../../examples/remote-python/', import.meta.url));
const script = `${example}server.py`;
const program = (name: string): string => `${example}programs/${name}.tiny`;
const line = (name: string, marker: string): number =>
  readFileSync(program(name), 'utf8')
    .split('\n')
    .findIndex(text => text.includes(`# #${marker}`)) + 1;

const isThere = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;
const missing = isThere ? undefined : 'python3 of version 3.10 or later is not installed';
const startMs = 20_000;

async function serve(name: string): Promise<{ readonly server: OwnedProcess; readonly port: number }> {
  const server = await OwnedProcess.start('python3', [script, '--port', '0', program(name)]);
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.end(startMs);
  });
  const printed = new OutputText();
  server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
  server.stdout.on('close', () => printed.end());
  return { server, port: Number((await printed.waitFor(/127\.0\.0\.1:(\d+)/, startMs))[1]) };
}

const set = (client: TestClient, name: string, marker: string, more: object = {}): Promise<unknown> =>
  client.request('setBreakpoints', {
    source: { path: program(name) },
    breakpoints: [{ line: line(name, marker), ...more }],
  });

const launch = { language: 'remote', server: ['python3', script], program: program('main') };

describeUnlessMissing('a program on a server', missing, () => {
  it('is attached to, decides conditions in its own language, and goes on when it is left', async () => {
    const { server, port } = await serve('main');
    const client = await clientFor(remote);
    await client.attach({ language: 'remote', port }, it => set(it, 'main', 'loop', { condition: 'i == 4' }));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.locals()).get('total')?.value).toBe('58');
    await client.disconnect();
    expect(server.hasExited).toBe(false);
  });

  it('writes log messages in its own language, with what cannot be said in its place', async () => {
    const client = await clientFor(remote);
    await client.launch(launch, it =>
      set(it, 'main', 'print-x', { logMessage: 'x {x}, twice {x * 2}, {many[1]}, {nobody}' }),
    );
    await client.waitForEnd();
    const said = client.timeline.entries.map(entry => JSON.stringify(entry)).join('\n');
    expect(said).toContain("x 42, twice 84, 105, <name 'nobody' is not defined>");
  });

  it('stops where a condition makes no sense, and says why', async () => {
    const client = await clientFor(remote);
    await client.launch(launch, it => set(it, 'main', 'loop', { condition: 'i ==' }));
    const { body } = await client.waitForStop({ reason: 'breakpoint' });
    expect(body.text).toMatch(/invalid syntax/);
  });

  it('whose server is killed ends with the reason, within two seconds', async () => {
    const { server, port } = await serve('endless');
    const client = await clientFor(remote);
    await client.attach({ language: 'remote', port });
    await client.waitFor('output', { where: ({ output }) => output.includes('spinning') });
    const before = performance.now();
    server.kill('SIGKILL');
    await client.waitFor('terminated');
    expect(performance.now() - before).toBeLessThan(2000);
    const said = client.timeline.entries.map(entry => JSON.stringify(entry)).join('\n');
    expect(said).toContain('Tiny is gone: the connection was closed.');
    expect(said).toContain(`nothing listens at 127.0.0.1:${port}`);
  });

  it('takes back what it cannot do from a client that did not know the language', async () => {
    const client = closeAfterTest(await connect(endpointFor(mini, remote)));
    await client.initialize({ adapterID: 'any' });
    expect(client.capabilities.supportsDataBreakpoints).toBe(true);
    await client.launch({ ...launch, stopOnEntry: true });
    await client.waitForStop({ reason: 'entry' });
    const { body } = await client.waitFor('capabilities');
    expect(body.capabilities).toMatchObject({
      supportsDataBreakpoints: false,
      supportsGotoTargetsRequest: false,
    });
    await expect(client.request('setDataBreakpoints', { breakpoints: [] })).rejects.toThrow(/"data"/);
  });

  it('is refused without a server, and with one that is not there', async () => {
    const client = await clientFor(remote);
    await expect(client.launch({ ...launch, server: undefined })).rejects.toThrow(
      /launch\.server is required/,
    );
    await expect(client.launch({ ...launch, server: 'no-such-server' })).rejects.toThrow(
      /the server no-such-server was not found/,
    );
  });
});

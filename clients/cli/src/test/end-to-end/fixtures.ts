// The programs of the end-to-end tests, the command that debugs them, and the servers they are reached through.

import { fileURLToPath } from 'node:url';
import {
  OutputText,
  OwnedProcess,
  overStdio,
  overWebSocket,
  spawnServer,
  type Endpoint,
  type SpawnedServer,
} from '@sonde/testkit';
import { afterAll, beforeAll } from 'vitest';

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));

export const sondeScript = fileURLToPath(new URL('../../../bin/sonde.js', import.meta.url));

/**
 * Arguments for the Node of a server that has many short sessions: those by which this process, too, spares V8 the work for a
 * long life (`brief-process.mjs` of the scripts).
 */
export const brief: readonly string[] = process.execArgv.filter(each =>
  /^--(?:interrupt-budget|min-semi-space-size)=/.test(each),
);

/** `sonde dap` on stdin and stdout. */
export const stdio = (...args: readonly string[]): Endpoint =>
  overStdio(process.execPath, [sondeScript, 'dap', ...args]);

/** One `sonde dap --port 0` for all tests of a file. */
export function tcpServer(): () => Promise<SpawnedServer> {
  let server: Promise<SpawnedServer> | undefined;
  beforeAll(async () => {
    server = spawnServer(process.execPath, [...brief, sondeScript, 'dap', '--port', '0']);
    await server;
  });
  afterAll(async () => (await server)?.close());
  return () => server ?? Promise.reject(new Error('the server was not started'));
}

/** A `sonde serve`, reached with the token it printed. Whoever starts it ends its process. */
export async function spawnWebServer(): Promise<{
  readonly endpoint: Endpoint;
  readonly process: OwnedProcess;
}> {
  const server = await OwnedProcess.start(process.execPath, [...brief, sondeScript, 'serve', '--port', '0']);
  const printed = new OutputText();
  server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
  const [, address, token] = await printed.waitFor(/http:\/\/(\S+)\/#token=(\S+)/, 20_000);
  const headers = { Authorization: `Bearer ${token ?? ''}` };
  return { endpoint: overWebSocket(`ws://${address ?? ''}/dap`, { headers }), process: server };
}

/** One `sonde serve` for all tests of a file. */
export function webServer(): () => Promise<Endpoint> {
  let server: OwnedProcess | undefined;
  let endpoint: Endpoint | undefined;
  beforeAll(async () => {
    ({ endpoint, process: server } = await spawnWebServer());
  });
  afterAll(async () => {
    server?.kill('SIGTERM');
    await server?.end(5_000);
  });
  return () =>
    endpoint === undefined
      ? Promise.reject(new Error('the server was not started'))
      : Promise.resolve(endpoint);
}

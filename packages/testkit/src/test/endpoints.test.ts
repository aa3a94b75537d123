// The ways to reach an adapter: the same scenario over each, and processes that end with their client.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketTransport, webSocketTransport } from '@sonde/dap/node';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { connect } from '../client.js';
import { overStdio, overUnixSocket, overWebSocket, spawnServer } from '../endpoint.js';
import { pausesEndlessLoop, stopsBeforeTheLineRuns, twoSessionsAtOnce } from '../scenario.js';
import { closeAfterTest } from '../vitest.js';
import { ToyAdapter } from './toy-adapter.js';
import { toyProfile } from './toy-profile.js';

const node = process.execPath;
const main = join(import.meta.dirname, 'toy-adapter-main.js');

test('over stdio: the process is the client’s own and ends with it', async () => {
  const client = await connect(overStdio(node, [main]));
  await stopsBeforeTheLineRuns(client, toyProfile);
  await client.close();
  expect(await client.process?.exited).toEqual({ code: 0, signal: null });
});

test('over stdio: a second session is a second process', async () => {
  const client = closeAfterTest(await connect(overStdio(node, [main])));
  await twoSessionsAtOnce(client, toyProfile);
});

test('over stdio: an adapter that does not end is killed, and that fails the test', async () => {
  const client = await connect(overStdio(node, [main, '--stay']), { closeDeadlineMs: 100 });
  await stopsBeforeTheLineRuns(client, toyProfile);
  await expect(client.close()).rejects.toThrow(
    /the adapter did not end within 100 ms and was killed\n(.*\n)*stderr of the adapter:\ntoy adapter on stdio/,
  );
  expect(client.process?.hasExited).toBe(true);
});

test('over stdio: an adapter that dies ends every wait', async () => {
  const client = await connect(overStdio(node, ['-e', 'console.error("no memory"); process.exit(3)']));
  const wait = client.waitFor('stopped');
  await expect(wait).rejects.toThrow('event stopped never came: the connection is closed');
  await expect(wait).rejects.toThrow('stderr of the adapter:\nno memory');
  expect(await client.process?.exited).toMatchObject({ code: 3 });
  await client.close();
});

test('over stdio: a command that does not exist says so', async () => {
  await expect(connect(overStdio('no-such-adapter'))).rejects.toThrow('no-such-adapter could not be started');
});

test('over TCP: a server is spawned, announces its port, serves many, and is ended', async () => {
  const server = await spawnServer(node, [main, '--port', '0']);
  expect(server.port).toBeGreaterThan(0);
  const client = await connect(server);
  await twoSessionsAtOnce(client, toyProfile);
  await client.close();
  const another = await connect(server);
  await pausesEndlessLoop(another, toyProfile);
  await another.close();
  await server.close();
  expect(server.process.hasExited).toBe(true);
});

test('a server that announces nothing is ended and explained', async () => {
  const script = 'console.error("no luck"); console.log("Hello")';
  await expect(spawnServer(node, ['-e', script])).rejects.toThrow(
    /does not listen: the output ended without .*; it ends with:\nHello\nits stderr:\nno luck/,
  );
});

test('a server that ignores SIGTERM is killed, and that is an error', async () => {
  const script =
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);' +
    'console.log("Listening for: connection://127.0.0.1:1")';
  const server = await spawnServer(node, ['-e', script], { endDeadlineMs: 100 });
  await expect(server.close()).rejects.toThrow('did not end within 100 ms of SIGTERM and was killed');
  expect(server.process.hasExited).toBe(true);
});

test('over a Unix socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-testkit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'dap.sock');
  const server = createServer(socket => new ToyAdapter(socketTransport(socket)));
  await new Promise<void>(resolve => server.listen(path, resolve));
  closeAfterTest({ close: () => new Promise<void>(resolve => server.close(() => resolve())) });
  const client = closeAfterTest(await connect(overUnixSocket(path)));
  await stopsBeforeTheLineRuns(client, toyProfile);
});

test('over a WebSocket, with headers', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise(resolve => server.once('listening', resolve));
  closeAfterTest({ close: () => new Promise<void>(resolve => server.close(() => resolve())) });
  const tokens: (string | undefined)[] = [];
  server.on('connection', (socket, request) => {
    tokens.push(request.headers.authorization);
    new ToyAdapter(webSocketTransport(socket));
  });
  const { port } = server.address() as AddressInfo;
  const endpoint = overWebSocket(`ws://127.0.0.1:${port}/dap`, { headers: { authorization: 'Bearer x' } });
  const client = closeAfterTest(await connect(endpoint));
  await stopsBeforeTheLineRuns(client, toyProfile);
  expect(tokens).toEqual(['Bearer x']);
});

// The same behaviour over every transport: in memory, TCP, Unix socket, WebSocket (Node's and the browser's client), messages
// of a webview.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { messageLineTransport, openWebSocket } from '../browser/browser.js';
import type { BrowserWebSocketClass, MessageLine } from '../browser/browser.js';
import { Connection, DapClient, createTransportPair } from '../dap.js';
import type { IncomingRequest, Transport } from '../dap.js';
import {
  connectTcp,
  connectUnix,
  connectWebSocket,
  socketTransport,
  webSocketTransport,
} from '../node/node.js';

interface Line {
  readonly client: Transport;
  readonly server: Transport;
}

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function overServer(
  server: Server,
  listen: () => void,
  connect: (server: Server) => Promise<Transport>,
): Promise<Line> {
  listen();
  await once(server, 'listening');
  const accepted = new Promise<Transport>(resolve => {
    server.once('connection', socket => resolve(socketTransport(socket)));
  });
  cleanups.push(() => void server.close());
  return { client: await connect(server), server: await accepted };
}

function overTcp(): Promise<Line> {
  const server = createServer();
  return overServer(
    server,
    () => server.listen(0, '127.0.0.1'),
    () => connectTcp({ port: (server.address() as AddressInfo).port }),
  );
}

async function overUnix(): Promise<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-dap-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'socket');
  const server = createServer();
  return overServer(
    server,
    () => server.listen(path),
    () => connectUnix(path),
  );
}

async function overWebSocket(connect: (url: string) => Promise<Transport>): Promise<Line> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  cleanups.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const accepted = new Promise<Transport>(resolve => {
    server.once('connection', socket => resolve(webSocketTransport(socket)));
  });
  const { port } = server.address() as AddressInfo;
  return { client: await connect(`ws://127.0.0.1:${port}/`), server: await accepted };
}

const overMemory = (framing: 'stream' | 'message') => (): Promise<Line> => {
  const [client, server] = createTransportPair({ framing });
  return Promise.resolve({ client, server });
};

/** As between an editor and its webview: two ports that deliver texts. */
function overMessages(): Promise<Line> {
  const { port1, port2 } = new MessageChannel();
  cleanups.push(() => port1.close());
  const lineOf = (port: MessagePort): MessageLine => ({
    post: text => port.postMessage(text),
    listen: ({ text, closed }) => {
      port.on('message', (data: string) => text(data));
      port.on('close', () => closed());
    },
    close: () => port.close(),
  });
  const [client, server] = [port1, port2].map(port => messageLineTransport('messages', lineOf(port)));
  return Promise.resolve({ client: client!, server: server! });
}

const browserClass = WebSocket as unknown as BrowserWebSocketClass;

const lines: readonly (readonly [string, () => Promise<Line>])[] = [
  ['memory, framed', overMemory('stream')],
  ['memory, by message', overMemory('message')],
  ['TCP', overTcp],
  ['Unix socket', overUnix],
  ['WebSocket', () => overWebSocket(url => connectWebSocket(url))],
  ['messages of a webview', overMessages],
  ['WebSocket of a browser', () => overWebSocket(url => openWebSocket(url, browserClass))],
];

function connectEnds(
  line: Line,
  request: (request: IncomingRequest, adapter: Connection) => unknown,
): {
  readonly client: DapClient;
  readonly adapter: Connection;
} {
  const adapter: Connection = new Connection(
    line.server,
    { request: async incoming => request(incoming, adapter) },
    { role: 'adapter' },
  );
  const client = new DapClient(line.client);
  cleanups.push(() => {
    client.destroy();
    adapter.destroy();
  });
  return { client, adapter };
}

describe.each(lines)('over %s', (_name, open) => {
  it('requests, answers and events go both ways, in order and unharmed', async () => {
    const { client, adapter } = connectEnds(await open(), ({ arguments: args, afterResponse }, end) => {
      afterResponse(() => end.event('output', { output: 'after' }));
      return { echo: args };
    });
    client.onReverse('runInTerminal', async ({ args }) => ({ processId: args.length }));
    const order: string[] = [];
    const heard = client.once('output').then(({ output }) => order.push(output));
    const long = 'ä€🐙\r\n\r\n'.repeat(50_000);
    const answer = client.customRequest('mine', { long }).then(body => {
      order.push('answer');
      return body;
    });
    expect(await answer).toEqual({ echo: { long } });
    await heard;
    expect(order.sort()).toEqual(['after', 'answer']);
    expect(await adapter.request('runInTerminal', { cwd: '', args: ['a', 'b', 'c'] })).toEqual({
      processId: 3,
    });
  });

  it('many small messages arrive all and in order', async () => {
    const { client, adapter } = connectEnds(await open(), () => undefined);
    const outputs: string[] = [];
    client.on('output', ({ output }) => outputs.push(output));
    const end = client.once('terminated');
    for (let index = 0; index < 2000; index++) adapter.event('output', { output: String(index) });
    adapter.event('terminated');
    await end;
    expect(outputs).toEqual(Array.from({ length: 2000 }, (_, index) => String(index)));
  });

  it('close sends what was written before, however much', async () => {
    const { client, adapter } = connectEnds(await open(), (request, end) => {
      request.afterResponse(() => end.close());
      return { long: 'x'.repeat(8_000_000) };
    });
    const body = (await client.customRequest('disconnect')) as { readonly long: string };
    expect(body.long.length).toBe(8_000_000);
    expect(await client.closed).toMatchObject({ kind: 'peer' });
    expect(await adapter.closed).toMatchObject({ kind: 'local' });
    expect(adapter.bufferedBytes).toBe(0);
  });

  it('the end of one side ends the other and everything that waits', async () => {
    const { client, adapter } = connectEnds(await open(), () => new Promise(() => undefined));
    const waiting = client.customRequest('never answered');
    client.close();
    await expect(waiting).rejects.toThrow('the connection is closed');
    expect(await adapter.closed).toMatchObject({ kind: 'peer' });
    expect(await client.closed).toMatchObject({ kind: 'local' });
  });

  it('destroy ends at once, twice if need be, and nobody waits for a drain any more', async () => {
    const { client, adapter } = connectEnds(await open(), () => undefined);
    adapter.event('output', { output: 'x'.repeat(1_000_000) });
    const drained = adapter.whenDrained();
    adapter.destroy();
    adapter.destroy();
    await drained;
    await Promise.all([client.closed, adapter.closed]);
    expect(adapter.bufferedBytes).toBe(0);
  });
});

// Peers that misbehave on a real socket: that do not read, do not hang up, are not there, or are a browser.
import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Connection, FrameReader, encodeMessage } from '../dap.js';
import type { Transport } from '../dap.js';
import { openWebSocket } from '../browser/browser.js';
import type { BrowserWebSocketClass } from '../browser/browser.js';
import {
  StreamTransport,
  connectTcp,
  connectUnix,
  connectWebSocket,
  webSocketTransport,
} from '../node/node.js';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

/** A raw socket as peer, and the accepted one as the ground of our transport. */
async function socketPair(): Promise<{ readonly peer: Socket; readonly accepted: Socket }> {
  const server = createServer({ allowHalfOpen: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const incoming = once(server, 'connection') as Promise<[Socket]>;
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = await incoming;
  cleanups.push(() => {
    peer.destroy();
    accepted.destroy();
    server.close();
  });
  return { peer, accepted };
}

const overSocket = (socket: Socket, lingerMilliseconds = 2000): Transport =>
  new StreamTransport(socket, socket, { description: 'test', endOutput: true, lingerMilliseconds });

const flood = (connection: Connection): void => {
  const output = 'x'.repeat(1_000_000);
  for (let index = 0; index < 32; index++) connection.event('output', { output });
};

describe('a peer that does not read', () => {
  it('is felt in bufferedBytes, and no longer once it reads', async () => {
    const { peer, accepted } = await socketPair();
    const connection = new Connection(overSocket(accepted), {}, { role: 'adapter' });
    flood(connection);
    expect(connection.bufferedBytes).toBeGreaterThan(1_000_000);
    peer.resume();
    await connection.whenDrained();
    expect(connection.bufferedBytes).toBe(0);
  });

  it('does not keep a closed connection alive', async () => {
    const { accepted } = await socketPair();
    const connection = new Connection(overSocket(accepted, 20), {}, { role: 'adapter' });
    flood(connection);
    connection.close();
    expect(await connection.closed).toMatchObject({ kind: 'local' });
    expect(accepted.destroyed).toBe(true);
  });
});

describe('a peer that breaks off', () => {
  it('with a reset is a transport error, not a crash', async () => {
    const { peer, accepted } = await socketPair();
    const connection = new Connection(overSocket(accepted), {}, { role: 'adapter' });
    peer.resetAndDestroy();
    expect(await connection.closed).toMatchObject({ kind: 'transport', error: { code: 'ECONNRESET' } });
    connection.event('initialized');
  });

  it('before the connection started is noticed all the same', async () => {
    const { peer, accepted } = await socketPair();
    const transport = overSocket(accepted);
    accepted.resume();
    peer.end();
    await once(accepted, 'close');
    const connection = new Connection(transport, {}, { role: 'adapter' });
    expect(await connection.closed).toMatchObject({ kind: 'peer' });
  });
});

describe('a browser', () => {
  it('that posts a launch to the port is cut off without an answer', async () => {
    const { peer, accepted } = await socketPair();
    const commands: string[] = [];
    const connection = new Connection(
      overSocket(accepted),
      { request: async ({ command }) => void commands.push(command) },
      { role: 'adapter' },
    );
    const received: Buffer[] = [];
    peer.on('data', bytes => received.push(bytes));
    peer.on('error', () => undefined);
    const body = encodeMessage({ seq: 1, type: 'request', command: 'launch', arguments: {} });
    peer.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n`);
    peer.write(body);
    expect(await connection.closed).toMatchObject({ kind: 'protocol', error: { kind: 'http' } });
    await once(peer, 'close');
    expect(received).toEqual([]);
    expect(commands).toEqual([]);
  });
});

describe('connecting', () => {
  it('to nobody rejects', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(connectTcp({ port })).rejects.toThrow('ECONNREFUSED');
    await expect(connectUnix('/nonexistent/socket')).rejects.toThrow('ENOENT');
    await expect(connectWebSocket(`ws://127.0.0.1:${port}/`)).rejects.toThrow('ECONNREFUSED');
    const browserClass = WebSocket as unknown as BrowserWebSocketClass;
    await expect(openWebSocket(`ws://127.0.0.1:${port}/`, browserClass)).rejects.toThrow('no connection to');
  });

  it('can be given up', async () => {
    const signal = AbortSignal.abort(new Error('changed my mind'));
    await expect(connectTcp({ port: 1 }, { signal })).rejects.toThrow('changed my mind');
    await expect(connectWebSocket('ws://127.0.0.1:1/', { signal })).rejects.toThrow('changed my mind');
    const controller = new AbortController();
    const server = createServer().listen(0, '127.0.0.1');
    cleanups.push(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const pending = connectTcp({ port }, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toThrow('connecting was given up');
  });
});

describe('a WebSocket', () => {
  async function webSocketPair(): Promise<{ readonly peer: WebSocket; readonly connection: Connection }> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const accepted = new Promise<Connection>(resolve => {
      server.once('connection', socket => {
        const echo = async ({ arguments: args }: { readonly arguments: unknown }): Promise<unknown> => args;
        resolve(new Connection(webSocketTransport(socket), { request: echo }, { role: 'adapter' }));
      });
    });
    const peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    cleanups.push(() => {
      peer.terminate();
      server.close();
    });
    return { peer, connection: await accepted };
  }

  const ask = { seq: 1, type: 'request', command: 'mine', arguments: { a: 1 } };

  it('carries one bare JSON text per text message', async () => {
    const { peer } = await webSocketPair();
    if (peer.readyState !== WebSocket.OPEN) await once(peer, 'open');
    peer.send(JSON.stringify(ask));
    const [data, isBinary] = (await once(peer, 'message')) as [Buffer, boolean];
    expect(isBinary).toBe(false);
    expect(JSON.parse(data.toString())).toMatchObject({ request_seq: 1, success: true, body: { a: 1 } });
  });

  it('carries framed bytes in binary messages, and answers in kind', async () => {
    const { peer } = await webSocketPair();
    if (peer.readyState !== WebSocket.OPEN) await once(peer, 'open');
    const frame = encodeMessage(ask);
    peer.send(frame.subarray(0, 30));
    peer.send(frame.subarray(30));
    const [data, isBinary] = (await once(peer, 'message')) as [Buffer, boolean];
    expect(isBinary).toBe(true);
    expect(new FrameReader().push(data)).toMatchObject([
      { ok: true, message: { request_seq: 1, body: { a: 1 } } },
    ]);
  });

  it('is closed with a reason when binary messages are no frames', async () => {
    const { peer, connection } = await webSocketPair();
    if (peer.readyState !== WebSocket.OPEN) await once(peer, 'open');
    peer.send(new TextEncoder().encode('nonsense\r\n'));
    const [code, reason] = (await once(peer, 'close')) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1002, 'bad-header']);
    expect(await connection.closed).toMatchObject({ kind: 'protocol', error: { kind: 'bad-header' } });
  });

  it('answers text that is no JSON with output that says so and goes on', async () => {
    const { peer } = await webSocketPair();
    if (peer.readyState !== WebSocket.OPEN) await once(peer, 'open');
    peer.send('nonsense');
    const [complaint] = (await once(peer, 'message')) as [Buffer];
    expect(JSON.parse(complaint.toString())).toMatchObject({
      event: 'output',
      body: { category: 'important' },
    });
    peer.send(JSON.stringify(ask));
    const [data] = (await once(peer, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ request_seq: 1, success: true });
  });

  it('that breaks is a transport error', async () => {
    const { peer, connection } = await webSocketPair();
    if (peer.readyState !== WebSocket.OPEN) await once(peer, 'open');
    peer.terminate();
    expect(await connection.closed).toMatchObject({ kind: 'transport', message: 'the web socket broke' });
  });
});

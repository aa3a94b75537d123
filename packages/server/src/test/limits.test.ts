import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DapClient, type Transport } from '@sonde/dap';
import { connectTcp, connectWebSocket } from '@sonde/dap/node';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionLimits } from '../adapter-set.js';
import { newToken } from '../access-token.js';
import { serveHttp } from '../http/serve-http.js';
import { listen } from '../listen.js';
import { testEnvironment } from './environment.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(
  limits: Partial<ConnectionLimits>,
): Promise<{ readonly port: number; readonly lines: readonly string[] }> {
  const environment = testEnvironment();
  const listener = await listen({ kind: 'tcp', port: 0 }, environment, limits);
  closing.push(() => listener.close('the test is over'));
  if (listener.address.kind !== 'tcp') throw new Error('not a port');
  return { port: listener.address.port, lines: environment.lines };
}

/** A peer that connects and says nothing; `all` answers with what it was told, when the other side has hung up. */
async function silent(port: number): Promise<{ readonly socket: Socket; readonly all: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', data => (text += data.toString()));
  socket.on('error', () => undefined);
  const all = once(socket, 'close').then(() => text);
  closing.push(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, all };
}

function clientOn(transport: Transport): DapClient {
  const client = new DapClient(transport);
  closing.push(() => client.destroy());
  return client;
}

describe('a connection that does not introduce itself', () => {
  it('is closed with a reason when its time is over; one that did stays', async () => {
    const { port, lines } = await start({ initializeWithinMs: 500 });
    const client = clientOn(await connectTcp({ port }));
    await client.initialize();
    const idle = await silent(port);
    expect(await idle.all).toContain('Closing the connection: no valid \\"initialize\\" came within 0.5 s.');
    expect(lines).toContain('closing: no valid "initialize" came within 0.5 s');
    await expect(client.customRequest('sonde/sessions', {})).resolves.toEqual({ sessions: [] });
  });

  it('gains no time by sending something else', async () => {
    const { port } = await start({ initializeWithinMs: 100 });
    const client = clientOn(await connectTcp({ port }));
    await expect(client.request('threads')).rejects.toThrow(/before "initialize"/);
    expect((await client.closed).kind).toBe('peer');
  });

  it('gives its place back, so that idle ones lock nobody out', async () => {
    const { port } = await start({ connections: 3, initializeWithinMs: 300 });
    const idle = await Promise.all([silent(port), silent(port), silent(port)]);
    await Promise.all(idle.map(({ all }) => all));
    await expect(clientOn(await connectTcp({ port })).initialize()).resolves.toBeDefined();
  });
});

describe('a connection too many', () => {
  it('is told why in the answer to its first request, then closed', async () => {
    const { port, lines } = await start({ connections: 1 });
    await clientOn(await connectTcp({ port })).initialize();
    const second = clientOn(await connectTcp({ port }));
    await expect(second.initialize()).rejects.toThrow(/has 1 connections, which is all it takes/);
    await second.closed;
    expect(lines.filter(line => line.includes('refused: this debugger has 1'))).toHaveLength(1);
  });

  it('is told why also when it says nothing', async () => {
    const { port } = await start({ connections: 1 });
    await clientOn(await connectTcp({ port })).initialize();
    expect(await (await silent(port)).all).toContain(
      'Closing the connection: this debugger has 1 connections',
    );
  });

  it('is told the same over a WebSocket', async () => {
    const token = newToken();
    const server = await serveHttp(
      { port: 0, tokens: [token], limits: { connections: 1 } },
      testEnvironment(),
    );
    closing.push(() => server.close('the test is over'));
    const headers = { Authorization: `Bearer ${token.value}` };
    const open = async (): Promise<DapClient> =>
      clientOn(await connectWebSocket(`ws://127.0.0.1:${server.port}/dap?x=1`, { headers }));
    await (await open()).initialize();
    await expect((await open()).initialize()).rejects.toThrow(/all it takes/);
  });

  it('does not hold up the end of the listener', async () => {
    const environment = testEnvironment();
    const listener = await listen({ kind: 'tcp', port: 0 }, environment, { connections: 0 });
    const refused = await silent(listener.address.kind === 'tcp' ? listener.address.port : 0);
    await expect.poll(() => environment.lines.some(line => line.includes('refused'))).toBe(true);
    await listener.close('done');
    expect(await refused.all).toBe('');
  });
});

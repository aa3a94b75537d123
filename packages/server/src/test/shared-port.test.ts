// One port for raw messages and WebSockets.

import { connect } from 'node:net';
import { Connection } from '@sonde/dap';
import { connectTcp, connectWebSocket } from '@sonde/dap/node';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../listen.js';
import { launchIdle, testEnvironment } from './environment.js';

let listener: Listener | undefined;

async function start(environment = testEnvironment(), limits = {}): Promise<number> {
  listener = await listen({ kind: 'tcp', port: 0, webSockets: true }, environment, limits);
  return listener.address.kind === 'tcp' ? listener.address.port : 0;
}

afterEach(async () => {
  await listener?.close('the test is over');
  listener = undefined;
});

/** Sends text and answers with all that comes back until the other side hangs up. */
const exchange = (port: number, text: string): Promise<string> =>
  new Promise(resolve => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', data => (received += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });

describe('a port for raw messages and WebSockets', () => {
  it('serves clients of both kinds at once', async () => {
    const environment = testEnvironment();
    const port = await start(environment);
    const raw = await launchIdle(await connectTcp({ port }), '/raw.idle');
    const web = await launchIdle(await connectWebSocket(`ws://127.0.0.1:${port}/any/path`), '/web.idle');
    expect(environment.sessions.list().map(session => session.program)).toEqual(['/raw.idle', '/web.idle']);
    await web.request('disconnect');
    expect(environment.sessions.list().map(session => session.program)).toEqual(['/raw.idle']);
    raw.close();
    await raw.closed;
  });

  it('understands a message whose first byte comes alone', async () => {
    const port = await start();
    const body = JSON.stringify({ seq: 1, type: 'request', command: 'nonsense' });
    const answered = new Promise<string>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.setNoDelay(true);
        socket.write('C', () =>
          setImmediate(() => socket.write(`ontent-Length: ${body.length}\r\n\r\n${body}`)),
        );
      });
      socket.once('data', data => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    expect(await answered).toContain('"success":false');
  });

  it.each([
    ['without a token', {}],
    ['with one', { token: 'secret' }],
  ])('lets no web page in %s, whatever it calls itself', async (_, guarded) => {
    const port = await start(testEnvironment(guarded));
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Host: 'evil.example' },
    ]) {
      await expect(connectWebSocket(`ws://127.0.0.1:${port}`, { headers })).rejects.toThrow('403');
    }
  });

  it.each(['raw', 'web'])('takes only small frames before the token (%s)', async kind => {
    const port = await start(testEnvironment({ token: 'secret' }));
    const transport =
      kind === 'raw' ? await connectTcp({ port }) : await connectWebSocket(`ws://127.0.0.1:${port}`);
    const connection = new Connection(transport, {}, { role: 'client' });
    const filled = { adapterID: 'sonde', token: 'secret', filler: 'x'.repeat(100_000) };
    await expect(connection.request('initialize', filled)).rejects.toThrow();
    await connection.closed;
    const other = new Connection(await connectTcp({ port }), {}, { role: 'client' });
    await other.request('initialize', { adapterID: 'sonde', token: 'secret' } as never);
    // Afterwards there is room.
    await expect(other.customRequest('nothing', { filler: 'x'.repeat(100_000) })).rejects.toThrow(/nothing/);
    other.close();
    await other.closed;
  });

  it('takes one guess at the token, also where two come together', async () => {
    const port = await start(testEnvironment({ token: 'secret' }));
    const guess = (seq: number, token: string): string => {
      const body = JSON.stringify({
        ...{ seq, type: 'request', command: 'initialize' },
        arguments: { adapterID: 'sonde', token },
      });
      return `Content-Length: ${body.length}\r\n\r\n${body}`;
    };
    const answers = await exchange(port, guess(1, 'guess') + guess(2, 'secret'));
    expect(answers).toContain('"request_seq":1,"success":false');
    expect(answers).not.toContain('"success":true');
  });

  it('tells a browser that nothing is to be seen here', async () => {
    const port = await start();
    const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 426 /);
    expect(answer).toContain('connect with a WebSocket');
  });

  it('hangs up on those who say nothing', async () => {
    const port = await start(testEnvironment(), { initializeWithinMs: 50 });
    expect(await exchange(port, '')).toBe('');
  });

  it('closes whatever its connections were about to say', async () => {
    const port = await start();
    const silent = connect(port, '127.0.0.1');
    const halfway = connect(port, '127.0.0.1');
    const closed = Promise.all(
      [silent, halfway].map(
        socket => new Promise(resolve => socket.on('error', () => undefined).on('close', resolve)),
      ),
    );
    await new Promise<void>(resolve => halfway.write('GET / HT', () => resolve()));
    await new Promise<void>(resolve => (silent.connecting ? silent.once('connect', resolve) : resolve()));
    await listener?.close('done');
    await closed;
  });
});

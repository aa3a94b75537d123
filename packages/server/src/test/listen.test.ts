import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DapClient } from '@sonde/dap';
import { connectTcp, connectUnix } from '@sonde/dap/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, type ListenAddress, type ListenAt, type Listener } from '../listen.js';
import { launchIdle, testEnvironment } from './environment.js';

const listeners: Listener[] = [];

async function start(at: ListenAt, environment = testEnvironment()): Promise<ListenAddress> {
  const listener = await listen(at, environment);
  listeners.push(listener);
  return listener.address;
}

const portOf = (address: ListenAddress): number => (address.kind === 'tcp' ? address.port : 0);

/** Sends bytes and answers with all that comes back until the other side hangs up. */
function exchange(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise(resolve => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', data => (received += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close('the test is over');
});

describe('a TCP listener', () => {
  it('picks a free port of this machine and serves several clients at once', async () => {
    const environment = testEnvironment();
    const address = await start({ kind: 'tcp', port: 0 }, environment);
    expect(address).toMatchObject({ kind: 'tcp', host: '127.0.0.1' });
    const first = await launchIdle(await connectTcp({ port: portOf(address) }), '/a.idle');
    const second = await launchIdle(await connectTcp({ port: portOf(address) }), '/b.idle');
    expect(environment.sessions.list().map(session => session.program)).toEqual(['/a.idle', '/b.idle']);
    await first.request('disconnect');
    expect(environment.sessions.list().map(session => session.program)).toEqual(['/b.idle']);
    second.close();
    await second.closed;
  });

  it('ends the sessions of its clients when it closes', async () => {
    const environment = testEnvironment();
    const listener = await listen({ kind: 'tcp', port: 0 }, environment);
    const client = await launchIdle(await connectTcp({ port: portOf(listener.address) }));
    await listener.close('shutting down');
    await client.closed;
    expect(environment.sessions.list()).toEqual([]);
    expect(environment.lines).toContain('closing: shutting down');
    await expect(connectTcp({ port: portOf(listener.address) })).rejects.toThrow(/ECONNREFUSED/);
  });

  it('does nothing for the POST of a web page that carries a protocol message', async () => {
    const environment = testEnvironment();
    const port = portOf(await start({ kind: 'tcp', port: 0 }, environment));
    const launch = JSON.stringify({
      seq: 1,
      type: 'request',
      command: 'launch',
      arguments: { program: '/a.idle' },
    });
    const body = `Content-Length: ${launch.length}\r\n\r\n${launch}`;
    const post = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: https://evil.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await exchange(port, post)).toBe('');
    expect(environment.sessions.list()).toEqual([]);
  });

  it('hangs up on headers that only a browser sends, and answers nothing', async () => {
    const port = portOf(await start({ kind: 'tcp', port: 0 }));
    const message = JSON.stringify({
      seq: 1,
      type: 'request',
      command: 'initialize',
      arguments: { adapterID: 'x' },
    });
    for (const header of ['Host: a', 'Origin: http://a', 'User-Agent: a']) {
      expect(await exchange(port, `${header}\r\nContent-Length: ${message.length}\r\n\r\n${message}`)).toBe(
        '',
      );
    }
  });

  it('hangs up on garbage, with a reason, and serves the next client', async () => {
    const port = portOf(await start({ kind: 'tcp', port: 0 }));
    expect(await exchange(port, Buffer.alloc(20_000, 0xff))).toContain('Closing the connection');
    const client = new DapClient(await connectTcp({ port }));
    await expect(client.initialize()).resolves.toMatchObject({ supportsConfigurationDoneRequest: true });
    client.close();
  });

  it('asks for the token, where it was told to', async () => {
    const environment = testEnvironment({ token: 'sesame' });
    const port = portOf(await start({ kind: 'tcp', port: 0 }, environment));
    const stranger = new DapClient(await connectTcp({ port }));
    await expect(stranger.initialize()).rejects.toThrow();
    await stranger.closed;
    const friend = new DapClient(await connectTcp({ port }));
    const withToken = { adapterID: 'sonde', token: 'sesame' };
    await expect(friend.initialize(withToken)).resolves.toBeDefined();
    friend.close();
  });

  it('refuses hosts that other machines reach, unless that is allowed and a token protects it', async () => {
    const far = { kind: 'tcp', host: '0.0.0.0', port: 0 } as const;
    await expect(listen(far, testEnvironment())).rejects.toThrow(/other machines/);
    await expect(listen({ ...far, allowRemote: true }, testEnvironment())).rejects.toThrow(/need a token/);
    await start({ ...far, allowRemote: true }, testEnvironment({ token: 'sesame' }));
  });

  it('says so when the port is taken', async () => {
    const port = portOf(await start({ kind: 'tcp', port: 0 }));
    await expect(listen({ kind: 'tcp', port }, testEnvironment())).rejects.toThrow(`port ${port} is taken`);
  });
});

describe('a Unix socket listener', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-listen-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('serves this user only, and takes its file away when it closes', async () => {
    const path = join(folder, 'dap.sock');
    const listener = await listen({ kind: 'unix', path }, testEnvironment());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const client = await launchIdle(await connectUnix(path));
    await client.request('disconnect');
    await listener.close('done');
    expect(existsSync(path)).toBe(false);
  });
});

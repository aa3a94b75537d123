// Browsers that join, through one server, a session that another one holds.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransportPair, DapClient, FrameReader, encodeMessage, type Transport } from '@sonde/dap';
import { connectWebSocket } from '@sonde/dap/node';
import { Adapter } from '@sonde/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newToken } from '../access-token.js';
import { serveHttp, type HttpOptions, type HttpServer } from '../http/serve-http.js';
import { listen, type Listener } from '../listen.js';
import { register } from '../registry/register.js';
import { bearer } from './ask.js';
import { launchIdle, testEnvironment } from './environment.js';

const full = newToken('full');
const readOnly = newToken('read-only');

let home: string;
let registry: string;
let near: ReturnType<typeof testEnvironment>;
let far: ReturnType<typeof testEnvironment>;
let farDoor: Listener;
let owner: DapClient;
let session: string;
let server: HttpServer;
const closing: (() => Promise<void> | void)[] = [];

async function serve(options: Partial<HttpOptions> = {}): Promise<HttpServer> {
  const started = await serveHttp(
    { port: 0, tokens: [full, readOnly], registry: { folder: registry }, ...options },
    near,
  );
  closing.push(() => started.close('the test is over'));
  return started;
}

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sonde-relay-'));
  registry = join(home, 'registry');
  mkdirSync(registry, { mode: 0o700 });
  near = testEnvironment();
  far = testEnvironment();
  farDoor = await register(far, registry);
  closing.push(() => farDoor.close('the test is over'));
  const [ours, theirs] = createTransportPair();
  new Adapter(theirs, far);
  owner = await launchIdle(ours, '/far.idle');
  session = far.sessions.list()[0]!.id;
  server = await serve();
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await far.sessions.closeAll('the test is over');
  rmSync(home, { recursive: true });
});

const open = (id: string, token = full, at = server): Promise<Transport> =>
  connectWebSocket(`ws://127.0.0.1:${at.port}/dap?session=${id}`, { headers: bearer(token) });

async function enter(id = session, token = full): Promise<DapClient> {
  const client = new DapClient(await open(id, token));
  closing.push(() => client.destroy());
  await client.initialize({ clientName: 'browser' });
  await client.request('attach', { session: id });
  return client;
}

describe('a browser that asks for a session of another server', () => {
  it('joins it, and is there as one of its clients', async () => {
    const browser = await enter();
    expect(far.sessions.list()).toMatchObject([{ id: session, clients: 2 }]);
    expect(near.sessions.list()).toEqual([]);
    expect(await browser.request('threads')).toEqual({ threads: [] });
    const told = browser.once('terminated');
    await owner.request('disconnect');
    await told;
  });

  it('leaves it when its connection ends; the session goes on', async () => {
    const browser = await enter();
    browser.destroy();
    await expect.poll(() => far.sessions.list()).toMatchObject([{ id: session, clients: 1 }]);
    await expect.poll(() => near.lines.some(line => line.includes('relay ends'))).toBe(true);
    await expect.poll(() => far.lines.some(line => line.endsWith(': ended'))).toBe(true);
  });

  it('is hung up on when the other server ends', async () => {
    const browser = await enter();
    await farDoor.close('it ends');
    expect((await browser.closed).kind).toBe('peer');
  });

  it('is hung up on when this server ends, and leaves the session', async () => {
    const browser = await enter();
    await server.close('it ends');
    await browser.closed;
    await expect.poll(() => far.sessions.list()).toMatchObject([{ id: session, clients: 1 }]);
  });

  it('counts as a connection of this server', async () => {
    server = await serve({ limits: { connections: 1 } });
    await enter();
    const second = new DapClient(await open(session));
    await expect(second.initialize()).rejects.toThrow(/all it takes/);
    second.destroy();
  });

  it('is held to introduce itself like any other', async () => {
    const impatient = testEnvironment({ sessions: far.sessions });
    await farDoor.close('another follows');
    farDoor = await listen(
      { kind: 'unix', path: join(registry, `${process.pid}-01234567.sock`) },
      impatient,
      { initializeWithinMs: 300 },
    );
    const client = new DapClient(await open(session));
    expect((await client.closed).kind).toBe('peer');
  });

  it('gets messages of any size in both directions, in order', async () => {
    const browser = await enter();
    const long = 'x'.repeat(3_000_000);
    const failures = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        browser.customRequest(`${index}${long}`).catch((error: unknown) => (error as Error).message),
      ),
    );
    failures.forEach((message, index) => expect(message).toContain(`"${index}${long}"`));
  });

  it('is refused like any other without a token or from another page', async () => {
    const url = `ws://127.0.0.1:${server.port}/dap?session=${session}`;
    await expect(connectWebSocket(url)).rejects.toThrow(/401/);
    const headers = { ...bearer(full), Origin: 'https://evil.example' };
    await expect(connectWebSocket(url, { headers })).rejects.toThrow(/403/);
  });
});

describe('a session that is not held elsewhere', () => {
  it('is joined here when it is here', async () => {
    const [ours, theirs] = createTransportPair();
    new Adapter(theirs, near);
    await launchIdle(ours, '/near.idle');
    closing.push(() => near.sessions.closeAll('the test is over'));
    const { id } = near.sessions.list()[0]!;
    await enter(id);
    expect(near.sessions.list()).toMatchObject([{ id, clients: 2 }]);
    expect(near.lines.some(line => line.includes('relay'))).toBe(false);
  });

  it('is told to be nowhere when it is joined', async () => {
    await expect(enter('nobody')).rejects.toThrow('there is no session nobody here.');
    // A beginning is no name here: whom it means may change.
    await expect(enter(session.slice(0, 4))).rejects.toThrow('there is no session');
  });

  it('is nowhere where there is no register', async () => {
    server = await serve({ registry: { folder: join(home, 'no/register') } });
    await expect(enter()).rejects.toThrow(`there is no session ${session} here.`);
  });

  it('does not keep the server from ending while it is looked for', async () => {
    const held = new Set<Socket>();
    const asked = new Promise<void>(resolve => {
      const mute = createServer(socket => {
        held.add(socket.resume());
        resolve();
      });
      mute.listen(join(registry, `${process.pid}-89abcdef.sock`));
      closing.push(() => new Promise<void>(done => mute.close(() => done())));
      closing.push(() => held.forEach(socket => socket.destroy()));
    });
    await expect.poll(() => readdirSync(registry)).toHaveLength(2);
    const patient = await serve({ registry: { folder: registry, timeoutMs: 60_000 } });
    const waiting = new DapClient(await open(session, full, patient));
    await asked;
    await patient.close('it ends');
    await waiting.closed;
  });
});

describe('a browser that may only look', () => {
  it('may only look at a session elsewhere too', async () => {
    const browser = await enter(session, readOnly);
    expect(await browser.request('threads')).toEqual({ threads: [] });
    await expect(browser.request('pause', { threadId: 1 })).rejects.toThrow(/only look/);
    await expect(browser.request('terminate')).rejects.toThrow(/only look/);
    expect(far.sessions.list()).toHaveLength(1);
  });

  it('cannot claim more, however it writes that', async () => {
    for (const args of [{ rights: 'full' }, {}, null, [], 'full']) {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/dap?session=${session}`, {
        headers: bearer(readOnly),
      });
      closing.push(() => socket.terminate());
      const answers: string[] = [];
      const refused = new Promise<void>(resolve => {
        socket.on('message', data => {
          answers.push((data as Buffer).toString('utf8'));
          if (answers.at(-1)?.includes('"command":"launch"') === true) resolve();
        });
      });
      await new Promise<void>(resolve => socket.once('open', () => resolve()));
      const twice = `{"seq":1,"type":"request","command":"threads","command":"initialize","arguments":${JSON.stringify(args)}}`;
      socket.send(twice);
      socket.send('{"seq":2,"type":"request","command":"launch","arguments":{"program":"/x.idle"}}');
      await refused;
      expect(answers.find(answer => answer.includes('"command":"launch"'))).toMatch(
        /only look|before \\"initialize/,
      );
      socket.terminate();
    }
    expect(far.sessions.list()).toHaveLength(1);
  });

  it('is hung up on when what it says is no message', async () => {
    for (const text of ['{', '[]', '{"seq":1}', '\u0000']) {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/dap?session=${session}`, {
        headers: bearer(readOnly),
      });
      const closed = new Promise<number>(resolve => socket.once('close', resolve));
      socket.once('open', () => socket.send(text));
      expect(await closed).toBe(1000);
    }
  });
});

describe('another server that misbehaves', () => {
  /** One that lists a session like a real one, then says this to whoever joins. */
  async function misbehaving(says: Uint8Array): Promise<void> {
    const strange = createServer(socket => {
      const reader = new FrameReader();
      socket.on('error', () => undefined);
      socket.on('data', chunk => {
        for (const frame of reader.push(chunk)) {
          if (!frame.ok || frame.message.type !== 'request') continue;
          const { seq, command, arguments: args } = frame.message;
          const isRegistry = (args as { clientID?: string } | undefined)?.clientID === 'sonde-registry';
          if (command === 'initialize' && !isRegistry) return void socket.write(says);
          const summary = { ...far.sessions.list()[0]!, id: 'strange' };
          const body = command === 'initialize' ? {} : { sessions: [summary] };
          socket.write(
            encodeMessage({ seq: 1, type: 'response', request_seq: seq, success: true, command, body }),
          );
        }
      });
    });
    await new Promise<void>(resolve =>
      strange.listen(join(registry, `${process.pid}-fedcba98.sock`), resolve),
    );
    closing.push(() => new Promise<void>(resolve => strange.close(() => resolve())));
  }

  it('ends the relay, not this server', async () => {
    await misbehaving(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'));
    const client = new DapClient(await open('strange'));
    await expect(client.initialize()).rejects.toThrow();
    await client.closed;
    expect((await new DapClient(await open('nobody')).initialize()).supportsConfigurationDoneRequest).toBe(
      true,
    );
  });
});

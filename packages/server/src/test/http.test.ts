import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { DapClient } from '@sonde/dap';
import { connectWebSocket } from '@sonde/dap/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newToken } from '../access-token.js';
import { serveHttp, type HttpServer } from '../http/serve-http.js';
import { noncePlaceholder, type Site } from '../http/site.js';
import { ask as askAt, bearer as bearerOf, type Answer, type Question } from './ask.js';
import { launchIdle, testEnvironment } from './environment.js';

const full = newToken('full');
const readOnly = newToken('read-only');
let environment: ReturnType<typeof testEnvironment>;
let server: HttpServer;

beforeEach(async () => {
  environment = testEnvironment();
  server = await serveHttp({ port: 0, tokens: [full, readOnly], maxMessageBytes: 100_000 }, environment);
});

afterEach(() => server.close('the test is over'));

const ask = (path: string, question?: Question): Promise<Answer> => askAt(server.port, path, question);

const postToken = (body: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });

/** The status with which an upgrade was refused, or `open`. */
function tryUpgrade(
  headers: Record<string, string> = {},
  protocols: string[] = [],
  path = '/dap',
): Promise<number | 'open'> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, protocols, { headers });
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', reject);
    socket.on('open', () => {
      socket.close();
      resolve('open');
    });
  });
}

const bearer = (token = full): Record<string, string> => bearerOf(token);

describe('the page', () => {
  it('says how it is built where it was not, with strict headers and without a token', async () => {
    const answer = await ask('/');
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('npm run build');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['content-security-policy']).not.toContain('unsafe');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.body).not.toContain(full.value);
    expect(answer.body).not.toMatch(/<script|style="| on\w+="/);
  });

  it('is opened at an address whose token stays in the browser', () => {
    expect(server.urlFor(full)).toBe(`http://127.0.0.1:${server.port}/#token=${full.value}`);
  });

  it('leaves the connection of a refused request usable', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const fetched = (path: string): Promise<{ readonly status: number; readonly port: number }> =>
      new Promise((resolve, reject) => {
        request({ agent, host: '127.0.0.1', port: server.port, path }, response => {
          const port = response.socket.localPort ?? 0;
          response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, port }));
        })
          .on('error', reject)
          .end();
      });
    const refused = await fetched('/api/start');
    const served = await fetched('/');
    agent.destroy();
    expect([refused.status, served.status]).toEqual([401, 200]);
    expect(served.port).toBe(refused.port);
  });

  it('is not served under a foreign name', async () => {
    expect((await ask('/', { headers: { Host: `evil.example:${server.port}` } })).status).toBe(421);
  });
});

describe('a page that was built', () => {
  const file = (type: string, body: string, isHashed = false) => ({
    type,
    body: Buffer.from(body),
    isHashed,
  });

  beforeEach(async () => {
    await server.close('another follows');
    const site: Site = new Map([
      ['/', file('text/html; charset=utf-8', `<meta property="csp-nonce" nonce="${noncePlaceholder}">`)],
      ['/assets/index-B3xYz_9a.js', file('text/javascript; charset=utf-8', 'export {};', true)],
      ['/icon.svg', file('image/svg+xml', '<svg/>')],
    ]);
    server = await serveHttp({ port: 0, tokens: [full], site }, environment);
  });

  it('is served with its files, of which those with a hash in their name are kept', async () => {
    const script = await ask('/assets/index-B3xYz_9a.js');
    expect(script).toMatchObject({ status: 200, body: 'export {};' });
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toMatch(/immutable/);
    expect(script.headers['content-security-policy']).toContain("script-src 'self';");
    const icon = await ask('/icon.svg', { method: 'HEAD' });
    expect(icon).toMatchObject({ status: 200, body: '' });
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-store', 'content-length': '6' });
  });

  it('has a nonce for styles that is new in each answer', async () => {
    const nonces = await Promise.all(
      ['/', '/'].map(async path => {
        const { body, headers } = await ask(path);
        const nonce = /nonce="([^"]+)"/.exec(body)![1]!;
        expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
        expect(headers['content-security-policy']).toContain("script-src 'self';");
        return nonce;
      }),
    );
    expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('has no files but its own', async () => {
    for (const path of [
      '/assets/',
      '/assets/../icon.svg',
      '/assets%2Findex-B3xYz_9a.js',
      '//icon.svg',
      '/../../etc/passwd',
    ])
      expect((await ask(path)).status).toBe(404);
    expect((await ask('/icon.svg', { method: 'POST' })).status).toBe(405);
    expect((await ask('/icon.svg', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
  });
});

describe('the exchange of the token', () => {
  it('gives a cookie that opens the WebSocket', async () => {
    const answer = await postToken(JSON.stringify({ token: full.value }));
    expect(answer.status).toBe(204);
    const cookie = answer.headers['set-cookie']![0]!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect(cookie).not.toContain(full.value);
    const origin = `http://127.0.0.1:${server.port}`;
    expect(await tryUpgrade({ Cookie: cookie.split(';')[0]!, Origin: origin })).toBe('open');
    expect(await tryUpgrade({ Cookie: cookie.split(';')[0]!, Origin: 'https://evil.example' })).toBe(403);
  });

  it.each([
    ['a wrong token', '{"token":"wrong"}', 401],
    ['no token', '{}', 401],
    ['no object', '[]', 401],
    ['null', 'null', 401],
    ['no JSON', '{', 401],
    ['a flood', `{"token":"${'x'.repeat(10_000)}"}`, 413],
  ])('refuses %s', async (_what, body, status) => {
    const answer = await postToken(body);
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('takes a token for one use once, and for nothing else', async () => {
    const token = new URL(server.urlForOneUse('read-only')).hash.slice('#token='.length);
    expect(await tryUpgrade(bearer({ value: token, rights: 'full' }))).toBe(401);
    const first = await postToken(JSON.stringify({ token }));
    expect(first.status).toBe(204);
    expect((await postToken(JSON.stringify({ token }))).status).toBe(401);
    const cookie = first.headers['set-cookie']![0]!.split(';')[0]!;
    const start = JSON.parse((await ask('/api/start', { headers: { Cookie: cookie } })).body) as object;
    expect(start).toMatchObject({ rights: 'read-only' });
  });

  it('refuses forms, other pages and other methods', async () => {
    const body = JSON.stringify({ token: full.value });
    expect((await postToken(body, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await postToken(body, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await postToken(body, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await postToken(body, { Host: 'evil.example' })).status).toBe(421);
    expect((await ask('/api/session')).status).toBe(405);
    expect(
      (await ask('/api/session', { method: 'OPTIONS' })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

describe('the WebSocket', () => {
  it('opens with a token as bearer or subprotocol, and with nothing less', async () => {
    expect(await tryUpgrade(bearer())).toBe('open');
    expect(await tryUpgrade({}, ['sonde.dap', `sonde.token.${full.value}`])).toBe('open');
    expect(await tryUpgrade({}, [`sonde.token.${full.value}`])).toBe('open');
    expect(await tryUpgrade()).toBe(401);
    expect(await tryUpgrade({ Authorization: 'Bearer wrong' })).toBe(401);
    expect(await tryUpgrade({ Cookie: `sonde-${server.port}=wrong` })).toBe(401);
    expect(await tryUpgrade({}, ['sonde.dap'])).toBe(401);
  });

  it('stays shut for foreign origins and hosts even with the token', async () => {
    expect(await tryUpgrade({ ...bearer(), Origin: 'https://evil.example' })).toBe(403);
    expect(await tryUpgrade({ ...bearer(), Origin: 'null' })).toBe(403);
    expect(await tryUpgrade({ ...bearer(), Host: `evil.example:${server.port}` })).toBe(421);
    expect(await tryUpgrade(bearer(), [], '/')).toBe(404);
    expect(await tryUpgrade(bearer(), [], '/nothing')).toBe(404);
  });

  it('speaks the protocol and ends its session when the connection was lost and nobody came back', async () => {
    await server.close('another follows');
    server = await serveHttp({ port: 0, tokens: [full], lingerMs: 1 }, environment);
    const transport = await connectWebSocket(`ws://127.0.0.1:${server.port}/dap`, { headers: bearer() });
    const client = await launchIdle(transport);
    expect(environment.sessions.list()).toHaveLength(1);
    const ended = new Promise<void>(resolve => {
      environment.sessions.onChange(() => {
        if (environment.sessions.list().length === 0) resolve();
      });
    });
    client.destroy();
    await ended;
  });

  it('keeps its session for a while when the connection was lost', async () => {
    const url = `ws://127.0.0.1:${server.port}/dap`;
    const lost = await launchIdle(await connectWebSocket(url, { headers: bearer() }));
    const { id } = environment.sessions.list()[0]!;
    lost.destroy();
    await expect.poll(() => environment.sessions.list()[0]?.clients).toBe(0);
    const client = new DapClient(await connectWebSocket(`${url}?session=${id}`, { headers: bearer() }));
    await client.initialize();
    await client.request('attach', { session: id });
    expect(environment.sessions.list()).toMatchObject([{ id, clients: 1 }]);
    await client.request('disconnect', { terminateDebuggee: true });
    expect(environment.sessions.list()).toEqual([]);
  });

  it('lets a read-only token look and not touch', async () => {
    const transport = await connectWebSocket(`ws://127.0.0.1:${server.port}/dap`, {
      headers: bearer(readOnly),
    });
    const client = new DapClient(transport);
    const raised: object = { rights: 'full' };
    await client.initialize(raised);
    await expect(client.request('launch', { program: '/a.idle' })).rejects.toThrow(/only look/);
    await expect(client.customRequest('sonde/sessions', {})).resolves.toEqual({ sessions: [] });
    client.close();
  });

  it('lets a client do without rights that it has', async () => {
    const url = `ws://127.0.0.1:${server.port}/dap`;
    const client = new DapClient(await connectWebSocket(url, { headers: bearer() }));
    const lowered: object = { rights: 'read-only' };
    await client.initialize(lowered);
    await expect(client.request('launch', { program: '/a.idle' })).rejects.toThrow(/only look/);
    client.close();
  });

  it('closes on a message that is too large', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/dap`, { headers: bearer() });
    const code = await new Promise<number>(resolve => {
      socket.on('open', () => socket.send('x'.repeat(200_000)));
      socket.on('close', resolve);
      socket.on('error', () => undefined);
    });
    expect(code).toBe(1009);
  });

  it('is ended by the server when it closes', async () => {
    const transport = await connectWebSocket(`ws://127.0.0.1:${server.port}/dap`, { headers: bearer() });
    const client = await launchIdle(transport);
    await server.close('done');
    await client.closed;
    expect(environment.sessions.list()).toEqual([]);
  });
});

describe('the HTTP port', () => {
  it('survives garbage', async () => {
    const received = await new Promise<string>(resolve => {
      let text = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.write('\u0000\u0001 garbage\r\n\r\n'));
      socket.on('data', data => (text += data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    expect(received).toMatch(/^HTTP\/1.1 400/);
    expect((await ask('/')).status).toBe(200);
  });

  it('refuses hosts that other machines reach', async () => {
    await expect(serveHttp({ host: '0.0.0.0', port: 0 }, environment)).rejects.toThrow(/other machines/);
  });

  it('has a new token at each start', async () => {
    const other = await serveHttp({ port: 0 }, environment);
    expect(other.tokens).toHaveLength(1);
    expect(other.tokens[0]!.value).toMatch(/^[\w-]{43}$/);
    expect(other.tokens[0]!.value).not.toBe(full.value);
    await other.close('done');
  });
});

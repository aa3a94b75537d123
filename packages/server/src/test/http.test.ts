import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { DapClient } from '@sonde/dap';
import { connectWebSocket } from '@sonde/dap/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newToken } from '../access-token.js';
import { serveHttp, type HttpServer } from '../http/serve-http.js';
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

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Unlike fetch, this may send any header. */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options;
    const request = httpRequest({ host: '127.0.0.1', port: server.port, path, method, headers }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', chunk => (text += String(chunk)));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

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

const bearer = (token = full): Record<string, string> => ({ Authorization: `Bearer ${token.value}` });

describe('the page', () => {
  it('is served with strict headers and carries no token', async () => {
    const answer = await ask('/');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.body).not.toContain(full.value);
    expect(answer.body).not.toMatch(/<script>|style="| on\w+="/);
  });

  it('finds its script and style', async () => {
    expect((await ask('/page.js')).headers['content-type']).toMatch(/javascript/);
    expect((await ask('/page.css')).headers['content-type']).toMatch(/css/);
  });

  it('is opened at an address whose token stays in the browser', () => {
    expect(server.urlFor(full)).toBe(`http://127.0.0.1:${server.port}/#token=${full.value}`);
  });

  it('is not served under a foreign name', async () => {
    expect((await ask('/', { headers: { Host: `evil.example:${server.port}` } })).status).toBe(421);
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

  it('speaks the protocol and ends its session with the connection', async () => {
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

  it('lets a read-only token look and not touch', async () => {
    const transport = await connectWebSocket(`ws://127.0.0.1:${server.port}/dap`, {
      headers: bearer(readOnly),
    });
    const client = new DapClient(transport);
    await client.initialize();
    await expect(client.request('launch', { program: '/a.idle' })).rejects.toThrow(/only look/);
    await expect(client.customRequest('sonde/sessions', {})).resolves.toEqual({ sessions: [] });
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

// What the page asks over HTTP, on real sockets: who may ask, where to begin, and which sessions there are.

import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTransportPair } from '@sonde/dap';
import { Adapter } from '@sonde/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { register } from '../registry/register.js';
import { ApiBench, full, get, parsed, readOnly } from './api-bench.js';
import { ask, bearer } from './ask.js';
import { launchIdle, testEnvironment } from './environment.js';
import { idle } from './idle-language.js';

const paths = ['/api/start', '/api/folder', '/api/source', '/api/sessions'];

let bench: ApiBench;

beforeEach(() => {
  bench = new ApiBench();
});

afterEach(() => bench.close());

describe('each path of the API', () => {
  it.each(paths)('%s needs a token or its cookie, and is only read', async path => {
    const { port } = await bench.serve();
    for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Cookie: `sonde-${port}=wrong` }])
      expect(parsed(await ask(port, path, { headers }))).toEqual({
        status: 401,
        error: 'a token is needed.',
        next: 'Open the address that was printed at the start.',
      });
    expect(await ask(port, path, { headers: bearer(full), method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
  });

  it.each(paths)('%s is not for other pages or under another name, even with a token', async path => {
    const { port } = await bench.serve();
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await ask(port, path, { headers: { ...bearer(full), ...headers } })).status;
    expect(await status({ Origin: 'https://evil.example' })).toBe(403);
    expect(await status({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await status({ Host: `evil.example:${port}` })).toBe(421);
  });

  it('that is none is told so in JSON', async () => {
    expect(parsed(await get(await bench.serve(), '/api/nothing'))).toEqual({
      status: 404,
      error: 'there is nothing at this path.',
    });
  });
});

describe('the start', () => {
  it('tells languages, examples, the folder and what to open', async () => {
    const open = { program: bench.at('work', 'a.idle'), language: 'idle', lines: [1], args: ['x'] };
    expect(parsed(await get(await bench.serve({ open }), '/api/start'))).toEqual({
      status: 200,
      version: '1.2.3',
      rights: 'full',
      folder: { name: 'work', path: bench.folder },
      languages: [{ id: 'idle', name: 'Idle', extensions: ['.idle'], syntax: { keywords: [], line: '#' } }],
      examples: [
        { language: 'idle', name: 'plain.idle', about: '', path: bench.at('examples/plain.idle') },
        {
          language: 'idle',
          name: 'tour.idle',
          about: 'A tour.',
          path: bench.at('examples/tour.idle'),
          stopAt: 2,
        },
      ],
      attaches: false,
      open,
    });
  });

  it('tells what a language lacks', async () => {
    const tools = () => Promise.resolve([{ tool: 'hammer', purpose: 'hammers', install: 'buy hammer' }]);
    const server = await bench.serve({}, testEnvironment({ languages: [{ ...idle, tools }] }));
    expect(parsed(await get(server, '/api/start'))).toMatchObject({
      languages: [{ id: 'idle', missing: 'hammer is missing, which hammers; install it with `buy hammer`.' }],
      examples: [],
    });
  });

  it('tells whoever may only look that this is so', async () => {
    const server = await bench.serve();
    expect(parsed(await get(server, '/api/start', readOnly))).toMatchObject({ rights: 'read-only' });
    const strict = await bench.serve({}, testEnvironment({ rights: 'read-only' }));
    expect(parsed(await get(strict, '/api/start'))).toMatchObject({ rights: 'read-only' });
  });

  it('does without examples whose folder is gone', async () => {
    rmSync(bench.at('examples'), { recursive: true });
    expect(parsed(await get(await bench.serve(), '/api/start'))).toMatchObject({ status: 200, examples: [] });
  });

  it('is refused before it begins when the folder is not there', async () => {
    await expect(bench.serve({ folder: bench.at('missing') })).rejects.toThrow(/there is no folder/);
  });
});

describe('the sessions', () => {
  it('are those held here and those of other servers', async () => {
    const environment = testEnvironment();
    const server = await bench.serve({}, environment);
    expect(parsed(await get(server, '/api/sessions'))).toEqual({ status: 200, sessions: [], silent: 0 });

    const elsewhere = testEnvironment();
    for (const each of [environment, elsewhere]) {
      const registered = await register(each, bench.registry);
      bench.onClose(() => registered.close('the test is over'));
    }
    for (const [each, program] of [
      [environment, '/here.idle'],
      [elsewhere, '/there.idle'],
    ] as const) {
      const [ours, theirs] = createTransportPair();
      new Adapter(theirs, each);
      await launchIdle(ours, program);
      bench.onClose(() => each.sessions.closeAll('the test is over'));
    }
    const { sessions, silent } = parsed(await get(server, '/api/sessions', readOnly)) as {
      readonly sessions: readonly { readonly id: string; readonly startedAt: string }[];
      readonly silent: number;
    };
    expect(silent).toBe(0);
    const common = { language: 'idle', state: 'running', clients: 1 };
    expect(sessions).toMatchObject([
      { ...common, program: '/here.idle', here: true },
      { ...common, program: '/there.idle', here: false },
    ]);
    expect(sessions.map(({ id }) => id)).toEqual(
      [environment, elsewhere].map(each => each.sessions.list()[0]!.id),
    );
  });

  it('are told of although a server is silent, or there is no register at all', async () => {
    const mute = createServer(socket => socket.resume());
    await new Promise<void>(resolve =>
      mute.listen(join(bench.registry, `${process.pid}-01234567.sock`), () => resolve()),
    );
    bench.onClose(() => new Promise(resolve => mute.close(() => resolve())));
    const server = await bench.serve({ registry: { folder: bench.registry, timeoutMs: 100 } });
    expect(parsed(await get(server, '/api/sessions'))).toEqual({ status: 200, sessions: [], silent: 1 });
    chmodSync(bench.registry, 0o755);
    expect(parsed(await get(server, '/api/sessions'))).toEqual({ status: 200, sessions: [], silent: 0 });
  });
});

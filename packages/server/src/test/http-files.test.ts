// The files that the page may see, on real sockets and real file systems: nothing outside, whatever way leads there.

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp, type HttpServer } from '../http/serve-http.js';
import { ApiBench, full, get, parsed, readOnly } from './api-bench.js';
import type { Answer } from './ask.js';
import { testEnvironment } from './environment.js';

let bench: ApiBench;

beforeEach(() => {
  bench = new ApiBench();
});

afterEach(() => bench.close());

const inFolder = (server: HttpServer, path: string): Promise<Answer> =>
  get(server, `/api/folder?path=${encodeURIComponent(path)}`);

const source = (server: HttpServer, path: string): Promise<Answer> =>
  get(server, `/api/source?path=${encodeURIComponent(path)}`);

describe('the folder', () => {
  it('lists folders first, then files, with what they are', async () => {
    copyFileSync(process.execPath, bench.at('work', 'program'));
    chmodSync(bench.at('work', 'program'), 0o755);
    writeFileSync(bench.at('work', 'script'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(bench.at('work', '.hidden'), '');
    writeFileSync(bench.at('work', 'b10.txt'), '');
    writeFileSync(bench.at('work', 'b9.txt'), '');
    expect(parsed(await get(await bench.serve(), '/api/folder'))).toEqual({
      status: 200,
      path: '',
      entries: [
        { name: 'below', kind: 'folder' },
        { name: 'a.idle', kind: 'file', language: 'idle' },
        { name: 'b9.txt', kind: 'file' },
        { name: 'b10.txt', kind: 'file' },
        { name: 'program', kind: 'file', executable: true },
        { name: 'script', kind: 'file' },
      ],
    });
  });

  it('keeps dotfiles and what is below dot folders to itself', async () => {
    mkdirSync(bench.at('work', '.git'));
    writeFileSync(bench.at('work', '.git/config'), 'secret');
    writeFileSync(bench.at('work', '.env'), 'secret');
    symlinkSync('.env', bench.at('work', 'open'));
    const server = await bench.serve();
    for (const path of ['.env', '.git/config', 'below/../.env', 'open', bench.at('work', '.env')]) {
      const answer = await get(server, `/api/source?path=${encodeURIComponent(path)}`);
      expect(answer.status, path).toBe(403);
      expect(answer.body).not.toContain('secret');
    }
    expect((await get(server, '/api/folder?path=.git')).status).toBe(403);
    expect((await get(server, '/api/folder')).body).not.toContain('open');
  });

  it('is walked down and up, and not above', async () => {
    mkdirSync(bench.at('work', 'below/again'));
    const server = await bench.serve();
    expect(parsed(await inFolder(server, 'below'))).toMatchObject({ path: 'below', parent: '' });
    for (const path of ['below/again', './below//again/', 'below/../below/again'])
      expect(parsed(await inFolder(server, path))).toEqual({
        status: 200,
        path: 'below/again',
        parent: 'below',
        entries: [],
      });
    for (const path of [
      '..',
      '../outside',
      'below/../..',
      '../work/../outside',
      '../missing',
      '../../../../etc',
    ])
      expect(parsed(await inFolder(server, path))).toMatchObject({
        status: 403,
        error: `${path} is not below the served folder.`,
      });
    expect((await get(server, '/api/folder?path=..%2Foutside')).status).toBe(403);
    expect((await get(server, '/api/folder?path=%2e%2e/outside')).status).toBe(403);
    expect(parsed(await inFolder(server, bench.folder))).toMatchObject({ status: 400 });
  });

  it('shows links that stay inside, and no others', async () => {
    symlinkSync(bench.at('work', 'below'), bench.at('work', 'inner'));
    symlinkSync(bench.at('outside'), bench.at('work', 'outer'));
    symlinkSync(bench.at('outside/secret.txt'), bench.at('work', 'secret.txt'));
    symlinkSync('nowhere', bench.at('work', 'broken'));
    symlinkSync('circle', bench.at('work', 'circle'));
    const server = await bench.serve();
    expect(parsed(await inFolder(server, ''))).toMatchObject({
      entries: [
        { name: 'below', kind: 'folder' },
        { name: 'inner', kind: 'folder' },
        { name: 'a.idle', kind: 'file' },
      ],
    });
    expect(parsed(await inFolder(server, 'inner'))).toMatchObject({ path: 'inner', parent: '' });
    expect((await inFolder(server, 'outer')).status).toBe(403);
    expect((await inFolder(server, 'circle')).status).toBe(404);
  });

  it('leaves out what is neither folder nor file', async () => {
    execFileSync('mkfifo', [bench.at('work', 'pipe')]);
    const socket = createServer();
    await new Promise<void>(resolve => socket.listen(bench.at('work', 'socket'), resolve));
    bench.onClose(() => new Promise(resolve => socket.close(() => resolve())));
    const { entries } = parsed(await inFolder(await bench.serve(), '')) as { entries: { name: string }[] };
    expect(entries.map(({ name }) => name)).toEqual(['below', 'a.idle']);
  });

  it('says how many entries it left out of a very full one', async () => {
    mkdirSync(bench.at('work', 'full'));
    for (let count = 0; count < 1003; count++) writeFileSync(bench.at('work', 'full', `${count}`), '');
    const answer = parsed(await inFolder(await bench.serve(), 'full')) as {
      entries: { name: string }[];
      more: number;
    };
    expect(answer.more).toBe(3);
    expect(answer.entries).toHaveLength(1000);
    expect(answer.entries.at(-1)).toEqual({ name: '999', kind: 'file' });
  });

  it('refuses what is missing, no folder, or no path', async () => {
    const server = await bench.serve();
    expect(parsed(await inFolder(server, 'missing'))).toMatchObject({
      status: 404,
      error: 'there is no missing.',
    });
    expect(parsed(await inFolder(server, 'a.idle'))).toMatchObject({
      status: 400,
      error: 'a.idle is no folder.',
    });
    expect(parsed(await inFolder(server, 'below\0'))).toMatchObject({ status: 400 });
    expect(parsed(await inFolder(server, 'x'.repeat(5000)))).toMatchObject({ status: 400 });
    const bare = await serveHttp({ port: 0, tokens: [full] }, testEnvironment());
    bench.onClose(() => bare.close('the test is over'));
    expect(parsed(await inFolder(bare, ''))).toMatchObject({ status: 404, error: 'no folder is served.' });
    expect(parsed(await source(bare, 'a.idle'))).toMatchObject({ status: 400 });
  });

  it.skipIf(userInfo().uid === 0)('says so when it may not be read', async () => {
    chmodSync(bench.at('work', 'below'), 0);
    bench.onClose(() => Promise.resolve(chmodSync(bench.at('work', 'below'), 0o700)));
    expect(parsed(await inFolder(await bench.serve(), 'below'))).toMatchObject({ status: 403 });
  });
});

describe('a source', () => {
  it('is read from the folder or from the examples, by any path that leads there', async () => {
    const server = await bench.serve();
    const path = bench.at('work', 'a.idle');
    for (const name of ['a.idle', './a.idle', 'below/../a.idle', path, bench.at('work', 'below/..//a.idle')])
      expect(parsed(await source(server, name))).toEqual({ status: 200, path, text: 'text ü\n' });
    expect(parsed(await source(server, 'below/b.txt'))).toMatchObject({ text: 'deeper' });
    expect(parsed(await source(server, bench.at('examples/tour.idle')))).toMatchObject({ status: 200 });
    expect((await get(server, '/api/source?path=below%2Fb.txt', readOnly)).status).toBe(200);
  });

  it('is found through links that stay inside', async () => {
    symlinkSync('below/b.txt', bench.at('work', 'link.txt'));
    symlinkSync(bench.folder, bench.at('way'));
    const server = await bench.serve();
    const text = 'deeper';
    expect(parsed(await source(server, 'link.txt'))).toEqual({
      status: 200,
      path: bench.at('work', 'below/b.txt'),
      text,
    });
    expect(parsed(await source(server, bench.at('way/below/b.txt')))).toMatchObject({ text });
    const throughLink = await bench.serve({ folder: bench.at('way') });
    expect(parsed(await source(throughLink, 'below/b.txt'))).toMatchObject({ text });
    expect(parsed(await inFolder(throughLink, 'below'))).toMatchObject({ path: 'below' });
  });

  it('is never outside, and what is there is not told', async () => {
    symlinkSync(bench.at('outside/secret.txt'), bench.at('work', 'secret.txt'));
    symlinkSync(bench.at('outside'), bench.at('work', 'outer'));
    mkdirSync(bench.at('workshop'));
    writeFileSync(bench.at('workshop/near.txt'), 'a name that begins alike');
    const server = await bench.serve();
    for (const path of [
      '../outside/secret.txt',
      '../outside/missing.txt',
      'below/../../outside/secret.txt',
      bench.at('outside/secret.txt'),
      bench.at('outside/missing.txt'),
      bench.at('workshop/near.txt'),
      'secret.txt',
      'outer/secret.txt',
      '/etc/passwd',
      '/proc/self/environ',
      `${bench.folder}/../outside/secret.txt`,
      bench.at('examples/../outside/secret.txt'),
    ])
      expect(parsed(await source(server, path))).toEqual({
        status: 403,
        error: `${path} is not below the served folder.`,
        next: 'Serve a folder that holds it: sonde serve FOLDER',
      });
    expect((await get(server, '/api/source?path=..%2foutside%2fsecret.txt')).status).toBe(403);
    expect((await get(server, '/api/source?path=%252e%252e%2foutside%2fsecret.txt')).status).toBe(404);
    expect((await get(server, '/api/source/../../outside/secret.txt')).status).toBe(404);
  });

  it('is not outside either when the folder is replaced by a link later', async () => {
    const server = await bench.serve();
    rmSync(bench.folder, { recursive: true });
    symlinkSync(bench.at('outside'), bench.folder);
    expect((await source(server, 'secret.txt')).status).toBe(403);
  });

  it('is an ordinary file: no folder, pipe, socket or device', async () => {
    execFileSync('mkfifo', [bench.at('work', 'pipe')]);
    symlinkSync('/dev/zero', bench.at('work', 'zero'));
    const socket = createServer();
    await new Promise<void>(resolve => socket.listen(bench.at('work', 'socket'), resolve));
    bench.onClose(() => new Promise(resolve => socket.close(() => resolve())));
    const server = await bench.serve();
    expect(parsed(await source(server, 'below'))).toMatchObject({ status: 400, error: 'below is a folder.' });
    expect(parsed(await source(server, '.'))).toMatchObject({ status: 400 });
    expect(parsed(await source(server, 'pipe'))).toMatchObject({
      status: 400,
      error: 'pipe is no ordinary file.',
    });
    expect(parsed(await source(server, 'socket'))).toMatchObject({ status: 400 });
    expect(parsed(await source(server, 'zero'))).toMatchObject({ status: 403 });
    const devices = await bench.serve({ folder: '/dev' });
    expect(parsed(await source(devices, 'zero'))).toMatchObject({
      status: 400,
      error: 'zero is no ordinary file.',
    });
  });

  it('is text of a bearable length', async () => {
    writeFileSync(bench.at('work', 'binary'), 'a\0b');
    writeFileSync(bench.at('work', 'latin'), Buffer.from('gr\xfcn', 'latin1'));
    writeFileSync(bench.at('work', 'empty'), '');
    writeFileSync(bench.at('work', 'large'), '');
    truncateSync(bench.at('work', 'large'), 16 * 1024 * 1024);
    appendFileSync(bench.at('work', 'large'), 'x');
    const server = await bench.serve();
    expect(parsed(await source(server, 'binary'))).toMatchObject({
      status: 415,
      error: 'binary is not text.',
    });
    expect(parsed(await source(server, 'latin'))).toMatchObject({ status: 200, text: 'gr\ufffdn' });
    expect(parsed(await source(server, 'empty'))).toMatchObject({ status: 200, text: '' });
    expect(parsed(await source(server, 'large'))).toMatchObject({ status: 413 });
    writeFileSync(bench.at('work', 'large'), 'x'.repeat(16 * 1024 * 1024));
    expect((await source(server, 'large')).status).toBe(200);
  });

  it('has a name that makes sense', async () => {
    const server = await bench.serve();
    expect(parsed(await get(server, '/api/source'))).toMatchObject({ status: 400 });
    expect(parsed(await source(server, ''))).toMatchObject({ status: 400 });
    expect(parsed(await source(server, 'a.idle\0.txt'))).toMatchObject({ status: 400 });
    expect(parsed(await source(server, 'missing'))).toMatchObject({ status: 404 });
    expect(parsed(await source(server, 'a.idle/x'))).toMatchObject({ status: 404 });
  });
});

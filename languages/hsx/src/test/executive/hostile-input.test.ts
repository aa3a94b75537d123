// What no honest client sends: each is answered or closed with a reason, and others are served as before.

import { once } from 'node:events';
import { listensLocally, longestLine, mostConnections } from '@sonde/engine-remote';
import { afterEach, expect, test } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { hsxExec } from '../../executive/hsx-exec.js';
import { serve } from '../../executive/serve.js';
import { built, startExecutive, WireClient, type Bench } from './bench-executive.js';
import { endless } from './programs.js';

const ping = '{"cmd":"ping"}\n';
const pong = { version: 1, status: 'ok', reply: 'pong' };
const refusal = (error: string): object => ({ version: 1, status: 'error', error });

const served = async (bench: Bench): Promise<void> => {
  const client = await bench.connect();
  expect(await client.ask('ping')).toEqual(pong);
};

test('half lines wait for their rest', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  for (const part of ['{"cm', 'd":"pi', 'ng"}', '\n{"cmd":']) {
    client.write(part);
    await served(bench);
  }
  expect(await client.next()).toEqual(pong);
  client.write('"ping"}\r\n\n\n');
  expect(await client.next()).toEqual(pong);
  // The end of the connection in the middle of a line is no request.
  client.write('{"cmd":"shut');
  client.socket.end();
  await once(client.socket, 'close');
  await served(bench);
});

test('many requests in one piece are answered in their order', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  const count = 500;
  client.write(Array.from({ length: count }, (_, n) => `{"cmd":"nosuch${n}"}\n`).join(''));
  for (let n = 0; n < count; n++) expect(await client.next()).toEqual(refusal(`unknown_cmd:nosuch${n}`));
});

test('a line that never ends is refused and closed', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  client.write('x'.repeat(longestLine + 10));
  expect(await client.next()).toEqual(refusal('line_too_long'));
  expect(await client.next()).toBeUndefined();
  await served(bench);
});

test('bytes that are no UTF-8', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  client.socket.write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]));
  expect(await client.next()).toEqual(refusal('invalid_utf8'));
  client.write(ping);
  expect(await client.next()).toEqual(pong);
});

test('a web page gets nothing', async () => {
  const bench = await startExecutive();
  for (const first of ['GET / HTTP/1.1', 'POST /x HTTP/1.0', 'OPTIONS * HTTP/1.1', 'PRI * HTTP/2.0']) {
    const client = await bench.connect();
    client.write(`${first}\r\nHost: localhost\r\n\r\n{"cmd":"clock","op":"start"}\n`);
    expect(await client.line()).toBeUndefined();
  }
  expect(bench.executive.clock.running).toBe(false);
});

test('too many connections', async () => {
  const bench = await startExecutive();
  const clients: WireClient[] = [];
  for (let n = 0; n < mostConnections; n++) clients.push(await bench.connect());
  for (const client of clients) expect(await client.ask('ping')).toEqual(pong);
  const late = await bench.connect();
  expect(await late.next()).toEqual(refusal('too_many_connections'));
  expect(await late.next()).toBeUndefined();
  const [first] = clients;
  first!.kill();
  // The place is free again.
  for (;;) {
    const next = await bench.connect();
    if ((await next.ask('ping').catch(() => undefined))?.reply === 'pong') break;
  }
});

test('too many sessions', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  for (let n = 0; n < 64; n++) await client.session();
  expect(await client.refused('session.open')).toBe('too_many_sessions');
});

test('who asks and never reads is not read either', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  await client.ok('load', { path: await built('big.mvasm', endless) });
  client.socket.pause();
  const request = `${JSON.stringify({ cmd: 'peek', pid: 1, addr: 0, length: 65_536 })}\n`;
  // Each is answered with 128 KiB.
  for (let n = 0; n < 200; n++) client.write(request);
  await served(bench);
  client.socket.resume();
  for (let n = 0; n < 200; n++) expect((await client.line())!.length).toBeGreaterThan(131_072);
});

test('before the token nothing but ping, and a wrong one closes', async () => {
  const bench = await startExecutive({ token: 'open sesame' });
  const client = await bench.connect();
  expect(await client.ask('ping')).toEqual(pong);
  for (const cmd of ['ps', 'session.open', 'nosuch', 'shutdown'])
    expect(await client.refused(cmd)).toBe('token_required');
  expect(await client.ok('auth', { token: 'open sesame' })).toEqual({ version: 1, status: 'ok' });
  expect((await client.ok('ps')).tasks.tasks).toEqual([]);
  for (const token of ['open', '', 5, undefined]) {
    const wrong = await bench.connect();
    expect(await wrong.ask('auth', { token })).toEqual(refusal('bad_token'));
    expect(await wrong.next()).toBeUndefined();
  }
});

test('other hosts than the loopback need a token', async () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].every(listensLocally)).toBe(true);
  expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', ''].some(listensLocally)).toBe(false);
  const executive = new Executive();
  await expect(serve(executive, { host: '0.0.0.0', port: 0 })).rejects.toThrow(/other computers/);
  executive.dispose();
});

test('fields of the wrong shape are told by name', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  await client.ok('load', { path: await built('shape.mvasm', endless) });
  const cases: readonly (readonly [string, object, string])[] = [
    ['peek', { pid: 'one', addr: 0 }, 'pid is a number from 0 to 9007199254740991'],
    ['peek', { pid: 1, addr: 65_536 }, 'addr is a number from 0 to 65535'],
    ['peek', { pid: 1, addr: 0, length: 0 }, 'length is a number from 1 to 65536'],
    ['poke', { pid: 1, addr: 0, data: 'xyz' }, 'data is made of pairs of hexadecimal digits'],
    ['poke', { pid: 1, addr: 65_535, data: '0000' }, 'addr and data go beyond 64 KiB'],
    ['bp', { pid: 1, op: '__proto__' }, "unknown op '__proto__' for bp"],
    ['symbols', { pid: 1, type: 'constructor' }, 'type is function, variable or all'],
    ['regs.write', { pid: 1, reg: 'R16', value: 1 }, 'reg is R0 to R15, SP, PC or PSW'],
    [
      'regs.write',
      { pid: 1, reg: 'PSW', value: 5 },
      'Z and N are never set both: no result is zero and negative',
    ],
    ['session.open', { capabilities: [] }, 'capabilities is an object'],
    ['session.open', { break_on: ['never'] }, 'break_on is a list of fault, brk, exit'],
    ['load', { path: '/nonexistent.hxe' }, '/nonexistent.hxe does not exist.'],
    ['load', { path: '/dev/zero' }, '/dev/zero is a device, not a file. Name an ordinary file.'],
    ['debug.step', { pid: 1 }, 'task_not_paused:1'],
    ['disasm', { pid: 1, mode: 'sideways' }, 'mode is around_pc or from_addr'],
    ['events.subscribe', {}, 'session_required'],
    ['constructor', {}, 'unknown_cmd:constructor'],
    ['shutdown', {}, 'not_supported:shutdown'],
  ];
  for (const [cmd, fields, error] of cases) expect(await client.refused(cmd, fields)).toBe(error);
});

/** The command itself. */
const output: string[] = [];
const io = {
  stdout: { write: (text: string) => output.push(text) },
  stderr: { write: (text: string) => output.push(text) },
};
afterEach(() => void (output.length = 0));

test('hsx-exec prints its address, loads programs and starts the clock', async () => {
  const path = await built('run.mvasm', endless);
  let stop = (): void => undefined;
  const status = hsxExec(
    ['--port', '0', '--start', '--load', path, '--variant=development'],
    {},
    io,
    () => new Promise<void>(done => (stop = done)),
  );
  while (output.length === 0) await new Promise(done => setImmediate(done));
  const [, port] = /^hsx-exec: listening on 127\.0\.0\.1:(\d+)\n$/.exec(output[0]!)!;
  const client = await WireClient.connect(Number(port));
  expect((await client.ok('ps')).tasks.tasks).toMatchObject([{ pid: 1, app_name: 'run' }]);
  expect((await client.ok('clock')).clock.running).toBe(true);
  stop();
  expect(await status).toBe(0);
  expect(await client.next()).toBeUndefined();
});

test('hsx-exec says what is wrong', async () => {
  const run = (...args: string[]): Promise<number> => hsxExec(args, {}, io, () => Promise.resolve());
  expect(await run('--help')).toBe(0);
  expect(await run('--port', 'x')).toBe(2);
  expect(await run('--variant', 'huge')).toBe(2);
  expect(await run('--load')).toBe(2);
  expect(await run('--port', '0', '--host', '0.0.0.0')).toBe(1);
  expect(await run('--port', '0', 'missing.hxe')).toBe(1);
  expect(
    await hsxExec(['--port', '0', '--host', '0.0.0.0'], { token: 'x' }, io, () => Promise.resolve()),
  ).toBe(0);
  const text = output.join('');
  for (const part of [
    'usage: hsx-exec',
    '--port is a number',
    '--variant is minimal',
    '--load needs',
    'other computers',
    'missing.hxe does not exist',
  ])
    expect(text).toContain(part);
});

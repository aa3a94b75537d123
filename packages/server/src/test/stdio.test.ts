import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { encodeMessage } from '@sonde/dap';
import { childProcessTransport } from '@sonde/dap/node';
import { afterEach, describe, expect, it } from 'vitest';
import { launchIdle } from './environment.js';

const script = fileURLToPath(new URL('./serve-process.js', import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];

function start(...args: readonly string[]): {
  readonly child: ChildProcessWithoutNullStreams;
  readonly log: () => string;
} {
  const child = spawn(process.execPath, [script, ...args]);
  children.push(child);
  let text = '';
  child.stderr.on('data', data => (text += String(data)));
  return { child, log: () => text };
}

const exitOf = async (child: ChildProcessWithoutNullStreams): Promise<unknown> =>
  (await once(child, 'close'))[0];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('a server on stdio', () => {
  it('ends its sessions and exits with 0 when its input ends', async () => {
    const { child, log } = start();
    await launchIdle(childProcessTransport(child));
    child.stdin.end();
    expect(await exitOf(child)).toBe(0);
    expect(log()).toMatch(/session \w+ ends: /);
  });

  it('exits with 0 when its input ends before anything was said', async () => {
    const { child } = start();
    child.stdin.end();
    expect(await exitOf(child)).toBe(0);
  });

  it('exits with 0 after a disconnect', async () => {
    const { child } = start();
    const client = await launchIdle(childProcessTransport(child));
    await client.request('disconnect');
    expect(await exitOf(child)).toBe(0);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('tells its client that the session ended at %s, then exits', async (signal, code) => {
    const { child, log } = start();
    const client = await launchIdle(childProcessTransport(child));
    const terminated = client.once('terminated');
    child.kill(signal);
    await terminated;
    expect(await exitOf(child)).toBe(code);
    expect(log()).toContain(`the debugger received ${signal}`);
  });

  it('hangs up on a client that asks on and on and never reads', async () => {
    const { child, log } = start('1000');
    const ended = once(child, 'exit');
    const ask = (seq: number): Buffer =>
      Buffer.from(encodeMessage({ seq, type: 'request', command: 'threads' }));
    // More than fits into the pipe and into what Node reads ahead of us.
    child.stdin.on('error', () => undefined);
    child.stdin.write(Buffer.concat(Array.from({ length: 5000 }, (_, index) => ask(index + 1))));
    expect((await ended)[0]).toBe(0);
    expect(log()).toMatch(/stdio: cut off, \d+ bytes were never read/);
  });

  it('hangs up on garbage', async () => {
    const { child } = start();
    child.stdin.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await exitOf(child)).toBe(0);
  });
});

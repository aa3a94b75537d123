// A client and an adapter in two processes, joined by pipes.
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { DapClient, encodeMessage } from '../dap.js';
import { childProcessTransport } from '../node/node.js';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const children: Child[] = [];
function startAdapter(): Child {
  const program = join(import.meta.dirname, 'echo-adapter.js');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

const lastWords = async (child: Child): Promise<readonly [number | null, string]> => {
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const said = await text(child.stderr);
  return [(await exit)[0], said.trim()];
};

describe('over stdio', () => {
  it('requests are answered, and disconnect ends both sides in good order', async () => {
    const child = startAdapter();
    const client = new DapClient(childProcessTransport(child));
    const long = 'ä€🐙'.repeat(100_000);
    expect(await client.customRequest('mine', { long })).toEqual({ echo: { long } });
    await client.request('disconnect');
    expect(await client.closed).toMatchObject({ kind: 'peer' });
    expect(await lastWords(child)).toEqual([0, 'closed: local']);
  });

  it('the end of stdin ends the adapter with exit code 0', async () => {
    const child = startAdapter();
    const client = new DapClient(childProcessTransport(child));
    await client.customRequest('mine');
    client.close();
    expect(await lastWords(child)).toEqual([0, 'closed: peer']);
    expect(await client.closed).toMatchObject({ kind: 'local' });
  });

  it('what was answered is delivered even if the client has closed its side already', async () => {
    const child = startAdapter();
    child.stdin.end(encodeMessage({ seq: 1, type: 'request', command: 'flood', arguments: { count: 2000 } }));
    const output = await text(child.stdout);
    expect(output).toContain('1999 ·');
    expect(await lastWords(child)).toEqual([0, 'closed: peer']);
  });

  it('an adapter whose output nobody reads stays awake and knows how much waits', async () => {
    const child = startAdapter();
    const request = (seq: number, command: string, args: object): void => {
      child.stdin.write(encodeMessage({ seq, type: 'request', command, arguments: args }));
    };
    request(1, 'flood', { count: 4000 });
    request(2, 'tell', {});
    const [told] = (await once(child.stderr, 'data')) as [Buffer];
    const [, buffered] = /^buffered: (\d+)\n$/.exec(told.toString()) ?? [];
    expect(Number(buffered)).toBeGreaterThan(1_000_000);
    child.stdout.resume();
    child.stdin.end();
    expect(await lastWords(child)).toEqual([0, 'closed: peer']);
  });

  it('the death of the adapter closes the client', async () => {
    const child = startAdapter();
    const client = new DapClient(childProcessTransport(child));
    await client.customRequest('mine');
    const waiting = client.once('stopped');
    child.kill('SIGKILL');
    await expect(waiting).rejects.toThrow('the connection is closed');
    await client.closed;
  });
});

// The typed client against a real connection at the other end.
import { describe, expect, it } from 'vitest';
import { DapClient } from './client.js';
import { Connection } from './connection.js';
import { ConnectionClosed, RequestTimeout } from './connection-types.js';
import type { ConnectionHandlers, ProtocolProblem } from './connection-types.js';
import { createTransportPair } from './memory-transport.js';

function pair(handlers: ConnectionHandlers = {}): {
  readonly client: DapClient;
  readonly adapter: Connection;
  readonly problems: readonly ProtocolProblem[];
} {
  const [here, there] = createTransportPair();
  const problems: ProtocolProblem[] = [];
  return {
    client: new DapClient(here, { onProblem: problem => problems.push(problem) }),
    adapter: new Connection(there, handlers, { role: 'adapter' }),
    problems,
  };
}

describe('a client', () => {
  it('initializes with sensible arguments and keeps the capabilities up to date', async () => {
    const seen: unknown[] = [];
    const { client, adapter } = pair({
      request: async request => {
        seen.push(request.arguments);
        return { supportsStepBack: false, supportsLogPoints: true };
      },
    });
    expect(await client.initialize({ clientID: 'test' })).toEqual({
      supportsStepBack: false,
      supportsLogPoints: true,
    });
    expect(seen).toEqual([
      {
        adapterID: 'sonde',
        clientID: 'test',
        linesStartAt1: true,
        columnsStartAt1: true,
        pathFormat: 'path',
      },
    ]);
    const heard = client.once('capabilities');
    adapter.event('capabilities', { capabilities: { supportsStepBack: true } });
    await heard;
    expect(client.capabilities).toEqual({ supportsStepBack: true, supportsLogPoints: true });
  });

  it('takes an adapter that answers initialize without a body', async () => {
    const { client } = pair({ request: async () => undefined });
    expect(await client.initialize()).toEqual({});
  });

  it('hears events until it stops listening, and one bad listener does not deafen the others', async () => {
    const { client, adapter, problems } = pair();
    const heard: string[] = [];
    client.onEveryEvent(event => heard.push(event));
    client.on('output', () => {
      throw new Error('bad listener');
    });
    const stop = client.on('output', ({ output }) => heard.push(output));
    const first = client.once('output');
    adapter.event('output', { output: 'a' });
    expect(await first).toEqual({ output: 'a' });
    stop();
    const end = client.once('terminated');
    adapter.event('output', { output: 'b' });
    adapter.customEvent('mine');
    adapter.event('terminated');
    await end;
    expect(heard).toEqual(['output', 'a', 'output', 'mine', 'terminated']);
    expect(problems.every(problem => problem.kind === 'handler-failed')).toBe(true);
    expect(problems).toHaveLength(2);
  });

  it('waits for the event that fits', async () => {
    const { client, adapter } = pair();
    const exit = client.once('thread', { where: ({ reason }) => reason === 'exited' });
    adapter.event('thread', { reason: 'started', threadId: 1 });
    adapter.event('thread', { reason: 'exited', threadId: 2 });
    expect(await exit).toEqual({ reason: 'exited', threadId: 2 });
  });

  it('stops waiting for an event when told, too late, closed, or its condition breaks', async () => {
    const { client, adapter } = pair();
    const controller = new AbortController();
    const given = client.once('stopped', { signal: controller.signal });
    controller.abort();
    await expect(given).rejects.toMatchObject({ message: 'cancelled' });
    await expect(client.once('stopped', { timeoutMs: 1 })).rejects.toBeInstanceOf(RequestTimeout);
    const broken = client.once('initialized', {
      where: () => {
        throw new Error('bad condition');
      },
    });
    adapter.event('initialized');
    await expect(broken).rejects.toThrow('the condition on initialized threw');
    const waiting = client.once('stopped');
    adapter.close();
    await expect(waiting).rejects.toBeInstanceOf(ConnectionClosed);
    expect(await client.closed).toMatchObject({ kind: 'peer' });
    await expect(client.once('stopped')).rejects.toBeInstanceOf(ConnectionClosed);
  });

  it('answers reverse requests it has a handler for, and refuses the others', async () => {
    const { client, adapter } = pair();
    client.onReverse('runInTerminal', async ({ args }) => ({ processId: args.length }));
    expect(await adapter.request('runInTerminal', { cwd: '', args: ['a', 'b'] })).toEqual({ processId: 2 });
    const refused = adapter.request('startDebugging', { configuration: {}, request: 'launch' });
    await expect(refused).rejects.toThrow('this client does not support "startDebugging"');
  });

  it('makes typed and custom requests', async () => {
    const { client } = pair({
      request: async ({ command }) => (command === 'threads' ? { threads: [{ id: 1, name: 'main' }] } : 42),
    });
    const { threads } = await client.request('threads');
    expect(threads[0]?.name).toBe('main');
    expect(await client.customRequest('answer')).toBe(42);
    client.close();
    expect(await client.closed).toMatchObject({ kind: 'local' });
  });
});

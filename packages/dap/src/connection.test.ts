// What a connection does with requests, responses and events: order, checks, cancelling, closing.
import { describe, expect, it } from 'vitest';
import { Connection } from './connection.js';
import { ConnectionClosed, RequestTimeout } from './connection-types.js';
import type {
  ConnectionHandlers,
  ConnectionOptions,
  IncomingRequest,
  ProtocolProblem,
} from './connection-types.js';
import { createTransportPair } from './memory-transport.js';
import type { MemoryTransport } from './memory-transport.js';
import { ResponseFailure } from './response-failure.js';
import { RawPeer } from './test/raw-peer.js';

interface Bench {
  readonly connection: Connection;
  readonly peer: RawPeer;
  readonly peerTransport: MemoryTransport;
  readonly problems: readonly ProtocolProblem[];
}

function bench(handlers: ConnectionHandlers, options: Partial<ConnectionOptions> = {}): Bench {
  const [ours, theirs] = createTransportPair();
  const problems: ProtocolProblem[] = [];
  const connection = new Connection(
    ours,
    { protocolError: problem => problems.push(problem), ...handlers },
    { role: 'adapter', ...options },
  );
  return { connection, peer: new RawPeer(theirs), peerTransport: theirs, problems };
}

/** Resolves when the signal is aborted, then fails as a well-behaved handler does. */
const untilAborted = (request: IncomingRequest): Promise<never> =>
  new Promise((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(new Error('stopped working')), { once: true });
  });

describe('answers', () => {
  it('carry the body, count from 1, and each request gets one', async () => {
    const { peer } = bench({ request: async ({ command }) => ({ echoed: command }) });
    peer.request(10, 'one');
    peer.request(11, 'two');
    expect(await peer.messages(2)).toEqual([
      { seq: 1, type: 'response', request_seq: 10, success: true, command: 'one', body: { echoed: 'one' } },
      { seq: 2, type: 'response', request_seq: 11, success: true, command: 'two', body: { echoed: 'two' } },
    ]);
  });

  it('tell the failure of a handler, whatever it throws', async () => {
    const failures: Readonly<Record<string, () => unknown>> = {
      failure: () =>
        ResponseFailure.of({ id: 7, format: 'no {what}', variables: { what: 'luck' }, showUser: true }),
      notStopped: () => ResponseFailure.of({ id: 8, format: 'the thread is running' }, 'notStopped'),
      error: () => new Error('it {broke}'),
      text: () => 'just text',
    };
    const { peer, problems } = bench({
      request: async ({ command }) => {
        throw failures[command]?.();
      },
    });
    Object.keys(failures).forEach((command, index) => peer.request(index + 1, command));
    expect(await peer.messages(4)).toMatchObject([
      { success: false, message: 'no luck', body: { error: { id: 7, format: 'no {what}', showUser: true } } },
      { success: false, message: 'notStopped', body: { error: { format: 'the thread is running' } } },
      { success: false, message: 'it {broke}', body: { error: { variables: { reason: 'it {broke}' } } } },
      { success: false, message: 'just text' },
    ]);
    expect(problems, 'only what was not meant as an answer').toMatchObject([
      { kind: 'handler-failed', message: expect.stringContaining('the handler of error threw') as string },
      { kind: 'handler-failed', message: 'the handler of text threw: just text' },
    ]);
  });

  it('come even if the handler throws before it returns a promise, or there is no handler', async () => {
    const thrower = bench({
      request: () => {
        throw new Error('at once');
      },
    });
    thrower.peer.request(1, 'next', { threadId: 1 });
    expect(await thrower.peer.messages(1)).toMatchObject([{ success: false, message: 'at once' }]);
    const bare = bench({});
    bare.peer.request(1, 'frobnicate');
    expect(await bare.peer.messages(1)).toMatchObject([
      { success: false, message: 'unknown command "frobnicate"', body: { error: { id: 1003 } } },
    ]);
  });

  it('say so when the body cannot be encoded, and leave no gap in the numbers', async () => {
    const { connection, peer, problems } = bench({ request: async () => ({ address: 5n }) });
    peer.request(1, 'mine');
    await peer.messages(1);
    connection.customEvent('broken', { address: 5n });
    connection.event('initialized');
    expect(await peer.messages(2)).toMatchObject([
      { seq: 1, request_seq: 1, success: false, message: expect.stringContaining('BigInt') as string },
      { seq: 2, event: 'initialized' },
    ]);
    expect(problems.map(problem => problem.kind)).toEqual(['unencodable', 'unencodable']);
  });

  it('are refused before the handler sees wrong arguments of a known command', async () => {
    const seen: string[] = [];
    const { peer, problems } = bench({ request: async ({ command }) => void seen.push(command) });
    peer.request(1, 'next', { threadId: 'one' });
    peer.request(2, 'next', null);
    peer.request(3, 'disconnect', null);
    peer.request(4, 'mine', 17);
    const answers = await peer.messages(4);
    expect(answers.slice(0, 2)).toMatchObject([
      { request_seq: 1, success: false, message: 'next: arguments.threadId must be an integer, got "one"' },
      { request_seq: 2, success: false, message: expect.stringContaining('arguments are missing') as string },
    ]);
    expect(seen).toEqual(['disconnect', 'mine']);
    expect(problems.map(problem => problem.kind)).toEqual(['wrong-arguments', 'wrong-arguments']);
  });

  it('hand the handler an empty object where the peer sent no arguments', async () => {
    const { peer } = bench({ request: async request => ({ got: request.arguments }) });
    peer.request(1, 'configurationDone', null);
    peer.request(2, 'mine');
    expect(await peer.messages(2)).toMatchObject([{ body: { got: {} } }, { body: { got: {} } }]);
  });

  it('check reverse requests on the client, and nothing when told so', async () => {
    const client = bench({ request: async () => ({}) }, { role: 'client' });
    client.peer.request(1, 'runInTerminal', { args: ['a'] });
    client.peer.request(2, 'next', {});
    expect(await client.peer.messages(2)).toMatchObject([{ success: false }, { success: true }]);
    const trusting = bench({ request: async () => ({}) }, { checkIncoming: false });
    trusting.peer.request(1, 'next', {});
    expect(await trusting.peer.messages(1)).toMatchObject([{ success: true }]);
  });
});

describe('order', () => {
  it('what is produced first is sent first, and afterResponse comes directly after the response', async () => {
    const { connection, peer } = bench({
      request: async request => {
        request.afterResponse(success => connection.customEvent('after', { success }));
        connection.customEvent('before');
        if (request.command === 'fails') throw new Error('no');
        return undefined;
      },
    });
    peer.request(1, 'works');
    expect(await peer.messages(3)).toMatchObject([
      { seq: 1, event: 'before' },
      { seq: 2, type: 'response', success: true },
      { seq: 3, event: 'after', body: { success: true } },
    ]);
    peer.request(2, 'fails');
    expect((await peer.messages(6)).slice(3)).toMatchObject([
      { event: 'before' },
      { type: 'response', success: false },
      { event: 'after', body: { success: false } },
    ]);
  });

  it('a callback that throws hurts neither the others nor the connection', async () => {
    const { connection, peer, problems } = bench({
      request: async request => {
        request.afterResponse(() => {
          throw new Error('oops');
        });
        request.afterResponse(() => connection.customEvent('second'));
      },
    });
    peer.request(1, 'mine');
    expect(await peer.messages(2)).toMatchObject([{ success: true }, { event: 'second' }]);
    expect(problems).toMatchObject([{ kind: 'handler-failed' }]);
  });

  it('a callback registered after the answer runs at once', async () => {
    let kept: IncomingRequest | undefined;
    const { peer } = bench({
      request: async request => {
        kept = request;
      },
    });
    peer.request(1, 'mine');
    await peer.messages(1);
    let ran = false;
    kept?.afterResponse(() => (ran = true));
    expect(ran).toBe(true);
  });

  it('a slow request does not hold up a fast one', async () => {
    let finishSlow: (() => void) | undefined;
    const { peer } = bench({
      request: ({ command }) =>
        command === 'slow' ? new Promise<void>(resolve => (finishSlow = resolve)) : Promise.resolve(),
    });
    peer.request(1, 'slow');
    peer.request(2, 'fast');
    await peer.messages(1);
    finishSlow?.();
    expect(await peer.messages(2)).toMatchObject([{ request_seq: 2 }, { request_seq: 1 }]);
  });
});

describe('cancel', () => {
  it('aborts the request, whose failure is then answered as cancelled; the handler sees the cancel too', async () => {
    const seen: string[] = [];
    const { peer } = bench({
      request: async request => {
        seen.push(request.command);
        if (request.command === 'evaluate') await untilAborted(request);
      },
    });
    peer.request(5, 'evaluate', { expression: 'forever()' });
    peer.request(6, 'cancel', { requestId: 5 });
    const answers = await peer.messages(2);
    expect(answers).toContainEqual(
      expect.objectContaining({ request_seq: 5, success: false, message: 'cancelled' }),
    );
    expect(answers).toContainEqual(expect.objectContaining({ request_seq: 6, success: true }));
    expect(seen).toEqual(['evaluate', 'cancel']);
  });

  it('is seen by whoever asks only afterwards, and told to whoever wants no signal', async () => {
    const told: unknown[] = [];
    const { peer } = bench({
      request: async request => {
        if (request.command === 'cancel') return;
        expect(request.givenUp).toBeUndefined();
        await new Promise<void>(resolve => request.whenGivenUp(() => resolve()));
        request.whenGivenUp(reason => told.push(reason));
        told.push(request.signal.aborted, request.signal.reason === request.givenUp);
      },
    });
    peer.request(1, 'mine');
    peer.request(2, 'cancel', { requestId: 1 });
    await peer.messages(2);
    expect(told).toEqual([expect.objectContaining({ message: 'cancelled' }), true, true]);
  });

  it('of a request that finishes all the same is answered with what it found', async () => {
    const { peer } = bench({
      request: async request => {
        if (request.command === 'mine') await untilAborted(request).catch(() => undefined);
        return { partial: true };
      },
    });
    peer.request(1, 'mine');
    peer.request(2, 'cancel', { requestId: 1 });
    expect(await peer.messages(2)).toContainEqual(
      expect.objectContaining({ request_seq: 1, success: true, body: { partial: true } }),
    );
  });

  it('is not what a request is answered with that its own handler has given up', async () => {
    const { peer } = bench({
      request: async request => {
        const stopped = untilAborted(request).catch(() => {
          throw ResponseFailure.of({ id: 7, format: 'it took too long' });
        });
        request.giveUp(new Error('late'));
        return stopped;
      },
    });
    peer.request(1, 'mine');
    expect(await peer.messages(1)).toEqual([
      expect.objectContaining({ request_seq: 1, success: false, message: 'it took too long' }),
    ]);
  });

  it('of an unknown or finished request does nothing', async () => {
    const { peer } = bench({ request: async () => undefined });
    peer.request(1, 'cancel', { requestId: 99 });
    peer.request(2, 'cancel', { requestId: 2 });
    peer.request(3, 'cancel', { progressId: 'p' });
    expect(await peer.messages(3)).toMatchObject([{ success: true }, { success: true }, { success: true }]);
  });
});

describe('requests to the peer', () => {
  it('resolve to the body or reject with the words of the peer', async () => {
    const { connection, peer } = bench({}, { role: 'client' });
    const good = connection.request('threads');
    const bad = connection.request('next', { threadId: 1 });
    const worse = connection.request('pause', { threadId: 1 });
    const worst = connection.request('pause', { threadId: 1 });
    expect(await peer.messages(4)).toMatchObject([
      { seq: 1, type: 'request', command: 'threads' },
      { seq: 2, command: 'next', arguments: { threadId: 1 } },
      { seq: 3 },
      { seq: 4 },
    ]);
    const answer = { type: 'response', command: 'x' };
    const error = { id: 3, format: 'thread {id} is running', variables: { id: '1' } };
    peer.send({ ...answer, seq: 1, request_seq: 2, success: false, message: 'notStopped', body: { error } });
    peer.send({ ...answer, seq: 2, request_seq: 1, success: true, body: { threads: [] } });
    peer.send({ ...answer, seq: 3, request_seq: 3, success: false, body: { error } });
    peer.send({ ...answer, seq: 4, request_seq: 4, success: false, message: 5, body: 'nonsense' });
    expect(await good).toEqual({ threads: [] });
    const failure = await bad.catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(ResponseFailure);
    expect(failure).toMatchObject({
      message: 'notStopped',
      explanation: 'thread 1 is running',
      body: { error },
    });
    await expect(worse).rejects.toThrow('thread 1 is running');
    await expect(worst).rejects.toThrow('pause failed without a reason');
  });

  it('reject a body that breaks the protocol, and report it', async () => {
    const { connection, peer, problems } = bench({}, { role: 'client' });
    const answer = connection.request('threads');
    await peer.messages(1);
    peer.send({ seq: 1, type: 'response', request_seq: 1, success: true, command: 'threads', body: {} });
    await expect(answer).rejects.toThrow('the response to threads is malformed: body.threads is required');
    expect(problems).toMatchObject([{ kind: 'wrong-response' }]);
  });

  it('that cannot be encoded reject and use up no number', async () => {
    const { connection, peer } = bench({}, { role: 'client' });
    await expect(connection.customRequest('mine', { big: 1n })).rejects.toThrow('BigInt');
    void connection.customRequest('mine').catch(() => undefined);
    expect(await peer.messages(1)).toMatchObject([{ seq: 1 }]);
  });

  it('when given up are cancelled at the peer, and its late answer is no surprise', async () => {
    const { connection, peer, problems } = bench({}, { role: 'client' });
    const controller = new AbortController();
    const answer = connection.request('evaluate', { expression: '1' }, { signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ message: 'cancelled', isCancelled: true });
    expect(await peer.messages(2)).toMatchObject([
      { seq: 1 },
      { command: 'cancel', arguments: { requestId: 1 } },
    ]);
    peer.send({ seq: 1, type: 'response', request_seq: 1, success: false, command: 'evaluate' });
    const next = connection.customRequest('mine');
    await peer.messages(3);
    peer.send({ seq: 2, type: 'response', request_seq: 3, success: true, command: 'mine', body: 5 });
    expect(await next).toBe(5);
    expect(problems).toEqual([]);
    const aborted = connection.request('threads', {}, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ message: 'cancelled' });
    expect(peer.received).toHaveLength(3);
  });

  it('time out if asked to; an adapter does not send cancel', async () => {
    const { connection, peer } = bench({}, { role: 'adapter' });
    const answer = connection.request(
      'startDebugging',
      { configuration: {}, request: 'launch' },
      { timeoutMs: 1 },
    );
    await expect(answer).rejects.toBeInstanceOf(RequestTimeout);
    connection.event('initialized');
    expect(await peer.messages(2)).toMatchObject([{ command: 'startDebugging' }, { event: 'initialized' }]);
  });

  it('an answer to nothing is reported', async () => {
    const { peer, connection, problems } = bench({ request: async () => undefined });
    peer.send({ seq: 1, type: 'response', request_seq: 9, success: true, command: 'x' });
    peer.request(2, 'mine');
    await peer.messages(1);
    expect(problems).toMatchObject([{ kind: 'unexpected-response', fatal: false }]);
    expect(connection.isClosed).toBe(false);
  });
});

describe('events', () => {
  it('reach the handler in order; one with a wrong body is reported instead', async () => {
    const seen: unknown[] = [];
    const { peer, problems } = bench(
      {
        request: async () => undefined,
        event: (event, body) => {
          seen.push([event, body]);
          if (event === 'mine') throw new Error('listener broke');
        },
      },
      { role: 'client' },
    );
    peer.send({ seq: 1, type: 'event', event: 'initialized' });
    peer.send({ seq: 2, type: 'event', event: 'stopped', body: {} });
    peer.send({ seq: 3, type: 'event', event: 'mine', body: 4 });
    peer.send({ seq: 4, type: 'event', event: 'exited', body: { exitCode: 0 } });
    peer.request(5, 'mine');
    await peer.messages(1);
    expect(seen).toEqual([
      ['initialized', undefined],
      ['mine', 4],
      ['exited', { exitCode: 0 }],
    ]);
    expect(problems.map(problem => problem.kind)).toEqual(['wrong-event', 'handler-failed']);
  });
});

describe('malformed input', () => {
  it('with a readable number gets an error response, otherwise output that says so; the connection goes on', async () => {
    const { peer, problems } = bench({ request: async () => undefined });
    peer.sendBody('{"seq":1,"type":"request","command":"next","arguments":{');
    peer.sendBody('{"seq":2,"type":"request"}');
    peer.sendBody('[1,2,3]');
    peer.sendBody('{"type":"event"}');
    peer.request(3, 'mine');
    const complaint = { event: 'output', body: { category: 'important' } };
    expect(await peer.messages(5)).toMatchObject([
      { request_seq: 1, success: false, command: 'next', body: { error: { id: 1001 } } },
      { request_seq: 2, success: false, message: 'command must be a string' },
      complaint,
      complaint,
      { request_seq: 3, success: true },
    ]);
    expect(problems.map(problem => problem.kind)).toEqual([
      'bad-json',
      'bad-envelope',
      'not-an-object',
      'bad-envelope',
    ]);
  });

  it('that loses the boundary closes the connection, and the debugger is told why', async () => {
    const { connection, peer, problems } = bench({ request: async () => undefined });
    peer.sendText('Content-Length: many\r\n\r\n');
    expect(await connection.closed).toMatchObject({ kind: 'protocol', message: 'Content-Length is "many"' });
    await peer.closed;
    expect(peer.received).toMatchObject([{ event: 'output', body: { category: 'important' } }]);
    expect(problems).toMatchObject([{ kind: 'bad-length', fatal: true }]);
  });

  it('from a browser runs nothing and gets nothing', async () => {
    const seen: string[] = [];
    const { connection, peer } = bench({ request: async ({ command }) => void seen.push(command) });
    const body = JSON.stringify({ seq: 1, type: 'request', command: 'launch', arguments: {} });
    peer.sendText(
      `POST / HTTP/1.1\r\nHost: localhost:4711\r\nOrigin: https://evil.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(await connection.closed).toMatchObject({ kind: 'protocol', error: { kind: 'http' } });
    await peer.closed;
    expect(seen).toEqual([]);
    expect(peer.received).toEqual([]);
  });

  it('that breaks off in the middle of a frame is the reason of the close', async () => {
    const { connection, peer } = bench({});
    peer.sendText('Content-Length: 10\r\n\r\n{');
    peer.transport.close();
    expect(await connection.closed).toMatchObject({ kind: 'protocol', error: { kind: 'truncated' } });
  });

  it('is bounded in message framing too', async () => {
    const [ours, theirs] = createTransportPair({ framing: 'message' });
    const connection = new Connection(ours, {}, { role: 'adapter', maxBodyBytes: 50 });
    theirs.start({ data: () => undefined, closed: () => undefined });
    theirs.send(new Uint8Array(51).fill(0x20));
    expect(await connection.closed).toMatchObject({ kind: 'protocol', error: { kind: 'body-too-large' } });
  });
});

describe('closing', () => {
  it('by the peer aborts work, rejects what waits, and refuses what comes', async () => {
    const aborted: unknown[] = [];
    let afterwards: boolean | undefined;
    const { connection, peer } = bench({
      request: async request => {
        request.signal.addEventListener('abort', () => aborted.push(request.signal.reason));
        request.afterResponse(success => (afterwards = success));
        await untilAborted(request);
      },
    });
    peer.request(1, 'mine');
    const waiting = connection.request('runInTerminal', { cwd: '', args: ['a'] });
    await peer.messages(1);
    peer.transport.close();
    await expect(waiting).rejects.toBeInstanceOf(ConnectionClosed);
    expect(await connection.closed).toEqual({ kind: 'peer', message: 'the peer closed it' });
    expect(aborted[0]).toBeInstanceOf(ConnectionClosed);
    await expect(connection.customRequest('more')).rejects.toBeInstanceOf(ConnectionClosed);
    expect(() => connection.event('initialized')).not.toThrow();
    expect(afterwards, 'what hangs on the answer is not forgotten').toBe(false);
  });

  it('by us sends what was written before', async () => {
    const { connection, peer } = bench({
      request: async request => {
        request.afterResponse(() => connection.close());
      },
    });
    peer.request(1, 'disconnect');
    await peer.closed;
    expect(peer.received).toMatchObject([{ type: 'response', success: true, command: 'disconnect' }]);
    expect(await connection.closed).toMatchObject({ kind: 'local' });
    connection.close();
    connection.destroy();
  });

  it('in the middle of a batch ignores the rest of it', async () => {
    const seen: number[] = [];
    const { connection, peer } = bench({
      request: async ({ seq }) => {
        seen.push(seq);
        connection.destroy();
      },
    });
    peer.request(1, 'mine');
    peer.request(2, 'mine');
    await connection.closed;
    expect(seen).toEqual([1]);
  });
});

describe('back-pressure', () => {
  it('is counted while the peer does not read, and gone when it does', async () => {
    const { connection, peer, peerTransport } = bench({});
    peerTransport.pauseReading();
    connection.event('output', { category: 'stdout', output: 'x'.repeat(1000) });
    connection.event('output', { category: 'stdout', output: 'x'.repeat(1000) });
    expect(connection.bufferedBytes).toBeGreaterThan(2000);
    let drained = false;
    const draining = connection.whenDrained().then(() => (drained = true));
    await Promise.resolve();
    expect(drained).toBe(false);
    peerTransport.resumeReading();
    await draining;
    expect(connection.bufferedBytes).toBe(0);
    await peer.messages(2);
  });

  it('ends when the connection ends', async () => {
    const { connection, peerTransport } = bench({});
    peerTransport.pauseReading();
    connection.event('output', { output: 'x' });
    const draining = connection.whenDrained();
    connection.destroy();
    await draining;
    expect(connection.bufferedBytes).toBe(0);
  });
});

describe('the log', () => {
  it('sees every message in both directions', async () => {
    const log: unknown[] = [];
    const { peer } = bench(
      { request: async () => undefined },
      { log: (direction, message) => log.push([direction, message.type]) },
    );
    peer.request(1, 'mine');
    await peer.messages(1);
    expect(log).toEqual([
      ['in', 'request'],
      ['out', 'response'],
    ]);
  });
});

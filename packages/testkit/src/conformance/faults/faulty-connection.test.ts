import { createTransportPair, decodeMessage, FrameSplitter } from '@sonde/dap';
import type { Request, Response, Transport, WireMessage } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import type { FaultyLine, Line } from './fault.js';
import { FaultyConnection } from './faulty-connection.js';
import { encodeFor } from './passage.js';
import type { Framing } from './passage.js';

/** One end: what it got, and a way to send. */
class End {
  readonly messages: WireMessage[] = [];
  bytes = Buffer.alloc(0);
  closed = false;
  readonly #splitter = new FrameSplitter();

  constructor(private readonly transport: Transport) {
    transport.start({
      data: bytes => {
        this.bytes = Buffer.concat([this.bytes, bytes]);
        const bodies =
          transport.framing === 'message'
            ? [bytes]
            : this.#splitter.push(bytes).flatMap(frame => (frame.ok ? [frame.body] : []));
        for (const decoded of bodies.map(decodeMessage)) if (decoded.ok) this.messages.push(decoded.message);
      },
      closed: () => {
        this.closed = true;
      },
    });
  }

  say(message: WireMessage): void {
    this.transport.send(encodeFor(this.transport.framing, message));
  }

  sayBytes(bytes: Uint8Array | string): void {
    this.transport.send(Buffer.from(bytes));
  }

  close(): void {
    this.transport.close();
  }
}

function lineWith(fault: FaultyLine, framing: Framing = 'stream') {
  const [clientEnd, ours] = createTransportPair({ framing });
  const [adapterEnd, theirs] = createTransportPair({ framing });
  const line: Line = new FaultyConnection(ours, theirs, fault);
  return { client: new End(clientEnd), adapter: new End(adapterEnd), line };
}

/** Everything that was sent has arrived after a turn of the event loop. */
const arrival = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

const request = (seq: number, command: string, args?: object): Request => ({
  ...{ seq, type: 'request', command },
  ...(args === undefined ? {} : { arguments: args }),
});
const response = (seq: number, request_seq: number, command: string): Response => ({
  ...{ seq, type: 'response', request_seq, success: true, command },
});
const passing: FaultyLine = {
  fromClient: (message, line) => line.toAdapter(message),
  fromAdapter: (message, line) => line.toClient(message),
};

describe.each(['stream', 'message'] satisfies Framing[])('a line with framing "%s"', framing => {
  it.each([
    ['no hooks', {}],
    ['hooks that pass everything', passing],
  ])('and %s passes messages as they are', async (_title, fault) => {
    const { client, adapter } = lineWith(fault, framing);
    const asked = [request(1, 'initialize', { adapterID: 'ä漢😀' }), request(2, 'threads')];
    for (const each of asked) client.say(each);
    await arrival();
    expect(adapter.messages).toEqual(asked);
    const said = [response(1, 2, 'threads'), { seq: 2, type: 'event', event: 'initialized' } as const];
    for (const each of said) adapter.say(each);
    await arrival();
    expect(client.messages).toEqual(said);
  });

  it('answers under the numbers of a client that counts in its own way', async () => {
    const { client, adapter } = lineWith(passing, framing);
    client.say(request(0, 'initialize'));
    client.say(request(700, 'threads'));
    await arrival();
    expect(adapter.messages.map(({ seq }) => seq)).toEqual([1, 2]);
    adapter.say(response(1, 2, 'threads'));
    await arrival();
    expect(client.messages).toEqual([response(1, 700, 'threads')]);
  });

  it('ends for one side when the other hangs up', async () => {
    const one = lineWith({}, framing);
    one.client.close();
    const other = lineWith({}, framing);
    other.adapter.close();
    await arrival();
    expect([one.adapter.closed, other.client.closed]).toEqual([true, true]);
  });
});

describe('what is no message', () => {
  it('passes as it is, and so does everything after a boundary that is lost', async () => {
    const { client, adapter } = lineWith(passing);
    const bytes = 'Content-Length: banana\r\n\r\n{}Content-Length: 2\r\n\r\n{}';
    for (const byte of Buffer.from(bytes)) client.sayBytes(Uint8Array.of(byte));
    await arrival();
    expect(adapter.bytes.toString()).toBe(bytes);
  });

  it('comes after the good frames of the same read', async () => {
    const { client, adapter } = lineWith({ fromClient: () => undefined });
    const good = encodeFor('stream', request(1, 'threads'));
    client.sayBytes(Buffer.concat([good, Buffer.from('POST / HTTP/1.1\r\nHost: x\r\n\r\n')]));
    await arrival();
    expect(adapter.bytes.toString()).toBe('POST / HTTP/1.1\r\nHost: x\r\n\r\n');
  });

  it('does not shift the numbers of what follows', async () => {
    const { client, adapter } = lineWith(passing);
    client.sayBytes('Content-Length: 9\r\n\r\n{"seq":1,');
    client.say(request(2, 'threads'));
    await arrival();
    expect(adapter.bytes.toString()).toContain('{"seq":1,');
    expect(adapter.messages).toEqual([request(2, 'threads')]);
  });

  it('of a frame that is never completed reaches the adapter before the end', async () => {
    const { client, adapter } = lineWith(passing);
    client.sayBytes('Content-Length: 100\r\n\r\n{');
    client.close();
    await arrival();
    expect(adapter.bytes.toString()).toBe('Content-Length: 100\r\n\r\n{');
    expect(adapter.closed).toBe(true);
  });
});

describe('a fault', () => {
  it('that leaves messages out leaves no gap in the numbers', async () => {
    const leavesOut: FaultyLine = {
      fromClient: (message, line) => (message.seq === 1 ? undefined : line.toAdapter(message)),
      fromAdapter: (message, line) => (message.seq === 1 ? undefined : line.toClient(message)),
    };
    const { client, adapter } = lineWith(leavesOut);
    client.say(request(1, 'next'));
    client.say(request(2, 'threads'));
    adapter.say({ seq: 1, type: 'event', event: 'initialized' });
    adapter.say(response(2, 1, 'threads'));
    await arrival();
    expect(adapter.messages).toEqual([request(1, 'threads')]);
    expect(client.messages).toEqual([response(1, 2, 'threads')]);
  });

  it('that repeats a request keeps the second answer to itself', async () => {
    const { client, adapter } = lineWith({
      fromClient: (message, line) => {
        line.toAdapter(message);
        line.toAdapter(message);
      },
    });
    client.say(request(1, 'next'));
    await arrival();
    adapter.say(response(1, 1, 'next'));
    adapter.say(response(2, 2, 'next'));
    await arrival();
    expect(client.messages).toEqual([response(1, 1, 'next')]);
  });

  it('can ask the adapter without the client noticing', async () => {
    const answers: WireMessage[] = [];
    const { client, adapter } = lineWith({
      fromClient: (message, line) => {
        void line.ask('threads').then(answer => answers.push(answer));
        line.toAdapter(message);
      },
    });
    client.say(request(1, 'next'));
    await arrival();
    expect(adapter.messages).toEqual([request(1, 'threads'), request(2, 'next')]);
    adapter.say(response(1, 1, 'threads'));
    adapter.say(response(2, 2, 'next'));
    await arrival();
    expect(answers).toEqual([response(1, 1, 'threads')]);
    expect(client.messages).toEqual([response(1, 1, 'next')]);
  });

  it('gets a failed answer when the line ends first', async () => {
    const { adapter, line } = lineWith({});
    const answer = line.ask('threads');
    adapter.close();
    expect(await answer).toMatchObject({ type: 'response', success: false });
    expect(await line.ask('threads')).toMatchObject({ type: 'response', success: false });
  });

  it('can ask the client without the adapter noticing, while the adapter asks too', async () => {
    const { client, adapter } = lineWith({
      fromAdapter: (message, line) => {
        line.toClient(request(0, 'startDebugging'));
        line.toClient(message);
      },
    });
    adapter.say(request(1, 'runInTerminal'));
    await arrival();
    expect(client.messages).toEqual([request(1, 'startDebugging'), request(2, 'runInTerminal')]);
    client.say(response(1, 1, 'startDebugging'));
    client.say(response(2, 2, 'runInTerminal'));
    await arrival();
    expect(adapter.messages).toEqual([response(1, 1, 'runInTerminal')]);
  });

  it('between them does not confuse which request is cancelled or progresses', async () => {
    const { client, adapter } = lineWith({
      fromClient: (message, line) => {
        if (message.seq === 1) void line.ask('threads');
        line.toAdapter(message);
      },
    });
    client.say(request(1, 'evaluate'));
    client.say(request(2, 'cancel', { requestId: 1 }));
    adapter.say({ seq: 1, type: 'event', event: 'progressStart', body: { requestId: 2 } });
    await arrival();
    expect(adapter.messages.at(-1)).toEqual(request(3, 'cancel', { requestId: 2 }));
    expect(client.messages).toEqual([
      { seq: 1, type: 'event', event: 'progressStart', body: { requestId: 1 } },
    ]);
  });

  it('of bytes sees them before they are messages', async () => {
    const { client, adapter } = lineWith({
      bytesFromClient: (bytes, line) => line.bytesToAdapter(bytes.subarray(1)),
    });
    client.sayBytes('xyz');
    await arrival();
    expect(adapter.bytes.toString()).toBe('yz');
  });

  it('of encoding has the last word', async () => {
    const { client, adapter } = lineWith({ encode: ({ seq }) => Buffer.from(`message ${seq}`) });
    adapter.say({ seq: 1, type: 'event', event: 'initialized' });
    await arrival();
    expect(client.bytes.toString()).toBe('message 1');
  });

  it('that hangs up does so on both', async () => {
    const { client, adapter } = lineWith({ fromClient: (_message, line) => line.end() });
    client.say(request(1, 'threads'));
    await arrival();
    expect([client.closed, adapter.closed, adapter.bytes.length]).toEqual([true, true, 0]);
  });
});

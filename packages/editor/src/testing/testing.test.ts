import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { DapClient, framed, MessageReader, pollUntil, RefusedRequest, stubEditor } from './testing.js';

/** An adapter in few lines: it answers what tests below ask, and can misbehave. */
const adapter = `
let buffer = Buffer.alloc(0), seq = 0;
const write = message => {
  const body = Buffer.from(JSON.stringify({ seq: ++seq, ...message }));
  process.stdout.write('Content-Length: ' + body.length + '\\r\\n\\r\\n');
  process.stdout.write(body);
};
const event = (event, body) => write({ type: 'event', event, body });
let line = 1, held;
process.stdin.on('end', () => process.exit(0));
process.stdin.on('data', chunk => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const length = Number(/\\d+/.exec(buffer.subarray(0, end).toString())[0]);
    if (buffer.length < end + 4 + length) return;
    const request = JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString());
    buffer = buffer.subarray(end + 4 + length);
    if (request.type === 'response') { event('output', { output: JSON.stringify(request.body ?? request.message) }); continue; }
    const { command } = request;
    const answer = body => write({ type: 'response', request_seq: request.seq, success: true, command, body });
    const stop = reason => event('stopped', { reason, threadId: 1 });
    if (command === 'initialize') { answer({}); if (request.arguments.early) event('initialized'); }
    else if (command === 'attach') answer();
    else if (command === 'launch') { held = () => answer(); event('initialized'); }
    else if (command === 'configurationDone') { answer(); held?.(); stop('breakpoint'); write({ type: 'request', command: 'runInTerminal', arguments: { args: ['x'] } }); }
    else if (command === 'next') { line++; answer(); stop('step'); }
    else if (command === 'stackTrace') answer({ stackFrames: [{ id: 1, line, name: 'f' }] });
    else if (command === 'evaluate') write({ type: 'response', request_seq: request.seq, success: false, command, message: 'no', body: { error: { id: 1, format: 'no {what}', variables: { what: 'such name' } } } });
    else if (command === 'garbage') process.stdout.write('hello\\r\\n\\r\\n');
    else if (command === 'vanish') { console.error('last words'); process.exit(3); }
    else answer({});
  }
});`;

describe('the client for tests', () => {
  it('launches, steps, looks, hears of refusals, and answers the adapter', async () => {
    const client = DapClient.start(process.execPath, ['-e', adapter], {
      reverse: { runInTerminal: () => ({ processId: 7 }) },
    });
    await client.initialize('probe');
    await client.launch({ program: 'x' }, () => client.setBreakpoints('/x', [1]));
    expect(await client.stopped()).toEqual({ reason: 'breakpoint', threadId: 1 });
    expect(await client.stepOver(1)).toBe('step');
    expect(await client.stackTrace(1)).toEqual([{ id: 1, line: 2, name: 'f' }]);
    const refusal: unknown = await client.evaluate('y').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RefusedRequest);
    expect(String(refusal)).toContain('evaluate: no such name');
    expect(await client.waitFor('output')).toEqual({ output: '{"processId":7}' });
    await client.disconnect();
  });

  it('takes an adapter that is ready for breakpoints before it is told what to debug', async () => {
    const client = DapClient.start(process.execPath, ['-e', adapter]);
    await client.initialize('probe', { early: true });
    await client.waitFor('initialized');
    await client.attach({ pid: 1 });
    expect((await client.stopped()).reason).toBe('breakpoint');
    await client.disconnect();
  });

  it('fails all that waits when the adapter ends or writes nonsense', async () => {
    const gone = DapClient.start(process.execPath, ['-e', adapter]);
    await expect(Promise.all([gone.request('vanish'), gone.waitFor('stopped')])).rejects.toThrow(
      'The adapter is gone.',
    );
    await expect(gone.request('threads')).rejects.toThrow('gone');
    await gone.disconnect();
    const odd = DapClient.start(process.execPath, ['-e', adapter]);
    await expect(odd.request('garbage')).rejects.toThrow('no header');
    await odd.disconnect();
    const never = DapClient.start('/no/such/adapter');
    await expect(never.initialize('x')).rejects.toThrow('gone');
    await never.disconnect();
  });

  it('reaches an adapter on a port', async () => {
    const server = createServer(socket => {
      const reader = new MessageReader();
      socket.on('data', chunk => {
        for (const { seq, command } of reader.take(chunk))
          socket.write(
            framed({
              seq,
              type: 'response',
              request_seq: seq,
              success: true,
              command: command!,
              body: { a: 'é' },
            }),
          );
      });
    });
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
    try {
      const client = await DapClient.connect((server.address() as AddressInfo).port);
      expect(await client.request('threads')).toEqual({ a: 'é' });
      await client.disconnect();
    } finally {
      server.close();
    }
  });
});

it('messages are found however the bytes are cut', () => {
  const message = { seq: 1, type: 'event', event: 'é'.repeat(10) } as const;
  const bytes = Buffer.concat([framed(message), framed(message)]);
  for (let at = 0; at <= bytes.length; at++) {
    const reader = new MessageReader();
    const found = [...reader.take(bytes.subarray(0, at)), ...reader.take(bytes.subarray(at))];
    expect(found).toEqual([message, message]);
  }
});

describe('polling', () => {
  it('gives the value that was waited for', async () => {
    let count = 0;
    expect(
      await pollUntil(
        () => ++count,
        value => value === 3,
        { what: 'three', intervalMs: 1 },
      ),
    ).toBe(3);
  });

  it('says in the end what was there instead', async () => {
    const options = { what: 'four', timeoutMs: 20, intervalMs: 1 };
    await expect(
      pollUntil(
        () => 3,
        value => value === 4,
        options,
      ),
    ).rejects.toThrow('Waited 20 ms in vain for four; last seen: 3');
    const failing = (): number => {
      throw new Error('not yet');
    };
    await expect(pollUntil(failing, () => true, options)).rejects.toThrow('last seen: an error: not yet');
    await expect(
      pollUntil(
        () => undefined,
        () => false,
        options,
      ),
    ).rejects.toThrow('last seen: undefined');
  });
});

it('a stub refuses an answer that no button gives', () => {
  const editor = stubEditor(['Maybe']);
  expect(() => editor.messages.show('error', 'Really?', ['Yes'])).toThrow('has no button "Maybe", only Yes');
});

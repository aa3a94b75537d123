// The rules of the wire: each can be broken, and then fails the test when the client is closed.
import { expect, test } from 'vitest';
import { connectToPeer, obliging } from './raw-peer.js';
import type { RawPeer, Script } from './raw-peer.js';

/** Breaks a rule once the client asks for threads, and returns what `close` says. */
async function violationsOf(breakRule: (peer: RawPeer, seq: number) => void): Promise<string> {
  const script: Script = (request, peer) => {
    obliging(request, peer);
    if (request.command === 'threads') breakRule(peer, request.seq);
  };
  const { client } = await connectToPeer(script);
  await client.request('threads');
  // The answer to this comes after whatever was wrong.
  await client.request('configurationDone');
  return client.close().then(
    () => 'no violation',
    (error: unknown) => (error as Error).message,
  );
}

test('a session that keeps the rules closes quietly', async () => {
  expect(await violationsOf(() => undefined)).toBe('no violation');
});

test('a message that does not fit its schema is a violation', async () => {
  const text = await violationsOf(peer => peer.event('stopped', { reason: 5 }));
  expect(text).toContain('the session broke 1 rule(s)');
  expect(text).toContain('(event sent by the adapter) does not fit the protocol: stopped: body.reason');
});

test('a gap in the numbering is a violation, once', async () => {
  const text = await violationsOf(peer => {
    peer.event('output', { output: 'lost' });
    peer.send({ seq: 9, type: 'event', event: 'initialized' });
    peer.send({ seq: 10, type: 'event', event: 'initialized' });
  });
  expect(text).toContain('has seq 9, expected 3');
  expect(text).not.toContain('expected 10');
});

test('a second response is a violation', async () => {
  const text = await violationsOf((peer, seq) =>
    peer.send({
      type: 'response',
      request_seq: seq,
      success: true,
      command: 'threads',
      body: { threads: [] },
    }),
  );
  expect(text).toContain('answers a second time request_seq 1 (threads)');
});

test('a response without a request is a violation', async () => {
  const text = await violationsOf(peer =>
    peer.send({ type: 'response', request_seq: 77, success: true, command: 'pause' }),
  );
  expect(text).toContain('answers a request that was never sent: request_seq 77 (pause)');
});

test('a response that names another command is a violation', async () => {
  const { client } = await connectToPeer((request, peer) =>
    peer.respond(request, undefined, { command: request.command === 'pause' ? 'next' : request.command }),
  );
  await client.request('pause', { threadId: 1 });
  await expect(client.close()).rejects.toThrow('says command next, but it answers pause');
});

test('a request that is never answered is a violation', async () => {
  const { client } = await connectToPeer((request, peer) => {
    if (request.command !== 'pause') obliging(request, peer);
  });
  client.send('pause', { threadId: 1 });
  await client.request('threads');
  await expect(client.close()).rejects.toThrow('entry 1: the adapter never answered pause');
});

test('bytes that are no message are a violation', async () => {
  const text = await violationsOf(peer => peer.sendBytes('Content-Length: 3\r\n\r\n{x}'));
  expect(text).toContain('bad-json');
});

test('what the client itself sends is checked too', async () => {
  const { client } = await connectToPeer(obliging);
  await client.customRequest('pause', { threadId: 'one' });
  await expect(client.close()).rejects.toThrow(
    '(request sent by the client) does not fit the protocol: pause: arguments.threadId',
  );
});

test('a message that is wrong on purpose is no violation, but must be answered', async () => {
  const { client } = await connectToPeer((request, peer) => {
    if (request.seq !== 501) peer.respond(request, undefined, { success: false, message: 'no' });
  });
  const wrong = { threadId: 'x' };
  const sent = client.sendDeliberately({ seq: 500, type: 'request', command: 'pause', arguments: wrong });
  expect(await client.waitForAnswer(sent)).toMatchObject({ request_seq: 500, success: false, message: 'no' });
  client.sendDeliberately({ seq: 501, type: 'request', command: 'nonsense' });
  await expect(client.request('threads')).rejects.toThrow('no');
  await expect(client.close()).rejects.toThrow(/broke 1 rule.*\n.*never answered nonsense/);
});

test('tolerated sins do not fail the test', async () => {
  const { client, peer } = await connectToPeer(obliging, { tolerate: [/expected 1$/] });
  peer.send({ seq: 4, type: 'event', event: 'initialized' });
  await client.waitFor('initialized');
  expect(client.violations).toHaveLength(1);
  await client.close();
});

test('an expected violation that does not happen fails the test', async () => {
  const { client } = await connectToPeer(obliging);
  client.expectViolation(/has seq/);
  await expect(client.close()).rejects.toThrow('expected a violation like /has seq/, but there was none');
});

test('closing says goodbye to an initialized adapter, once', async () => {
  const { client, peer } = await connectToPeer(obliging);
  await client.initialize();
  await client.close();
  await client.close();
  const commands = peer.received.map(message => (message.type === 'request' ? message.command : ''));
  expect(commands).toEqual(['initialize', 'disconnect']);
});

test('an adapter that does not answer the goodbye fails the test', async () => {
  const { client } = await connectToPeer(
    (request, peer) => {
      if (request.command === 'initialize') obliging(request, peer);
    },
    { closeDeadlineMs: 20 },
  );
  await client.initialize();
  await expect(client.close()).rejects.toThrow('disconnect was not answered within 20 ms');
});

test('a line that the test itself cut leaves no request to complain about', async () => {
  const { client } = await connectToPeer(() => undefined);
  const { answer } = client.send('pause', { threadId: 1 });
  client.drop();
  await expect(answer).rejects.toThrow('closed');
  expect(await client.closed).toContain('this end closed it');
  await client.close();
});

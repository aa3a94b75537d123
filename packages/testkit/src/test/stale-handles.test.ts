// The stop generation: handles of an earlier stop are refused by the client itself.
import { expect, test } from 'vitest';
import type { TestClient } from '../client.js';
import { StaleHandle } from '../stop-generation.js';
import { closeAfterTest } from '../vitest.js';
import { connectToPeer, obliging } from './raw-peer.js';
import type { RawPeer, Script } from './raw-peer.js';

/** Two threads whose frames are 10 × thread, with one scope each of reference 100 × thread. */
const twoThreads: Script = (request, peer) => {
  const args = (request.arguments ?? {}) as Readonly<Record<string, number>>;
  switch (request.command) {
    case 'stackTrace': {
      const frame = { id: 10 * (args['threadId'] ?? 0), name: 'f', line: 1, column: 1 };
      return peer.respond(request, { stackFrames: [frame] });
    }
    case 'scopes': {
      const scope = { name: 'Locals', variablesReference: 10 * (args['frameId'] ?? 0), expensive: false };
      return peer.respond(request, { scopes: [scope] });
    }
    case 'variables':
      return peer.respond(request, { variables: [] });
    case 'evaluate':
      return peer.respond(request, { result: '{…}', variablesReference: 5 });
    default:
      return obliging(request, peer);
  }
};

const open = async (script = twoThreads): Promise<{ client: TestClient; peer: RawPeer }> => {
  const { client, peer } = await connectToPeer(script);
  return { client: closeAfterTest(client), peer };
};

const scopes = (client: TestClient, frameId: number): Promise<unknown> =>
  client.request('scopes', { frameId });

test('a frame may be used until the program runs on', async () => {
  const { client } = await open();
  await client.topFrame(1);
  await scopes(client, 10);
  await client.request('next', { threadId: 1 });
  await expect(scopes(client, 10)).rejects.toThrow(StaleHandle);
  await expect(scopes(client, 10)).rejects.toThrow(/scopes uses frameId 10 from entry 2/);
});

test('variable references of scopes and of evaluations go stale too', async () => {
  const { client } = await open();
  const { id } = await client.topFrame(1);
  const reference = await client.localsReference({ id });
  const { variablesReference } = await client.evaluate('x', { frameId: id });
  await client.request('continue', { threadId: 1 });
  await expect(client.request('variables', { variablesReference: reference })).rejects.toThrow(StaleHandle);
  await expect(client.request('variables', { variablesReference })).rejects.toThrow(StaleHandle);
});

test('a handle that is handed out again is good again', async () => {
  const { client } = await open();
  await client.topFrame(1);
  await client.request('next', { threadId: 1 });
  await client.topFrame(1);
  await scopes(client, 10);
});

test('a motion that is refused leaves handles as they are', async () => {
  const { client } = await open((request, peer) => {
    if (request.command !== 'next') return twoThreads(request, peer);
    peer.respond(request, undefined, { success: false, message: 'running' });
  });
  await client.topFrame(1);
  await expect(client.request('next', { threadId: 1 })).rejects.toThrow('running');
  await scopes(client, 10);
  expect(client.generation).toBe(0);
});

test('a stop that overtakes the response of its step starts the new generation', async () => {
  const { client, peer } = await open((request, raw) => {
    if (request.command !== 'next') return twoThreads(request, raw);
    raw.event('stopped', { reason: 'step', threadId: 1 });
  });
  await client.topFrame(1);
  const { sent, answer } = client.send('next', { threadId: 1 });
  await client.waitFor('stopped', { after: sent });
  await expect(scopes(client, 10)).rejects.toThrow(StaleHandle);
  await client.topFrame(1);
  const next = peer.received.find(message => message.type === 'request' && message.command === 'next');
  if (next?.type !== 'request') throw new Error('next was not received');
  peer.respond(next);
  await answer;
  await scopes(client, 10);
});

test('when one thread runs, the handles of the others stay good', async () => {
  const { client, peer } = await open();
  await client.topFrame(1);
  await client.topFrame(2);
  await client.request('continue', { threadId: 1, singleThread: true });
  await scopes(client, 20);
  await expect(scopes(client, 10)).rejects.toThrow(StaleHandle);
  peer.event('continued', { threadId: 2, allThreadsContinued: false });
  await client.waitFor('continued');
  await expect(scopes(client, 20)).rejects.toThrow(StaleHandle);
});

test('stale handles can be sent on purpose', async () => {
  const { client } = await connectToPeer(twoThreads, { staleHandles: 'allow' });
  closeAfterTest(client);
  await client.topFrame(1);
  await client.request('next', { threadId: 1 });
  await scopes(client, 10);
});

test('handles that nobody handed out are the adapter’s to refuse', async () => {
  const { client } = await open();
  await client.request('next', { threadId: 1 });
  await scopes(client, 999);
});

import type { Response } from '@sonde/dap';
import { expect, test } from 'vitest';
import { connectToPeer, obliging } from '../test/raw-peer.js';
import {
  answerOrEnd,
  answerTo,
  ask,
  isUnansweredAfter,
  reasonIn,
  reverseRequests,
  sendAny,
} from './answers.js';

const refusal = { success: false, message: 'no' } as const;

test('an answer is given as it came, refused or not', async () => {
  const { client } = await connectToPeer((request, peer) =>
    request.command === 'threads' ? peer.respond(request, undefined, refusal) : obliging(request, peer),
  );
  expect(await ask(client, 'threads')).toMatchObject(refusal);
  expect(await ask(client, 'made/up', { any: 1 })).toMatchObject({ success: true, command: 'made/up' });
  await client.close();
});

test('an answer tells its place, so that what came before it can be found', async () => {
  const { client } = await connectToPeer((request, peer) => {
    if (request.command === 'next') peer.event('stopped', { reason: 'step' });
    obliging(request, peer);
  });
  const { number } = await answerTo(client, sendAny(client, 'next', { threadId: 1 }), 'a step');
  expect(client.timeline.events('stopped', { before: { number } })).toHaveLength(1);
  await client.close();
});

test('silence is told in the words of the check', async () => {
  const { client } = await connectToPeer(() => undefined, { timeoutMs: 30 });
  await expect(answerTo(client, sendAny(client, 'threads'), 'my question')).rejects.toThrow(
    'my question was not answered within 30 ms',
  );
  client.drop();
});

test('hanging up is no answer, and an answer before hanging up is one', async () => {
  const hangsUp = await connectToPeer((_request, peer) => peer.hangUp());
  expect(await answerOrEnd(hangsUp.client, sendAny(hangsUp.client, 'threads'), 'it')).toBeUndefined();
  hangsUp.client.drop();
  const says = await connectToPeer((request, peer) => {
    obliging(request, peer);
    peer.hangUp();
  });
  const answer = await answerOrEnd(says.client, sendAny(says.client, 'next', { threadId: 1 }), 'it');
  expect(answer?.response.success).toBe(true);
  const late = await connectToPeer((_request, peer) => peer.hangUp());
  await expect(answerTo(late.client, sendAny(late.client, 'threads'), 'it')).rejects.toThrow(
    'it was not answered before the connection ended',
  );
  late.client.drop();
});

test('what the adapter asked for is listed', async () => {
  const { client, peer } = await connectToPeer(obliging);
  peer.send({ type: 'request', command: 'strange' });
  await ask(client, 'threads');
  expect(reverseRequests(client).map(({ command }) => command)).toEqual(['strange']);
  await client.close();
});

test('the reason of a failure is its message, else the text of its error', () => {
  const failed: Response = { seq: 1, type: 'response', request_seq: 1, success: false, command: 'x' };
  expect(reasonIn({ ...failed, message: 'short' })).toBe('short');
  expect(reasonIn({ ...failed, body: { error: { id: 1, format: 'long' } } })).toBe('long');
  expect(reasonIn({ ...failed, message: '' })).toBeUndefined();
  expect(reasonIn({ ...failed, body: null })).toBeUndefined();
});

test('a request without an answer is told from one that has one', async () => {
  const { client } = await connectToPeer((request, peer) =>
    request.command === 'threads' ? undefined : obliging(request, peer),
  );
  expect(await isUnansweredAfter(client, sendAny(client, 'threads'), 30)).toBe(true);
  const answered = sendAny(client, 'made/up');
  expect(await isUnansweredAfter(client, answered, 10_000)).toBe(false);
  client.drop();
});

// Waiting: events are found after a message, whether they are there already or not.
import { expect, test } from 'vitest';
import { TimelineFailure, start } from '../timeline.js';
import { connectToPeer, obliging } from './raw-peer.js';
import { closeAfterTest } from '../vitest.js';

const stopped = { reason: 'step', threadId: 1, allThreadsStopped: true };

test('an event that came before the wait began is found', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  peer.event('stopped', stopped);
  await client.request('threads');
  const found = await client.waitFor('stopped');
  expect(found.body).toEqual(stopped);
  expect(found.number).toBeLessThan(client.timeline.now.number);
});

test('an event that comes later is waited for', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  const wait = client.waitFor('stopped');
  peer.event('stopped', stopped);
  await expect(wait).resolves.toMatchObject({ body: stopped });
});

test('events before the given message do not count', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  peer.event('stopped', { reason: 'entry', threadId: 1 });
  const first = await client.waitFor('stopped');
  const wait = client.waitFor('stopped', { after: first });
  peer.event('stopped', { reason: 'breakpoint', threadId: 1 });
  expect((await wait).body.reason).toBe('breakpoint');
});

test('a predicate picks among events', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  for (const output of ['a', 'b', 'c']) peer.event('output', { output });
  const found = await client.waitFor('output', { where: ({ output }) => output === 'b' });
  expect(found.body.output).toBe('b');
});

test('a wait in vain fails with the timeline in readable form', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  const { sent, answer } = client.send('next', { threadId: 7 });
  await answer;
  peer.event('output', { output: 'hello\n' });
  const wait = client.waitFor('stopped', { after: sent, timeoutMs: 20 });
  await expect(wait).rejects.toThrow(TimelineFailure);
  await expect(wait).rejects.toThrow(
    [
      'event stopped did not come within 20 ms after entry 1',
      '  timeline (→ sent, ← received):',
      '    1 → request next { threadId: 7 }',
      '    2 ← response next',
      String.raw`    3 ← event output { output: 'hello\n' }`,
    ].join('\n'),
  );
});

test('a wait ends at once when the connection does', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  const wait = client.waitFor('stopped');
  peer.hangUp();
  await expect(wait).rejects.toThrow(
    'event stopped never came: the connection is closed: the peer closed it',
  );
  await expect(client.waitFor('stopped')).rejects.toThrow('never came');
});

test('a request that is not answered fails with the timeline', async () => {
  const { client } = await connectToPeer(() => undefined, { timeoutMs: 20 });
  client.expectViolation(/never answered threads/);
  client.expectViolation(/never answered cancel/);
  closeAfterTest(client);
  await expect(client.request('threads')).rejects.toThrow(
    /threads was not answered within 20 ms\n.*timeline/,
  );
});

test('output is waited for across pieces, in one category', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  peer.event('output', { output: 'one t', category: 'stdout' });
  peer.event('output', { output: 'NOISE', category: 'stderr' });
  const wait = client.waitForOutput('one two', { category: 'stdout' });
  peer.event('output', { output: 'wo\n', category: 'stdout' });
  await wait;
  expect(client.output({ category: 'stdout' })).toBe('one two\n');
  expect(client.output()).toBe('one tNOISEwo\n');
});

test('a program that ends instead of stopping fails the wait at once, and the other way round', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  peer.event('terminated');
  await expect(client.waitForStop({ after: start })).rejects.toThrow('ended instead of stopping');
  peer.event('stopped', stopped);
  await client.waitFor('stopped');
  const { entries } = client.timeline;
  const end = entries.find(entry => entry.kind === 'message')!;
  await expect(client.waitForEnd({ after: end })).rejects.toThrow('stopped instead of ending');
});

test('a stop for the wrong reason fails', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  peer.event('stopped', stopped);
  await expect(client.waitForStop({ reason: 'breakpoint' })).rejects.toThrow(
    'stopped for reason step, expected breakpoint',
  );
});

test('a long timeline shows its end only', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  for (let count = 0; count < 100; count++) peer.event('output', { output: `line ${count}` });
  await client.waitForOutput('line 99');
  expect(client.timeline.tail(2)).toBe(
    [
      '  timeline (→ sent, ← received):',
      '  … 98 earlier entries',
      "   99 ← event output { output: 'line 98' }",
      "  100 ← event output { output: 'line 99' }",
    ].join('\n'),
  );
});

// Claims are held against the timelines: each kind of claim passes when it is true and fails when it is not.
import { expect, test } from 'vitest';
import { connect } from '../client.js';
import type { TestClient } from '../client.js';
import { closeAfterTest, testify, witness, witnessRefusal } from '../vitest.js';
import { elementNames, unprovenClaims, unprovenRefusal } from '../witness.js';
import type { ProtocolElement } from '../witness.js';
import { connectToPeer, obliging } from './raw-peer.js';
import { toyEndpoint } from './toy-adapter.js';
import { toyProgram } from './toy-programs.js';

const toy = { id: 'toy', extensions: ['.toy'] };

async function session(): Promise<TestClient> {
  const client = closeAfterTest(await connect(toyEndpoint()));
  await client.launch({ program: toyProgram('sum') });
  await client.waitForEnd();
  return client;
}

const claims = (elements: readonly ProtocolElement[], language = toy): Promise<void> =>
  testify(
    async () => {
      await session();
    },
    timelines => unprovenClaims(language, elements, timelines),
  );

const refuses = (element: ProtocolElement, reason: string, body: (client: TestClient) => Promise<unknown>) =>
  testify(
    async () => {
      await body(await session());
    },
    timelines => unprovenRefusal(toy, element, reason, timelines),
  );

test('the elements are those of the protocol', () => {
  const counts = Object.fromEntries(Object.entries(elementNames).map(([kind, all]) => [kind, all.length]));
  expect(counts).toEqual({ request: 43, reverse: 2, event: 17, capability: 42, argument: 17 });
});

witness(
  toy,
  [
    'request launch',
    'event terminated',
    'capability supportsSetVariable',
    'capability exceptionBreakpointFilters',
    'argument clientID',
  ],
  'a claim that the session bears out passes',
  async () => {
    await session();
  },
);

test.each<[ProtocolElement, string]>([
  ['request restart', 'no client had such a request answered with success'],
  ['reverse runInTerminal', 'the adapter did not ask for it'],
  ['event memory', 'no such event came'],
  ['capability supportsStepBack', 'the adapter does not declare it'],
  ['argument locale', 'no client said it'],
])('a wrong claim fails: %s', async (element, problem) => {
  await expect(claims(['request launch', element])).rejects.toThrow(`"${element}": ${problem}`);
});

test('a request that was refused is no witness', async () => {
  const body = async (): Promise<void> => {
    const client = await session();
    await expect(client.request('readMemory', { memoryReference: '0', count: 1 })).rejects.toThrow();
  };
  const judged = testify(body, timelines => unprovenClaims(toy, ['request readMemory'], timelines));
  await expect(judged).rejects.toThrow('"request readMemory"');
});

test('a reverse request counts when the client did what it was asked', async () => {
  const { client, peer } = await connectToPeer(obliging);
  closeAfterTest(client);
  const args = [process.execPath, '-e', '0'];
  peer.send({ type: 'request', command: 'runInTerminal', arguments: { cwd: '', args } });
  await client.timeline.waitFor('our answer', { timeoutMs: 20_000 }, entry =>
    entry.kind === 'message' && entry.direction === 'sent' && entry.message.type === 'response'
      ? entry
      : undefined,
  );
  expect(unprovenClaims(toy, ['reverse runInTerminal'], [client.timeline])).toEqual([
    'no program of the language toy was debugged',
  ]);
});

test('a claim for a language needs a program of it', async () => {
  const other = { id: 'other', extensions: ['.other'] };
  await expect(claims(['request launch'], other)).rejects.toThrow('no program of the language other');
});

test('a test that fails by itself says why, not what it claimed', async () => {
  const broken = testify(
    () => Promise.reject(new Error('the value is wrong')),
    () => ['unproven'],
  );
  await expect(broken).rejects.toThrow('the value is wrong');
});

test('two such tests at a time would hear each other', async () => {
  const inner = (): Promise<void> =>
    testify(
      () => Promise.resolve(),
      () => [],
    );
  await expect(testify(inner, () => [])).rejects.toThrow('one after another');
});

witnessRefusal(
  toy,
  'request stepBack',
  'unknown command stepBack',
  'a refusal with its reason passes',
  async () => {
    const client = await session();
    await expect(client.request('stepBack', { threadId: 1 })).rejects.toThrow();
  },
);

test('a refusal must be asked for, have the reason, and not succeed', async () => {
  const nothing = (): Promise<unknown> => Promise.resolve();
  await expect(refuses('request stepBack', 'unknown', nothing)).rejects.toThrow('no answer refuses it');
  const wrong = refuses('request stepBack', 'no such thing', client =>
    client.request('stepBack', { threadId: 1 }).catch(() => undefined),
  );
  await expect(wrong).rejects.toThrow('no answer refuses it with the reason "no such thing"');
  await expect(refuses('request threads', 'x', client => client.request('threads'))).rejects.toThrow(
    'is not refused: it happened',
  );
  await refuses('capability supportsStepBack', 'undeclared', nothing);
  await expect(refuses('capability supportsSetVariable', 'undeclared', nothing)).rejects.toThrow(
    'is not refused',
  );
});

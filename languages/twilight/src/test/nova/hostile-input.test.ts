// What no honest client sends: each is answered or closed with a reason, and others are served as before.

import { once } from 'node:events';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { longestLine } from '@sonde/engine-remote';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../nova/debug/connection.js';
import { nodeLimits } from '../../nova/debug/debug-node.js';
import { counter, NodeBench, token, type WireClient } from './node-bench.js';

let bench: NodeBench;
let client: WireClient;
beforeAll(async () => {
  bench = await NodeBench.start();
  client = await bench.wire();
});
afterAll(() => bench.close());

const served = async (): Promise<void> => {
  expect(await (await bench.wire()).ask('listTransactions', { limit: 1 })).toHaveProperty('transactions');
};

test('before the token nothing, and a wrong one closes', async () => {
  const stranger = await bench.stranger();
  for (const method of operations.keys())
    expect(await stranger.refused(method)).toMatch(/^-32001 say the token first/);
  expect(await stranger.refused('nosuch')).toMatch(/^-32001/);
  await stranger.ask('authenticate', { token });
  expect(await stranger.refused('nosuch')).toMatch(/^-32601 there is no operation "nosuch"/);
  for (const wrong of ['', token.slice(1), 5, null]) {
    const other = await bench.stranger();
    expect(await other.refused('authenticate', { token: wrong })).toMatch(/^-32002/);
    await once(other.socket, 'close');
  }
});

test.each([
  ['{"jsonrpc": "2.0", "id": 1, "method"', -32_700],
  ['nonsense', -32_700],
  ['5', -32_600],
  ['null', -32_600],
  ['[]', -32_600],
  ['{}', -32_600],
  ['{"jsonrpc": "1.0", "id": 1, "method": "attach"}', -32_600],
  ['{"jsonrpc": "2.0", "id": {}, "method": "attach"}', -32_600],
  ['{"jsonrpc": "2.0", "id": 70, "method": 5}', -32_600],
  ['{"jsonrpc": "2.0", "id": 71, "method": "attach", "params": [1]}', -32_600],
  [`[${Array.from({ length: 65 }, () => '1').join()}]`, -32_600],
  ['{"jsonrpc": "2.0", "id": "a", "method": "__proto__"}', -32_601],
  ['{"jsonrpc": "2.0", "id": "a", "method": "attach", "params": {"target": 5}}', -32_602],
  ['{"jsonrpc": "2.0", "id": "a", "method": "getStatus", "params": {"sessionId": "s", "more": 1}}', -32_602],
  [
    '{"jsonrpc": "2.0", "id": "a", "method": "readWasmMemory", "params": {"sessionId": "s", "offset": -1, "count": 1}}',
    -32_602,
  ],
  ['{"jsonrpc": "2.0", "id": "a", "method": "getStatus", "params": {"sessionId": "s"}}', -32_003],
])('%s', async (line, code) => {
  client.socket.write(`${line}\n`);
  expect((await client.loose())?.error?.code).toBe(code);
});

test('a batch is answered in one line, and notifications are not answered', async () => {
  client.socket.write(
    '[{"jsonrpc":"2.0","id":"x","method":"listTransactions"},{"jsonrpc":"2.0","method":"nosuch"},{"jsonrpc":"2.0","id":"y","method":"nosuch"}]\n',
  );
  expect(await client.loose()).toMatchObject([
    { id: 'x', result: {} },
    { id: 'y', error: { code: -32_601 } },
  ]);
  client.socket.write('{"jsonrpc":"2.0","method":"listTransactions"}\n');
  await served();
});

test('a line that never ends, and bytes that are no text', async () => {
  const other = await bench.wire();
  other.socket.write(Buffer.from([0x7b, 0xff, 0xfe, 0x0a]));
  expect(await other.loose()).toMatchObject({ error: { code: -32_700 } });
  other.socket.write('x'.repeat(longestLine + 1));
  expect(await other.loose()).toMatchObject({ error: { code: -32_007 } });
  expect(await other.loose()).toBeUndefined();
  await served();
});

test('a web page gets nothing', async () => {
  for (const first of ['GET / HTTP/1.1', 'POST /call HTTP/1.0', 'PRI * HTTP/2.0']) {
    const page = await bench.stranger();
    page.socket.write(`${first}\r\nHost: localhost\r\n\r\n`);
    expect(await page.loose()).toBeUndefined();
  }
  await served();
});

test('many sessions: at most so many, and each of its own', async () => {
  const transaction = await bench.held(client, 'add', [1]);
  const attach = { target: transaction, stopOnEntry: false };
  const ids: unknown[] = [];
  while (ids.length < nodeLimits.sessions) ids.push((await client.ask('attach', attach))['sessionId']);
  expect(new Set(ids).size).toBe(nodeLimits.sessions);
  expect(await client.refused('attach', attach)).toMatch(/^-32007 the node has 64 sessions/);
  const [first, second, ...others] = ids;
  for (const sessionId of others) await client.ask('detach', { sessionId });
  await client.ask('setBreakpoints', { sessionId: first, offsets: [counter.at.store] });
  await client.ask('continue', { sessionId: second });
  // One wanted it, both hear of it, and either lets it go on.
  const stops = [await client.until('stopped'), await client.until('stopped')];
  expect(stops.map(stop => stop['sessionId'])).toEqual([first, second]);
  await client.ask('continue', { sessionId: second });
  await client.until('terminated');
  await client.until('terminated');
});

test('a client that dies in the middle of a run leaves the transaction to itself', async () => {
  const dying = await bench.wire();
  const { transaction } = await bench.entered(dying, 'add', [1]);
  const watching = await bench.wire();
  await watching.ask('subscribe');
  dying.socket.destroy();
  expect(await watching.until('transaction')).toMatchObject({ transaction, state: 'finished' });
  expect(await watching.ask('getTransaction', { transaction })).toMatchObject({
    outcome: { status: 'success' },
  });
});

test('a client that dies while its transaction runs again leaves nothing behind', async () => {
  const dying = await bench.wire();
  const { transaction } = await bench.entered(dying, 'add', [1]);
  await dying.ask('continue', { sessionId: [...bench.node.sessions.keys()].at(-1) });
  await dying.until('terminated');
  const { sessionId } = await dying.ask('attach', { target: transaction });
  await dying.until('stopped');
  dying.socket.destroy();
  const other = await bench.wire();
  while (bench.node.sessions.has(sessionId as string)) await other.ask('listTransactions', { limit: 1 });
});

test('a node that ends discards what stands and what waits', async () => {
  const short = await NodeBench.start();
  const local = short.local();
  const { transaction } = await short.entered(local, 'add', [1]);
  const { state } = short.node.chain;
  const { sequence } = state.head;
  const held = await short.held(local, 'add', [1]);
  expect(short.node.targets.has(held)).toBe(true);
  // Clients that leave first would let it run on.
  await short.node.close();
  expect(state.head.sequence).toBe(sequence);
  expect(transaction).toMatch(/^0x/);
  expect(() => short.node.submit({} as never)).toThrow(/the node ends/);
});

test('random messages are answered, and the node goes on', async () => {
  const random = seededRandom(Number(process.env['SONDE_FUZZ_SEED'] ?? 20_261_118));
  const { sessionId } = await bench.entered(client, 'add', [1]);
  const other = bench.local();
  const names = [...operations.keys()].filter(
    name => !['fund', 'advance', 'deploy', 'call', 'attach'].includes(name),
  );
  const values: readonly (() => unknown)[] = [
    () => sessionId,
    () => random(100),
    () => -1,
    () => 2 ** 53,
    () => '0x',
    () => `0x${'ab'.repeat(random(40))}`,
    () => [random(500), counter.at.store],
    () => null,
    () => ({}),
    () => 'x'.repeat(random(300)),
    () => true,
    () => [[[[]]]],
  ];
  const keys = [
    'sessionId',
    'offset',
    'count',
    'offsets',
    'key',
    'keys',
    'frameId',
    'index',
    'value',
    'bytes',
    'scopeReference',
    'prefix',
    'after',
    'limit',
    'event',
    'target',
    'transaction',
    'address',
  ];
  const pick = <Item>(list: readonly Item[]): Item => list[random(list.length)]!;
  for (let nth = 0; nth < 400; nth++) {
    const method = pick(names);
    const params = Object.fromEntries(Array.from({ length: random(4) }, () => [pick(keys), pick(values)()]));
    if (random(3) > 0 && method !== 'detach') params['sessionId'] = sessionId;
    await other.ask(method, params).catch(() => undefined);
  }
  await served();
  // Whatever became of it, its session answers.
  expect(await other.ask('listTransactions')).toHaveProperty('transactions');
});

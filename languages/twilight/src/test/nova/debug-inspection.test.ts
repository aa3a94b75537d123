// Operations of the debug interface that look at a pause, and what is told before a failure.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counter, NodeBench, type Params, type TestClient } from './node-bench.js';

const countKey = '0x636f756e74';

let bench: NodeBench;
let client: TestClient;
beforeAll(async () => {
  bench = await NodeBench.start();
  client = await bench.wire();
  const { sessionId } = await bench.entered(client, 'add', [1]);
  await finish(sessionId);
});
afterAll(() => bench.close());

async function finish(sessionId: string): Promise<Params> {
  await client.ask('clearBreakpoints', { sessionId });
  await client.ask('continue', { sessionId });
  return client.until('terminated');
}

const top = async (sessionId: string): Promise<Params> =>
  ((await client.ask('getStackTrace', { sessionId }))['frames'] as Params[])[0]!;

test('getScopes and getVariables; references end with the stop', async () => {
  const { sessionId } = await bench.entered(client, 'add', [4]);
  await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.store] });
  await client.ask('continue', { sessionId });
  await client.until('stopped');
  const { frameId } = await top(sessionId);
  const scopes = (await client.ask('getScopes', { sessionId, frameId }))['scopes'] as Params[];
  expect(scopes.map(({ name }) => name)).toEqual(['Locals', 'Storage', 'Globals']);
  const [locals, storage] = scopes.map(scope => scope['scopeReference']);
  const shown = await client.ask('getVariables', { sessionId, scopeReference: locals });
  expect(shown['variables']).toMatchObject([
    { name: 'n', type: 'i64', value: '4', reference: 0 },
    { name: 'total', type: 'i64' },
  ]);
  const stored = await client.ask('getVariables', { sessionId, scopeReference: storage });
  expect((stored['variables'] as Params[])[0]).toMatchObject({ name: countKey });
  await client.ask('stepInstruction', { sessionId });
  await client.until('stopped');
  expect(await client.refused('getVariables', { sessionId, scopeReference: locals })).toMatch(/earlier stop/);
  expect(await client.refused('getScopes', { sessionId, frameId: 77 })).toMatch(/no frame 77/);
  await finish(sessionId);
});

test('readWasmMemory, and writeWasmMemory changes what the contract reads', async () => {
  const { sessionId, transaction } = await bench.entered(client, 'add', [4]);
  expect(await client.ask('readWasmMemory', { sessionId, offset: 64, count: 5 })).toEqual({
    offset: 64,
    bytes: countKey,
    size: 65_536,
  });
  expect(await client.ask('readWasmMemory', { sessionId, offset: 65_534, count: 10 })).toMatchObject({
    bytes: '0x0000',
  });
  expect(await client.ask('readWasmMemory', { sessionId, offset: 4_000_000_000, count: 10 })).toMatchObject({
    bytes: '0x',
  });
  expect(await client.ask('writeWasmMemory', { sessionId, offset: 96, bytes: '0x585858' })).toEqual({
    written: 3,
  });
  await client.ask('continue', { sessionId });
  expect(await client.until('output')).toMatchObject({ sessionId, text: 'XXXed\n' });
  await client.until('terminated');
  expect(await client.ask('getTransaction', { transaction })).toMatchObject({
    edited: true,
    printed: ['XXXed'],
  });
});

test('getFrameState, setLocal and setGlobal', async () => {
  const { sessionId } = await bench.entered(client, 'add', [4]);
  await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.double] });
  await client.ask('continue', { sessionId });
  await client.until('stopped');
  const { frameId } = await top(sessionId);
  await client.ask('setLocal', { sessionId, frameId, index: 1, value: '1000' });
  await client.ask('setGlobal', { sessionId, index: 0, value: '7' });
  expect(await client.ask('getFrameState', { sessionId, frameId })).toMatchObject({
    offset: counter.at.double,
    locals: [
      { index: 0, name: 'n', type: 'i64', value: '4' },
      { index: 1, name: 'total', type: 'i64', value: '1000' },
    ],
    globals: [{ index: 0, name: '__nova_panic', type: 'i32', mutable: true, value: '7' }],
  });
  expect(await client.refused('setLocal', { sessionId, frameId, index: 9, value: '1' })).toMatch(
    /no local 9/,
  );
  expect(
    await client.refused('setLocal', { sessionId, frameId, index: 0, value: '99999999999999999999' }),
  ).toMatch(/64 bits/);
  expect(await client.refused('setGlobal', { sessionId, index: 5, value: '1' })).toMatch(/no global 5/);
  expect(await finish(sessionId)).toMatchObject({ output: '1008' });
});

test('getContractStorage, listContractStorage and getStorageChanges show what was written so far', async () => {
  const { sessionId } = await bench.entered(client, 'add', [4]);
  const before = (await client.ask('getContractStorage', { sessionId, key: countKey }))['value'];
  expect(await client.ask('getContractStorage', { sessionId, key: '0x00' })).toEqual({
    key: '0x00',
    value: null,
  });
  await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.emit] });
  await client.ask('continue', { sessionId });
  await client.until('stopped');
  const after = (
    await client.ask('getContractStorage', { sessionId, key: countKey, contract: bench.contract })
  )['value'];
  expect(after).not.toBe(before);
  expect(await client.ask('getStorageChanges', { sessionId })).toEqual({
    changes: [{ key: countKey, before, after }],
  });
  expect(await client.ask('listContractStorage', { sessionId, prefix: '0x63' })).toEqual({
    entries: [{ key: countKey, value: after }],
    more: false,
  });
  expect(await client.ask('listContractStorage', { sessionId, after: countKey })).toEqual({
    entries: [],
    more: false,
  });
  const other = `0x${'ab'.repeat(20)}`;
  for (const method of ['getContractStorage', 'listContractStorage'])
    expect(
      await client.refused(method, {
        sessionId,
        contract: other,
        ...(method === 'getContractStorage' ? { key: countKey } : {}),
      }),
    ).toMatch(/the storage of others is not shown/);
  await finish(sessionId);
});

test('getTarget and getStop tell what a late adapter needs; setContractStorage changes what the contract reads', async () => {
  const { sessionId, transaction } = await bench.entered(client, 'add', [4]);
  expect(await client.ask('getTarget', { sessionId })).toMatchObject({
    transaction,
    contract: bench.contract,
    function: 'add',
    code: expect.stringMatching(/^0x0061736d/) as string,
    meta: null,
  });
  await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.emit] });
  const value = `0x${'00'.repeat(8)}`;
  expect(await client.ask('setContractStorage', { sessionId, key: countKey, value })).toEqual({});
  expect(await client.ask('getContractStorage', { sessionId, key: countKey })).toMatchObject({ value });
  await client.ask('continue', { sessionId });
  const told = await client.until('stopped');
  expect(await client.ask('getStop', { sessionId })).toEqual(told);
  // Twice the 4 on top of nothing: without the change there would be what earlier transactions left.
  expect(await finish(sessionId)).toMatchObject({ output: '8' });
  expect(await client.refused('getStop', { sessionId })).not.toBe('');
  expect(await client.ask('getTransaction', { transaction })).toMatchObject({ edited: true });
});

test('notifications output and event, getEvents; setStops stops behind an event', async () => {
  const { sessionId } = await bench.entered(client, 'add', [4]);
  expect(await client.ask('setStops', { sessionId, event: true })).toMatchObject({
    event: true,
    revert: true,
  });
  await client.ask('continue', { sessionId });
  const event = await client.until('event');
  expect(event).toMatchObject({ sessionId, topics: [`0x${'07'.repeat(32)}`] });
  expect(await client.until('stopped')).toMatchObject({ reason: 'event' });
  expect(await client.ask('getEvents', { sessionId })).toEqual({
    events: [{ topics: event['topics'], data: event['data'] }],
  });
  await client.ask('continue', { sessionId });
  expect(await client.until('output')).toEqual({ sessionId, text: 'added\n' });
  await client.until('terminated');
});

test('setStorageBreakpoints stops behind a write, with both values', async () => {
  const { sessionId } = await bench.entered(client, 'add', [4]);
  const set = await client.ask('setStorageBreakpoints', {
    sessionId,
    keys: [{ key: countKey }, { key: '0x63', prefix: true }],
  });
  expect(set['breakpoints']).toMatchObject([{ verified: true }, { verified: true }]);
  await client.ask('continue', { sessionId });
  expect(await client.until('stopped')).toMatchObject({
    reason: 'storageWrite',
    storage: { key: countKey, before: expect.any(String) as string, after: expect.any(String) as string },
  });
  await client.ask('setStorageBreakpoints', { sessionId, keys: [] });
  await finish(sessionId);
});

describe('a failure is told before its stack is gone', () => {
  test.each([
    ['fail', [1], { reason: 'revert', text: 'no more', depth: 1 }, { status: 'revert', message: 'no more' }],
    ['trap', [], { reason: 'panic', text: 'oops' }, { status: 'panic', message: 'oops' }],
    ['divide', [0], { reason: 'panic', text: 'an integer was divided by zero' }, { status: 'panic' }],
  ] as const)('%s', async (name, given, stop, outcome) => {
    const { sessionId } = await bench.entered(client, name, given);
    await client.ask('continue', { sessionId });
    expect(await client.until('stopped')).toMatchObject(stop);
    expect(await top(sessionId)).toMatchObject({ functionName: name });
    const end = await finish(sessionId);
    expect(end['outcome']).toMatchObject(outcome);
    if (name === 'fail') expect(end).toMatchObject({ revertMessage: 'no more' });
  });

  test('out of gas', async () => {
    const { sessionId } = await bench.entered(client, 'forever', [], { gasLimit: '1000' });
    await client.ask('continue', { sessionId });
    expect(await client.until('stopped')).toMatchObject({ reason: 'outOfGas' });
    expect(await client.ask('getGas', { sessionId })).toMatchObject({ limit: '1000' });
    expect(await finish(sessionId)).toMatchObject({ outcome: { status: 'outOfGas' }, gasUsed: '1000' });
  });

  test('not for those who do not want it', async () => {
    const { sessionId } = await bench.entered(client, 'fail', [1]);
    await client.ask('setStops', { sessionId, revert: false });
    expect(await finish(sessionId)).toMatchObject({ outcome: { status: 'revert' } });
  });
});

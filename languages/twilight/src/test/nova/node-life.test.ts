// The life of a node: transactions one after the other, sessions that come late, both transports, and the process itself.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Failure, makeTemporaryFolder } from '@sonde/engine';
import { OwnedProcess } from '@sonde/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStore } from '../../nova/chain/check-store.js';
import { hexOf } from '../../nova/hex.js';
import { LevelStore } from '../../nova/store/level-store.js';
import { built } from '../generated/built.js';
import { alice, counter, NodeBench, WireClient, type TestClient } from './node-bench.js';

let bench: NodeBench;
beforeAll(async () => {
  bench = await NodeBench.start();
});
afterAll(() => bench.close());

test('a transaction waits behind one that stands, and each is attached to by its hash', async () => {
  const client = await bench.wire();
  const { sessionId: first } = await bench.entered(client, 'add', [1]);
  const second = await bench.held(client, 'add', [1], { hold: false });
  const { sessionId, status } = await client.ask('attach', { target: second.slice(0, 20) });
  expect(status).toBe('stopped');
  expect((await client.ask('listTransactions', { limit: 1 }))['transactions']).toMatchObject([
    { state: 'paused' },
    { hash: second, state: 'stopped' },
    { state: 'terminated' },
  ]);
  await client.ask('continue', { sessionId: first });
  await client.until('terminated');
  expect(await client.until('stopped')).toMatchObject({ sessionId, reason: 'entry' });
  // One that stands is attached to as it is.
  const late = bench.local();
  const joined = await late.ask('attach', { target: second });
  expect(joined).toMatchObject({ status: 'paused', reason: 'entry' });
  await late.ask('continue', { sessionId: joined['sessionId'] });
  expect(await client.until('terminated')).toMatchObject({ outcome: { status: 'success' } });
  expect(await late.until('terminated')).toMatchObject({ outcome: { status: 'success' } });
});

test('one that runs is attached to, paused, and gets breakpoints on its way', async () => {
  const client = await bench.wire();
  const transaction = await bench.held(client, 'forever', [], { hold: false, gasLimit: '9000000000000' });
  const { sessionId } = await client.ask('attach', { target: transaction, stopOnEntry: false });
  await client.ask('pause', { sessionId });
  expect(await client.until('stopped')).toMatchObject({ reason: 'pause' });
  await client.ask('continue', { sessionId });
  // No statement is there: the module is made anew for it.
  await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.loop] });
  expect(await client.until('stopped')).toMatchObject({ reason: 'breakpoint', offset: counter.at.loop });
  const why = new Failure('cancelled', 'user', 'the test ends it.');
  await bench.node.targets.get(transaction)!.end(why);
  expect(await client.until('terminated')).toMatchObject({ refused: 'the test ends it.' });
});

test('one that was held and could not begin is answered for with the reason', async () => {
  const client = await bench.wire();
  await client.ask('subscribe');
  const refusals = [
    [await bench.held(client, 'nosuch'), 'the contract has no function "nosuch".'],
    [
      await bench.held(client, 'add', [1], { value: '5' }),
      `the transaction was discarded: ${alice} has 0, and 5 were to be sent.`,
    ],
  ] as const;
  for (const [transaction, why] of refusals) {
    for (;;) {
      const news = await client.until('transaction');
      if (news['transaction'] === transaction && news['state'] === 'refused') break;
    }
    for (const [method, params] of [
      ['attach', { target: transaction.slice(0, 20).toUpperCase().replace('X', 'x') }],
      ['getTransaction', { transaction }],
      ['getGasProfile', { transaction }],
    ] as const) {
      const said = await client.refused(method, params);
      expect(said).toMatch(/^-32000 the transaction was discarded: /);
      expect(said).toContain(why);
    }
  }
  expect(await client.refused('attach', { target: '0x123456' })).toMatch(/^-32005 there is no transaction/);
});

test('TCP and this process say the same', async () => {
  const story = async (client: TestClient): Promise<readonly unknown[]> => {
    const told: unknown[] = [];
    const transaction = await bench.held(client, 'fail', [1]);
    const { sessionId } = await client.ask('attach', { target: transaction });
    const next = async (): Promise<void> => void told.push(await client.next());
    await next();
    told.push(await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.emit, 3] }));
    await client.ask('continue', { sessionId });
    for (let message = 0; message < 2; message++) await next();
    for (const method of [
      'getStatus',
      'getStackTrace',
      'getStorageChanges',
      'getGas',
      'getFrameGas',
      'getEvents',
    ])
      told.push([method, await client.ask(method, { sessionId })]);
    told.push(await client.refused('getScopes', { sessionId, frameId: 99 }));
    await client.ask('continue', { sessionId });
    for (let message = 0; message < 4; message++) await next();
    await client.ask('continue', { sessionId });
    for (let message = 0; message < 2; message++) await next();
    await client.ask('detach', { sessionId });
    return JSON.parse(
      JSON.stringify(told)
        .replaceAll(`"${sessionId as string}"`, '"s"')
        .replaceAll('-32005 ', ''),
    ) as unknown[];
  };
  const wire = await story(await bench.wire());
  expect(wire).toHaveLength(17);
  expect(await story(bench.local())).toEqual(wire);
});

test('value goes to payable functions, strict domains hold, and assertions are told as such', async () => {
  const { wasm, meta } = built(
    `contract Till {
      storage { pub total: u128; pub last: u64; }
      #[payable]
      pub fn pay(n: u64) -> u128 { total = total + ctx.value(); return total; }
      #[writes("self.last")]
      pub fn sneak(n: u64) { last = n; total = 1; }
      pub fn guarded(n: u64) -> u64 { assert_pre(n > 2, "n is too small"); return n; }
    }`,
    { runtimeAsserts: true },
  );
  const client = bench.local();
  await client.ask('subscribe');
  const finished = async (transaction: unknown): Promise<unknown> => {
    for (;;) {
      const news = await client.until('transaction');
      if (news['transaction'] === transaction && news['state'] !== 'queued')
        return client.ask('getTransaction', { transaction });
    }
  };
  const { contract } = await client.ask('deploy', {
    from: alice,
    code: hexOf(wasm),
    meta: JSON.stringify(meta),
  });
  await client.ask('fund', { address: alice, balance: '100' });
  const call = async (name: string, more: object): Promise<unknown> =>
    finished(
      (await client.ask('call', { from: alice, contract, function: name, arguments: [1], ...more }))[
        'transaction'
      ],
    );
  expect(await call('pay', { value: '30' })).toMatchObject({ outcome: { status: 'success' }, output: '30' });
  expect([alice, contract as string].map(each => bench.node.chain.state.balance(each))).toEqual([70n, 30n]);
  expect(await call('sneak', { value: '1' })).toMatchObject({
    outcome: { status: 'revert', message: 'sneak is not payable' },
  });
  expect(await call('sneak', {})).toMatchObject({ outcome: { status: 'success' } });
  // A contract cannot go on when the host refuses.
  expect(await call('sneak', { strictDomains: true })).not.toMatchObject({ outcome: { status: 'success' } });
  expect(await call('pay', { strictDomains: true, value: '1' })).toMatchObject({
    outcome: { status: 'success' },
  });

  const held = { from: alice, contract, function: 'guarded', arguments: [1], hold: true };
  const { transaction } = await client.ask('call', held);
  const { sessionId } = await client.ask('attach', { target: transaction });
  await client.until('stopped');
  await client.ask('continue', { sessionId });
  expect(await client.until('stopped')).toMatchObject({
    reason: 'assertion',
    text: expect.stringContaining('n is too small') as string,
  });
  await client.ask('detach', { sessionId });
});

test('the command: tells its address and token, is debugged over TCP, and a kill discards what stands', async () => {
  const folder = await makeTemporaryFolder('novanode');
  const command = fileURLToPath(new URL('../../../bin/nova.js', import.meta.url));
  const story = fileURLToPath(new URL('../../../examples/vault.scenario.json', import.meta.url));
  const store = join(folder, 'store');
  const child = await OwnedProcess.start(process.execPath, [
    command,
    '--debug',
    '--port',
    '0',
    '--store',
    store,
    '--hold',
    story,
  ]);
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const line = async (): Promise<string> => ((await lines.next()) as { readonly value: string }).value;
    const port = Number(/^nova: listening on 127\.0\.0\.1:(\d+)$/.exec(await line())![1]);
    const secret = /^nova: token (\S{40,})$/.exec(await line())![1];
    const client = await WireClient.connect(port);
    await client.ask('authenticate', { token: secret });
    await client.ask('subscribe');
    // The deployment of the scenario waits for us: as much of its hash as is printed finds it.
    const held = /^ {7}(0x\w{16}) {2}(deploy|call) +(\S+) +waits for a debugger$/;
    const [, waiting, ...what] = held.exec(await line())!;
    expect(what).toEqual(['deploy', expect.stringMatching(/^0x\w{8}$/)]);
    const { sessionId } = await client.ask('attach', { target: waiting });
    await client.until('stopped');
    await client.ask('continue', { sessionId });
    await client.until('terminated');
    expect(await line()).toMatch(/deploy {2}Vault .* success$/);
    expect(held.exec(await line())?.slice(2)).toEqual(['call', 'Vault.deposit']);
    // The next one stands, and is lost with the node.
    const next = await client
      .until('transaction')
      .then(async news => (news['state'] === 'queued' ? news : client.until('transaction')));
    const second = await client.ask('attach', { target: next['transaction'] });
    expect(await client.until('stopped')).toMatchObject({ sessionId: second['sessionId'], reason: 'entry' });
    child.kill('SIGKILL');
    await child.exited;
    const kept = await LevelStore.open(store, { create: false });
    expect(await checkStore(kept)).toMatchObject({ transactions: 1, contracts: 1, problems: [] });
    await kept.close();
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

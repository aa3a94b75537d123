// A compiled contract under the debug interface: statements, variables of the source, storage by name.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Meta } from '../../toolchain/meta/schema.js';
import { transactionKey } from '../../nova/chain/records.js';
import { hexOf } from '../../nova/hex.js';
import { built } from '../generated/built.js';
import { parseText } from '../../pack/expressions/parse.js';
import { ExpressionCompiler } from '../../toolchain/toolchain.js';
import { alice, NodeBench, type LocalClient, type Params, type TestClient } from './node-bench.js';

let bench: NodeBench;
let client: LocalClient;
let vault: string;
let meta: Meta;
let source: readonly string[];

beforeAll(async () => {
  const text = await readFile(new URL('../../../examples/vault.twl', import.meta.url), 'utf8');
  source = text.split('\n');
  const contract = built(text, { name: 'vault.twl' });
  meta = contract.meta;
  bench = await NodeBench.start();
  client = bench.local();
  const deployed = { from: alice, code: hexOf(contract.wasm), meta: JSON.stringify(meta) };
  vault = (await client.ask('deploy', deployed))['contract'] as string;
  bench.contract = vault;
});
afterAll(() => bench.close());

/** The first statement of a line with this comment. */
function offsetOf(marker: string): number {
  const line = source.findIndex(each => each.includes(`// #${marker}`)) + 1;
  const rows = meta.debug_info!.source_map.data.x_twilight.stmts;
  return Math.min(...rows.filter(row => row[2] === line && (row[6] & 1) !== 0).map(([offset]) => offset));
}

const lineOf = (offset: unknown): number | undefined =>
  meta
    .debug_info!.source_map.data.x_twilight.stmts.filter(([at]) => at <= Number(offset))
    .sort((a, b) => b[0] - a[0])[0]?.[2];

const rows = async (sessionId: string, scopeReference: unknown): Promise<Params[]> =>
  (await client.ask('getVariables', { sessionId, scopeReference }))['variables'] as Params[];

async function scopes(sessionId: string, frame = 0): Promise<Readonly<Record<string, Params[]>>> {
  const frames = (await client.ask('getStackTrace', { sessionId }))['frames'] as Params[];
  const found = (await client.ask('getScopes', { sessionId, frameId: frames[frame]!['frameId'] }))[
    'scopes'
  ] as Params[];
  const shown: Record<string, Params[]> = {};
  for (const { name, scopeReference } of found) shown[name as string] = await rows(sessionId, scopeReference);
  return shown;
}

const shownAs = (variables: readonly Params[]): readonly string[] =>
  variables.map(({ name, type, value }) => `${name as string}: ${type as string} = ${value as string}`);

test('it stops at statements, shows variables by name and steps over and into calls by lines', async () => {
  const first = await bench.entered(client, 'deposit', [2_000]);
  await client.ask('continue', { sessionId: first.sessionId });
  await client.until('terminated');
  const { sessionId } = await bench.entered(client, 'withdraw', { amount: 1_500 } as never);
  expect(lineOf((await client.ask('getStatus', { sessionId }))['offset'])).toBe(
    source.findIndex(line => line.includes('pub fn withdraw')) + 2,
  );
  const quote = offsetOf('quote');
  expect(await client.ask('setBreakpoints', { sessionId, offsets: [quote] })).toEqual({
    breakpoints: [{ offset: quote, verified: true }],
  });
  await client.ask('continue', { sessionId });
  expect(await client.until('stopped')).toMatchObject({ reason: 'breakpoint', offset: quote });
  const { Locals, Storage } = await scopes(sessionId);
  expect(shownAs(Locals!)).toEqual(
    expect.arrayContaining([
      'amount: u64 = "1500"',
      `who: address = "${alice}"`,
      'mine: u64 = "2000"',
    ]) as string[],
  );
  expect(shownAs(Storage!)).toEqual([
    `owner: address = "${alice}"`,
    'open: bool = true',
    'total: u64 = "2000"',
    `shares: map<address,u64> = [["${alice}","2000"]]`,
    `people: vector<address> = ["${alice}"]`,
    'quotes: map<address,Vault::Quote> = []',
  ]);
  const shares = Storage!.find(({ name }) => name === 'shares')!;
  expect(shownAs(await rows(sessionId, shares['reference']))).toEqual([`["${alice}"]: u64 = "2000"`]);

  await client.ask('stepInto', { sessionId });
  await client.until('stopped');
  expect(await client.ask('getStackTrace', { sessionId })).toMatchObject({
    total: 2,
    frames: [
      { functionName: expect.stringMatching(/tier_of/) as string },
      { functionName: expect.stringMatching(/withdraw/) as string },
    ],
  });
  expect(shownAs((await scopes(sessionId)).Locals!)).toEqual(['held: u64 = "2000"']);
  // The caller shows its own.
  expect(shownAs((await scopes(sessionId, 1)).Locals!)).toContain('mine: u64 = "2000"');
  await client.ask('stepOut', { sessionId });
  expect(await client.until('stopped')).toMatchObject({ reason: 'step', depth: 1 });
  await client.ask('stepOver', { sessionId });
  const next = await client.until('stopped');
  expect(lineOf(next['offset'])).toBe(source.findIndex(line => line.includes('#quote')) + 2);
  const made = (await scopes(sessionId)).Locals!.find(({ name }) => name === 'quote')!;
  expect(made).toMatchObject({
    type: 'Vault::Quote',
    value: '{"gross":"1500","fee":"1","tier":{"tag":"Silver","values":[]}}',
  });
  expect(shownAs(await rows(sessionId, made['reference']))).toEqual([
    'gross: u64 = "1500"',
    'fee: u64 = "1"',
    'tier: Vault::Tier = {"tag":"Silver","values":[]}',
  ]);
  await client.ask('clearBreakpoints', { sessionId });
  await client.ask('continue', { sessionId });
  expect(await client.until('terminated')).toMatchObject({ output: '1499', outcome: { status: 'success' } });
});

test('getGasProfile tells what statements cost', async () => {
  const { sessionId, transaction } = await bench.entered(client, 'deposit', [1]);
  await client.ask('continue', { sessionId });
  const { gasUsed } = await client.until('terminated');
  const { before, statements } = await client.ask('getGasProfile', { transaction });
  const rows = statements as readonly { readonly offset: number; readonly gas: string }[];
  const add = rows.find(({ offset }) => offset === offsetOf('add'))!;
  expect(Number(add.gas)).toBeGreaterThan(1_000);
  expect(String(rows.reduce((sum, { gas }) => sum + BigInt(gas), BigInt(before as string)))).toBe(gasUsed);
});

test('getGasProfile of a session tells what was used so far, and what frames used without those they called', async () => {
  const first = await bench.entered(client, 'deposit', [2_000]);
  await client.ask('continue', { sessionId: first.sessionId });
  await client.until('terminated');
  const { sessionId } = await bench.entered(client, 'withdraw', [10]);
  await client.ask('setBreakpoints', { sessionId, offsets: [offsetOf('quote')] });
  await client.ask('continue', { sessionId });
  await client.until('stopped');
  for (let step = 0; step < 3; step++) {
    await client.ask('stepInto', { sessionId });
    const { gasUsed } = await client.until('stopped');
    const profile = await client.ask('getGasProfile', { sessionId });
    const told = profile['statements'] as readonly { readonly gas: string }[];
    const sum = told.reduce((all, { gas }) => all + BigInt(gas), BigInt(profile['before'] as string));
    expect(String(sum)).toBe(gasUsed);
    const frames = profile['frames'] as readonly { readonly gas: string; readonly own: string }[];
    expect(frames).toHaveLength(2);
    const own = frames.reduce((all, each) => all + BigInt(each.own), 0n);
    expect(own).toBeLessThanOrEqual(BigInt(frames[1]!.gas));
    expect(Number(frames[1]!.own)).toBeGreaterThan(100);
    expect(profile['edited']).toBeUndefined();
  }
  expect(await client.refused('getGasProfile', {})).toMatch(/a transaction that is over, or a session/);
  await client.ask('detach', { sessionId });
});

/** What `evaluate` is given for an expression in which `amount` is 7. */
function compiled(text: string): object {
  const compiler = ExpressionCompiler.of(meta)!;
  const tree = parseText(text, compiler.mode, compiler.text(text).base);
  const locals = [{ name: 'amount', type: 'u64' }];
  const module = compiler.compile({ tree, text: compiler.text(text) }, locals);
  return {
    code: hexOf(module.code),
    meta: JSON.stringify(module.meta),
    function: module.function,
    arguments: ['7'],
  };
}

test('evaluate runs code on a copy of what stands: over TCP and here alike, with limits, and leaves no trace', async () => {
  const story = async (asker: TestClient): Promise<readonly unknown[]> => {
    const { sessionId } = await bench.entered(asker, 'deposit', [7]);
    await asker.ask('setBreakpoints', { sessionId, offsets: [offsetOf('done')] });
    await asker.ask('continue', { sessionId });
    const { gasLeft } = await asker.until('stopped');
    // What is left is of the transaction, less what the expression itself has used.
    const said = await asker.ask('evaluate', { sessionId, ...compiled('nova::env::gas_left()') });
    expect(Number(gasLeft) - Number(said['output'])).toBeGreaterThanOrEqual(0);
    expect(Number(gasLeft) - Number(said['output'])).toBeLessThan(100);
    const before = await asker.ask('getStorageChanges', { sessionId });
    const told: unknown[] = [];
    for (const text of ['deposit(amount) - total', 'amount - 8', '1 / (amount - 7)', 'richest()'])
      told.push(await asker.ask('evaluate', { sessionId, ...compiled(text) }));
    told.push(await asker.ask('evaluate', { sessionId, ...compiled('deposit(1)'), gasLimit: '50' }));
    told.push(await asker.refused('evaluate', { sessionId, ...compiled('amount'), gasLimit: '50000001' }));
    told.push(await asker.refused('evaluate', { sessionId, ...compiled('amount'), code: '0x00' }));
    told.push(await asker.refused('evaluate', { sessionId, ...compiled('amount'), arguments: [] }));
    expect(await asker.ask('getStorageChanges', { sessionId })).toEqual(before);
    expect(await asker.ask('getEvents', { sessionId })).toMatchObject({ events: [{}] });
    await asker.ask('detach', { sessionId });
    return told;
  };
  const here = await story(client);
  expect(here).toMatchObject([
    { outcome: { status: 'success' }, changes: expect.arrayContaining([expect.anything()]) as unknown[] },
    { outcome: { status: 'revert', message: 'arithmetic overflow: u64 -' } },
    { outcome: { status: 'panic', message: 'division by zero' } },
    { outcome: { status: 'success' }, output: alice, changes: [] },
    { outcome: { status: 'outOfGas' }, gasUsed: '50' },
    expect.stringMatching(/at most 50000000 gas/) as string,
    expect.stringMatching(/no WebAssembly module/) as string,
    expect.stringMatching(/takes 1 arguments, here are 0/) as string,
  ]);
  const wire = await story(await bench.wire());
  const plain = (each: unknown): unknown => (typeof each === 'string' ? each.replace(/^-\d+ /, '') : each);
  // The second deposit finds what the first left.
  expect(wire.slice(1).map(plain)).toEqual(here.slice(1));
});

test('a revert is told where it happens', async () => {
  const { sessionId } = await bench.entered(client, 'deposit', [0]);
  await client.ask('continue', { sessionId });
  const stop = await client.until('stopped');
  expect(stop).toMatchObject({ reason: 'revert', text: 'zero amount' });
  expect(lineOf(stop['offset'])).toBe(source.findIndex(line => line.includes('"zero amount"')) + 1);
  expect(shownAs((await scopes(sessionId)).Locals!)).toContain('amount: u64 = "0"');
  await client.ask('continue', { sessionId });
  expect(await client.until('terminated')).toMatchObject({ revertMessage: 'zero amount' });
});

// The last: it closes the vault.
test('one that is over sees the whole storage as it was before it, or why that is not known', async () => {
  const finished = async (name: string, given: readonly unknown[] = []): Promise<string> => {
    const { sessionId, transaction } = await bench.entered(client, name, given);
    await client.ask('continue', { sessionId });
    expect(await client.until('terminated')).toMatchObject({ outcome: { status: 'success' } });
    return transaction;
  };
  await finished('deposit', [3_000]);
  const { sessionId: now } = await bench.entered(client, 'close');
  const before = shownAs((await scopes(now)).Storage!);
  expect(before).toEqual(expect.arrayContaining(['open: bool = true', `owner: address = "${alice}"`]));
  await client.ask('continue', { sessionId: now });
  await client.until('terminated');
  const { transactions } = await client.ask('listTransactions', { limit: 1 });
  const [{ hash: closed }] = transactions as [{ hash: string }];
  const later = await finished('withdraw', [5]);
  const again = async (): Promise<string> => {
    const { sessionId } = await client.ask('attach', { target: closed });
    await client.until('stopped');
    return sessionId as string;
  };
  const first = await again();
  expect(shownAs((await scopes(first)).Storage!)).toEqual(before);
  const richest = { sessionId: first, ...compiled('richest()') };
  expect(await client.ask('evaluate', richest)).toMatchObject({ output: alice });
  await client.ask('detach', { sessionId: first });

  const { store } = bench.node.chain.state;
  const key = transactionKey(later);
  const kept = store.get(key)!;
  await store.write([{ key }]);
  const second = await again();
  const words = /not known as it was before this transaction: there is no transaction 0x/;
  await expect(scopes(second)).rejects.toThrow(words);
  expect(await client.refused('evaluate', { ...richest, sessionId: second })).toMatch(words);
  await client.ask('continue', { sessionId: second });
  expect(await client.until('terminated')).not.toHaveProperty('differences');
  await store.write([{ key, value: kept }]);
});

// A compiled contract under the debug interface: statements, variables of the source, storage by name.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Meta } from '../../toolchain/meta/schema.js';
import { hexOf } from '../../nova/hex.js';
import { built } from '../generated/built.js';
import { alice, NodeBench, type LocalClient, type Params } from './node-bench.js';

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

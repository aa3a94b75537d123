// Attaching to transactions of a node over TCP: those that run, wait, stand and are over; several debuggers; and leaving them.

import { EngineDriver } from '@sonde/engine/driver';
import { asFailure, Failure } from '@sonde/engine';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hexOf } from '../nova/hex.js';
import { twilight } from '../pack/twilight.js';
import { built } from './generated/built.js';
import { alice, NodeBench, type LocalClient } from './nova/node-bench.js';

const text = `contract Counter {
    storage { total: u64; }
    pub fn add(n: u64) -> u64 {
        var i: u64 = 0;
        while i < n {
            i = i + 1; // #count
        }
        total = total + i; // #total
        print("added {}", i);
        total
    }
    pub fn forever() {
        var i: u64 = 0;
        loop {
            i = i.wrapping_add(1); // #round
        }
    }
}
`;
const lineOf = (marker: string): number => text.split('\n').findIndex(line => line.includes(marker)) + 1;
const longGas = { gasLimit: '9000000000000' };

let bench: NodeBench;
let client: LocalClient;
beforeAll(async () => {
  bench = await NodeBench.start();
  client = bench.local();
  const { wasm, meta } = built(text, { name: 'counter.twl' });
  const deployed = { from: alice, code: hexOf(wasm), meta: JSON.stringify(meta) };
  bench.contract = (await client.ask('deploy', deployed))['contract'] as string;
});
afterAll(() => bench.close());

const called = (name: string, given: readonly unknown[], more: object = {}): Promise<string> =>
  bench.held(client, name, given, { hold: false, ...more });

async function attach(transaction: string, more: object = {}): Promise<EngineDriver> {
  const extra = { ...(await bench.address()), transaction, ...more };
  const driver = await EngineDriver.attach(twilight.engine, { stopOnEntry: true, extra });
  onTestFinished(() => driver.dispose());
  return driver;
}

const refused = (transaction: string, more: object = {}): Promise<string> =>
  attach(transaction, more).then(
    () => 'it was not refused',
    (error: unknown) => asFailure(error).text,
  );

const sourceLine = (marker: string) =>
  ({ kind: 'source', source: { name: 'counter.twl' }, line: lineOf(marker) }) as const;

/** A number of 64 bits. */
async function local(driver: EngineDriver, name: string): Promise<number> {
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const content = scopes.flatMap(({ variables }) => variables).find(each => each.name === name)
    ?.value.content;
  if (content?.kind !== 'bytes') throw new Error(`there is no ${name}`);
  return Number(Buffer.from(content.bytes).readBigUInt64LE());
}

interface Listed {
  readonly hash: string;
  readonly state: string;
  readonly outcome?: unknown;
}

/** The transaction, as soon as it is in this state. */
async function reached(transaction: string, state: string): Promise<Listed> {
  for (;;) {
    const { transactions } = await client.ask('listTransactions', { limit: 1_000 });
    const found = (transactions as readonly Listed[]).find(({ hash }) => hash === transaction);
    if (found?.state === state) return found;
    await new Promise(resolve => setImmediate(resolve));
  }
}

const outcomeOf = async (transaction: string): Promise<unknown> =>
  (await reached(transaction, 'terminated')).outcome;

async function ended(transaction: string): Promise<void> {
  await bench.node.targets.get(transaction)?.end(new Failure('cancelled', 'user', 'the test ends it.'));
}

test('one that runs is paused where it is, and can be stepped and stopped', async () => {
  const transaction = await called('forever', [], longGas);
  onTestFinished(() => ended(transaction));
  await reached(transaction, 'running');
  const driver = await attach(transaction);
  await driver.begin();
  expect(driver.top).toMatchObject({ function: 'forever' });
  expect(driver.reasons[0]?.kind).toBe('pause');
  await driver.break(sourceLine('#round'));
  await driver.continue();
  expect([driver.line, driver.reasons[0]?.kind]).toEqual([lineOf('#round'), 'breakpoint']);
  const before = await local(driver, 'i');
  await driver.continue();
  expect(await local(driver, 'i')).toBe(before + 1);
});

test('one that waits behind another begins stopped when its turn comes', async () => {
  const first = await attach(await bench.held(client, 'add', [2]));
  await first.begin();
  const waiting = await called('add', [3]);
  const second = attach(waiting.slice(0, 20));
  await first.move({ kind: 'continue' });
  await first.finish();
  const driver = await second;
  await driver.begin();
  expect([driver.reasons[0]?.kind, driver.line]).toEqual(['entry', lineOf('var i: u64 = 0')]);
  expect(await local(driver, 'n')).toBe(3);
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(0);
});

test('one that is over is run again, and nothing of that is kept', async () => {
  const transaction = await called('add', [4]);
  await outcomeOf(transaction);
  const before = await client.ask('getTransaction', { transaction });
  const driver = await attach(transaction);
  await driver.break(sourceLine('#total'));
  await driver.begin();
  await driver.continue();
  expect(await local(driver, 'i')).toBe(4);
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(0);
  expect(driver.output()).toBe('added 4\n');
  expect(driver.output('console')).toMatch(/^the transaction succeeded and gave \d+ \(/m);
  expect(await client.ask('getTransaction', { transaction })).toEqual(before);
});

test('one that stands and is left goes on to its end, under its own rules', async () => {
  const transaction = await bench.held(client, 'add', [5]);
  const driver = await attach(transaction);
  await driver.break(sourceLine('#count'));
  await driver.begin();
  await driver.continue();
  await driver.engine.detach(false);
  // Its breakpoints are gone with the session: nothing stops it any more.
  expect(await outcomeOf(transaction)).toEqual({ status: 'success' });
});

test('one that another debugger has: both see every stop, and each may let it go on', async () => {
  const transaction = await bench.held(client, 'add', [2]);
  const one = await attach(transaction);
  await one.begin();
  const other = await attach(transaction);
  await other.begin();
  expect(other.line).toBe(one.line);
  await one.break(sourceLine('#count'));
  await one.continue();
  expect(one.reasons[0]?.kind).toBe('breakpoint');
  // The other one had none there: it is told that the transaction went on, and where it stands now.
  await other.next('continued');
  await other.stopped();
  expect([other.line, other.reasons[0]?.kind]).toEqual([lineOf('#count'), 'pause']);
  await other.step('over');
  await one.next('continued');
  await one.stopped();
  expect(one.line).toBe(other.line);
  // One leaves: the transaction is the other's alone.
  await one.engine.detach(false);
  await other.move({ kind: 'continue' });
  expect(await other.finish()).toBe(0);
  expect(await outcomeOf(transaction)).toEqual({ status: 'success' });
});

test('what cannot be attached to says why', async () => {
  const over = await called('add', [1]);
  await outcomeOf(over);
  expect(await refused(over, { token: 'nobody' })).toMatch(/refused: .*token/);
  // The store is the node's, so that nothing else can list them.
  expect(await refused('0x123456')).toMatch(
    new RegExp(`there is no transaction 0x123456 in .*\\. There is .*${over.slice(0, 18)}.* and others\\.$`),
  );
  expect(await refused(over, { port: 1 })).toMatch(/nothing listens/);
  const none = () => undefined;
  const [a, b] = [await bench.held(client, 'add', [1]), await bench.held(client, 'add', [1])];
  await expect(bench.node.attach('0x', true, none)).rejects.toThrow(/2 transactions begin with 0x/);
  for (const each of [a, b]) await ended(each);
  const plainCode = await client.ask('listTransactions', { limit: 1_000 });
  const [, deployment] = (plainCode['transactions'] as readonly { hash: string }[]).slice(-2);
  expect(await refused(deployment!.hash)).toMatch(/no code ran|without its \.meta/);
});

test('a node that goes away in the middle ends the session with the reason', async () => {
  const short = await NodeBench.start();
  const asker = short.local();
  const { wasm, meta } = built(text, { name: 'counter.twl' });
  const deployed = { from: alice, code: hexOf(wasm), meta: JSON.stringify(meta) };
  short.contract = (await asker.ask('deploy', deployed))['contract'] as string;
  const transaction = await short.held(asker, 'forever', [], longGas);
  const extra = { ...(await short.address()), transaction };
  const driver = await EngineDriver.attach(twilight.engine, { stopOnEntry: true, extra });
  await driver.begin();
  await driver.move({ kind: 'continue' });
  await short.close();
  const { trouble } = await driver.next('ended');
  expect(trouble).toMatchObject({
    blame: 'environment',
    message: expect.stringMatching(/is gone/) as string,
  });
  await driver.dispose();
});

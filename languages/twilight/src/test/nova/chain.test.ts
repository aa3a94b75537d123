import { Failure } from '@sonde/engine';
import { ModuleBuilder } from '@sonde/wasm';
import { describe, expect, test } from 'vitest';
import { addressOfName } from '../../nova/chain/address.js';
import { Chain } from '../../nova/chain/chain.js';
import { replay } from '../../nova/chain/replay.js';
import { defaultGasLimit, type TransactionRequest } from '../../nova/chain/transaction.js';
import { hexOf, knownHex, littleEndian } from '../../nova/hex.js';
import type { LogEntry } from '../../nova/log/entry.js';
import { PlainRunner } from '../../nova/machine/plain-runner.js';
import { MemoryStore } from '../../nova/store/memory-store.js';
import { counterContract } from './counter-contract.js';

const contract = counterContract();
const alice = addressOfName('alice');
const common = { from: alice, value: 0n, gasLimit: defaultGasLimit, strictDomains: false };

class Story {
  readonly runner = new PlainRunner();
  readonly chain = new Chain(new MemoryStore(), this.runner);
  to = '';

  static async begin(): Promise<Story> {
    const story = new Story();
    const { to, done } = story.chain.submit({
      ...common,
      kind: 'deploy',
      code: contract.bytes,
      meta: undefined,
      arguments: [],
    });
    expect((await done).outcome).toEqual({ status: 'success' });
    story.to = to;
    return story;
  }

  call(
    name: string,
    given: readonly unknown[] = [],
    more: Partial<TransactionRequest> = {},
  ): Promise<LogEntry> {
    const request = { ...common, kind: 'call', to: this.to, function: name, arguments: given, ...more };
    return this.chain.submit(request as TransactionRequest).done;
  }

  async count(): Promise<string | undefined> {
    const all = await this.chain.state.storageOf(this.to).all();
    const stored = all.get(hexOf(new TextEncoder().encode('count')));
    return stored === undefined ? undefined : hexOf(stored);
  }
}

const bytes = (value: bigint): string => hexOf(littleEndian(value, 8));

test('a call that succeeds: output, events, print, storage and gas are in the log', async () => {
  const story = await Story.begin();
  const entry = await story.call('add', [5]);
  expect(entry).toMatchObject({
    sequence: 2,
    outcome: { status: 'success' },
    output: '10',
    printed: ['added'],
    events: [{ topics: [`0x${'07'.repeat(32)}`], data: bytes(10n) }],
    found: { '0x636f756e74': null },
    changes: [{ key: '0x636f756e74', before: null, after: bytes(10n) }],
    context: { block: '2', timestamp: '1700000024' },
    hostCalls: { count: 4 },
  });
  // read 200, write 1000 + 8 × 10, emit 375 + 375 + 8 × 8, print 50 + 5, and 41 instructions, of which 5 calls cost 5.
  expect(entry.gasUsed).toBe(String(200 + 1_080 + 814 + 55 + 41 + 5 * 4));
  expect((await story.call('add', ['0x10'])).output).toBe('42');
  expect(await story.count()).toBe(bytes(42n));
  expect(await story.chain.log.entry(entry.hash)).toEqual(entry);
  expect(await story.chain.log.entry(entry.hash.slice(0, 13))).toEqual(entry);
  expect((await story.chain.log.last(2)).map(({ sequence }) => sequence)).toEqual([3, 2]);
});

describe('a failed transaction leaves its entry in the log and no other trace', () => {
  test.each([
    ['fail', [1], { status: 'revert', message: 'no more' }],
    ['trap', [], { status: 'panic', message: 'oops' }],
    ['divide', [0], { status: 'panic', message: 'an integer was divided by zero' }],
    ['forever', [], { status: 'outOfGas' }],
  ] as const)('%s', async (name, given, outcome) => {
    const story = await Story.begin();
    await story.call('add', [1]);
    const before = story.chain.state.head;
    const entry = await story.call(name, given);
    expect(entry.outcome).toMatchObject(outcome);
    expect(entry).toMatchObject({ output: null, changes: [] });
    // A revert costs what was used, everything else all.
    if (name === 'fail') expect(Number(entry.gasUsed)).toBeLessThan(3_000);
    else expect(entry.gasUsed).toBe(String(defaultGasLimit));
    expect(await story.count()).toBe(bytes(2n));
    expect(story.chain.state.head).toEqual({ ...before, block: 3, timestamp: 1_700_000_036, sequence: 3 });
    expect((await replay(story.chain.state, story.runner, entry)).differences).toEqual([]);
  });
});

test('gas that runs out in a host call ends the call before its effect', async () => {
  const story = await Story.begin();
  await story.call('add', [1]);
  const { gasUsed } = await story.call('add', [1]);
  for (const gasLimit of [0n, 100n, 250n, 1_300n, BigInt(gasUsed) - 1n]) {
    const entry = await story.call('add', [1], { gasLimit });
    expect(entry).toMatchObject({ outcome: { status: 'outOfGas' }, gasUsed: String(gasLimit) });
  }
  expect((await story.call('add', [1], { gasLimit: BigInt(gasUsed) })).outcome.status).toBe('success');
  expect(await story.count()).toBe(bytes(6n));
});

test('get_gas_left tells what is left before the call of its own cost', async () => {
  const story = await Story.begin();
  // The call itself has been paid.
  expect((await story.call('gas', [], { gasLimit: 1_000n })).output).toBe('995');
});

test('every entry of a log can be replayed, and one that was changed shows it', async () => {
  const story = await Story.begin();
  for (const given of [3, 4, 5]) await story.call('add', [given]);
  await story.call('sender');
  for (const entry of await story.chain.log.last(10))
    expect((await replay(story.chain.state, story.runner, entry)).differences).toEqual([]);
  const entry = (await story.chain.log.last(2))[1]!;
  const forged = { ...entry, output: '7', found: { '0x636f756e74': bytes(9n) } };
  const { differences } = await replay(story.chain.state, story.runner, forged);
  expect(differences.map(({ what }) => what)).toEqual(['output', 'events', 'storage changes']);
});

test('value: a function that is not payable reverts before it is entered', async () => {
  const story = await Story.begin();
  await story.chain.fund({ address: alice, name: 'alice' }, 100n);
  const entry = await story.call('add', [1], { value: 40n });
  expect(entry).toMatchObject({
    outcome: { status: 'revert', message: 'add is not payable' },
    gasUsed: '0',
    hostCalls: { count: 0 },
  });
  expect(story.chain.state.balance(alice)).toBe(100n);
  await expect(story.call('add', [1], { value: 101n })).rejects.toThrow(/has 100, and 101 were to be sent/);
});

test('what cannot begin is refused in words and is in no log', async () => {
  const story = await Story.begin();
  const words = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Failure);
    return (error as Failure).text;
  };
  expect(await words(story.call('sub', [1]))).toMatch(/no function "sub"\. It has add, fail, trap/);
  expect(await words(story.call('add', []))).toMatch(/add takes a list of 1 numbers/);
  expect(await words(story.call('add', ['x']))).toMatch(/argument 1 of add is a whole number of 64 bits/);
  expect(await words(story.call('divide', [2 ** 33]))).toMatch(/whole number of 32 bits/);
  const nowhere = story.chain.submit({ ...common, kind: 'call', to: alice, function: 'f', arguments: [] });
  expect(await words(nowhere.done)).toMatch(/no contract at 0x/);
  expect(await words(story.chain.log.entry(nowhere.hash))).toMatch(/no transaction 0x/);
  expect(story.chain.state.head.sequence).toBe(1);
  expect((await story.call('add', [1])).sequence).toBe(7);
});

test('amounts beyond their range are refused', async () => {
  const story = await Story.begin();
  for (const wrong of [{ value: -1n }, { value: 1n << 128n }, { gasLimit: -1n }, { gasLimit: 1n << 60n }])
    expect(() => story.call('add', [1], wrong)).toThrow(/is a number from 0 to/);
  await expect(story.chain.fund({ address: alice }, 1n << 128n)).rejects.toThrow(/a balance is a number/);
});

test('the clock moves with transactions, and by itself only forward', async () => {
  const story = new Story();
  await story.chain.begin({ block: 100, timestamp: 5_000, interval: 2 });
  await story.chain.advance({ blocks: 10, seconds: 50 });
  expect(story.chain.state.head).toMatchObject({ block: 110, timestamp: 5_050 });
  const { done } = story.chain.submit({
    ...common,
    kind: 'deploy',
    code: contract.bytes,
    meta: undefined,
    arguments: [],
  });
  expect((await done).context).toEqual({ block: '111', timestamp: '5052' });
  await expect(story.chain.begin({ block: 1 })).rejects.toThrow(/only moves forward/);
});

describe('code that is no contract is refused', () => {
  const deploy = (code: Uint8Array) => (): unknown =>
    new Story().chain.submit({ ...common, kind: 'deploy', code, meta: undefined, arguments: [] });
  const built = (make: (module: ModuleBuilder) => void): Uint8Array => {
    const module = new ModuleBuilder();
    make(module);
    return module.build().bytes;
  };

  test.each([
    ['no module', new Uint8Array([1, 2, 3]), /is no WebAssembly module that this node runs/],
    ['a half one', contract.bytes.subarray(0, 100), /is no WebAssembly module/],
    ['no memory', built(() => undefined), /needs one memory of its own/],
    [
      'a hidden memory',
      built(module => void module.memory({ min: 1, max: 1 })),
      /does not export its memory/,
    ],
    [
      'endless memory',
      built(module => void module.export('memory', module.memory({ min: 1 }))),
      /more memory than 256 pages/,
    ],
    [
      'another version',
      built(
        module => void module.importFunction('nova_env_v3', 'get_gas_left', { params: [], results: ['i64'] }),
      ),
      /version 1 of nova_env, not version 3/,
    ],
    [
      'a start function',
      built(module => {
        module.export('memory', module.memory({ min: 1, max: 1 }));
        module.start(module.function('begin', { params: [], results: [] }).reference);
      }),
      /has a start function/,
    ],
    [
      'what does not validate',
      built(module => {
        module.export('memory', module.memory({ min: 1, max: 1 }));
        module.function('wrong', { params: [], results: ['i32'] }).code.i64(1);
      }),
      /is not valid/,
    ],
  ])('%s', (_, code, words) => {
    expect(deploy(code)).toThrow(words);
  });
});

test('digits of a key are its bytes', () => {
  expect(new TextDecoder().decode(knownHex('0x636f756e74'))).toBe('count');
});

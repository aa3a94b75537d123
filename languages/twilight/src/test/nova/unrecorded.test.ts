// Transactions that ask their host for more than the debugger keeps: they cannot be run again, and end as they end without it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Chain } from '../../nova/chain/chain.js';
import { defaultGasLimit } from '../../nova/chain/transaction.js';
import { PlainRunner } from '../../nova/machine/plain-runner.js';
import { MemoryStore } from '../../nova/store/memory-store.js';
import { alice, counter, NodeBench, type LocalClient } from './node-bench.js';

describe('a node that keeps no answer', () => {
  let bench: NodeBench;
  let client: LocalClient;
  beforeAll(async () => {
    bench = await NodeBench.start({ mostRecordedBytes: 0 });
    client = bench.local();
  });
  afterAll(() => bench.close());

  test('refuses a step that would run the transaction again, and the transaction stands as it stood', async () => {
    const { sessionId } = await bench.entered(client, 'add', [3]);
    await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.done] });
    await client.ask('continue', { sessionId });
    const { reason } = await client.until('stopped');
    expect(reason).toBe('breakpoint');
    const before = await client.ask('getStatus', { sessionId });
    expect(await client.refused('stepInstruction', { sessionId })).toContain('too often to be run again');
    expect(await client.refused('stepOver', { sessionId })).toContain('too often to be run again');
    expect(await client.ask('getStatus', { sessionId })).toEqual(before);
    await client.ask('continue', { sessionId });
    expect(await client.until('terminated')).toMatchObject({ outcome: { status: 'success' }, output: '6' });
  });

  test('logs every end as a chain without a debugger does', async () => {
    const plain = new Chain(new MemoryStore(), new PlainRunner());
    const common = { from: alice, value: 0n, gasLimit: defaultGasLimit, strictDomains: false };
    const { to, done } = plain.submit({
      ...common,
      kind: 'deploy',
      code: counter.bytes,
      meta: undefined,
      arguments: [],
    });
    await done;
    // The transaction of the test above.
    await plain.submit({ ...common, kind: 'call', to, function: 'add', arguments: [3] }).done;
    for (const [name, given, gasLimit] of [
      ['add', [4], defaultGasLimit],
      ['fail', [5], defaultGasLimit],
      ['add', [6], 500n],
      ['divide', [0], defaultGasLimit],
      ['trap', [], defaultGasLimit],
    ] as const) {
      const call = { ...common, gasLimit, kind: 'call', function: name, arguments: given } as const;
      const expected = await plain.submit({ ...call, to }).done;
      const entry = await bench.node.submit({ ...call, to: bench.contract }, false).done;
      expect(entry).toEqual(expected);
    }
    await plain.close();
  });
});

// Breakpoints that count and log in the thread of a contract, and data breakpoints, as a client of the interface has them.

import { ModuleBuilder } from '@sonde/wasm';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hexOf } from '../../nova/hex.js';
import { built } from '../generated/built.js';
import { alice, counter, NodeBench, type Params, type TestClient } from './node-bench.js';

const type = { params: ['i32', 'i64', 'i32'], results: ['i32'] } as const;

/** Of `burn`, whose only local is `left`: counts hits, and stops at each that is a multiple. */
function counting(multiple: number): string {
  const module = new ModuleBuilder('sonde-condition');
  const stop = module.importFunction('sonde', 'stop', type);
  const hits = module.importGlobal('sonde', 'hits', { type: 'i64', mutable: true });
  const { code } = export_(module);
  code.globalGet(hits).i64(1).op('i64.add').i64(multiple).op('i64.rem_s', 'i64.eqz');
  code.if(
    'i32',
    () => void code.get(0, 1, 2).call(stop),
    () => void code.globalGet(hits).i64(1).op('i64.add').globalSet(hits).get(2),
  );
  return hexOf(module.build().bytes);
}

/** Of `burn`: hands over `left`, and the first bytes of memory from 64 on. */
function logging(params: readonly ('i64' | 'i32')[] = ['i64', 'i64', 'i64']): string {
  const module = new ModuleBuilder('sonde-condition');
  const stop = module.importFunction('sonde', 'stop', type);
  const log = module.importFunction('sonde', 'log', { params, results: ['i32'] });
  const { code } = export_(module);
  if (params.length === 3) code.get(2).op('i64.extend_i32_s').i64(64).i64(5);
  else code.i32(0);
  code.call(log).if(
    'i32',
    () => void code.get(2),
    () => void code.get(0, 1, 2).call(stop),
  );
  return hexOf(module.build().bytes);
}

function export_(module: ModuleBuilder) {
  const handler = module.function('condition', type);
  module.export('condition', handler);
  return handler;
}

describe('breakpoints that pass', () => {
  let bench: NodeBench;
  let client: TestClient;
  beforeAll(async () => {
    bench = await NodeBench.start();
    client = await bench.wire();
  });
  afterAll(() => bench.close());

  const { burn } = counter.at;

  test('count in the contract; stops and the end tell how many were passed', async () => {
    const { sessionId } = await bench.entered(client, 'burn', [1_000]);
    const asked = {
      sessionId,
      offsets: [burn],
      conditions: { [burn]: counting(300) },
      // Some were counted elsewhere.
      counters: { [burn]: { id: 'seven', counted: 100 } },
    };
    expect(await client.ask('setBreakpoints', asked)).toMatchObject({ breakpoints: [{ verified: true }] });
    await client.ask('continue', { sessionId });
    expect(await client.until('stopped')).toMatchObject({ reason: 'breakpoint', passed: { seven: 199 } });
    // The client counts the hit that stopped.
    const counters = { [burn]: { id: 'seven', counted: 101 } };
    await client.ask('setBreakpoints', { ...asked, counters });
    await client.ask('continue', { sessionId });
    expect(await client.until('stopped')).toMatchObject({ passed: { seven: 498 } });
    await client.ask('clearBreakpoints', { sessionId });
    await client.ask('continue', { sessionId });
    expect(await client.until('terminated')).toMatchObject({ output: '0', passed: { seven: 498 } });
  });

  test('log in the contract, which waits for a client that does not deal with it', async () => {
    const { sessionId } = await bench.entered(client, 'burn', [40_000]);
    const logs = { [burn]: { id: 9, pieces: ['value', 'memory'] } };
    await client.ask('setBreakpoints', {
      sessionId,
      offsets: [burn],
      conditions: { [burn]: logging() },
      logs,
    });
    await client.ask('continue', { sessionId });
    const entries: Params[] = [];
    let number = 0;
    const hear = async (): Promise<void> => {
      const told = await client.until('logged');
      number = told['number'] as number;
      entries.push(...(told['entries'] as Params[]));
    };
    while (entries.length < 15_000) await hear();
    // Far from all of them fit before the client has said a word.
    expect(await client.ask('getStatus', { sessionId })).toMatchObject({ status: 'running' });
    await client.ask('takeLogs', { sessionId, number });
    while (entries.length < 40_000) {
      await hear();
      await client.ask('takeLogs', { sessionId, number });
    }
    expect(await client.until('terminated')).toMatchObject({ output: '0' });
    expect(entries[0]).toEqual({
      log: 9,
      pieces: ['40000', { address: 64, bytes: hexOf(new TextEncoder().encode('count')) }],
    });
    expect(entries.every(({ pieces }, nth) => (pieces as string[])[0] === String(40_000 - nth))).toBe(true);
  });

  test('detach lets a contract go on that waits for its client', async () => {
    const { sessionId, transaction } = await bench.entered(client, 'burn', [40_000]);
    const logs = { [burn]: { id: 9, pieces: ['value', 'memory'] } };
    await client.ask('setBreakpoints', {
      sessionId,
      offsets: [burn],
      conditions: { [burn]: logging() },
      logs,
    });
    await client.ask('subscribe');
    await client.ask('continue', { sessionId });
    await client.until('logged');
    await client.ask('detach', { sessionId });
    expect(await client.until('transaction')).toMatchObject({ transaction, state: 'finished' });
  });

  test('are refused where the module does not fit what is said of it', async () => {
    const { sessionId } = await bench.entered(client, 'burn', [5]);
    const placed = async (more: object): Promise<unknown> =>
      (
        (await client.ask('setBreakpoints', { sessionId, offsets: [burn], ...more }))[
          'breakpoints'
        ] as Params[]
      )[0]!['message'];
    expect(await placed({ conditions: { [burn]: counting(2) } })).toMatch(/imports sonde.hits/);
    expect(await placed({ conditions: { [burn]: logging() } })).toMatch(/imports sonde.log/);
    const logs = { [burn]: { id: 1, pieces: ['value'] } };
    expect(await placed({ conditions: { [burn]: logging() }, logs })).toMatch(/imports sonde.log/);
    expect(await placed({ conditions: { [burn]: logging(['i32']) }, logs })).toMatch(/imports sonde.log/);
    expect(
      await client.refused('setBreakpoints', { sessionId, offsets: [burn], logs: { [burn]: {} } }),
    ).toMatch(/-32602/);
    // Without statements there is nowhere to compare.
    expect(await client.refused('watchMemory', { sessionId, offset: 64, count: 4 })).toMatch(/no lines/);
    await client.ask('detach', { sessionId });
  });
});

describe('data breakpoints', () => {
  test('on a local and on memory tell what was and is, and end with the call', async () => {
    const text = await readFile(new URL('../../../examples/vault.twl', import.meta.url), 'utf8');
    const contract = built(text, { name: 'vault.twl' });
    const bench = await NodeBench.start();
    try {
      const client = await bench.wire();
      const code = { from: alice, code: hexOf(contract.wasm), meta: JSON.stringify(contract.meta) };
      bench.contract = (await client.ask('deploy', code))['contract'] as string;
      const { sessionId } = await bench.entered(client, 'deposit', [2_000]);
      const [frame] = (await client.ask('getStackTrace', { sessionId }))['frames'] as Params[];
      const { frameId } = frame!;
      const { locals } = await client.ask('getFrameState', { sessionId, frameId });
      const ids: unknown[] = [];
      for (const { index } of locals as Params[])
        ids.push((await client.ask('watchLocal', { sessionId, frameId, index }))['id']);
      await client.ask('continue', { sessionId });
      const stop = await client.until('stopped');
      expect(stop).toMatchObject({ reason: 'dataChange', depth: 1 });
      const [change] = stop['data'] as Params[];
      expect(ids).toContain(change!['id']);
      expect(change!['before']).not.toBe(change!['after']);
      for (const id of ids.slice(1)) await client.ask('unwatch', { sessionId, id });
      expect(await client.refused('watchLocal', { sessionId, frameId, index: 4_000 })).toMatch(
        /no local 4000/,
      );
      expect(await client.refused('watchMemory', { sessionId, offset: 0xffff_fff0, count: 8 })).toMatch(
        /ends before/,
      );
      await client.ask('continue', { sessionId });
      expect(await client.until('watchesEnded')).toMatchObject({ ids: [ids[0]] });
      expect(await client.until('terminated')).toMatchObject({ outcome: { status: 'success' } });
    } finally {
      await bench.close();
    }
  });
});

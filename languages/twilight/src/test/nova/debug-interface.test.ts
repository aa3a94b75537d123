import { ModuleBuilder } from '@sonde/wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hexOf } from '../../nova/hex.js';
import { counter, NodeBench, type Params, type TestClient } from './node-bench.js';

/** A condition of `burn`: its only local, `left`, has this value. */
function equals(value: number): Uint8Array {
  const module = new ModuleBuilder('sonde-condition');
  const type = { params: ['i32', 'i64', 'i32'], results: ['i32'] } as const;
  const stop = module.importFunction('sonde', 'stop', type);
  const handler = module.function('condition', type);
  handler.code.get(2).i32(value).op('i32.eq');
  handler.code.if(
    'i32',
    () => void handler.code.get(0, 1, 2).call(stop),
    () => void handler.code.get(2),
  );
  module.export('condition', handler);
  return module.build().bytes;
}

describe('the debug interface', () => {
  let bench: NodeBench;
  let client: TestClient;
  beforeAll(async () => {
    bench = await NodeBench.start();
    client = await bench.wire();
  });
  afterAll(() => bench.close());

  const finish = async (sessionId: string): Promise<Params> => {
    await client.ask('clearBreakpoints', { sessionId });
    await client.ask('continue', { sessionId });
    return client.until('terminated');
  };
  const top = async (sessionId: string): Promise<Params> =>
    ((await client.ask('getStackTrace', { sessionId }))['frames'] as Params[])[0]!;
  const local = async (sessionId: string, name: string): Promise<unknown> => {
    const { frameId } = await top(sessionId);
    const { locals } = await client.ask('getFrameState', { sessionId, frameId });
    return (locals as Params[]).find(each => each['name'] === name)?.['value'];
  };

  test('attach: a transaction that waits begins and stands at its entry; getStatus and terminated', async () => {
    const transaction = await bench.held(client, 'add', [5]);
    const attached = await client.ask('attach', { target: transaction });
    expect(attached).toMatchObject({
      transaction,
      status: expect.stringMatching(/stopped|running/) as string,
    });
    const { sessionId } = attached;
    expect(await client.until('stopped')).toMatchObject({ sessionId, reason: 'entry', gasUsed: '0' });
    expect(await client.ask('getStatus', { sessionId })).toMatchObject({ status: 'paused', reason: 'entry' });
    expect(await finish(sessionId as string)).toMatchObject({
      sessionId,
      outcome: { status: 'success' },
      output: '10',
      gasUsed: '2210',
    });
    expect(await client.ask('getStatus', { sessionId })).toEqual({ status: 'terminated' });
    expect(await client.ask('getTransaction', { transaction })).toMatchObject({
      output: '10',
      gasUsed: '2210',
    });
    await client.ask('detach', { sessionId });
    expect(await client.refused('getStatus', { sessionId })).toMatch(/there is no session/);
  });

  test('attach: a finished transaction is run again on what it found, and changes nothing', async () => {
    const { transaction, sessionId: first } = await bench.entered(client, 'add', [1]);
    const { output } = await finish(first);
    const { block } = bench.node.chain.state.head;
    const { sessionId } = await client.ask('attach', { target: transaction });
    await client.until('stopped');
    expect(await finish(sessionId as string)).toEqual({
      sessionId,
      outcome: { status: 'success' },
      output,
      gasUsed: expect.any(String) as string,
    });
    expect(bench.node.chain.state.head.block).toBe(block);
    expect(await client.refused('attach', { target: `0x${'12'.repeat(32)}` })).toMatch(
      /there is no transaction/,
    );
  });

  test('setBreakpoints: an answer for each offset; stopped for those that are hit', async () => {
    const { sessionId } = await bench.entered(client, 'add', [3]);
    const { store, done } = counter.at;
    expect(await client.ask('setBreakpoints', { sessionId, offsets: [store, done, 1] })).toEqual({
      breakpoints: [
        { offset: store, verified: true },
        { offset: done, verified: true },
        { offset: 1, verified: false, message: 'no instruction begins at 1.' },
      ],
    });
    await client.ask('continue', { sessionId });
    expect(await client.until('stopped')).toMatchObject({
      reason: 'breakpoint',
      offset: store,
      hitBreakpoints: [store],
    });
    await client.ask('clearBreakpoints', { sessionId, offsets: [done] });
    expect(await finish(sessionId)).toMatchObject({ outcome: { status: 'success' } });
  });

  test('conditions decide in the thread of the contract; a wrong one is refused for its offset', async () => {
    const { sessionId } = await bench.entered(client, 'burn', [1_000]);
    const { burn, store } = counter.at;
    const conditions = { [burn]: hexOf(equals(3)), [store]: hexOf(equals(3)) };
    expect(
      await client.ask('setBreakpoints', { sessionId, offsets: [burn, store], conditions }),
    ).toMatchObject({
      breakpoints: [
        { offset: burn, verified: true },
        { offset: store, verified: false, message: /another type/ },
      ].map(row => ({
        ...row,
        ...('message' in row ? { message: expect.stringMatching(row.message) as string } : {}),
      })),
    });
    expect(
      await client.ask('setBreakpoints', { sessionId, offsets: [burn], conditions: { [burn]: '0x00' } }),
    ).toMatchObject({
      breakpoints: [{ verified: false, message: 'the condition is no module of WebAssembly.' }],
    });
    await client.ask('continue', { sessionId });
    expect(await client.until('stopped')).toMatchObject({ reason: 'breakpoint', offset: burn });
    expect(await local(sessionId, 'left')).toBe('3');
    expect(await finish(sessionId)).toMatchObject({ output: '0' });
  });

  test('breakpoints set before it begins, where no statement is', async () => {
    const transaction = await bench.held(client, 'add', [3]);
    const { sessionId } = await client.ask('attach', { target: transaction, stopOnEntry: false });
    expect(await client.ask('getStatus', { sessionId })).toEqual({ status: 'stopped' });
    await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.twice] });
    await client.ask('continue', { sessionId });
    expect(await client.until('stopped')).toMatchObject({ reason: 'breakpoint', offset: counter.at.twice });
    expect(await client.ask('getStackTrace', { sessionId })).toMatchObject({
      total: 2,
      frames: [{ functionName: 'twice', offset: counter.at.twice }, { functionName: 'add' }],
    });
    await finish(sessionId as string);
  });

  test('getFrameGas tells what each frame has used since it was entered', async () => {
    const { sessionId } = await bench.entered(client, 'fail', [3]);
    await client.ask('setStops', { sessionId, revert: false });
    await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.twice] });
    await client.ask('continue', { sessionId });
    const { gasUsed } = await client.until('stopped');
    const { frames } = await client.ask('getFrameGas', { sessionId });
    const gas = (frames as Params[]).map(frame => Number(frame['gas']));
    // The function of the call is entered first, and has used all of it.
    expect(gas).toEqual([0, expect.any(Number), Number(gasUsed)]);
    expect(gas[1]).toBeGreaterThan(200);
    expect(gas[1]).toBeLessThan(gas[2]!);
    await finish(sessionId);
  });

  test('stepInstruction, stepOver, stepInto and stepOut; continued and stopped each time', async () => {
    const { sessionId } = await bench.entered(client, 'add', [3]);
    const step = async (how: string): Promise<Params> => {
      await client.ask(how, { sessionId });
      expect((await client.next()).method).toBe('continued');
      return client.until('stopped');
    };
    expect(await step('stepInstruction')).toMatchObject({ reason: 'step', gasUsed: '1' });
    await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.double] });
    await client.ask('continue', { sessionId });
    await client.until('stopped');
    // n, then the call.
    await step('stepInto');
    expect(await step('stepInto')).toMatchObject({ reason: 'step', offset: counter.at.twice, depth: 2 });
    const out = await step('stepOut');
    expect(out).toMatchObject({ reason: 'step', depth: 1, returned: { bits: '6' } });
    expect(await local(sessionId, 'n')).toBe('3');
    await client.ask('setBreakpoints', { sessionId, offsets: [counter.at.emit] });
    await client.ask('continue', { sessionId });
    await client.until('stopped');
    for (let instruction = 0; instruction < 4; instruction++) await step('stepOver');
    expect(await step('stepOver')).toMatchObject({ reason: 'step', depth: 1 });
    await finish(sessionId);
  });

  test('pause stops what runs; detach lets it run to its end', async () => {
    const transaction = await bench.held(client, 'forever', [], { gasLimit: '100000000' });
    const { sessionId } = await client.ask('attach', { target: transaction, stopOnEntry: false });
    await client.ask('continue', { sessionId });
    await client.ask('pause', { sessionId });
    expect(await client.until('stopped')).toMatchObject({ reason: 'pause' });
    expect(await client.refused('pause', { sessionId: 's999' })).toMatch(/no session/);
    await client.ask('subscribe');
    await client.ask('detach', { sessionId });
    expect(await client.until('transaction')).toMatchObject({ transaction, state: 'finished' });
    expect(await client.ask('getTransaction', { transaction })).toMatchObject({
      outcome: { status: 'outOfGas' },
    });
  });

  test('what needs a pause is refused while it runs, and when it is over', async () => {
    const { sessionId } = await bench.entered(client, 'add', [1]);
    await finish(sessionId);
    for (const method of ['getStackTrace', 'getStorageChanges', 'getGas', 'stepOver', 'continue', 'pause'])
      expect(await client.refused(method, { sessionId })).toMatch(/is over|does not run/);
  });

  test('listTransactions, getContract, advance, fund, deploy and release', async () => {
    const listed = await client.ask('listTransactions', { limit: 3 });
    expect((listed['transactions'] as Params[]).length).toBe(3);
    const { code, meta } = await client.ask('getContract', { address: bench.contract });
    expect(meta).toBeNull();
    const { block } = await client.ask('advance', { blocks: 5 });
    expect(block).toBe(bench.node.chain.state.head.block);
    await client.ask('fund', { address: bench.contract, balance: '12' });
    expect(bench.node.chain.state.balance(bench.contract)).toBe(12n);
    const other = bench.local();
    await other.ask('subscribe');
    const deployed = await client.ask('deploy', { from: bench.contract, code });
    const about = { transaction: deployed['transaction'], to: deployed['contract'], function: null };
    expect(await other.until('transaction')).toEqual({ ...about, state: 'queued' });
    expect(await other.until('transaction')).toEqual({ ...about, state: 'finished' });
    const transaction = await bench.held(client, 'add', [1]);
    expect(await other.until('transaction')).toMatchObject({ transaction, state: 'queued' });
    await client.ask('release', { transaction });
    expect(await other.until('transaction')).toMatchObject({ transaction, state: 'finished' });
  });
});

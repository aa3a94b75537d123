import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counter, NodeBench, type Params, type TestClient } from './node-bench.js';

const countKey = '0x636f756e74';

/** The same over TCP and in this process. */
describe.each(['over TCP', 'in this process'])('the debug interface %s', kind => {
  let bench: NodeBench;
  let client: TestClient;
  beforeAll(async () => {
    bench = await NodeBench.start();
    client = kind === 'over TCP' ? await bench.wire() : bench.local();
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
    expect(await client.refused('getVariables', { sessionId, scopeReference: locals })).toMatch(
      /earlier stop/,
    );
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
    expect(await client.ask('readWasmMemory', { sessionId, offset: 4_000_000_000, count: 10 })).toMatchObject(
      { bytes: '0x' },
    );
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
      [
        'fail',
        [1],
        { reason: 'revert', text: 'no more', depth: 1 },
        { status: 'revert', message: 'no more' },
      ],
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

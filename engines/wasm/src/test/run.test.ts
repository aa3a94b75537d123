import { afterEach, describe, expect, it } from 'vitest';
import type { Failure } from '@sonde/engine';
import { ModuleBuilder } from '@sonde/wasm';
import type { RunSetup } from '../messages.js';
import { factorial } from './factorial.js';
import { instruction, into, mainCall, marked, onwards, over, TestRun, told, upTo } from './harness.js';

const module = factorial();
const { at } = module;
let runs: TestRun[] = [];

const start = async (setup: Partial<RunSetup> = {}): Promise<TestRun> => {
  const run = await TestRun.start({
    module: module.bytes,
    probes: module.probes,
    calls: mainCall(6),
    ...setup,
  });
  runs.push(run);
  return run;
};

afterEach(async () => {
  for (const { run } of runs) await run.end();
  runs = [];
});

/** 1.5 as bits. */
const half = 0x3ff8000000000000n;

describe('a program in its thread', () => {
  it('runs to its end, with output and results', async () => {
    const run = await start();
    expect(await run.go(onwards)).toEqual({ kind: 'exited', code: 0, results: [720] });
    expect(run.output).toEqual(['720\n']);
  });

  it('stops at armed statements with locals of every frame, and callers are where they go on', async () => {
    const run = await start();
    await run.run.arm([at['branch']!]);
    expect(told(module, await run.go(onwards))).toBe('site branch');
    expect(await run.locals()).toEqual([6, 60, half]);
    expect(told(module, await run.go(onwards))).toBe('site branch');
    const frames = await run.frames();
    expect(frames.map(frame => frame.function)).toEqual([2, 2, 3]);
    expect(await run.locals(0)).toEqual([5, 50, half]);
    expect(await run.locals(1)).toEqual([6, 60, half]);
    expect(await run.locals(2)).toEqual([6, 10]);
  });

  it('gives an activation the same number at every stop, and another one another', async () => {
    const run = await start();
    await run.run.arm([at['half']!, at['print']!]);
    const serials: number[][] = [];
    for (let stop = 0; stop < 3; stop++) {
      await run.go(onwards);
      serials.push((await run.frames()).map(({ serial }) => serial));
    }
    expect(serials).toEqual([
      [2, 1],
      [3, 2, 1],
      [4, 3, 2, 1],
    ]);
    await run.run.arm([at['print']!]);
    expect(told(module, await run.go(onwards))).toBe('site print');
    expect((await run.frames()).map(({ serial }) => serial)).toEqual([1]);
  });

  it('steps over a call of the same function, into it, and out of it with its result', async () => {
    const run = await start();
    await run.run.arm([at['branch']!]);
    await run.go(onwards);
    await run.run.arm([]);
    const out = await run.go(over);
    expect(out).toMatchObject({ kind: 'step', at: { depth: 1, returned: { function: 2, bits: 720 } } });
    expect(told(module, await run.go(over))).toBe('step print');
    expect(run.output).toEqual([]);
    expect(told(module, await run.go(over))).toBe('step divide');
    expect(run.output).toEqual(['720\n']);
  });

  it('steps into a call, and runs up to a depth', async () => {
    const run = await start();
    await run.run.arm([at['call']!]);
    await run.go(onwards);
    expect(told(module, await run.go(into))).toBe('step enter');
    expect(told(module, await run.go(into))).toBe('step half');
    expect(told(module, await run.go(into))).toBe('step branch');
    expect(await run.go(into)).toMatchObject({ kind: 'step', at: { depth: 3, offset: at['enter'] } });
    expect(await run.go(upTo(2))).toMatchObject({ kind: 'step', at: { depth: 2, returned: { bits: 120 } } });
    expect(await run.go(upTo(1))).toMatchObject({ kind: 'step', at: { depth: 1 } });
  });

  it('writes locals of the top and of callers, globals and memory', async () => {
    const run = await start();
    await run.run.arm([at['branch']!]);
    await run.go(onwards);
    await run.go(onwards);
    await run.run.ask('writeLocal', { frame: 2, local: 0, value: [105] });
    await run.run.ask('writeLocal', { frame: 0, local: 0, value: [2] });
    expect(await run.locals(0)).toEqual([2, 50, half]);
    expect(await run.locals(1)).toEqual([6, 60, half]);
    expect(await run.locals(2)).toEqual([105, 10]);
    await run.run.ask('writeGlobal', { index: 0, value: 42 });
    expect(await run.run.ask('globals', { indices: [0] })).toEqual([42]);
    expect(await run.run.ask('writeMemory', { address: 100, bytes: new Uint8Array([9, 8]) })).toBe(2);
    expect(await run.run.ask('readMemory', { ranges: [{ address: 99, length: 4 }] })).toEqual([
      new Uint8Array([0, 9, 8, 0]),
    ]);
    await run.run.arm([at['done']!]);
    expect(told(module, await run.go(onwards))).toBe('site done');
    // 6 * (2 * 1), and 100 / (105 - 5).
    expect(await run.locals()).toEqual([105, 12]);
    expect(await run.run.ask('globals', { indices: [0] })).toEqual([1]);
  });

  it('steps by instructions, each with its position, and hosts do nothing twice', async () => {
    const run = await start();
    await run.run.arm([at['call']!]);
    const stop = await run.go(onwards);
    if (stop.kind !== 'site') throw new Error('no stop');
    let { position } = stop.at;
    for (let steps = 0; steps < 6; steps++) {
      const next = await run.go(instruction);
      expect(next).toMatchObject({ kind: 'step', at: { position: ++position } });
    }
    expect(await run.frames()).toHaveLength(2);
    expect(await run.run.ask('host', { about: 'performed', given: undefined })).toBe(1);
    await run.run.arm([at['print']!]);
    expect(told(module, await run.go(onwards))).toBe('site print');
    expect(await run.run.ask('host', { about: 'performed', given: undefined })).toBe(1);
    expect(await run.go(onwards)).toMatchObject({ kind: 'exited', results: [720] });
    expect(run.output).toEqual(['720\n']);
  });

  it('stops at any instruction, and keeps what was changed before', async () => {
    const run = await start();
    await run.run.arm([at['enter']!]);
    await run.go(onwards);
    await run.run.ask('writeLocal', { frame: 0, local: 0, value: [3] });
    const multiply = at['enter']! + 2 + 2;
    await run.run.arm([multiply]);
    expect(await run.go(onwards)).toMatchObject({ kind: 'site', at: { offset: multiply, depth: 2 } });
    expect(await run.locals()).toEqual([3, 0, 0n]);
    await run.run.arm([]);
    expect(await run.go(onwards)).toMatchObject({ kind: 'exited', results: [6] });
    expect(run.output).toEqual(['6\n']);
  });

  it('changes a local without a variable where it was stepped by instructions, and goes on with that', async () => {
    // Behind the two functions of the host.
    const [fact, main] = [2, 3];
    const variables = new Map([fact, main].map(index => [index, [0]]));
    const run = await start({ variables });
    const write = (value: number) => run.run.ask('writeLocal', { frame: 0, local: 1, value: [value] });
    await run.run.arm([at['divide']!]);
    await run.go(onwards);
    expect(await run.locals()).toEqual([6, 720]);
    await expect(write(1)).rejects.toThrow('holds no variable');
    await run.run.ask('writeLocal', { frame: 0, local: 0, value: [15] });
    await run.go(instruction);
    await write(721);
    expect(await run.locals()).toEqual([15, 721]);
    await run.run.arm([at['done']!]);
    expect(told(module, await run.go(onwards))).toBe('site done');
    // What is run again has both changes, whatever it stops at.
    await run.go(instruction);
    expect(await run.locals()).toEqual([15, 721]);
    expect(await run.run.ask('globals', { indices: [0] })).toEqual([10]);
    expect(await run.go(onwards)).toMatchObject({ kind: 'exited', results: [721] });
  });

  it('stops in front of an instruction that traps, with its stack, and ends then', async () => {
    const run = await start({ calls: mainCall(5) });
    const stop = await run.go(onwards);
    expect(stop).toMatchObject({ kind: 'thrown', thrown: { name: 'DivideByZero' }, at: { depth: 1 } });
    expect(await run.locals()).toEqual([5, 120]);
    expect(run.output).toEqual(['120\n']);
    expect(told(module, await run.go(onwards))).toBe('exited 1 DivideByZero');
    expect(run.output).toEqual(['120\n']);
  });

  it('ends at a trap where nobody wants to stop', async () => {
    const run = await start({ calls: mainCall(5), stopsAtTraps: false });
    expect(told(module, await run.go(onwards))).toBe('exited 1 DivideByZero');
  });

  it('ends when it has used what it may use, and stops before', async () => {
    const run = await start({ limit: 40n });
    const stop = await run.go(onwards);
    expect(stop).toMatchObject({ kind: 'thrown', thrown: { name: 'OutOfFuel' } });
    expect(told(module, await run.go(onwards))).toBe('exited 1 OutOfFuel');
  });

  it('counts by a table of costs', async () => {
    const used = async (costs: Readonly<Record<string, number>>): Promise<bigint> => {
      const run = await start({ costs });
      await run.run.arm([at['print']!]);
      const stop = await run.go(onwards);
      if (stop.kind !== 'site') throw new Error('no stop');
      return stop.at.position;
    };
    const calls = 1 + 1 + 5;
    expect((await used({ call: 5 })) - (await used({}))).toBe(BigInt(4 * calls));
  });
});

describe('hosts', () => {
  const calling = marked((builder, statement) => {
    const functions = Object.fromEntries(
      ['note', 'fail', 'exit', 'charge', 'read'].map(name => [
        name,
        builder.importFunction('env', name, {
          params: name === 'note' || name === 'read' ? [] : [name === 'charge' ? 'i64' : 'i32'],
          results: name === 'read' ? ['i32'] : [],
        }),
      ]),
    );
    const base = builder.importGlobal('env', 'base', { type: 'i32', mutable: false });
    for (const [name, callee] of Object.entries(functions)) {
      const main = builder.function(name, { params: ['i32'], results: ['i32'] });
      statement(main.code, `${name} begins`);
      if (name === 'charge') main.code.get(0).op('i64.extend_i32_s');
      else if (name !== 'note' && name !== 'read') main.code.get(0);
      main.code.call(callee);
      if (name === 'read') main.code.set(0);
      statement(main.code, `${name} ends`);
      main.code.get(0).globalGet(base).op('i32.add');
      builder.export(name, main);
      if (name !== 'fail') continue;
      const outer = builder.function('outer', { params: ['i32'], results: ['i32'] });
      statement(outer.code, 'outer');
      outer.code.get(0).i32(1).op('i32.add').call(main.reference);
      builder.export('outer', outer);
    }
  });
  const call = (name: string, given: number): Promise<TestRun> =>
    start({ module: calling.bytes, probes: calling.probes, calls: [{ name, arguments: [given] }] });

  it('stop the program behind a call', async () => {
    const run = await call('note', 3);
    expect(await run.go(onwards)).toMatchObject({ kind: 'host', stop: { kind: 'note', text: 'noted' } });
    expect(await run.locals()).toEqual([3]);
    expect(await run.go(onwards)).toMatchObject({ kind: 'exited', results: [10] });
  });

  it('end the program as failed, which is told while its stack is there', async () => {
    const run = await call('fail', 3);
    const stop = await run.go(onwards);
    expect(stop).toMatchObject({
      kind: 'thrown',
      thrown: { name: 'Failed', message: 'code 3' },
      at: { depth: 1 },
    });
    expect(await run.locals()).toEqual([3]);
    expect(told(calling, await run.go(onwards))).toBe('exited 1 Failed');
    const deep = await call('outer', 4);
    expect(await deep.go(onwards)).toMatchObject({
      kind: 'thrown',
      at: { depth: 2, offset: calling.at['fail begins']! + 2 },
    });
    expect(await deep.locals(1)).toEqual([4]);
  });

  it('end the program, charge for calls and give lines of input', async () => {
    expect(await (await call('exit', 9)).go(onwards)).toMatchObject({ kind: 'exited', code: 9 });
    const charged = await call('charge', 1000);
    await charged.run.arm([calling.at['charge ends']!]);
    expect(await charged.go(onwards)).toMatchObject({ at: { position: 1003n } });
    const reading = await call('read', 0);
    await reading.run.move(onwards);
    await reading.waitingForInput();
    reading.run.input('35\n');
    expect(await reading.outcome()).toMatchObject({ kind: 'exited', results: [42] });
  });
});

describe('trouble', () => {
  const failing = async (setup: Partial<RunSetup>): Promise<string> => {
    try {
      await start(setup);
      return 'started';
    } catch (error) {
      return (error as Failure).text;
    }
  };
  const endless = marked((builder, statement) => {
    const spin = builder.function('main', { params: [], results: [] });
    const count = spin.local('i32');
    statement(spin.code, 'start');
    spin.code.loop(undefined, again => {
      statement(spin.code, 'turn');
      spin.code.get(count).i32(1).op('i32.add').set(count).br(again);
    });
    builder.export('main', spin);
    const dark = builder.function('dark', { params: [], results: [] });
    dark.code.loop(undefined, again => void dark.code.br(again));
    builder.export('dark', dark);
  });

  it('is told in words: no module, not valid, unknown imports, no such export, no host', async () => {
    expect(await failing({ module: new Uint8Array([1, 2, 3]) })).toContain('this is no WebAssembly module');
    const broken = new ModuleBuilder();
    broken.function('f', { params: [], results: ['i32'] });
    expect(await failing({ module: broken.build().bytes })).toContain('the module cannot be run');
    const odd = new ModuleBuilder();
    odd.importFunction('env', 'unheard', { params: [], results: [] });
    expect(await failing({ module: odd.build().bytes })).toBe(
      'the module imports the function env.unheard, which the host does not have.',
    );
    expect(await failing({ host: { url: 'file:///nowhere/host.js' } })).toContain('Cannot find module');
    const run = await start({ calls: [{ name: 'nothing', arguments: [] }] });
    await run.run.move(onwards);
    expect(((await run.next()) as Failure).text).toBe("the module exports no function 'nothing'.");
  });

  it('halts an endless loop at a statement, and one without statements anywhere', async () => {
    const run = await start({ module: endless.bytes, probes: endless.probes, calls: mainCall() });
    await run.run.move(onwards);
    await run.run.halt();
    expect(told(endless, await run.outcome())).toBe('halted turn');
    expect(((await run.locals())[0] as number) > 0).toBe(true);
    const dark = await start({
      module: endless.bytes,
      probes: endless.probes,
      calls: [{ name: 'dark', arguments: [] }],
    });
    await dark.run.move(onwards);
    await dark.run.halt();
    expect(await dark.outcome()).toMatchObject({ kind: 'halted', at: { depth: 1 } });
  });

  it('takes breakpoints while it runs, and ends at once in an endless loop', async () => {
    const run = await start({ module: endless.bytes, probes: endless.probes, calls: mainCall() });
    await run.run.move(onwards);
    await run.run.arm([endless.at['turn']!]);
    expect(told(endless, await run.outcome())).toBe('site turn');
    await run.run.arm([]);
    await run.run.move(onwards);
    await expect(run.locals()).rejects.toThrow('the program runs.');
    await run.run.end();
    await expect(run.locals()).rejects.toThrow('the program is over.');
  });

  it('lets memory grow so far and no further', async () => {
    const growing = marked(builder => {
      const memory = builder.memory({ min: 1 });
      const main = builder.function('main', { params: ['i32'], results: ['i32'] });
      main.code.get(0).memoryGrow(memory);
      builder.export('main', main);
    });
    const grown = async (pages: number, mostPages: number): Promise<unknown> => {
      const run = await start({ module: growing.bytes, probes: [], calls: mainCall(pages), mostPages });
      return run.go(onwards);
    };
    expect(await grown(2, 3)).toMatchObject({ results: [1] });
    expect(await grown(3, 3)).toMatchObject({ results: [-1] });
    expect(await failing({ module: growing.bytes, mostPages: 0 })).toBe(
      'the module wants 1 pages of memory, and may have 0.',
    );
  });

  it('tells of a thread that is out of memory', async () => {
    const hungry = marked(builder => {
      const hoard = builder.importFunction('env', 'hoard', { params: [], results: [] });
      const main = builder.function('main', { params: [], results: [] });
      main.code.loop(undefined, again => void main.code.call(hoard).br(again));
      builder.export('main', main);
    });
    const run = await TestRun.start({ module: hungry.bytes }, { heapMegabytes: 24 });
    runs.push(run);
    await run.run.move(onwards);
    expect(((await run.next()) as Failure).text).toBe('the thread of the program is out of memory.');
  });
});

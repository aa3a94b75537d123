import { afterEach, describe, expect, it } from 'vitest';
import type { RunSetup } from '../messages.js';
import { instruction, into, mainCall, marked, onwards, TestRun, told, upTo } from './harness.js';

let runs: TestRun[] = [];

const start = async (setup: Partial<RunSetup> & Pick<RunSetup, 'module'>): Promise<TestRun> => {
  const run = await TestRun.start(setup);
  runs.push(run);
  return run;
};

afterEach(async () => {
  for (const { run } of runs) await run.end();
  runs = [];
});

/** Each function traps in its own way, after a few turns of a loop that does not. */
const trapping = marked((module, statement) => {
  module.export('memory', module.memory({ min: 1, max: 1 }));
  const table = module.table({ element: 'funcref', min: 3, max: 3 });
  const other = module.function('other', { params: ['i64'], results: ['i64'] });
  other.code.get(0);
  module.elements(table, code => code.i32(0), [other.reference]);
  const ways = {
    unreachable: code => code.op('unreachable'),
    divide: code => code.i32(1).get(1).i32(3).op('i32.sub', 'i32.div_s', 'drop'),
    overflow: code => code.i32(-2147483648).get(1).i32(4).op('i32.sub', 'i32.div_s', 'drop'),
    bounds: code => code.get(1).i32(0x5555).op('i32.mul').load('i32.load').op('drop'),
    mismatch: code => code.get(1).i32(3).op('i32.sub').callIndirect({ params: [], results: [] }, table),
    conversion: code => code.f64(1e300).op('i32.trunc_f64_s', 'drop'),
  } satisfies Record<string, (code: ReturnType<typeof module.function>['code']) => unknown>;
  for (const [name, trap] of Object.entries(ways)) {
    const f = module.function(name, { params: ['i32'], results: [] });
    const turn = f.local('i32', 'turn');
    f.code.loop(undefined, again => {
      statement(f.code, `${name} turn`);
      f.code.get(turn).i32(1).op('i32.add').set(turn);
      f.code.get(turn).i32(3).op('i32.lt_s').brIf(again);
    });
    statement(f.code, `${name} trap`);
    trap(f.code);
    module.export(name, f);
  }
  const deep = module.function('deep', { params: ['i32'], results: ['i32'] });
  statement(deep.code, 'deep');
  deep.code.get(0).i32(1).op('i32.add').call(deep.reference).i32(1).op('i32.add');
  module.export('deep', deep);
});

const setup = (name: string): Partial<RunSetup> & Pick<RunSetup, 'module'> => ({
  module: trapping.bytes,
  probes: trapping.probes,
  calls: [{ name, arguments: [7] }],
});

describe('a trap', () => {
  for (const [name, thrown] of [
    ['unreachable', 'Unreachable'],
    ['divide', 'DivideByZero'],
    ['overflow', 'IntegerOverflow'],
    ['bounds', 'OutOfBounds'],
    ['mismatch', 'IndirectCallMismatch'],
    ['conversion', 'InvalidConversion'],
  ] as const)
    it(`of the kind ${thrown} is stopped in front of, with locals, and told again at the end`, async () => {
      const run = await start(setup(name));
      const stop = await run.go(onwards);
      expect(stop).toMatchObject({
        kind: 'thrown',
        thrown: { name: thrown, caught: false },
        at: { depth: 1 },
      });
      if (stop.kind !== 'thrown') throw new Error('no stop');
      expect(stop.at.offset).toBeGreaterThanOrEqual(trapping.at[`${name} trap`]!);
      expect(await run.locals()).toEqual([7, 3]);
      expect(told(trapping, await run.go(onwards))).toBe(`exited 1 ${thrown}`);
    });

  it('that is stepped into by instructions is told as well', async () => {
    const run = await start(setup('divide'));
    await run.run.arm([trapping.at['divide trap']!]);
    await run.go(onwards);
    for (let steps = 0; steps < 4; steps++) expect((await run.go(instruction)).kind).toBe('step');
    expect(await run.go(instruction)).toMatchObject({ kind: 'thrown', thrown: { name: 'DivideByZero' } });
  });

  it('of calls that are nested too deep is told with the whole stack, and ends the program', async () => {
    const run = await TestRun.start(setup('deep'), { stackMegabytes: 1 });
    runs.push(run);
    const stop = await run.go(onwards);
    expect(stop).toMatchObject({ kind: 'thrown', thrown: { name: 'StackOverflow' } });
    if (stop.kind !== 'thrown') throw new Error('no stop');
    expect(stop.at.depth).toBeGreaterThan(1_000);
    expect(await run.locals()).toEqual([7 + stop.at.depth - 1]);
    expect(told(trapping, await run.go(onwards))).toBe('exited 1 StackOverflow');
  });

  it('far down a stack leaves frames that can be left', async () => {
    const run = await start(setup('deep'));
    await run.run.arm([trapping.at['deep']!]);
    await run.go(onwards);
    await run.run.arm([]);
    for (let call = 0; call < 20; call++) await run.go(into);
    expect(await run.frames()).toHaveLength(21);
    expect(await run.locals(20)).toEqual([7]);
    expect(await run.locals(0)).toEqual([27]);
  });
});

describe('programs that talk', () => {
  const talking = marked((module, statement) => {
    const print = module.importFunction('env', 'print', { params: ['i32'], results: [] });
    const read = module.importFunction('env', 'read', { params: [], results: ['i32'] });
    const main = module.function('main', { params: ['i32'], results: [] });
    main.code.loop(undefined, again => {
      statement(main.code, 'print');
      main.code.get(0).call(print).br(again);
    });
    module.export('main', main);
    const ask = module.function('ask', { params: ['i32'], results: ['i32'] });
    statement(ask.code, 'ask');
    ask.code.call(read);
    statement(ask.code, 'answered');
    ask.code.get(0).op('i32.add');
    module.export('ask', ask);
  });

  it('without end are halted all the same, and ended', async () => {
    const run = await start({ module: talking.bytes, probes: talking.probes, calls: mainCall(1) });
    await run.run.move(onwards);
    await run.run.halt();
    expect(told(talking, await run.outcome())).toBe('halted print');
    await run.run.move(onwards);
    await run.run.end();
  });

  it('and wait for input are halted in the call, looked at, and go on waiting', async () => {
    const run = await start({
      module: talking.bytes,
      probes: talking.probes,
      calls: [{ name: 'ask', arguments: [5] }],
    });
    await run.run.move(onwards);
    await run.waitingForInput();
    await run.run.halt();
    expect(await run.outcome()).toMatchObject({
      kind: 'halted',
      at: { depth: 1, offset: talking.at['ask'] },
    });
    expect(await run.locals()).toEqual([5]);
    await run.run.move(onwards);
    run.run.input('4\n');
    expect(await run.outcome()).toMatchObject({ kind: 'exited', results: [9] });
  });

  it('and wait for input are stepped over it', async () => {
    const run = await start({
      module: talking.bytes,
      probes: talking.probes,
      calls: [{ name: 'ask', arguments: [5] }],
    });
    await run.run.move(onwards);
    await run.waitingForInput();
    await run.run.halt();
    await run.outcome();
    await run.run.move(upTo(0));
    run.run.input(undefined);
    expect(await run.outcome()).toMatchObject({ kind: 'exited', results: [4] });
  });
});

// Functions that are large: V8 takes what they become, and where it would not, a step is refused and the program stands.

import { afterEach, describe, expect, it } from 'vitest';
import type { ValueType } from '@sonde/wasm';
import { usualLimits } from '../instrument/code-limits.js';
import type { RunSetup } from '../messages.js';
import { instruction, mainCall, marked, onwards, over, TestRun, told, upTo } from './harness.js';

/**
 * `main(n)` has locals of all kinds. Statement `s<k>` adds `k` to local `k % locals`; the one in the middle calls `main(n - 1)` while
 * `n` is not zero, so that several activations have their own locals. Answers with the sum of its first locals.
 */
const largeModule = (statements: number, locals: number) =>
  marked((module, statement) => {
    const print = module.importFunction('env', 'print', { params: ['i32'], results: [] });
    const main = module.function('main', { params: ['i32'], results: ['i32'] });
    const types: readonly ValueType[] = ['i32', 'i64', 'f64', 'f32', 'v128'];
    const own = Array.from({ length: locals }, (_, nth) => {
      const type = types[nth % types.length]!;
      return { type, local: main.local(type, `l${nth}`) };
    });
    const { code } = main;
    for (let nth = 0; nth < statements; nth++) {
      const { type, local } = own[nth % locals]!;
      statement(code, `s${nth}`);
      if (nth === statements >> 1)
        code.get(0).if(undefined, () => {
          code.get(0).i32(1).op('i32.sub').call(main.reference).call(print);
        });
      code.get(local);
      if (type === 'i32') code.i32(nth).op('i32.add').get(0).op('i32.add');
      if (type === 'i64') code.i64(nth).op('i64.add');
      if (type === 'f64') code.f64(nth).op('f64.add');
      if (type === 'f32') code.f64(nth).op('f32.demote_f64', 'f32.add');
      code.set(local);
    }
    statement(code, 'end');
    code.get(own[0]!.local).get(own[5]!.local).op('i32.add');
    module.export('main', main);
  });

let runs: TestRun[] = [];
afterEach(async () => {
  for (const { run } of runs) await run.end();
  runs = [];
});

const start = async (
  module: ReturnType<typeof largeModule>,
  setup: Partial<RunSetup> = {},
): Promise<TestRun> => {
  const run = await TestRun.start({
    module: module.bytes,
    probes: module.probes,
    calls: mainCall(2),
    ...setup,
  });
  runs.push(run);
  return run;
};

const [statements, locals] = [3200, 390];
const large = largeModule(statements, locals);

/** What local `l0` is at a statement: 0, then with what every turn of `locals` adds. */
const firstLocal = (n: number, before: number): number => {
  let value = 0;
  for (let nth = 0; nth < before; nth += locals) value += nth + n;
  return value;
};

describe('a function with many statements and locals', () => {
  it('runs, stops, and is stepped by line and by instruction, with the locals of all its activations', async () => {
    const run = await start(large);
    const last = statements - 1;
    await run.run.arm([large.at[`s${last}`]!]);
    // The innermost one comes there first.
    expect(told(large, await run.go(onwards))).toBe(`site s${last}`);
    const frames = await run.frames();
    expect(frames).toHaveLength(3);
    for (const frame of [0, 1, 2]) {
      const shown = await run.locals(frame);
      expect(shown[0]).toBe(frame);
      expect(shown[1]).toBe(firstLocal(frame, frame === 0 ? last : statements >> 1));
    }
    await run.run.ask('writeLocal', { frame: 1, local: 1, value: [7] });
    await run.run.ask('writeLocal', { frame: 0, local: 6, value: [1000] });
    expect(told(large, await run.go(over))).toBe('step end');
    expect(await run.go(instruction)).toMatchObject({ kind: 'step', at: { depth: 3 } });
    expect((await run.locals())[7]).toBe(1000);
    expect((await run.locals(1))[1]).toBe(7);
    const out = await run.go(upTo(2));
    expect(out).toMatchObject({ kind: 'step', at: { returned: { bits: firstLocal(0, statements) + 1000 } } });
    expect((await run.locals())[1]).toBe(7);
    expect((await run.locals(1))[1]).toBe(firstLocal(2, statements >> 1));
  });

  it('gives what it gives without a debugger', async () => {
    const run = await start(large);
    const sum = (n: number, first: number): number => {
      let value = 0;
      for (let nth = first; nth < statements; nth += locals) value += nth + n;
      return value;
    };
    expect(await run.go(onwards)).toEqual({ kind: 'exited', code: 0, results: [sum(2, 0) + sum(2, 5)] });
  });
});

describe('a function that is too large even so', () => {
  const small = largeModule(40, 10);

  it('is not stepped by instruction: the step is refused, and the program stands as it stood', async () => {
    const run = await start(small, { codeLimits: { ...usualLimits, whole: 9_000 } });
    await run.run.arm([small.at['s30']!]);
    expect(told(small, await run.go(onwards))).toBe('site s30');
    const before = await run.locals();
    await expect(run.run.move(instruction)).rejects.toMatchObject({
      code: 'not-supported',
      message: 'the function main is too large to be stepped by instruction.',
    });
    expect(await run.locals()).toEqual(before);
    expect(told(small, await run.go(over))).toBe('step s31');
    await run.run.arm([]);
    expect((await run.go(onwards)).kind).toBe('exited');
  });

  it('runs without stops where statements are too many, and says so', async () => {
    const run = await start(small, { codeLimits: { ...usualLimits, whole: 3_000 } });
    expect(run.output).toEqual([
      'the function main is too large to be stopped at its lines: it runs without stops.\n',
    ]);
    await run.run.arm([small.at['s30']!]);
    expect((await run.go(onwards)).kind).toBe('exited');
  });

  it('is refused by name where it cannot be run at all', async () => {
    await expect(start(small, { codeLimits: { ...usualLimits, whole: 100 } })).rejects.toThrow(
      /^the function main has \d+ bytes of code, which is too large to be debugged/,
    );
  });
});

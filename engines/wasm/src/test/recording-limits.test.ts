// A program that its host has answered too much: it cannot be run again, which is said, and it comes to the end that it has without.

import { readModule } from '@sonde/wasm';
import { afterEach, describe, expect, it } from 'vitest';
import { PlainProgram } from '../plain-run.js';
import { instruction, mainCall, marked, onwards, over, TestRun, told } from './harness.js';
import { createHost } from './printing-host.js';

/** `main(n, by)` asks the host `n` times for a number, and then divides one by `by`. */
const asking = marked((module, statement) => {
  const next = module.importFunction('env', 'next', { params: ['i32'], results: ['i32'] });
  module.export('memory', module.memory({ min: 1 }));
  const main = module.function('main', { params: ['i32', 'i32'], results: ['i32'] });
  const turn = main.local('i32', 'turn');
  const { code } = main;
  code.loop(undefined, again => {
    statement(code, 'ask');
    code.i32(8).call(next).op('drop');
    code.get(turn).i32(1).op('i32.add').tee(turn).get(0).op('i32.lt_s').brIf(again);
  });
  statement(code, 'asked');
  code.get(turn).i32(1).op('i32.add').set(turn);
  statement(code, 'divide');
  code.get(turn).get(1).op('i32.div_s');
  module.export('main', main);
});

let run: TestRun;
afterEach(() => run.run.end());

/** Room for some of a hundred calls. */
const start = async (by: number): Promise<void> => {
  run = await TestRun.start({
    module: asking.bytes,
    probes: asking.probes,
    calls: mainCall(100, by),
    mostRecordedBytes: 4_000,
  });
};

const tooOften = {
  code: 'no-resources',
  message: 'the program has called its host too often to be run again to here.',
};

describe('a program whose host has answered more than is kept', () => {
  it('is not run again: the motion is refused, it stands as it stood, and goes on to its end', async () => {
    await start(1);
    await run.run.arm([asking.at['asked']!]);
    expect(told(asking, await run.go(onwards))).toBe('site asked');
    expect(await run.locals()).toEqual([100, 1, 100]);
    await expect(run.run.move(instruction)).rejects.toMatchObject(tooOften);
    await expect(run.run.move({ kind: 'restart', frame: 0 })).rejects.toMatchObject(tooOften);
    const to = { position: 0n, offset: asking.probes[0]! };
    await expect(run.run.move({ kind: 'travel', to })).rejects.toMatchObject(tooOften);
    const query = { until: to, by: 'statement', keep: 'last', most: 1 } as const;
    await expect(run.run.ask('past', { query })).rejects.toMatchObject(tooOften);
    expect(await run.locals()).toEqual([100, 1, 100]);
    await run.run.ask('writeLocal', { frame: 0, local: 2, value: [40] });
    expect(told(asking, await run.go(over))).toBe('step divide');
    expect(await run.go(onwards)).toEqual({ kind: 'exited', code: 0, results: [41] });
  });

  it('passes a breakpoint that another variant would be needed for, and says so', async () => {
    await start(1);
    await run.run.arm([asking.at['asked']!]);
    await run.go(onwards);
    await run.run.arm([asking.at['divide']! + 2]);
    expect(await run.go(onwards)).toMatchObject({ kind: 'exited', results: [101] });
    expect(run.output).toEqual([`Breakpoints between statements are not stopped at: ${tooOften.message}\n`]);
  });

  it('fails where it fails without a debugger', async () => {
    const read = readModule(asking.bytes);
    if (!read.ok) throw read.problem;
    const plain = new PlainProgram(read.module).run({ host: createHost, calls: mainCall(100, 0) });
    await start(0);
    expect(await run.go(onwards)).toMatchObject({
      kind: 'exited',
      failure: { name: plain.end.kind === 'failed' ? plain.end.thrown.name : 'none' },
      failedAt: plain.offset,
    });
    expect(plain.offset).toBeGreaterThan(asking.at['divide']!);
  });
});

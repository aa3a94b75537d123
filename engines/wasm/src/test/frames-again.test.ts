// Calls that are begun again, and calls of a line that are chosen to step into.

import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineDriver } from '@sonde/engine/driver';
import type { Frame } from '@sonde/engine';
import { wasmEngine } from '../wasm-engine.js';
import { factorial } from './factorial.js';
import { hostUrl, mainCall, marked, type MarkedModule } from './harness.js';
import { lineOf, source, symbolsOf, types } from './symbols.js';

async function start(module: MarkedModule, ...given: readonly number[]): Promise<EngineDriver> {
  const program = {
    module: module.bytes,
    symbols: symbolsOf(module),
    host: { url: hostUrl },
    calls: mainCall(...given),
  };
  const driver = await EngineDriver.start(wasmEngine({ load: () => program }), {
    program: 'again',
    temporary: [],
    image: undefined,
  });
  onTestFinished(() => driver.dispose());
  return driver;
}

const at = (module: MarkedModule, name: string) =>
  ({ kind: 'source', source, line: lineOf(module, name) }) as const;
const where = (driver: EngineDriver, module: MarkedModule): string =>
  `${Object.keys(module.at)[(driver.line ?? 0) - 1]} ${driver.stop.top?.total}`;
const int = (value: number): readonly number[] => [...new Uint8Array(new Int32Array([value]).buffer)];

async function frames(driver: EngineDriver): Promise<readonly Frame[]> {
  return (await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20)).frames;
}

async function restart(driver: EngineDriver, frame: Frame): Promise<void> {
  await driver.move({ kind: 'restart-frame', frame: frame.id });
  await driver.stopped();
}

describe('a frame that is begun again', () => {
  const module = factorial();

  it('stands at its entry with its arguments, callers untouched, and the program comes to the same end', async () => {
    const driver = await start(module, 6);
    await driver.break(at(module, 'branch'));
    for (await driver.begin(); driver.stop.top?.total !== 4;) await driver.continue();
    const before = await frames(driver);
    expect(before[0]?.canRestart).toBe(true);
    // The caller of the top frame: two activations are gone.
    await restart(driver, before[1]!);
    expect(driver.reasons[0]).toEqual({ kind: 'restart-frame' });
    expect(where(driver, module)).toBe('enter 3');
    expect((await frames(driver)).map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id));
    expect(await driver.variables()).toMatchObject({ Arguments: { n: int(5) }, Locals: { ten: int(0) } });
    // It runs as if it had never got further.
    await driver.continue();
    expect(where(driver, module)).toBe('branch 3');
    await driver.continue();
    expect(where(driver, module)).toBe('branch 4');
    await driver.engine.changeBreakpoints([], [1 as never]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('720\n');
  });

  it('may be that of the top, more than once, and takes back what the debugger changed in it', async () => {
    const driver = await start(module, 6);
    await driver.break(at(module, 'print'));
    await driver.begin();
    const [main] = await frames(driver);
    const scopes = await driver.engine.scopes(driver.stop.id, main!.id);
    const { place } = scopes
      .flatMap(({ variables }) => variables)
      .find(({ name }) => name === 'result')!.value;
    await driver.engine.write(driver.stop.id, place!, {
      type: types.int,
      content: { kind: 'scalar', value: 5n },
    });
    for (let time = 0; time < 2; time++) {
      await restart(driver, (await frames(driver))[0]!);
      expect(where(driver, module)).toBe('first 1');
      await driver.continue();
      expect(where(driver, module)).toBe('print 1');
      expect(await driver.variables()).toMatchObject({ Locals: { result: int(720) } });
    }
    // A step by instructions runs again once more, from what was recorded since.
    await driver.step('over', 'instruction');
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('720\n');
  });
});

describe('a line with several calls', () => {
  const module = marked((builder, statement) => {
    const one = builder.function('one', { params: ['i32'], results: ['i32'] });
    statement(one.code, 'inOne');
    one.code.get(0).i32(1).op('i32.add');
    const two = builder.function('two', { params: ['i32'], results: ['i32'] });
    statement(two.code, 'inTwo');
    two.code.get(0).i32(2).op('i32.mul');
    const main = builder.function('main', { params: [], results: ['i32'] });
    const sum = main.local('i32', 'sum');
    statement(main.code, 'calls');
    main.code
      .i32(3)
      .call(one.reference)
      .call(two.reference)
      .i32(4)
      .call(one.reference)
      .op('i32.add')
      .set(sum);
    statement(main.code, 'done');
    main.code.get(sum);
    builder.export('main', main);
  });

  it('lets one be chosen to step into', async () => {
    const driver = await start(module);
    expect(driver.engine.traits.stepTargets).toBe(true);
    await driver.break(at(module, 'calls'));
    await driver.begin();
    const targets = await driver.engine.stepTargets!(driver.stop.id, driver.top.id);
    expect(targets.map(({ label }) => label)).toEqual(['one()', 'two()', 'one()']);
    await driver.move({ kind: 'step', how: 'in', granularity: 'line', target: targets[1]!.id });
    await driver.stopped();
    expect(where(driver, module)).toBe('inTwo 2');
    await driver.step('out');
    const left = await driver.engine.stepTargets!(driver.stop.id, driver.top.id);
    expect(left.map(({ label }) => label)).toEqual(['one()']);
    await driver.move({ kind: 'step', how: 'in', granularity: 'line', target: left[0]!.id });
    await driver.stopped();
    expect(where(driver, module)).toBe('inOne 2');
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
  });
});

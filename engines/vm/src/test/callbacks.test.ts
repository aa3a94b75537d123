// Steps through callbacks: the fold that runs them has a frame of its own, which nobody wants to see the inside of.

import type { Target } from '@sonde/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver } from '../driver.js';
import { vmEngine } from '../factory.js';
import { listProgram, source } from './list-program.js';

const engine = vmEngine(new URL('./list-machine.js', import.meta.url), {
  without: ['goto', 'restartFrame', 'endTask', 'disassemble', 'restrictTo', 'memory'],
});
const drivers: EngineDriver[] = [];

afterEach(async () => {
  await Promise.all(drivers.splice(0).map(driver => driver.dispose()));
});

/** Line 2 maps `twice` over three numbers; `twice` has lines 10 and 11, and calls `sum` (line 20) in the latter. */
const folding = (foldTakesTime: boolean): Target =>
  listProgram(
    [
      {
        name: '(main)',
        parameters: 0,
        locals: 1,
        code: [
          ['line', 1],
          ['push', 1],
          ['push', 2],
          ['push', 3],
          ['list', 3],
          ['setLocal', 0],
          ['line', 2],
          ['local', 0],
          ['map', 1],
          ['setLocal', 0],
          ['line', 3],
          ['push', 0],
          ['return'],
        ],
      },
      {
        name: 'twice',
        parameters: 1,
        code: [['line', 10], ['push', 0], ['pop'], ['line', 11], ['local', 0], ['call', 2], ['return']],
      },
      { name: 'sum', parameters: 1, code: [['line', 20], ['local', 0], ['local', 0], ['add'], ['return']] },
    ],
    { foldTakesTime },
  );

async function atFold(foldTakesTime: boolean): Promise<EngineDriver> {
  const driver = await EngineDriver.start(engine, folding(foldTakesTime), {
    settings: { stopOnEntry: true },
  });
  drivers.push(driver);
  await driver.begin();
  await driver.step('over');
  expect(driver.line).toBe(2);
  return driver;
}

const where = async (driver: EngineDriver): Promise<readonly string[]> => {
  const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20);
  return frames.map(f => `${f.function}${f.artificial === true ? '*' : ''}:${f.location?.line ?? '-'}`);
};

describe.each([
  ['that takes instructions of its own', true],
  ['that goes from callback to callback at once', false],
])('a fold %s', (_, foldTakesTime) => {
  it('is one step', async () => {
    const driver = await atFold(foldTakesTime);
    await driver.step('over');
    expect(await where(driver)).toEqual(['(main):3']);
  });

  it('is entered by a step in, which stops in the callback', async () => {
    const driver = await atFold(foldTakesTime);
    await driver.step('in');
    expect(await where(driver)).toEqual(['twice:10', 'map*:-', '(main):2']);
  });

  it('leads from the end of a callback to the next one, and from the last to the line of the fold', async () => {
    const driver = await atFold(foldTakesTime);
    await driver.step('in');
    const seen: unknown[] = [];
    for (let steps = 0; steps < 6; steps++) {
      seen.push([driver.line, (await driver.variables())['Arguments']?.['a']]);
      await driver.step('over');
    }
    expect(seen).toEqual([
      [10, 1],
      [11, 1],
      [10, 2],
      [11, 2],
      [10, 3],
      [11, 3],
    ]);
    expect(await where(driver)).toEqual(['(main):2']);
  });

  it('is left by steps out one callback at a time', async () => {
    const driver = await atFold(foldTakesTime);
    await driver.step('in');
    const seen: unknown[] = [];
    for (let steps = 0; steps < 3; steps++) {
      seen.push([driver.line, (await driver.variables())['Arguments']?.['a']]);
      await driver.step('out');
    }
    expect(seen).toEqual([
      [10, 1],
      [10, 2],
      [10, 3],
    ]);
    expect(await where(driver)).toEqual(['(main):2']);
    await driver.step('over');
    expect(driver.line).toBe(3);
  });

  it('is never stopped in by steps of one instruction', async () => {
    const driver = await atFold(foldTakesTime);
    const functions = new Set<string>();
    while (driver.line !== 3) {
      await driver.step('in', 'instruction');
      functions.add(driver.top.function);
    }
    expect([...functions].sort()).toEqual(['(main)', 'sum', 'twice']);
  });

  it('lets a breakpoint in the callback stop a step over it', async () => {
    const driver = await atFold(foldTakesTime);
    await driver.break({ kind: 'source', source, line: 11 });
    await driver.step('over');
    expect([driver.line, driver.reasons[0]?.kind]).toEqual([11, 'breakpoint']);
  });

  it('does not mistake what the callback calls for the next callback', async () => {
    const driver = await atFold(foldTakesTime);
    await driver.break({ kind: 'source', source, line: 20 });
    await driver.step('over');
    expect(await where(driver)).toEqual(['sum:20', 'twice:11', 'map*:-', '(main):2']);
    await driver.step('out');
    expect(await where(driver)).toEqual(['twice:11', 'map*:-', '(main):2']);
  });
});

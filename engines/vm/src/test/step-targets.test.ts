// Choosing what to step into, and which words stand for functions, in languages that are nobody's.

import type { Target } from '@sonde/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver } from '../driver.js';
import { vmEngine } from '../factory.js';
import { stackEngine } from '../stack-engine.js';
import { program, source } from './decimal-machine.js';

const decimals = new URL('./decimal-machine.js', import.meta.url);
const engine = stackEngine(decimals, { without: ['memory'] });
const drivers: EngineDriver[] = [];

afterEach(async () => {
  await Promise.all(drivers.splice(0).map(driver => driver.dispose()));
});

const text = `2 half() half() twice() show
1 show
fn:half:x
x 0.5 *
end
fn:twice:x
x half() 4 *
end`;

async function atTheEntry(target: Target, factory = engine): Promise<EngineDriver> {
  const driver = await EngineDriver.start(factory, target, { settings: { stopOnEntry: true } });
  drivers.push(driver);
  await driver.begin();
  return driver;
}

const targets = (driver: EngineDriver) => driver.engine.stepTargets!(driver.stop.id, driver.top.id);

async function stepInto(driver: EngineDriver, target: number): Promise<void> {
  await driver.move({ kind: 'step', how: 'in', granularity: 'line', target });
  await driver.stopped();
}

describe('the calls of a line', () => {
  it('are listed as they are written, with their places', async () => {
    const driver = await atTheEntry(program(text));
    expect(await targets(driver)).toMatchObject([
      { label: 'half()', location: { source, line: 1, column: 3, endColumn: 9 } },
      { label: 'half()', location: { line: 1 } },
      { label: 'twice()', location: { line: 1, column: 17 } },
    ]);
  });

  it('are entered one by one, and then there are fewer', async () => {
    const driver = await atTheEntry(program(text));
    const [, second] = await targets(driver);
    await stepInto(driver, second!.id);
    expect(driver.top).toMatchObject({ function: 'half', location: { line: 4 } });
    // The first call has run: it is half of half that is asked for.
    expect(await driver.variables()).toMatchObject({ Arguments: { x: 1 } });
    expect(await targets(driver)).toEqual([]);
    await driver.step('out');
    expect((await targets(driver)).map(t => t.label)).toEqual(['twice()']);
  });

  it('are none in a frame that waits, and refused when they are behind', async () => {
    const driver = await atTheEntry(program(text));
    const all = await targets(driver);
    await stepInto(driver, all[2]!.id);
    expect(driver.top.function).toBe('twice');
    const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 5);
    expect(await driver.engine.stepTargets!(driver.stop.id, frames[1]!.id)).toEqual([]);
    await expect(stepInto(driver, all[0]!.id)).rejects.toMatchObject({ code: 'bad-arguments' });
    // Refused, so that it still stands where it stood.
    await driver.step('over');
    expect(driver.top.function).toBe('(main)');
  });

  it('stop at breakpoints on the way', async () => {
    const driver = await atTheEntry(program(text));
    const { id } = await driver.break({ kind: 'source', source, line: 4 }, { temporary: true });
    const [, , third] = await targets(driver);
    await stepInto(driver, third!.id);
    expect(driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
    expect(await driver.variables()).toMatchObject({ Arguments: { x: 2 } });
  });

  it('cannot be chosen where the symbols do not tell', async () => {
    const without = vmEngine(decimals, { without: ['memory', 'evaluate', 'calls'] });
    expect(without.traits.stepTargets).toBe(false);
    const driver = await atTheEntry(program(text), without);
    await expect(targets(driver)).rejects.toMatchObject({ code: 'not-supported' });
  });
});

describe('variables and modules', () => {
  it('say where they were declared, and how many functions and instructions there are', async () => {
    const driver = await atTheEntry(program(text));
    await driver.step('in');
    const [scope] = await driver.engine.scopes(driver.stop.id, driver.top.id);
    expect(scope?.variables).toMatchObject([{ name: 'x', declared: { source, line: 3, column: 1 } }]);
    expect(driver.engine.traits.moduleColumns?.map(c => c.name)).toEqual(['functions', 'instructions']);
    const [module] = await driver.engine.modules!();
    expect(module?.extra).toEqual({ functions: 3, instructions: expect.any(Number) as number });
  });
});

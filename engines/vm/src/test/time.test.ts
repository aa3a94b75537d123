// Going back in time on a small machine: steps, breakpoints, data, exceptions, the start; and forward again into the present.

import { afterEach, describe, expect, it } from 'vitest';
import { build } from '@sonde/lens';
import type { MotionKind, Stop, Target } from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '../driver.js';
import { vmEngine } from '../factory.js';
import { counting, intType, program, source } from './sum-machine.js';

const engine = vmEngine(new URL('./sum-machine.js', import.meta.url), { without: ['memory', 'evaluate'] });
const drivers: EngineDriver[] = [];
const line = (number: number) => ({ kind: 'source', source, line: number }) as const;

afterEach(async () => {
  await Promise.all(drivers.splice(0).map(driver => driver.dispose()));
});

async function start(target: Target, options: DriverOptions = {}): Promise<EngineDriver> {
  const settings = { recording: { kind: 'on', memoryBudget: 1 << 26 }, ...options.settings } as const;
  const driver = await EngineDriver.start(engine, target, { ...options, settings });
  drivers.push(driver);
  return driver;
}

async function back(driver: EngineDriver, motion: MotionKind): Promise<Stop> {
  await driver.move(motion, { direction: 'back' });
  return driver.stopped();
}

const over = { kind: 'step', how: 'over', granularity: 'line' } as const;

const count = async (driver: EngineDriver): Promise<unknown> =>
  (await driver.variables())['Globals']?.['count'];

const compile: NonNullable<DriverOptions['compile']> = (text, names) => {
  const [, name = '', limit = ''] = /^(\w+) == (\d+)$/.exec(text) ?? [];
  const found = names.lookup(name);
  if (found === undefined) throw new Error(`cannot compile ${text}`);
  return build.compiled(
    text,
    build.conditions(intType).eq(build.read(found), build.constant(BigInt(limit), intType)),
  );
};

describe('steps back', () => {
  it('go from line to line, around the loop, to the start', async () => {
    const driver = await start(counting(3));
    await driver.break(line(4));
    await driver.begin();
    const seen: (number | undefined)[] = [];
    for (let nth = 0; nth < 9; nth++) {
      await back(driver, over);
      seen.push(driver.line);
    }
    expect(seen).toEqual([2, 3, 2, 3, 2, 3, 2, 1, 1]);
    expect(driver.reasons).toEqual([{ kind: 'entry' }]);
    expect(driver.stop.time).toMatchObject({ at: { branch: 0, step: 0, edit: 0 } });
  });

  it('and forward again come to the same places with the same values, and then to the present', async () => {
    const driver = await start(counting(3));
    await driver.break(line(4));
    await driver.begin();
    const places = new Map<number, unknown>();
    const note = async (): Promise<void> => {
      const { step } = driver.stop.time!.at;
      const state = [driver.line, await count(driver)];
      if (places.has(step)) expect(state).toEqual(places.get(step));
      places.set(step, state);
    };
    await note();
    for (let nth = 0; nth < 6; nth++) {
      await back(driver, over);
      await note();
    }
    for (let nth = 0; nth < 6; nth++) {
      await driver.step('over');
      await note();
    }
    expect(driver.line).toBe(4);
    expect(driver.stop.time?.at).toEqual(driver.stop.time?.last);
    expect(places.size).toBe(7);
    expect(driver.output()).toBe('');
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('3\n');
  });
});

describe('continuing back', () => {
  it('stops at the previous hit of a breakpoint, and at the start', async () => {
    const driver = await start(counting(3));
    await driver.break(line(3));
    await driver.begin();
    await driver.continue();
    await driver.continue();
    expect(await count(driver)).toBe(2);
    await back(driver, { kind: 'continue' });
    expect([driver.line, await count(driver)]).toEqual([3, 1]);
    expect(driver.reasons).toMatchObject([{ kind: 'breakpoint' }]);
    await back(driver, { kind: 'continue' });
    expect(await count(driver)).toBe(0);
    await back(driver, { kind: 'continue' });
    expect(driver.reasons).toEqual([{ kind: 'entry' }]);
    await driver.continue();
    expect([driver.line, await count(driver)]).toEqual([3, 0]);
  });

  it('keeps to conditions and hit counts', async () => {
    const driver = await start(counting(100_000), { compile });
    await driver.break(line(4));
    await driver.begin();
    expect(await count(driver)).toBe(100_000);
    await driver.break(line(3), { condition: 'count == 77777' });
    await back(driver, { kind: 'continue' });
    expect(await count(driver)).toBe(77_777);
    await driver.break(line(3), { hitCondition: { compare: 'eq', count: 3 } });
    await back(driver, { kind: 'continue' });
    expect(await count(driver)).toBe(2);
  });

  it('finds who wrote a variable last', async () => {
    const driver = await start(counting(50_000), { compile });
    await driver.break(line(4));
    await driver.begin();
    const { id } = await driver.break({
      kind: 'data',
      place: { kind: 'global', index: 0 },
      access: 'write',
      size: 8,
    });
    await back(driver, { kind: 'continue' });
    expect(driver.reasons).toMatchObject([{ kind: 'data', hits: [id], access: 'write' }]);
    expect(await count(driver)).toBe(50_000);
    await back(driver, { kind: 'continue' });
    expect(await count(driver)).toBe(49_999);
  });
});

describe('hit counts', () => {
  it('have the hit that one goes to, or steps back to', async () => {
    const driver = await start(counting(9));
    const { id } = await driver.break(line(3), { hitCondition: { compare: 'multiple', count: 3 } });
    await driver.begin();
    expect(await count(driver)).toBe(2);
    const third = driver.stop.time!.at;
    await driver.continue();
    const sixth = driver.stop.time!.at;
    await driver.engine.time!.goTo(driver.stop.id, third);
    await driver.stopped();
    await driver.continue();
    expect(driver.stop.time!.at).toEqual(sixth);
    expect(driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
    // Onto the fifth hit, which does not stop, and forward again.
    await back(driver, over);
    await back(driver, over);
    expect([driver.line, await count(driver)]).toEqual([3, 4]);
    await driver.continue();
    expect(driver.stop.time!.at).toEqual(sixth);
  });
});

describe('a program that does not do the same again', () => {
  it('is shown at its newest moment, and one is told', async () => {
    const target = program(code => {
      code.declare('count', 0, { line: 1, column: 1 });
      for (const at of [1, 2, 3]) {
        code.mark({ line: at, column: 1 });
        code.emit('count');
        code.emit('setGlobal', 0);
      }
      code.mark({ line: 4, column: 1 });
      code.emit('global', 0);
      code.emit('print');
    });
    const driver = await start(target);
    await driver.break(line(4));
    await driver.begin();
    const [seen, here] = [await count(driver), driver.stop.time!.at];
    await back(driver, over);
    expect(driver.reasons).toMatchObject([{ kind: 'end-of-recording' }]);
    expect(driver.events.filter(({ kind }) => kind === 'notice')).toMatchObject([
      { message: expect.stringContaining('did not do the same again') as string },
    ]);
    expect([await count(driver), driver.stop.time!.at]).toEqual([seen, here]);
  });
});

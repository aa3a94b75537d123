// The trace of a machine that keeps none itself: noted by the engine from when it is asked for.

import { threadId, type TracePage } from '@sonde/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver } from '../driver.js';
import { vmEngine } from '../factory.js';
import { counting, source } from './sum-machine.js';

const engine = vmEngine(new URL('./sum-machine.js', import.meta.url), { without: ['memory', 'evaluate'] });
const task = threadId(1);
let driver: EngineDriver;

afterEach(() => driver.dispose());

async function atLine(line: number): Promise<void> {
  driver = await EngineDriver.start(engine, counting(10_000), {});
  await driver.break({ kind: 'source', source, line });
  await driver.begin();
}

const trace = (start = 0, count = 1_000): Promise<TracePage> =>
  driver.engine.trace!(driver.stop.id, task, start, count);

describe('the trace', () => {
  it('has what ran since it is recorded, the latest first, with its lines', async () => {
    await atLine(3);
    expect(await trace()).toEqual({ recording: 'off', total: 0, instructions: [] });
    await driver.engine.recordTrace!(true);
    expect(await trace()).toMatchObject({ recording: 'on', total: 0 });
    await driver.continue();
    const { total, instructions } = await trace();
    expect(total).toBe(instructions.length);
    // Once round the loop: it begins where the program stood, and ends before where it stands.
    expect(instructions.at(-1)).toMatchObject({ location: { line: 3 } });
    expect(instructions.every(({ text }) => text !== undefined)).toBe(true);
    expect((await trace(1, 2)).instructions).toEqual(instructions.slice(1, 3));
    // Stepping is recorded as running is.
    await driver.step('over');
    expect((await trace()).total).toBeGreaterThan(total);
    await driver.engine.recordTrace!(false);
    expect(await trace()).toMatchObject({ recording: 'off', total: 0 });
  });

  it('changes nothing about where a data breakpoint stops', async () => {
    await atLine(3);
    const watched = async (): Promise<unknown> => {
      await driver.continue();
      return [driver.top.address, await driver.variables()];
    };
    await driver.break({ kind: 'data', place: { kind: 'global', index: 0 }, size: 8, access: 'write' });
    const plain = await watched();
    await driver.dispose();
    await atLine(3);
    await driver.engine.recordTrace!(true);
    await driver.break({ kind: 'data', place: { kind: 'global', index: 0 }, size: 8, access: 'write' });
    expect(await watched()).toEqual(plain);
  });

  it('keeps the last ten thousand, and knows no other thread', async () => {
    driver = await EngineDriver.start(engine, counting(10_000), {});
    await driver.break(
      { kind: 'source', source, line: 3 },
      { hitCondition: { compare: 'eq', count: 5_000 } },
    );
    await driver.engine.recordTrace!(true);
    await driver.begin();
    expect((await trace()).total).toBe(10_000);
    await expect(driver.engine.trace!(driver.stop.id, threadId(9), 0, 1)).rejects.toThrow('no thread 9');
    // The end of the program is what it is without a trace.
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
  });
});

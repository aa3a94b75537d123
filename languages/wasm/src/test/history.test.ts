// Variables at every stop are what the program computes, as it is known from the source.

import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiled, Session, written } from './harness.js';
import { collatz } from './programs.js';

/** What `n`, `steps`, `sum` and `highest` are each time that the line is reached. */
function history(): readonly (readonly [bigint, number, number, bigint])[] {
  const found: [bigint, number, number, bigint][] = [];
  let highest = 0n;
  for (const from of [7n, 6n]) {
    let sum = 0;
    for (let n = from, steps = 0; n !== 1n; steps++) {
      found.push([n, steps, sum, highest]);
      n = n % 2n === 0n ? n / 2n : 3n * n + 1n;
      if (n > highest) highest = n;
      sum += Number(n);
    }
  }
  return found;
}

/** Undefined for what cannot be seen, with its reason. */
function numberIn(shown: unknown, read: (view: DataView) => unknown): unknown {
  if (!Array.isArray(shown)) {
    expect(shown).toMatch(/^<.*>$/);
    return undefined;
  }
  return read(new DataView(new Uint8Array(shown as number[]).buffer));
}

async function walked(...options: readonly string[]) {
  const program = written(await compiled(collatz, ...options), { 'program.c': collatz });
  const session = await Session.load(program);
  const { driver } = session;
  await session.breakAt(join(dirname(program), 'program.c'), 'tell');
  const rows: unknown[][] = [];
  const callers: unknown[][] = [];
  for (const _ of history()) {
    await (rows.length === 0 ? driver.begin() : driver.continue());
    const { Arguments = {}, Globals = {} } = await driver.variables();
    const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 1, 1);
    const { Locals = {} } = await driver.variables(frames[0]);
    const row = (n: unknown, steps: unknown, sum: unknown): unknown[] => [
      numberIn(n, view => view.getBigUint64(0, true)),
      numberIn(steps, view => view.getInt32(0, true)),
      numberIn(sum, view => view.getFloat64(0, true)),
      numberIn(Globals['highest'], view => view.getBigInt64(0, true)),
    ];
    rows.push(row(Arguments['now'], Arguments['count'], Arguments['mean']));
    callers.push(row(Locals['n'], Locals['steps'], Locals['sum']));
  }
  await driver.move({ kind: 'continue' });
  return { rows, callers, code: await driver.finish(), output: driver.output() };
}

const printed = `${history()
  .map(row => row.join(' '))
  .join('\n')}\n24\n`;

describe('variables at every stop', () => {
  it.each(['-gdwarf-4', '-gdwarf-5'])(
    'are those of the source without optimisation, by %s',
    async version => {
      const { rows, code, output } = await walked('-O0', version);
      expect(rows).toEqual(history());
      expect(output).toBe(printed);
      expect(code).toBe(24);
    },
  );

  it.each(['-O1', '-O2'])('are those of the source with %s, or say why they are not there', async level => {
    const { rows, callers, output } = await walked(level, '-gdwarf-5');
    expect(rows).toEqual(history());
    let known = 0;
    callers.forEach((row, nth) =>
      row.forEach((value, column) => {
        if (value === undefined) return;
        known++;
        expect([nth, column, value]).toEqual([nth, column, history()[nth]![column]]);
      }),
    );
    expect(known).toBeGreaterThanOrEqual(history().length * 2);
    expect(output).toBe(printed);
  });
});

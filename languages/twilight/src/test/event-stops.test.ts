// Events of a contract halt it only where somebody waits for them.

import { EngineDriver } from '@sonde/engine/driver';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NovaSession } from '../pack/driver/nova-session.js';
import { twilight } from '../pack/twilight.js';
import { built } from './generated/built.js';
import { planOf } from './stepped.js';

const text = `contract Main {
    event Told(n: u64);
    pub fn main() {
        var n: u64 = 0;
        while n < 40 {
            emit Told(n);
            n = n + 1;
        }
    }
}
`;

it.each([
  ['no filter is set for them', [], 0],
  ['the filter is set', ['event'], 40],
  ['the filter is set for others', ['revert', 'panic'], 0],
])('events halt the transaction where %s', async (_, filters, halts) => {
  const contract = built(text);
  const image = planOf(contract, [
    ['init', []],
    ['main', []],
  ]);
  const driver = await EngineDriver.start(twilight.engine, { program: contract.name, temporary: [], image });
  onTestFinished(() => driver.dispose());
  const asked = vi.spyOn(NovaSession.prototype, 'request');
  onTestFinished(() => asked.mockRestore());
  const stack = (): number => asked.mock.calls.filter(([method]) => method === 'getStackTrace').length;
  for (const filter of filters) await driver.break({ kind: 'exception', filter });
  await driver.engine.begin();
  for (let halt = 0; halt < halts; halt++) {
    await driver.stopped();
    await driver.move({ kind: 'continue' });
  }
  expect(await driver.finish()).toBe(0);
  // A halt that nobody hears of is looked at all the same.
  expect(stack()).toBeGreaterThanOrEqual(halts);
  if (halts === 0) expect(stack()).toBe(0);
  expect(driver.output('console').match(/event Told/g)).toHaveLength(40);
});

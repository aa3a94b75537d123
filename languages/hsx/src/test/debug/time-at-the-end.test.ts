// Steps back from the end of a run, which is in start-up code that has no lines.

import { recordingOf, type EngineDriver } from '@sonde/engine-vm/driver';
import { expect, it } from 'vitest';
import { loaded, runTo } from './harness.js';

const text = `static int add(int n) {
  return n + n;
}
int main(void) {
  int total = add(3);
  return total - 6; // #end
}
`;
const files = { 'short.hsx.c': text };

async function back(driver: EngineDriver, how: 'over' | 'in'): Promise<string> {
  const before = driver.stop.time!.at.step;
  await driver.move({ kind: 'step', how, granularity: 'line' }, { direction: 'back' });
  await driver.stopped();
  const { function: name } = driver.top;
  return `${name}:${driver.line ?? ''} ${before - driver.stop.time!.at.step === 1 ? 'an instruction' : 'further'}`;
}

it('go by instruction there, and into the end of the program', async () => {
  const first = await loaded(files, { recording: { kind: 'on', memoryBudget: 1 << 26 } });
  await first.begin();
  await runTo(first, text, 'end');
  await first.move({ kind: 'continue' });
  await first.next('exited');
  const data = await recordingOf(first);
  const driver = await loaded(files, { recording: { kind: 'replay', data } });
  await driver.begin();
  await driver.continue();
  await driver.engine.time!.goTo(driver.stop.id, driver.stop.time!.last);
  await driver.stopped();
  const atEnd = driver.top.function;
  expect([await back(driver, 'in'), atEnd]).toEqual(['main:6 further', '_start']);
  await driver.engine.time!.goTo(driver.stop.id, driver.stop.time!.last);
  await driver.stopped();
  // Over the whole program, to its call, and no further.
  expect(await back(driver, 'over')).toBe('_start: further');
  expect(await back(driver, 'over')).toBe('_start: an instruction');
  expect(await back(driver, 'in')).toBe('_start: an instruction');
});

it('is shown at the last line of the program, from where it ends once it goes on', async () => {
  const driver = await loaded(files, { recording: { kind: 'on', memoryBudget: 1 << 26, stopAtEnd: true } });
  await driver.begin();
  for (let nth = 0; nth < 2; nth++) {
    await driver.continue();
    expect(driver.reasons).toMatchObject([{ kind: 'end-of-recording' }]);
    expect([driver.top.function, driver.line]).toEqual(['main', 6]);
    if (nth === 0) await back(driver, 'over');
  }
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(0);
});

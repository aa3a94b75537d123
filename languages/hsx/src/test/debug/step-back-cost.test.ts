// How many instructions a step back runs again: few, however long the program ran before.

import type { TimeTravel } from '@sonde/engine';
import type { EngineDriver } from '@sonde/engine-vm/driver';
import { expect, it } from 'vitest';
import { loaded, runTo } from './harness.js';

const text = `#include <stdio.h>
static int add(int n) {
  int twice = n + n;
  return twice % 1000;
}
int main(void) {
  int total = 0;
  for (int nth = 0; nth < 20000; nth++) {
    total += add(nth);
  }
  printf("%d\\n", total); // #end
  return 0;
}
`;
const files = { 'long.hsx.c': text };

const timeOf = ({ engine }: EngineDriver): TimeTravel => {
  if (engine.time === undefined) throw new Error('nothing is recorded');
  return engine.time;
};

async function recorded(): Promise<Uint8Array> {
  const driver = await loaded(files, { recording: { kind: 'on', memoryBudget: 1 << 26 } });
  await driver.begin();
  await runTo(driver, text, 'end');
  const pieces: Uint8Array[] = [];
  for await (const piece of timeOf(driver).recording()) pieces.push(piece);
  return Buffer.concat(pieces);
}

// What is replayed gets no checkpoints by the clock, so that the numbers are the same on every machine.
it('is bounded behind the first one, near the end of a recording and in its middle', async () => {
  const driver = await loaded(files, { recording: { kind: 'replay', data: await recorded() } });
  await driver.begin();
  const time = timeOf(driver);
  const replayed = async (): Promise<number> => (await time.span()).replayed!;
  const back = async (): Promise<number> => {
    const before = await replayed();
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' }, { direction: 'back' });
    await driver.stopped();
    return (await replayed()) - before;
  };
  const { last } = await time.span();
  expect(last.step).toBeGreaterThan(500_000);
  for (const step of [last.step, Math.floor(last.step / 2)]) {
    await time.goTo(driver.stop.id, { branch: 0, step, edit: 0 });
    await driver.stopped();
    // From the checkpoint before, which may be the start, once to place nearer ones, and a little from those.
    expect(await back()).toBeLessThan(last.step * 1.1);
    for (let nth = 0; nth < 20; nth++) expect(await back()).toBeLessThan(12_000);
  }
});

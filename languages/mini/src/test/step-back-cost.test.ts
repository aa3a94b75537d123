// How many instructions a step back runs again: few, however long the program ran before.

import type { TimeTravel } from '@sonde/engine';
import { expect, it } from 'vitest';
import { load, written, type MiniDriver } from './harness.js';

const source = `let total = 0;
fn add(n) {
  let twice = n + n;
  return twice % 1000;
}
let nth = 0;
while nth < 30000 {
  total = total + add(nth);
  nth = nth + 1;
}
print total; // #end
`;

const timeOf = ({ driver }: MiniDriver): TimeTravel => {
  if (driver.engine.time === undefined) throw new Error('nothing is recorded');
  return driver.engine.time;
};

async function recorded(): Promise<Uint8Array> {
  const mini = await load(written(source), {
    settings: { recording: { kind: 'on', memoryBudget: 1 << 26 } },
  });
  await mini.breakAt('end');
  await mini.driver.begin();
  const pieces: Uint8Array[] = [];
  for await (const piece of timeOf(mini).recording()) pieces.push(piece);
  return Buffer.concat(pieces);
}

// What is replayed gets no checkpoints by the clock, so that the numbers are the same on every machine.
it('is bounded behind the first one, near the end of a recording and in its middle', async () => {
  const again = await load(written(source), {
    settings: { recording: { kind: 'replay', data: await recorded() } },
  });
  const { driver } = again;
  await driver.begin();
  const time = timeOf(again);
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

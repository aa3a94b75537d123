// How many instructions a step back runs again: few, however long the program ran before.

import { recordingOf, replayCost } from '@sonde/engine-vm/driver';
import { expect, it } from 'vitest';
import { load, written } from './harness.js';

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

async function recorded(): Promise<Uint8Array> {
  const mini = await load(written(source), {
    settings: { recording: { kind: 'on', memoryBudget: 1 << 26 } },
  });
  await mini.breakAt('end');
  await mini.driver.begin();
  return recordingOf(mini.driver);
}

// What is replayed gets no checkpoints by the clock, so that the numbers are the same on every machine.
it('is bounded behind the first one, near the end of a recording and in its middle', async () => {
  const { driver } = await load(written(source), {
    settings: { recording: { kind: 'replay', data: await recorded() } },
  });
  await driver.begin();
  const { length, first, next } = await replayCost(driver);
  expect(length).toBeGreaterThan(500_000);
  // From the checkpoint before, which may be the start, once to place nearer ones, and a little from those.
  expect(first).toBeLessThan(length * 1.1);
  expect(next).toBeLessThan(12_000);
});

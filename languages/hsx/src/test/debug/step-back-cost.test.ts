// How many instructions a step back runs again: few, however long the program ran before.

import { recordingOf, replayCost } from '@sonde/engine-vm/driver';
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

async function recorded(): Promise<Uint8Array> {
  const driver = await loaded(files, { recording: { kind: 'on', memoryBudget: 1 << 26 } });
  await driver.begin();
  await runTo(driver, text, 'end');
  return recordingOf(driver);
}

// What is replayed gets no checkpoints by the clock, so that the numbers are the same on every machine.
it('is bounded behind the first one, near the end of a recording and in its middle', async () => {
  const driver = await loaded(files, { recording: { kind: 'replay', data: await recorded() } });
  await driver.begin();
  const { length, first, next } = await replayCost(driver);
  expect(length).toBeGreaterThan(500_000);
  // From the checkpoint before, which may be the start, once to place nearer ones, and a little from those.
  expect(first).toBeLessThan(length * 1.1);
  expect(next).toBeLessThan(12_000);
});

// Loaded before each test file: writes down what the file took, for the account at the end of `npm test`.
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { cpuSeconds } from './cpu-use.mjs';
import { useVariable } from './test-use.mjs';

const account = process.env[useVariable];
if (account !== undefined) {
  // A process of its own counts from its start, which it was started for.
  const isFirst = globalThis[Symbol.for('sonde.use')] === undefined;
  globalThis[Symbol.for('sonde.use')] = true;
  const cpuBefore = isFirst ? 0 : cpuSeconds();
  const began = isFirst ? performance.timeOrigin : Date.now();
  afterAll(() => {
    const { testPath } = expect.getState();
    const seconds = (Date.now() - began) / 1000;
    appendFileSync(
      account,
      `${JSON.stringify({ file: testPath, cpu: cpuSeconds() - cpuBefore, seconds })}\n`,
    );
  });
}

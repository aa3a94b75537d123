import { expect, it } from 'vitest';
import { InputWait } from './input-wait.js';

it('answers many at once, without a warning', async () => {
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', hear);
  try {
    const wait = new InputWait();
    const asked = Array.from({ length: 30 }, () => wait.soon(60_000));
    wait.set(true);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
    // Node warns when it has nothing else to do.
    await new Promise(resolve => setImmediate(resolve));
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', hear);
  }
});

it('says after its time that nothing is waited for', async () => {
  expect(await new InputWait().soon(1)).toBe(false);
});

// The guard: hard limits on code that is not ours.

import { expect, it } from 'vitest';
import { runGuarded } from './guard.js';

it('runs all work and keeps the order of results', () => {
  expect(runGuarded<unknown>([() => 1, () => 'two'], 20)).toEqual([
    { kind: 'done', result: 1 },
    { kind: 'done', result: 'two' },
  ]);
});

it('keeps a throw apart from a result', () => {
  const error = new Error('x');
  const outcomes = runGuarded<unknown>(
    [
      () => {
        throw error;
      },
      () => 2,
    ],
    20,
  );
  expect(outcomes).toEqual([
    { kind: 'threw', error },
    { kind: 'done', result: 2 },
  ]);
});

it('ends loops, patterns that never finish, and code that would catch its end', () => {
  const loop = (): void => {
    for (;;);
  };
  const stubborn = (): void => {
    for (;;) {
      try {
        loop();
      } finally {
        // oxlint-disable-next-line no-unsafe-finally -- that is what makes it stubborn.
        continue;
      }
    }
  };
  const pattern = (): boolean => /^(a+)+$/.test(`${'a'.repeat(40)}b`);
  const outcomes = runGuarded<unknown>([loop, () => 'between', stubborn, pattern, () => 'after'], 5);
  expect(outcomes.map(outcome => outcome.kind)).toEqual(['late', 'done', 'late', 'late', 'done']);
});

it('gives many slow pieces their time, one after the other', () => {
  const spend = (): number => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    return 1;
  };
  const outcomes = runGuarded(
    Array.from({ length: 20 }, () => spend),
    20,
  );
  expect(outcomes.every(outcome => outcome.kind === 'done')).toBe(true);
});

it('gives work that was held up another chance, and work that hangs no third one', () => {
  let calls = 0;
  const heldUp = (): string => {
    const until = performance.now() + (calls++ === 0 ? 200 : 0);
    while (performance.now() < until);
    return 'shown';
  };
  const begun: number[] = [];
  const hangs = (): void => {
    for (begun.push(performance.now()); ;);
  };
  const tried: number[] = [];
  const outcomes = runGuarded<unknown>([heldUp, hangs, () => 'after'], 20, { again: nth => tried.push(nth) });
  expect(outcomes.map(outcome => outcome.kind)).toEqual(['done', 'late', 'done']);
  // More often only where other processes took the processor.
  expect(tried.slice(0, 2)).toEqual([0, 1]);
  expect(begun.length).toBeLessThanOrEqual(4);
});

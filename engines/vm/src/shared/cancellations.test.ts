import { expect, it } from 'vitest';
import { Cancellations, cancellationWords } from './cancellations.js';

it('a question is cancelled for both sides of the shared words, and no other is', () => {
  const words = new Int32Array(new SharedArrayBuffer(cancellationWords * 4));
  const [asker, worker] = [new Cancellations(words), new Cancellations(words)];
  asker.add(5);
  asker.add(6);
  expect([4, 5, 6, 7].map(n => worker.has(n))).toEqual([false, true, true, false]);
  expect(worker.has(cancellationWords)).toBe(false);
  asker.add(5 + cancellationWords);
  expect([5, 5 + cancellationWords].map(n => worker.has(n))).toEqual([false, true]);
});

// Labels put together: the least trustworthy part decides, and each reason is told once.

import { expect, test } from 'vitest';
import { exact, retainedLabel, weakest } from './vocabulary.js';

test('a reason that several parts share is told once', () => {
  const part = (why: string) => ({ exactness: 'approximate', why }) as const;
  const labels = {
    nodes: part('cut; reused'),
    edges: part('cut; guessed'),
    roots: part('cut'),
    sizes: exact,
  };
  expect(retainedLabel(labels)).toEqual(part('cut; reused; guessed'));
});

test('the reasons of better parts do not count', () => {
  const missing = { exactness: 'unavailable', why: 'no roots' } as const;
  expect(weakest([{ exactness: 'approximate', why: 'guessed' }, missing, exact])).toEqual(missing);
});

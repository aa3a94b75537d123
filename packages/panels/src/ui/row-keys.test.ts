import { expect, it } from 'vitest';
import { rowAfter } from './row-keys.js';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['PageDown', 3, 18],
  ['PageUp', 3, 0],
  ['Home', 3, 0],
  ['End', 3, 99],
  ['ArrowDown', 99, 99],
  ['ArrowDown', -1, 0],
  ['ArrowUp', -1, 0],
  ['x', 3, undefined],
])('%s leads from row %i to %s', (key, active, to) => {
  expect(rowAfter(key, active, 99)).toBe(to);
});

// Of too many objects those that roots hold are told, whatever order a walk has met them in.

import type { EdgeRecord } from '@sonde/heap';
import { expect, test } from 'vitest';
import { withinLimit } from './heap-limit.js';

const edge = (from: number, to: number): EdgeRecord => ({ from, to, kind: 'field', name: 'next' });
/** A list whose head was made last, and two objects that nothing holds. */
const parts = {
  objects: [11, 12, 1, 2, 3, 4, 5],
  edges: [edge(5, 4), edge(4, 3), edge(3, 2), edge(2, 1), edge(11, 12), edge(11, 5)],
  roots: [
    { id: 20, category: 'global', name: 'list', to: 5 },
    { id: 21, category: 'stack', name: 'first', to: 1 },
  ],
} as const;
const same = (id: number): number => id;

test('objects within the limit are told as they are', () => {
  expect(withinLimit(parts, 7, same)).toBe(parts);
});

test('the nearest to the roots stay, in their order, with the references among them', () => {
  expect(withinLimit(parts, 3, same)).toEqual({
    objects: [1, 4, 5],
    edges: [edge(5, 4)],
    roots: parts.roots,
    cut: 'only 3 of 7 objects were read',
  });
  expect(withinLimit(parts, 1, same)).toMatchObject({ objects: [5], edges: [], roots: [{ name: 'list' }] });
});

test('what nothing reaches comes after all that is held', () => {
  expect(withinLimit(parts, 6, same).objects).toEqual([11, 1, 2, 3, 4, 5]);
  expect(withinLimit(parts, 0, same)).toMatchObject({ objects: [], edges: [], roots: [] });
});

// The node that an edge begins at, also where many nodes have no edge at all.

import { expect, test } from 'vitest';
import { EdgeSources } from './edge-sources.js';

/** `first` of a graph whose nodes have so many edges each. */
function firstOf(counts: readonly number[]): Uint32Array {
  const first = new Uint32Array(counts.length + 1);
  counts.forEach((count, node) => (first[node + 1] = first[node]! + count));
  return first;
}

const leaves = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

test.each([
  ['one edge each', Array.from({ length: 100 }, () => 1)],
  ['a node with very many', [1, 1_000, 1]],
  [
    'leaves in a row, between nodes with edges',
    [3, ...leaves(5_000), 2, ...leaves(40), 1, 30, ...leaves(9), 1],
  ],
  ['leaves at both ends', [...leaves(300), 1, 16, 1, ...leaves(300)]],
])('%s', (_, counts) => {
  const first = firstOf(counts);
  const sources = new EdgeSources(first);
  const expected = counts.flatMap((count, node) => Array.from({ length: count }, () => node));
  expect(expected.map((__, edge) => sources.sourceOf(edge))).toEqual(expected);
});

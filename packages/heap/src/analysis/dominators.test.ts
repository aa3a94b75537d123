// Dominators and retained sizes against brute force on random graphs, and certified on large ones.

import { expect, test } from 'vitest';
import { HeapGraph } from '../graph/graph.js';
import { HeapAnalysis } from './analysis.js';
import { dominatorError } from '../test/dominator-certificate.js';
import { randomGraph, reachable, retainedByBruteForce, type RandomShape } from '../test/random-graph.js';

const shapes: Readonly<Record<string, RandomShape>> = {
  'without cycles': { nodes: 24, edges: 40, roots: 2, direction: 'forward', weak: 0 },
  'with loops of two entries': { nodes: 24, edges: 48, roots: 2, direction: 'any', weak: 0 },
  'with long chains and loops': { nodes: 40, edges: 70, roots: 1, direction: 'near', weak: 0.1 },
  'with many edges between the same nodes': { nodes: 6, edges: 40, roots: 1, direction: 'any', weak: 0.2 },
  'with much that nothing reaches': { nodes: 30, edges: 22, roots: 1, direction: 'any', weak: 0.3 },
};

test.each(Object.entries(shapes))('retained sizes are those of brute force on graphs %s', (_, shape) => {
  for (let seed = 1; seed <= 60; seed++) {
    const analysis = new HeapAnalysis(randomGraph(seed, shape));
    const { graph, retained, dominators } = analysis;
    const reached = reachable(graph, {});
    for (let node = 0; node < graph.nodeCount; node++) {
      expect(analysis.isReached(node), `seed ${seed}, node ${node}`).toBe(reached[node] === 1);
      if (reached[node] === 0) {
        expect([dominators.parents[node], retained[node]]).toEqual([graph.root, graph.size(node)]);
      } else if (node !== graph.root)
        expect(retained[node], `seed ${seed}, node ${node}`).toBe(retainedByBruteForce(graph, node));
    }
    const sum = [...graph.columns.sizes].reduce((total, size) => total + size, 0);
    expect(retained[graph.root]).toBe(sum);
    expect(dominatorError(analysis)).toBeUndefined();
  }
});

test.each([
  ['without cycles', 20_000, 'forward', 3],
  ['with cycles everywhere', 20_000, 'any', 3],
  ['of long chains, as large as a heap', 300_000, 'near', 2],
] as const)('the dominators of a large graph %s are certified', (_, nodes, direction, density) => {
  const graph = randomGraph(7, { nodes, edges: nodes * density, roots: 20, direction, weak: 0.05 });
  expect(dominatorError(new HeapAnalysis(graph))).toBeUndefined();
});

test('the certificate refuses a tree that is wrong', () => {
  const graph = randomGraph(3, { nodes: 200, edges: 420, roots: 2, direction: 'any', weak: 0 });
  const { dominators } = new HeapAnalysis(graph);
  let refused = 0;
  let tried = 0;
  for (const node of dominators.order.subarray(1, dominators.reached)) {
    const parent = dominators.parents[node]!;
    if (parent === graph.root) continue;
    // Too high up, which only the sibling property shows.
    const parents = dominators.parents.slice();
    parents[node] = dominators.parents[parent]!;
    tried++;
    if (dominatorError(new HeapAnalysis(graph, { dominators: { ...dominators, parents } })) !== undefined)
      refused++;
  }
  expect(tried).toBeGreaterThan(20);
  expect(refused).toBe(tried);
});

test('a list of many nodes takes no stack', () => {
  const nodes = 100_000;
  const graph = randomGraph(1, { nodes, edges: 0, roots: 1, direction: 'near', weak: 0 });
  const first = Uint32Array.from({ length: graph.nodeCount + 1 }, (_, node) =>
    Math.min(node, graph.nodeCount - 1),
  );
  const to = Uint32Array.from({ length: graph.nodeCount - 1 }, (_, node) => node + 1);
  const columns = {
    ...graph.columns,
    first,
    to,
    edgeKinds: new Uint8Array(to.length),
    edgeNames: new Uint32Array(to.length),
  };
  const list = new HeapGraph(columns, graph.strings, graph.facts);
  const { retained, dominators } = new HeapAnalysis(list);
  expect(dominators.parents[list.nodeCount - 1]).toBe(list.nodeCount - 2);
  expect(retained[1]).toBe(retained[0]);
});

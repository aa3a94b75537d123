// Cutting a reference frees what the root no longer reaches: against brute force, edge by edge.

import { expect, test } from 'vitest';
import { randomGraph, reachable } from '../test/random-graph.js';
import { HeapAnalysis } from './analysis.js';
import { cutEdge } from './cut.js';

test('a cut frees exactly what brute force no longer reaches', () => {
  let freeing = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const direction = seed % 2 === 0 ? 'any' : 'near';
    const graph = randomGraph(seed, { nodes: 20, edges: 34, roots: 2, direction, weak: 0.15 });
    const analysis = new HeapAnalysis(graph);
    const before = reachable(graph, {});
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      const [from, to] = [analysis.sources.sourceOf(edge), graph.columns.to[edge]!];
      for (const name of [undefined, graph.edgeName(edge)]) {
        const cut = cutEdge(analysis, from, to, name)!;
        expect(cut.edges).toContain(edge);
        const after = reachable(graph, { edges: cut.edges });
        const freed = [...before.keys()].filter(node => before[node] === 1 && after[node] === 0);
        const size = freed.reduce((sum, node) => sum + graph.size(node), 0);
        expect([cut.freedCount, cut.freedSize], `seed ${seed}, edge ${edge}`).toEqual([freed.length, size]);
        if (freed.length > 0) freeing++;
      }
    }
  }
  expect(freeing).toBeGreaterThan(100);
});

test('there is nothing to cut where there is no reference', () => {
  const graph = randomGraph(1, { nodes: 5, edges: 0, roots: 1, direction: 'any', weak: 0 });
  const analysis = new HeapAnalysis(graph);
  expect(cutEdge(analysis, analysis.ids.nodeOf(1), analysis.ids.nodeOf(2))).toBeUndefined();
});

// Seeded random graphs of many shapes, and answers about them by brute force.

import { HeapBuilder } from '../graph/builder.js';
import { uncounted, type HeapGraph } from '../graph/graph.js';
import type { EdgeRecord, NodeRecord, RootRecord } from '../contract/source.js';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export interface RandomShape {
  readonly nodes: number;
  readonly edges: number;
  readonly roots: number;
  /** `forward` edges alone make a graph without cycles; `any` makes loops, self loops, and loops with two entries. */
  readonly direction: 'forward' | 'any' | 'near';
  readonly weak: number;
}

export function randomGraph(seed: number, shape: RandomShape): HeapGraph {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const builder = new HeapBuilder();
  const nodes: NodeRecord[] = Array.from({ length: shape.nodes }, (_, nth) => ({
    id: nth + 1,
    type: `T${nth % 7}`,
    kind: 'record',
    size: below(100),
  }));
  const edges: EdgeRecord[] = Array.from({ length: shape.edges }, (_, nth) => {
    const from = below(shape.nodes);
    const to =
      shape.direction === 'forward'
        ? from + below(shape.nodes - from)
        : shape.direction === 'near'
          ? Math.min(shape.nodes - 1, Math.max(0, from - 3 + below(8)))
          : below(shape.nodes);
    return { from: from + 1, to: to + 1, kind: 'field', name: `e${nth}`, weak: random() < shape.weak };
  });
  const roots: RootRecord[] = Array.from({ length: shape.roots }, (_, nth) => ({
    id: 1_000_000 + nth,
    category: nth % 2 === 0 ? 'stack' : 'global',
    name: `root ${nth}`,
    to: nth === 0 ? 1 : 1 + below(shape.nodes),
  }));
  // Edges first: the order of chunks must not count.
  builder.add({ kind: 'edges', edges });
  builder.add({ kind: 'roots', roots });
  builder.add({ kind: 'nodes', nodes });
  return builder.done({ kind: 'file', name: 'random' });
}

/** What the root reaches without going through a node or an edge. */
export function reachable(
  graph: HeapGraph,
  without: { readonly node?: number; readonly edges?: readonly number[] },
): Uint8Array {
  const { first, to, edgeKinds } = graph.columns;
  const reached = new Uint8Array(graph.nodeCount);
  if (without.node === graph.root) return reached;
  const stack = [graph.root, ...(graph.facts.orphansAreRoots ? orphans(graph) : [])];
  for (const start of stack) reached[start] = 1;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const target = to[edge]!;
      if ((edgeKinds[edge]! & uncounted) !== 0 || reached[target] === 1) continue;
      if (target === without.node || without.edges?.includes(edge) === true) continue;
      reached[target] = 1;
      stack.push(target);
    }
  }
  return reached;
}

/** Found by looking for an edge to each: slow, and not how the analysis does it. */
function orphans(graph: HeapGraph): readonly number[] {
  const { first, to, edgeKinds } = graph.columns;
  const held = new Set([graph.root]);
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let edge = first[node]!; edge < first[node + 1]!; edge++)
      if ((edgeKinds[edge]! & uncounted) === 0 && to[edge] !== node) held.add(to[edge]!);
  }
  return Array.from({ length: graph.nodeCount }, (_, node) => node).filter(node => !held.has(node));
}

/** Takes each node away and sums up what the root no longer reaches. */
export function retainedByBruteForce(graph: HeapGraph, node: number): number {
  const [before, after] = [reachable(graph, {}), reachable(graph, { node })];
  let sum = 0;
  for (let each = 0; each < graph.nodeCount; each++) {
    if (before[each] === 1 && after[each] === 0) sum += graph.size(each);
  }
  return sum;
}

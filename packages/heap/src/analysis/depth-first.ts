// A depth-first walk from the root over what keeps alive, without recursion: heaps have lists of millions of nodes.

import { none, uncounted, type HeapGraph } from '../graph/graph.js';

export interface DepthFirst {
  /** How many nodes were reached; they are numbered in the order of arrival, the root is 0. */
  readonly reached: number;
  /** Number of each node; `none` where it was not reached. */
  readonly numbers: Uint32Array;
  /** The node with each number. */
  readonly nodes: Uint32Array;
  /** The number of the node from which each number was reached. */
  readonly parents: Uint32Array;
}

/** `starts` are further nodes that the walk begins at, as if the root had an edge to each. */
export function depthFirst(graph: HeapGraph, starts: Uint32Array): DepthFirst {
  const { nodeCount } = graph;
  const { first, to, edgeKinds } = graph.columns;
  const numbers = new Uint32Array(nodeCount).fill(none);
  const nodes = new Uint32Array(nodeCount);
  const parents = new Uint32Array(nodeCount);
  /** By number: the edge to look at next. */
  const cursors = new Uint32Array(nodeCount);
  let reached = 0;
  const arrive = (node: number, parent: number): void => {
    numbers[node] = reached;
    nodes[reached] = node;
    parents[reached] = parent;
    cursors[reached] = first[node]!;
    reached++;
  };
  const walk = (start: number): void => {
    let current = start;
    for (;;) {
      const end = first[nodes[current]! + 1]!;
      let edge = cursors[current]!;
      while (edge < end && ((edgeKinds[edge]! & uncounted) !== 0 || numbers[to[edge]!] !== none)) edge++;
      cursors[current] = edge + 1;
      if (edge < end) {
        arrive(to[edge]!, current);
        current = reached - 1;
      } else if (current === start) return;
      else current = parents[current]!;
    }
  };
  if (nodeCount === 0) return { reached, numbers, nodes, parents };
  arrive(graph.root, 0);
  walk(0);
  for (const start of starts) {
    if (numbers[start] !== none) continue;
    arrive(start, 0);
    walk(reached - 1);
  }
  return { reached, numbers, nodes, parents };
}

/** Nodes that no edge keeps alive, but for the root. */
export function orphansOf(graph: HeapGraph): Uint32Array {
  const { first, to, edgeKinds } = graph.columns;
  const held = new Uint8Array(graph.nodeCount);
  held[graph.root] = 1;
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      if ((edgeKinds[edge]! & uncounted) === 0 && to[edge] !== node) held[to[edge]!] = 1;
    }
  }
  let count = 0;
  for (const each of held) count += 1 - each;
  const orphans = new Uint32Array(count);
  let next = 0;
  held.forEach((each, node) => {
    if (each === 0) orphans[next++] = node;
  });
  return orphans;
}

// Immediate dominators by Semi-NCA: a node dominates another if every path from the root to it leads through the first.
//
// Georgiadis, Linear-Time Algorithms for Dominators and Related Problems (2005), 2.3. All arrays are indexed by the
// numbers of the depth-first walk, so that neighbours in the graph are mostly neighbours in memory.

import { none, uncounted, type HeapGraph } from '../graph/graph.js';
import { depthFirst, orphansOf, type DepthFirst } from './depth-first.js';

export interface Dominators {
  /** The immediate dominator of each node; of the root the root. Nodes that nothing reaches are children of the root. */
  readonly parents: Uint32Array;
  /** The nodes, each after its immediate dominator; those that nothing reaches come last. */
  readonly order: Uint32Array;
  readonly reached: number;
}

export function dominatorsOf(graph: HeapGraph): Dominators {
  const orphans = graph.facts.orphansAreRoots ? orphansOf(graph) : new Uint32Array(0);
  const walk = depthFirst(graph, orphans);
  const { reached, numbers, nodes } = walk;
  const idoms = semiNca(walk, retainersByNumber(graph, walk));
  const parents = new Uint32Array(graph.nodeCount);
  for (let number = 0; number < reached; number++) parents[nodes[number]!] = nodes[idoms[number]!]!;
  let next = reached;
  for (let node = 0; node < graph.nodeCount; node++) if (numbers[node] === none) nodes[next++] = node;
  return { parents, order: nodes, reached };
}

interface Retainers {
  readonly first: Uint32Array;
  readonly numbers: Uint32Array;
}

/**
 * Who holds each number, but for its parent in the walk, which is a candidate anyway: that leaves out most edges of a heap.
 */
function retainersByNumber(graph: HeapGraph, { reached, numbers, parents }: DepthFirst): Retainers {
  const { first, to, edgeKinds } = graph.columns;
  const counts = new Uint32Array(reached + 1);
  // In the order of the nodes, because their edges lie side by side.
  for (let node = 0, edge = 0; node < graph.nodeCount; node++) {
    const [number, end] = [numbers[node]!, first[node + 1]!];
    if (number === none) edge = end;
    for (; edge < end; edge++) {
      if ((edgeKinds[edge]! & uncounted) !== 0) continue;
      const target = numbers[to[edge]!]!;
      if (parents[target] !== number && target !== number) counts[target]!++;
    }
  }
  let sum = 0;
  for (let number = 0; number <= reached; number++) counts[number] = sum += counts[number]!;
  const holders = new Uint32Array(sum);
  for (let node = 0, edge = 0; node < graph.nodeCount; node++) {
    const [number, end] = [numbers[node]!, first[node + 1]!];
    if (number === none) edge = end;
    for (; edge < end; edge++) {
      if ((edgeKinds[edge]! & uncounted) !== 0) continue;
      const target = numbers[to[edge]!]!;
      if (parents[target] !== number && target !== number) holders[--counts[target]!] = number;
    }
  }
  return { first: counts, numbers: holders };
}

/** Uses up `parents` of the walk: the result is made in its place. */
function semiNca({ reached, parents }: DepthFirst, { first, numbers }: Retainers): Uint32Array {
  const ancestors = parents.slice(0, reached);
  const labels = new Uint32Array(reached);
  const semis = new Uint32Array(reached);
  for (let number = 0; number < reached; number++) labels[number] = number;
  // Pointers to the ancestors are turned round on the way up and put right on the way down: no stack.
  const smallestAbove = (start: number, linked: number): number => {
    let [below, current] = [none, start];
    for (let above = ancestors[current]!; above > linked; above = ancestors[current]!) {
      ancestors[current] = below;
      below = current;
      current = above;
    }
    const top = ancestors[current]!;
    let least = labels[current]!;
    while (below !== none) {
      const next = ancestors[below]!;
      ancestors[below] = top;
      if (labels[below]! > least) labels[below] = least;
      else least = labels[below]!;
      below = next;
    }
    return labels[start]!;
  };
  for (let number = reached - 1; number > 0; number--) {
    let semi = parents[number]!;
    for (let at = first[number]!, end = first[number + 1]!; at < end; at++) {
      const holder = numbers[at]!;
      // Those that come later in the walk are linked already; an earlier one stands for itself.
      const candidate = holder <= number ? holder : smallestAbove(holder, number);
      if (candidate < semi) semi = candidate;
    }
    semis[number] = semi;
    labels[number] = semi;
  }
  for (let number = 1; number < reached; number++) {
    let dominator = parents[number]!;
    while (dominator > semis[number]!) dominator = parents[dominator]!;
    parents[number] = dominator;
  }
  return parents;
}

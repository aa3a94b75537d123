// Edges by their target: the other half of the graph, for retainers.

import type { HeapGraph } from './graph.js';

export interface Incoming {
  /** Where the edges to each node begin; one more than there are nodes. */
  readonly first: Uint32Array;
  /** Edges, ascending within a row. */
  readonly edges: Uint32Array;
}

export function incomingOf({ columns: { to }, nodeCount }: HeapGraph): Incoming {
  const first = new Uint32Array(nodeCount + 1);
  const edges = new Uint32Array(to.length);
  // Counted one row ahead, so that filling moves each entry to where its row begins.
  for (let edge = 0; edge < to.length; edge++) first[to[edge]!]!++;
  let end = 0;
  for (let node = 0; node <= nodeCount; node++) {
    end += first[node]!;
    first[node] = end;
  }
  for (let edge = to.length - 1; edge >= 0; edge--) edges[--first[to[edge]!]!] = edge;
  return { first, edges };
}

// For every node the edge by which the root reaches it in the fewest steps, roots of the program before those of the runtime.

import { none, weakBit, type HeapGraph } from '../graph/graph.js';

/** Edges, by node; `none` for the root and for nodes that nothing reaches. */
export type Nearest = Uint32Array;

export function nearestEdges(graph: HeapGraph): Nearest {
  const { first, to, edgeKinds } = graph.columns;
  const nearest = new Uint32Array(graph.nodeCount).fill(none);
  const queue = new Uint32Array(graph.nodeCount);
  const reached = new Uint8Array(graph.nodeCount);
  let [head, tail] = [0, 0];
  const expand = (node: number, wanted: (target: number) => boolean): void => {
    for (let edge = first[node]!, end = first[node + 1]!; edge < end; edge++) {
      const target = to[edge]!;
      if (reached[target] !== 0 || (edgeKinds[edge]! & weakBit) !== 0 || !wanted(target)) continue;
      reached[target] = 1;
      nearest[target] = edge;
      queue[tail++] = target;
    }
  };
  if (graph.nodeCount === 0) return nearest;
  reached[graph.root] = 1;
  const all = (): boolean => true;
  const ofProgram = (node: number): boolean => {
    const category = graph.rootCategory(node);
    return category !== undefined && category !== 'runtime' && category !== 'other';
  };
  for (const wanted of [ofProgram, all]) {
    expand(graph.root, wanted);
    while (head < tail) expand(queue[head++]!, all);
  }
  return nearest;
}

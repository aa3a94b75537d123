// Retained sizes: what would be freed with a node, which is the sum over all that it dominates.

import type { HeapGraph } from '../graph/graph.js';
import type { Dominators } from './dominators.js';

export function retainedSizes(graph: HeapGraph, { parents, order }: Dominators): Float64Array {
  const sizes = Float64Array.from(graph.columns.sizes);
  for (let nth = order.length - 1; nth > 0; nth--) {
    const node = order[nth]!;
    sizes[parents[node]!]! += sizes[node]!;
  }
  return sizes;
}

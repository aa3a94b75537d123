// "Cut this reference: what is freed?" from the dominator tree, without another walk over the heap.

import { uncounted, weakBit } from '../graph/graph.js';
import type { HeapAnalysis } from './analysis.js';

export interface CutAnswer {
  /** Edges that were cut: all from one node to the other, or the named one. */
  readonly edges: readonly number[];
  readonly freedCount: number;
  readonly freedSize: number;
  /** Where nothing is freed: an edge that still holds the target, if one is next to it. */
  readonly stillHeldBy?: number;
  /** An edge that does not count for dominators and holds the target too, such as a slot of the runtime's stack. */
  readonly asideHeldBy?: number;
}

/** `name` picks one of several edges between the two. */
export function cutEdge(
  analysis: HeapAnalysis,
  from: number,
  to: number,
  name?: string | number,
): CutAnswer | undefined {
  const { graph, incoming, sources, retained } = analysis;
  const { first, to: targets, edgeKinds } = graph.columns;
  const edges: number[] = [];
  for (let edge = first[from]!; edge < first[from + 1]!; edge++) {
    if (targets[edge] === to && (name === undefined || String(graph.edgeName(edge)) === String(name)))
      edges.push(edge);
  }
  if (edges.length === 0) return undefined;
  const nothing = { edges, freedCount: 0, freedSize: 0 };
  if (to === graph.root || !edges.some(edge => (edgeKinds[edge]! & uncounted) === 0)) return nothing;
  const cut = new Set(edges);
  let aside: number | undefined;
  // Another holder that the target does not dominate is reached without it, and so the target stays.
  for (let at = incoming.first[to]!; at < incoming.first[to + 1]!; at++) {
    const edge = incoming.edges[at]!;
    if (cut.has(edge) || (edgeKinds[edge]! & weakBit) !== 0) continue;
    const holder = sources.sourceOf(edge);
    if (analysis.dominates(to, holder) || !analysis.isReached(holder)) continue;
    if ((edgeKinds[edge]! & uncounted) !== 0) {
      aside ??= edge;
      continue;
    }
    return { ...nothing, stillHeldBy: edge };
  }
  if (!analysis.isReached(to)) return nothing;
  return {
    edges,
    freedCount: analysis.dominatedCount(to),
    freedSize: retained[to]!,
    ...(aside === undefined ? {} : { asideHeldBy: aside }),
  };
}

// How long it takes to lay out 100 objects, for `npm run layout-bench`: from nothing, and when eight more are opened.
import { around, opened, shownGraph, type Neighbourhood } from '@sonde/client';
import type { NodeView } from '@sonde/heap';
import { emptyPlacement, place } from '../object-graph/graph-grid.js';
import { routesOf } from '../object-graph/graph-routes.js';

const node = (id: number): NodeView => ({
  id,
  type: `Type${id % 7}`,
  kind: 'record',
  size: 8,
  provenance: 'gc',
  validity: 'live',
  references: 9,
  retainers: 3,
});

/** Each holds eight that are its own, and one that others hold too. */
function graphOf(nodes: number): Neighbourhood {
  let graph = around(node(0));
  for (let of = 0; graph.nodes.size < nodes; of++) {
    const ids = [...Array.from({ length: 8 }, (_, nth) => of * 8 + nth + 1), of % 5];
    const edges = ids.map(id => ({ kind: 'field' as const, name: `f${id % 9}`, node: node(id) }));
    graph = opened(graph, { of, direction: 'references', edges, total: 9 });
  }
  return graph;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;

/** Milliseconds, after a warm-up: the median of many. */
function measure(work: () => void): number {
  const times = Array.from({ length: 60 }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return median(times.slice(20));
}

export function layoutRate(): { readonly nodes: number; readonly wholeMs: number; readonly moreMs: number } {
  const graph = graphOf(97);
  const grown = graphOf(105);
  const placed = place(emptyPlacement, shownGraph(graph));
  const layOut = (from: typeof placed, of: Neighbourhood): void => {
    const shown = shownGraph(of);
    routesOf(shown, place(from, shown));
  };
  return {
    nodes: grown.nodes.size,
    wholeMs: measure(() => layOut(emptyPlacement, grown)),
    moreMs: measure(() => layOut(placed, grown)),
  };
}

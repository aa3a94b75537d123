// References in either direction that were asked for by kind or type, or largest first: for views that show only a few of many.

import { edgeKinds, type EdgeKind } from '../contract/vocabulary.js';
import { HeapProblem } from '../contract/problem.js';
import type { HeapAnalysis } from './analysis.js';
import { edgeView, hasRetained, pageOf, type EdgeView, type Page } from './views.js';

export interface EdgeSieve {
  /** By the retained size of the node at the other end, or by its own where that is unknown; equal ones in their order. */
  readonly order?: 'size';
  /** Only edges of these kinds. */
  readonly kinds?: readonly EdgeKind[];
  /** Only where the type at the other end contains this text, without regard to case. */
  readonly type?: string;
}

export const isSieve = ({ order, kinds, type }: EdgeSieve): boolean =>
  order !== undefined || kinds !== undefined || (type ?? '') !== '';

/** `total` counts what is left by the sieve; the node itself tells how many there are. */
export function siftedEdges(
  analysis: HeapAnalysis,
  direction: 'references' | 'retainers',
  node: number,
  sieve: EdgeSieve,
  range: { readonly start: number; readonly count: number },
): Page<EdgeView> {
  const { graph, incoming, sources, retained } = analysis;
  const wanted = kindsOf(sieve);
  const ofType = typeTest(analysis, sieve.type ?? '');
  const isForward = direction === 'references';
  const [begin, end] = isForward
    ? [graph.columns.first[node]!, graph.columns.first[node + 1]!]
    : [incoming.first[node]!, incoming.first[node + 1]!];
  const found: { readonly edge: number; readonly other: number; readonly weight: number }[] = [];
  const isKnown = hasRetained(analysis.retainedLabel);
  for (let nth = begin; nth < end; nth++) {
    const edge = isForward ? nth : incoming.edges[nth]!;
    const other = isForward ? graph.columns.to[edge]! : sources.sourceOf(edge);
    if (wanted !== undefined && !wanted.has(graph.edgeKind(edge))) continue;
    if (!ofType(other)) continue;
    found.push({ edge, other, weight: isKnown ? retained[other]! : graph.size(other) });
  }
  if (sieve.order === 'size') found.sort((one, another) => another.weight - one.weight);
  return pageOf(found.length, range.start, range.count, nth =>
    edgeView(analysis, found[nth]!.edge, found[nth]!.other),
  );
}

function kindsOf({ kinds }: EdgeSieve): ReadonlySet<EdgeKind> | undefined {
  if (kinds === undefined) return undefined;
  const unknown = kinds.find(kind => !edgeKinds.includes(kind));
  if (unknown !== undefined)
    throw new HeapProblem(
      'refused',
      `there are no edges of kind "${unknown}".`,
      `Use ${edgeKinds.join(', ')}.`,
    );
  return new Set(kinds);
}

/** Each type is compared once, however many objects have it. */
function typeTest({ graph }: HeapAnalysis, text: string): (node: number) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => true;
  const known = new Map<number, boolean>();
  return node => {
    const type = graph.columns.types[node]!;
    let fits = known.get(type);
    if (fits === undefined) known.set(type, (fits = graph.type(node).toLowerCase().includes(wanted)));
    return fits;
  };
}

// Nodes and edges as clients get them: plain data, with a label on what is not exact.

import { none } from '../graph/graph.js';
import type { EdgeKind, Label, Provenance, RootCategory, Validity } from '../contract/vocabulary.js';
import type { HeapAnalysis } from './analysis.js';
import { bySize } from './by-size.js';
import { siteText } from './groups.js';
import type { Path } from './paths.js';

export interface NodeView {
  readonly id: number;
  readonly type: string;
  readonly kind: string;
  readonly size: number;
  /** Missing where it cannot be computed; `HeapSummary.retained` says why, and whether it is exact. */
  readonly retained?: number;
  readonly summary?: string;
  readonly site?: string;
  readonly owner?: string;
  readonly generation?: number;
  readonly provenance: Provenance;
  readonly validity: Validity;
  readonly root?: RootCategory;
  /** No root holds it. */
  readonly unreachable?: true;
  readonly references: number;
  readonly retainers: number;
}

export interface EdgeView {
  readonly kind: EdgeKind;
  readonly name?: string | number;
  readonly weak?: true;
  /** The node at the other end: the target of a reference, the holder of a retainer. */
  readonly node: NodeView;
}

export interface Page<T> {
  readonly total: number;
  readonly start: number;
  readonly items: readonly T[];
}

export interface PathView {
  /** Where it begins, then each step with the node it leads to. */
  readonly from: NodeView;
  readonly steps: readonly EdgeView[];
  /** Steps in the middle that are left out of a very long path. */
  readonly hidden?: number;
}

const mostSteps = 200;

export const hasRetained = (label: Label): boolean => label.exactness !== 'unavailable';

export function nodeView(analysis: HeapAnalysis, node: number): NodeView {
  const { graph, incoming } = analysis;
  const summary = graph.summary(node);
  const site = graph.site(node);
  const owner = graph.owner(node);
  const generation = graph.generation(node);
  const root = graph.rootCategory(node);
  return {
    id: graph.id(node),
    type: graph.type(node),
    kind: graph.kind(node),
    size: graph.size(node),
    ...(hasRetained(analysis.retainedLabel) ? { retained: analysis.retained[node]! } : {}),
    ...(summary === undefined ? {} : { summary }),
    ...(site === undefined ? {} : { site: siteText(site) }),
    ...(owner === undefined ? {} : { owner }),
    ...(generation === undefined ? {} : { generation }),
    provenance: graph.provenance(node),
    validity: graph.validity(node),
    ...(root === undefined ? {} : { root }),
    ...(analysis.isReached(node) ? {} : { unreachable: true as const }),
    references: graph.columns.first[node + 1]! - graph.columns.first[node]!,
    retainers: incoming.first[node + 1]! - incoming.first[node]!,
  };
}

export function edgeView(analysis: HeapAnalysis, edge: number, node: number): EdgeView {
  const name = analysis.graph.edgeName(edge);
  return {
    kind: analysis.graph.edgeKind(edge),
    ...(name === undefined ? {} : { name }),
    ...(analysis.graph.isWeak(edge) ? { weak: true as const } : {}),
    node: nodeView(analysis, node),
  };
}

export function references(
  analysis: HeapAnalysis,
  node: number,
  start: number,
  count: number,
): Page<EdgeView> {
  const { first, to } = analysis.graph.columns;
  return pageOf(first[node + 1]! - first[node]!, start, count, nth => {
    const edge = first[node]! + nth;
    return edgeView(analysis, edge, to[edge]!);
  });
}

export function retainers(
  analysis: HeapAnalysis,
  node: number,
  start: number,
  count: number,
): Page<EdgeView> {
  const { first, edges } = analysis.incoming;
  return pageOf(first[node + 1]! - first[node]!, start, count, nth => {
    const edge = edges[first[node]! + nth]!;
    return edgeView(analysis, edge, analysis.sources.sourceOf(edge));
  });
}

/** Children in the dominator tree, largest first. */
export function dominated(
  analysis: HeapAnalysis,
  node: number,
  start: number,
  count: number,
): Page<NodeView> {
  const { first, children } = analysis.tree;
  return pageOf(first[node + 1]! - first[node]!, start, count, nth =>
    nodeView(analysis, children[first[node]! + nth]!),
  );
}

/** The same of the root of all, without the nodes of whole categories, which stand for no object. */
export function belowRoots(analysis: HeapAnalysis, start: number, count: number): Page<NodeView> {
  const nodes = analysis.belowRoots;
  return pageOf(nodes.length, start, count, nth => nodeView(analysis, nodes[nth]!));
}

/** The largest nodes by retained size, or by their own where that is unknown; the runtime's own only if asked for. */
export function largest(analysis: HeapAnalysis, count: number, internal: boolean): readonly NodeView[] {
  const found: number[] = [];
  const isKnown = hasRetained(analysis.retainedLabel);
  const order = isKnown ? analysis.bySize : bySize(Float64Array.from(analysis.graph.columns.sizes));
  for (const node of order) {
    if (found.length >= count) break;
    if (internal || !analysis.graph.isInternal(node)) found.push(node);
  }
  return found.map(node => nodeView(analysis, node));
}

export function pathView(analysis: HeapAnalysis, path: Path): PathView {
  const { to } = analysis.graph.columns;
  const half = mostSteps / 2;
  const shown = path.length <= mostSteps ? path : [...path.slice(0, half), ...path.slice(-half)];
  return {
    from: nodeView(analysis, analysis.graph.root),
    steps: shown.map(edge => edgeView(analysis, edge, to[edge]!)),
    ...(shown.length === path.length ? {} : { hidden: path.length - shown.length }),
  };
}

const mostOnPage = 10_000;

export function pageOf<T>(total: number, from: number, wanted: number, item: (nth: number) => T): Page<T> {
  const start = Math.min(Math.max(0, Math.trunc(from) || 0), total);
  const count = Math.min(Math.max(0, Math.trunc(wanted) || 0), total - start, mostOnPage);
  return { total, start, items: Array.from({ length: count }, (_, nth) => item(start + nth)) };
}

/** In words for people: `Session @17`, `"text" (string) @4`. */
export function nameOf(analysis: HeapAnalysis, node: number, most = 60): string {
  const { graph } = analysis;
  const index = graph.columns.summaries[node]!;
  const summary = index === none ? undefined : graph.strings.text(index, most);
  const shown = summary === undefined || summary === '' ? '' : ` ${JSON.stringify(summary)}`;
  return `${graph.type(node)}${shown} @${graph.id(node)}`;
}

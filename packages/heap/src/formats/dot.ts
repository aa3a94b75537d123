// A part of a graph as DOT, for Graphviz: a node, what it refers to and what holds it, or some paths; always in the same order.

import type { EdgeKind } from '../contract/vocabulary.js';
import type { HeapAnalysis } from '../analysis/analysis.js';
import type { Path } from '../analysis/paths.js';
import { bytesText } from '../analysis/amounts.js';
import { hasRetained } from '../analysis/views.js';

export interface DotPart {
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
}

/** Breadth-first in both directions, at most so many nodes; then all edges between them. */
export function neighbourhood(analysis: HeapAnalysis, focus: number, depth: number, most: number): DotPart {
  const { incoming, sources } = analysis;
  const { first, to } = analysis.graph.columns;
  const nodes = new Set([focus]);
  let frontier = [focus];
  for (let step = 0; step < depth && frontier.length > 0; step++) {
    const next: number[] = [];
    const take = (node: number): void => {
      if (nodes.size >= most || nodes.has(node)) return;
      nodes.add(node);
      next.push(node);
    };
    for (const node of frontier) {
      for (let edge = first[node]!; edge < first[node + 1]! && nodes.size < most; edge++) take(to[edge]!);
      for (let at = incoming.first[node]!; at < incoming.first[node + 1]! && nodes.size < most; at++)
        take(sources.sourceOf(incoming.edges[at]!));
    }
    frontier = next;
  }
  return partOf(analysis, nodes);
}

/** These nodes, and all edges between them. */
export function partOf(analysis: HeapAnalysis, nodes: ReadonlySet<number>): DotPart {
  const { incoming, sources } = analysis;
  const { first, to } = analysis.graph.columns;
  const shown = [...nodes].toSorted((one, other) => one - other);
  const edges: number[] = [];
  for (const node of shown) {
    // A hub has millions: its edges to the few others are found from their side.
    if (first[node + 1]! - first[node]! <= 10_000) {
      for (let edge = first[node]!; edge < first[node + 1]!; edge++)
        if (nodes.has(to[edge]!)) edges.push(edge);
    } else {
      for (const target of shown) {
        for (
          let at = incoming.first[target]!;
          at < Math.min(incoming.first[target + 1]!, incoming.first[target]! + 10_000);
          at++
        )
          if (sources.sourceOf(incoming.edges[at]!) === node) edges.push(incoming.edges[at]!);
      }
    }
  }
  return { nodes: shown, edges: [...new Set(edges)].toSorted((one, other) => one - other) };
}

export function partOfPaths({ graph }: HeapAnalysis, paths: readonly Path[]): DotPart {
  const edges = [...new Set(paths.flat())].toSorted((one, other) => one - other);
  const nodes = new Set([graph.root, ...edges.map(edge => graph.columns.to[edge]!)]);
  return { nodes: [...nodes].toSorted((one, other) => one - other), edges };
}

/** Told apart without colour. */
const lines: Partial<Readonly<Record<EdgeKind, string>>> = {
  'closure-capture': 'arrowhead=onormal',
  'map-key': 'arrowhead=odiamond',
  'map-value': 'arrowhead=diamond',
  bookkeeping: 'arrowhead=vee',
  'stack-root': 'arrowhead=dot',
  'global-root': 'arrowhead=dot',
  root: 'arrowhead=dot',
};

export function dotOf(analysis: HeapAnalysis, part: DotPart, focus?: number): string {
  const { graph, sources } = analysis;
  const { first, to } = graph.columns;
  const inside = new Set(part.nodes);
  const out: string[] = ['digraph heap {', '  rankdir=LR;', '  node [shape=box, fontname="monospace"];'];
  const { exactness, why } = analysis.retainedLabel;
  // A line for each reason: Graphviz breaks none, and the drawing would be as wide as all of them.
  const reasons = why?.split('; ') ?? [];
  if (exactness !== 'exact')
    out.push(`  label=${quoted([`Sizes are ${exactness}`, ...reasons].join('\n'))};`);
  for (const node of part.nodes) {
    const summary = graph.summary(node, 40);
    const size = hasRetained(analysis.retainedLabel)
      ? `${bytesText(graph.size(node))}, keeps ${bytesText(analysis.retained[node]!)}`
      : bytesText(graph.size(node));
    const hidden =
      first[node + 1]! - first[node]! - part.edges.filter(edge => sources.sourceOf(edge) === node).length;
    const label = [
      `${graph.type(node)} @${graph.id(node)}`,
      ...(summary === undefined || summary === '' ? [] : [JSON.stringify(summary)]),
      size,
      ...(hidden > 0 ? [`+${hidden} more references`] : []),
    ];
    const looks = [
      `label=${quoted(label.join('\n'))}`,
      ...(node === focus ? ['penwidth=3'] : []),
      ...(graph.rootCategory(node) === undefined ? [] : ['shape=ellipse']),
    ];
    out.push(`  n${graph.id(node)} [${looks.join(', ')}];`);
  }
  for (const edge of part.edges) {
    const [from, target] = [sources.sourceOf(edge), to[edge]!];
    if (!inside.has(from) || !inside.has(target)) continue;
    const name = graph.edgeName(edge);
    const kind = graph.edgeKind(edge);
    const text = name === undefined ? kind : `${typeof name === 'number' ? `[${name}]` : name}\n${kind}`;
    const looks = [`label=${quoted(text)}`, ...(lines[kind] === undefined ? [] : [lines[kind]])];
    if (graph.isWeak(edge)) looks.push('style=dashed');
    out.push(`  n${graph.id(from)} -> n${graph.id(target)} [${looks.join(', ')}];`);
  }
  return `${[...out, '}'].join('\n')}\n`;
}

/** Control characters would end a line in some readers. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')}"`;

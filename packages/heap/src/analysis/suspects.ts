// Leak suspects: objects and types that hold much of the heap, where it accumulates, and who owns it, in words.

import { firstReservedId } from '../contract/source.js';
import type { HeapAnalysis } from './analysis.js';
import { shortestPath, type Path } from './paths.js';
import { hasRetained, nameOf } from './views.js';

export interface Suspect {
  /** The node at which much accumulates, or of which there are many. */
  readonly node: number;
  readonly retained: number;
  readonly share: number;
  /** One of its many: what it is full of. */
  readonly fullOf?: { readonly type: string; readonly count: number; readonly retained: number };
  readonly path: Path | undefined;
  readonly words: string;
}

/** Less of the heap than this is nobody's leak. */
const suspiciousShare = 0.1;
/** A child that takes so much of its parent is the same suspect, further down. */
const passedOn = 0.8;

/** Largest first. Empty where retained sizes cannot be computed. */
export function suspectsOf(analysis: HeapAnalysis, most = 5): readonly Suspect[] {
  if (!hasRetained(analysis.retainedLabel)) return [];
  const total = analysis.retained[analysis.graph.root]!;
  const found: Suspect[] = [];
  const seen = new Set<number>();
  for (const node of analysis.bySize) {
    if (analysis.retained[node]! < total * suspiciousShare || found.length === most) break;
    if (seen.has(node)) continue;
    const point = accumulation(analysis, node, seen);
    if (analysis.graph.isInternal(point) && point === node) continue;
    const owner = visible(analysis, point);
    if (owner === undefined || found.some(suspect => suspect.node === owner)) continue;
    // What lies within an earlier suspect and says nothing new about it.
    if (
      found.some(suspect => analysis.dominates(owner, suspect.node) && passes(analysis, owner, suspect.node))
    )
      continue;
    found.push(suspectAt(analysis, owner, total));
  }
  return found;
}

const passes = (analysis: HeapAnalysis, above: number, below: number): boolean =>
  analysis.retained[below]! >= analysis.retained[above]! * passedOn;

/** Down the dominator tree as long as one child has nearly everything. */
function accumulation(
  { tree: { first, children }, retained }: HeapAnalysis,
  from: number,
  seen: Set<number>,
): number {
  let node = from;
  for (;;) {
    seen.add(node);
    if (first[node] === first[node + 1]) return node;
    const child = children[first[node]!]!;
    if (seen.has(child) || retained[child]! < retained[node]! * passedOn) return node;
    node = child;
  }
}

/** The nearest object of the program that dominates it: people know their Map, not its table. */
function visible({ graph, dominators: { parents } }: HeapAnalysis, from: number): number | undefined {
  let node = from;
  for (let step = 0; node !== graph.root && step < graph.nodeCount; step++, node = parents[node]!)
    if (!graph.isInternal(node) && graph.rootCategory(node) === undefined) return node;
  return undefined;
}

function suspectAt(analysis: HeapAnalysis, node: number, total: number): Suspect {
  const retained = analysis.retained[node]!;
  const fullOf = contents(analysis, node);
  const path = shortestPath(analysis, node);
  const share = total === 0 ? 0 : retained / total;
  const contentWords =
    fullOf === undefined
      ? ''
      : ` Most of it is ${fullOf.count.toLocaleString('en')} × ${fullOf.type} (${bytesText(fullOf.retained)}).`;
  const holder = path === undefined ? undefined : holderWords(analysis, path);
  return {
    node,
    retained,
    share,
    ...(fullOf === undefined ? {} : { fullOf }),
    path,
    words:
      `${nameOf(analysis, node)} keeps ${bytesText(retained)} alive, ${percent(share)} of the heap, in ` +
      `${analysis.dominatedCount(node).toLocaleString('en')} objects.${contentWords}` +
      (holder === undefined ? '' : ` It is held by ${holder}.`),
  };
}

/** The type of its children in the tree that holds most, where there are at least a few of them. */
function contents({ graph, tree, retained }: HeapAnalysis, node: number): Suspect['fullOf'] {
  // Tables and the like stand between a collection and what is in it.
  let at = node;
  for (let step = 0; step < 10; step++) {
    const child = tree.children[tree.first[at]!];
    if (tree.first[at] === tree.first[at + 1] || child === undefined) return undefined;
    // Without its own bytes: those of a table count with the collection that owns it.
    const below = retained[at]! - graph.size(at);
    if (!graph.isInternal(child) || retained[child]! < below * passedOn) break;
    at = child;
  }
  const sums = new Map<number, { count: number; retained: number }>();
  for (let nth = tree.first[at]!; nth < tree.first[at + 1]!; nth++) {
    const child = tree.children[nth]!;
    const type = graph.columns.types[child]!;
    const sum = sums.get(type) ?? { count: 0, retained: 0 };
    sums.set(type, { count: sum.count + 1, retained: sum.retained + retained[child]! });
  }
  const [top] = [...sums].toSorted(([one, a], [other, b]) => b.retained - a.retained || one - other);
  return top === undefined || top[1].count < 2
    ? undefined
    : { type: graph.strings.text(top[0], 100), ...top[1] };
}

/** `global → application → sessions`, without what belongs to the runtime. */
export function holderWords(analysis: HeapAnalysis, path: Path): string | undefined {
  const { graph } = analysis;
  const names = path.flatMap(edge => {
    const target = graph.columns.to[edge]!;
    if (graph.id(target) > firstReservedId) return [];
    if (graph.rootCategory(target) !== undefined) return [graph.summary(target, 60) ?? graph.type(target)];
    const name = graph.edgeName(edge);
    const kind = graph.edgeKind(edge);
    if (kind === 'bookkeeping' || name === undefined) return [];
    return typeof name === 'number' ? [`[${name}]`] : [name];
  });
  // A root is named like the edge that leads from it.
  const told = names.filter((name, nth) => name !== names[nth - 1]);
  if (told.length === 0) return undefined;
  const shown = told.length <= 8 ? told : [...told.slice(0, 4), '…', ...told.slice(-3)];
  return shown.join(' → ');
}

const percent = (share: number): string => `${(share * 100).toFixed(share >= 0.1 ? 0 : 1)} %`;

/** `12.3 MB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit + 1 < units.length) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]!}`;
}

// Leak suspects: objects and types that hold much of the heap, where it accumulates, and who owns it, in words.

import { firstReservedId } from '../contract/source.js';
import { bytesText, counted, percent } from './amounts.js';
import { isGuessed, type Provenance } from '../contract/vocabulary.js';
import type { HeapAnalysis } from './analysis.js';
import { chainAlong, type Chain } from './chain.js';
import { shortestPath, type Path } from './paths.js';
import { hasRetained, nameOf } from './views.js';

export interface Contents {
  readonly type: string;
  readonly count: number;
  readonly retained: number;
}

export interface Suspect {
  /** The node at which much accumulates, or of which there are many. */
  readonly node: number;
  readonly retained: number;
  readonly share: number;
  /** One of its many: what it is full of. */
  readonly fullOf?: Contents;
  /** It begins a list of these, each of which holds the next. */
  readonly chain?: Contents;
  /** It stands for all that no root holds. */
  readonly garbage?: Contents;
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
    const { point, chain } = accumulation(analysis, node, seen);
    if (analysis.graph.isInternal(point) && point === node) continue;
    const owner = visible(analysis, point);
    // What no root holds is one suspect, whatever its parts are.
    if (owner === undefined || !analysis.isReached(owner)) continue;
    // A table of the program itself never grows.
    if (analysis.graph.provenance(owner) === 'static' && isAlone(analysis, owner)) continue;
    if (found.some(suspect => suspect.node === owner)) continue;
    // What lies within an earlier suspect and says nothing new about it.
    if (
      found.some(suspect => analysis.dominates(owner, suspect.node) && passes(analysis, owner, suspect.node))
    )
      continue;
    // One of the many that an earlier suspect is full of.
    const type = analysis.graph.columns.types[owner]!;
    const isPart = (suspect: Suspect): boolean =>
      suspect.fullOf?.type === analysis.graph.strings.text(type, 100) &&
      analysis.dominates(suspect.node, owner);
    if (found.some(isPart)) continue;
    found.push(suspectAt(analysis, owner, total, chain));
  }
  const garbage = garbageIn(analysis, total);
  if (garbage === undefined) return found;
  const all = [...found, garbage].toSorted((one, other) => other.retained - one.retained);
  return all.slice(0, most);
}

const isAlone = ({ retained, graph }: HeapAnalysis, node: number): boolean =>
  retained[node] === graph.size(node);

const passes = (analysis: HeapAnalysis, above: number, below: number): boolean =>
  analysis.retained[below]! >= analysis.retained[above]! * passedOn;

interface Accumulation {
  readonly point: number;
  readonly chain?: Chain;
}

/** Down the dominator tree as long as one child has nearly everything; of a list, to whoever holds its first link. */
function accumulation(analysis: HeapAnalysis, from: number, seen: Set<number>): Accumulation {
  const { graph, dominators, tree, retained } = analysis;
  const way = [from];
  for (;;) {
    const node = way.at(-1)!;
    seen.add(node);
    const child = tree.children[tree.first[node]!]!;
    if (tree.first[node] === tree.first[node + 1] || seen.has(child)) break;
    if (retained[child]! < retained[node]! * passedOn) break;
    way.push(child);
  }
  const chain = chainAlong(analysis, way);
  if (chain === undefined) return { point: way.at(-1)! };
  for (let link = chain.tail; link !== chain.head; link = dominators.parents[link]!) seen.add(link);
  const holder = dominators.parents[chain.head]!;
  const isObject = holder !== graph.root && graph.rootCategory(holder) === undefined;
  return { point: isObject ? holder : chain.head, chain };
}

/** The nearest object of the program that dominates it: people know their Map, not its table. */
function visible({ graph, dominators: { parents } }: HeapAnalysis, from: number): number | undefined {
  let node = from;
  for (let step = 0; node !== graph.root && step < graph.nodeCount; step++, node = parents[node]!)
    if (!graph.isInternal(node) && graph.rootCategory(node) === undefined) return node;
  return undefined;
}

function suspectAt(analysis: HeapAnalysis, node: number, total: number, along?: Chain): Suspect {
  const { graph } = analysis;
  const retained = analysis.retained[node]!;
  const chain: Contents | undefined = along && {
    type: graph.strings.text(along.type, 100),
    count: along.count,
    retained: analysis.retained[along.head]!,
  };
  const fullOf = along === undefined ? contents(analysis, node) : undefined;
  const path = shortestPath(analysis, node);
  const share = total === 0 ? 0 : retained / total;
  const contentWords =
    chain !== undefined
      ? ` It begins a list of ${timesText(chain)}, each of which holds the next.`
      : fullOf === undefined
        ? ''
        : ` Most of it is ${timesText(fullOf)}.`;
  const holder = path === undefined ? undefined : holderWords(analysis, path);
  return {
    node,
    retained,
    share,
    ...(fullOf === undefined ? {} : { fullOf }),
    ...(chain === undefined ? {} : { chain }),
    path,
    words:
      `${nameOf(analysis, node)} keeps ${bytesText(retained)} alive, ${percent(share)} of the heap, in ` +
      `${counted(analysis.dominatedCount(node), 'object')}.${contentWords}` +
      (holder === undefined ? '' : ` It ${maybe(analysis, path!) ? 'may be' : 'is'} held by ${holder}.`),
  };
}

/** Some step of it is a word that may be a number. */
const maybe = ({ graph }: HeapAnalysis, path: Path): boolean =>
  path.some(
    edge =>
      graph.edgeKind(edge) === 'conservative' ||
      graph.rootCategory(graph.columns.to[edge]!) === 'conservative',
  );

const timesText = ({ count, type, retained }: Contents): string =>
  `${count.toLocaleString('en')} × ${type} (${bytesText(retained)})`;

/** All that no root holds, as one suspect; the node is the largest of it. */
function garbageIn(analysis: HeapAnalysis, total: number): Suspect | undefined {
  const { graph, dominators, retained } = analysis;
  const unreached = dominators.order.subarray(dominators.reached);
  let size = 0;
  const managers = new Set<Provenance>();
  for (const node of unreached) {
    size += graph.size(node);
    // What is part of the program takes nothing of the heap.
    if (graph.size(node) > 0) managers.add(graph.provenance(node));
  }
  const share = total === 0 ? 0 : size / total;
  if (size === 0 || share < suspiciousShare) return undefined;
  const node = unreached.reduce((most, each) => (retained[each]! > retained[most]! ? each : most));
  const sums: Sums = new Map();
  for (const each of unreached) addTo(sums, graph.columns.types[each]!, graph.size(each));
  const garbage = topOf(analysis, sums)!;
  const isOne = unreached.length === 1;
  const [manager, ...others] = managers;
  const why =
    others.length === 0 && manager === 'manual'
      ? isGuessed(graph.facts.labels)
        ? `${isOne ? 'It was' : 'They were'} allocated and not freed, and may be lost: no pointer to ${isOne ? 'it' : 'them'} was found.`
        : `${isOne ? 'It was' : 'They were'} allocated and not freed, and nothing points there any more.`
      : others.length === 0 && manager === 'arc'
        ? `${isOne ? 'It owns itself' : 'They own each other in circles'}, so that no count of owners gets to zero.`
        : `The program cannot reach ${isOne ? 'it' : 'them'}: garbage, or roots are missing here.`;
  const most = isOne ? nameOf(analysis, node) : `mostly ${timesText(garbage)}`;
  return {
    ...{ node, retained: size, share, garbage, path: undefined },
    words:
      `${counted(unreached.length, 'object')} of ${bytesText(size)}, ${percent(share)} of the heap, ` +
      `${isOne ? 'is' : 'are'} held by no root: ${most}. ${why}`,
  };
}

type Sums = Map<number, { count: number; retained: number }>;

function addTo(sums: Sums, type: number, size: number): void {
  const sum = sums.get(type);
  if (sum === undefined) sums.set(type, { count: 1, retained: size });
  else {
    sum.count++;
    sum.retained += size;
  }
}

function topOf({ graph }: HeapAnalysis, sums: Sums): Contents | undefined {
  const [top] = [...sums].toSorted(([one, a], [other, b]) => b.retained - a.retained || one - other);
  return top && { type: graph.strings.text(top[0], 100), ...top[1] };
}

/** The type of its children in the tree that holds most, where there are at least a few of them. */
function contents(analysis: HeapAnalysis, node: number): Contents | undefined {
  const { graph, tree, retained } = analysis;
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
  const sums: Sums = new Map();
  for (let nth = tree.first[at]!; nth < tree.first[at + 1]!; nth++) {
    const child = tree.children[nth]!;
    addTo(sums, graph.columns.types[child]!, retained[child]!);
  }
  const top = topOf(analysis, sums);
  return top === undefined || top.count < 2 ? undefined : top;
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
    // A pointer has no name of its own.
    if (kind === 'bookkeeping' || name === undefined || name === '*') return [];
    return typeof name === 'number' ? [`[${name}]`] : [name];
  });
  // A root is named like the edge that leads from it.
  const told = names.filter((name, nth) => name !== names[nth - 1]);
  if (told.length === 0) return undefined;
  const shown = told.length <= 8 ? told : [...told.slice(0, 4), '…', ...told.slice(-3)];
  return shown.join(' → ');
}

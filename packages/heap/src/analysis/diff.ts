// Compares two snapshots of one process: objects are the same if their ids are.

import { none, positionBit } from '../graph/graph.js';
import type { HeapAnalysis } from './analysis.js';
import { groupsOf, type Group, type Grouping } from './groups.js';

export interface GroupChange {
  readonly name: string;
  readonly count: readonly [before: number, after: number];
  readonly shallow: readonly [before: number, after: number];
  readonly retained: readonly [before: number, after: number];
}

export interface HeapDiff {
  readonly count: readonly [before: number, after: number];
  readonly shallow: readonly [before: number, after: number];
  readonly added: { readonly count: number; readonly shallow: number };
  readonly removed: { readonly count: number; readonly shallow: number };
  /** Objects of both snapshots whose retained size changed. */
  readonly retainedChanged: number;
  /** Objects of both whose shortest path from a root leads another way, and the largest of them. */
  readonly pathChanged: { readonly count: number; readonly examples: readonly (readonly [number, number])[] };
  readonly types: readonly GroupChange[];
  readonly sites: readonly GroupChange[];
  /** New objects, largest retained size first. */
  readonly largestAdded: readonly number[];
  /** Objects with the same id are of different types: the snapshots are not of one process. */
  readonly idsDiffer: boolean;
}

const mostExamples = 5;

export interface DiffOptions {
  /** Of each list. */
  readonly most?: number;
  /** Both are of one process, so that another type is the same object, of which more or less is known. */
  readonly oneProcess?: boolean;
}

/** Node numbers in the answer belong to `after`, the first of a pair to `before`. */
export function diffOf(
  before: HeapAnalysis,
  after: HeapAnalysis,
  { most = 20, oneProcess = false }: DiffOptions = {},
): HeapDiff {
  const matches = matchById(before, after);
  const [paths, newPaths] = [pathHashes(before), pathHashes(after)];
  let [kept, otherType, retainedChanged, pathChanged, addedCount, addedSize, keptSize] = [
    0, 0, 0, 0, 0, 0, 0,
  ];
  const sameType = typeComparison(before, after);
  for (let node = 0; node < after.graph.nodeCount; node++) {
    const old = matches[node]!;
    if (old === none) {
      addedCount++;
      addedSize += after.graph.size(node);
      continue;
    }
    kept++;
    keptSize += before.graph.size(old);
    if (!sameType(old, node)) otherType++;
    if (before.retained[old] !== after.retained[node]) retainedChanged++;
    if (paths[old] !== newPaths[node]) pathChanged++;
  }
  const examples: (readonly [number, number])[] = [];
  const largestAdded: number[] = [];
  for (const node of after.bySize) {
    if (examples.length === mostExamples && largestAdded.length === most) break;
    if (after.graph.isInternal(node)) continue;
    const old = matches[node]!;
    if (old === none) {
      if (largestAdded.length < most) largestAdded.push(node);
    } else if (paths[old] !== newPaths[node] && examples.length < mostExamples) examples.push([old, node]);
  }
  const sizes = [before, after].map(({ retained, graph }) => retained[graph.root]!) as [number, number];
  return {
    count: [before.graph.nodeCount, after.graph.nodeCount],
    shallow: sizes,
    added: { count: addedCount, shallow: addedSize },
    removed: { count: before.graph.nodeCount - kept, shallow: sizes[0] - keptSize },
    retainedChanged,
    pathChanged: { count: pathChanged, examples },
    types: changes(before, after, 'type').slice(0, most),
    sites: changes(before, after, 'site')
      .filter(({ name }) => name !== '(unknown)')
      .slice(0, most),
    largestAdded,
    idsDiffer: !oneProcess && kept > 0 && otherType > kept * 0.05,
  };
}

/** By node of `after`: the node of `before` with its id. Ids that repeat match once. */
function matchById(before: HeapAnalysis, after: HeapAnalysis): Uint32Array {
  const matches = new Uint32Array(after.graph.nodeCount).fill(none);
  const taken = new Uint8Array(before.graph.nodeCount);
  for (let node = 0; node < matches.length; node++) {
    const old = before.ids.nodeOf(after.graph.id(node));
    if (old < 0 || taken[old] !== 0) continue;
    taken[old] = 1;
    matches[node] = old;
  }
  return matches;
}

/** Types are compared by text, each pair of strings once. */
function typeComparison(before: HeapAnalysis, after: HeapAnalysis): (old: number, node: number) => boolean {
  const known = new Map<number, Map<number, boolean>>();
  return (old, node) => {
    const [one, other] = [before.graph.columns.types[old]!, after.graph.columns.types[node]!];
    const row = known.get(one) ?? new Map<number, boolean>();
    if (row.size === 0) known.set(one, row);
    let same = row.get(other);
    if (same === undefined)
      row.set(other, (same = before.graph.strings.text(one) === after.graph.strings.text(other)));
    return same;
  };
}

/** A hash of the shortest path of every node: kinds, names and types on the way; positions in lists shift and do not count. */
function pathHashes(analysis: HeapAnalysis): Uint32Array {
  const { graph, nearest, sources } = analysis;
  const hashes = new Uint32Array(graph.nodeCount);
  const done = new Uint8Array(graph.nodeCount);
  const texts = new Map<number, number>();
  const hashOf = (index: number): number => {
    let hash = texts.get(index);
    if (hash === undefined) texts.set(index, (hash = hashName(graph.strings.text(index, 200))));
    return hash;
  };
  done[graph.root] = 1;
  const way: number[] = [];
  for (let start = 0; start < graph.nodeCount; start++) {
    let node = start;
    while (done[node] === 0 && nearest[node] !== none) {
      way.push(node);
      node = sources.sourceOf(nearest[node]!);
    }
    done[node] = 1;
    for (let next = way.pop(); next !== undefined; next = way.pop()) {
      const edge = nearest[next]!;
      const [kind, index] = [graph.columns.edgeKinds[edge]!, graph.columns.edgeNames[edge]!];
      const step = mix((kind & positionBit) === 0 && index !== none ? hashOf(index) : 0, kind);
      hashes[next] = mix(mix(hashes[node]!, step), hashOf(graph.columns.types[next]!));
      done[next] = 1;
      node = next;
    }
  }
  return hashes;
}

const mix = (one: number, other: number): number => {
  const product = Math.imul(one ^ (other + 0x9e37_79b9), 0x85eb_ca6b);
  return (product ^ (product >>> 15)) >>> 0;
};

/** V8 writes places in its own tables as text: they shift as positions do. */
const hashName = (name: string): number => (/^\d/.test(name) ? 0 : hashText(name));

function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash >>> 0;
}

const nothing: Group = { name: '', count: 0, shallow: 0 };

/** Groups whose count or sizes changed, largest growth first. */
function changes(before: HeapAnalysis, after: HeapAnalysis, by: Grouping): readonly GroupChange[] {
  const old = new Map(groupsOf(before, by).map(group => [group.name, group]));
  const now = new Map(groupsOf(after, by).map(group => [group.name, group]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name): GroupChange => {
      const [one, other] = [old.get(name) ?? nothing, now.get(name) ?? nothing];
      return {
        name,
        count: [one.count, other.count],
        shallow: [one.shallow, other.shallow],
        retained: [one.retained ?? 0, other.retained ?? 0],
      };
    })
    .filter(({ count, shallow, retained }) =>
      [count, shallow, retained].some(([one, other]) => one !== other),
    )
    .toSorted(
      (one, other) =>
        growth(other.retained) - growth(one.retained) ||
        growth(other.count) - growth(one.count) ||
        (one.name < other.name ? -1 : 1),
    );
}

const growth = ([before, after]: readonly [number, number]): number => after - before;

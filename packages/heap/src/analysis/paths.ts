// Why something is alive: the shortest path from a root, and key paths that differ in who owns.

import { HeapProblem } from '../contract/problem.js';
import { none, weakBit } from '../graph/graph.js';
import type { HeapAnalysis } from './analysis.js';

/** Edges from the root to the node, in that order. */
export type Path = readonly number[];

export interface KeyPaths {
  readonly paths: readonly Path[];
  /** False where the search was given up, or more were found than asked for. */
  readonly complete: boolean;
}

/** Nodes that one search may look at: some milliseconds. */
const searchBudget = 200_000;

const brokenIndex = (): HeapProblem =>
  new HeapProblem('corrupt', 'the index of this heap contradicts itself.', 'Write it again with --save.');

/** Undefined where nothing reaches the node. */
export function shortestPath(analysis: HeapAnalysis, node: number): Path | undefined {
  const { nearest, sources, graph } = analysis;
  if (node === graph.root) return [];
  if (nearest[node] === none) return undefined;
  const path: number[] = [];
  for (let current = node; current !== graph.root;) {
    const edge = nearest[current]!;
    // Only an index file that was made up has a way that leads round and round.
    if (edge === none || path.length > graph.nodeCount) throw brokenIndex();
    path.push(edge);
    current = sources.sourceOf(edge);
  }
  return path.toReversed();
}

/**
 * Up to `most` paths that differ in their owners. The first round looks for paths that share only what every path shares:
 * the node's dominators, and the categories of roots. The second takes paths that differ at their beginning, so that two
 * owners behind one hub both appear.
 */
export function keyPaths(analysis: HeapAnalysis, node: number, most = 5): KeyPaths {
  const paths: Path[] = [];
  const shared = dominatorsAbove(analysis, node);
  const known = new Set<string>();
  let complete = true;
  for (const claim of [wholeWay, beginning]) {
    const claimed = new Set<number>();
    if (claim === beginning) for (const path of paths) claim(analysis, path, shared, claimed);
    for (;;) {
      const found = detour(analysis, node, claimed);
      if (found === undefined) break;
      if (found === 'gave up') {
        complete = false;
        break;
      }
      const before = claimed.size;
      const key = found.join();
      if (!known.has(key)) {
        if (paths.length === most) return { paths, complete: false };
        known.add(key);
        paths.push(found);
      }
      claim(analysis, found, shared, claimed);
      // Nothing on this path could be avoided: it is the only one.
      if (claimed.size === before) break;
    }
  }
  return { paths, complete };
}

function dominatorsAbove(
  { dominators: { parents }, graph }: HeapAnalysis,
  node: number,
): ReadonlySet<number> {
  const above = new Set([node, graph.root]);
  for (let current = node; current !== graph.root; current = parents[current]!) {
    if (above.has(current) && current !== node) throw brokenIndex();
    above.add(current);
  }
  return above;
}

type Claim = (analysis: HeapAnalysis, path: Path, shared: ReadonlySet<number>, claimed: Set<number>) => void;

const wholeWay: Claim = (analysis, path, shared, claimed) => {
  for (const edge of path) {
    const node = analysis.graph.columns.to[edge]!;
    if (isOwner(analysis, node, shared)) claimed.add(node);
  }
};

const beginning: Claim = (analysis, path, shared, claimed) => {
  const first = path
    .map(edge => analysis.graph.columns.to[edge]!)
    .find(node => isOwner(analysis, node, shared));
  if (first !== undefined) claimed.add(first);
};

/** Not on every path, and no category: `(stack roots)` holds many things for many reasons. */
function isOwner({ graph }: HeapAnalysis, node: number, shared: ReadonlySet<number>): boolean {
  return !shared.has(node) && (graph.rootCategory(node) === undefined || graph.summary(node) !== undefined);
}

/**
 * A short path that avoids the claimed nodes: backwards from the node until the shortest path of a holder is free of them.
 */
function detour(
  analysis: HeapAnalysis,
  node: number,
  claimed: ReadonlySet<number>,
): Path | 'gave up' | undefined {
  const { graph, incoming, sources } = analysis;
  if (node === graph.root) return undefined;
  const direct = cleanPath(analysis, node, claimed);
  if (direct !== undefined) return direct;
  /** The edge by which the search came to each node, towards the wanted one. */
  const towards = new Map<number, number>([[node, none]]);
  const queue = [node];
  for (let head = 0; head < queue.length; head++) {
    const current = queue[head]!;
    for (let at = incoming.first[current]!; at < incoming.first[current + 1]!; at++) {
      const edge = incoming.edges[at]!;
      if ((graph.columns.edgeKinds[edge]! & weakBit) !== 0) continue;
      const holder = sources.sourceOf(edge);
      if (towards.has(holder) || claimed.has(holder)) continue;
      towards.set(holder, edge);
      const begin = cleanPath(analysis, holder, claimed);
      // The beginning may lead through what the search passed: then it is no path without a loop.
      const loops = begin?.some(
        each => towards.has(graph.columns.to[each]!) && graph.columns.to[each] !== holder,
      );
      if (begin !== undefined && loops !== true)
        return [...begin, ...wayBack(graph.columns.to, towards, holder)];
      if (towards.size > searchBudget) return 'gave up';
      queue.push(holder);
    }
  }
  return undefined;
}

function wayBack(to: Uint32Array, towards: ReadonlyMap<number, number>, from: number): Path {
  const way: number[] = [];
  for (let edge = towards.get(from)!; edge !== none; edge = towards.get(to[edge]!)!) way.push(edge);
  return way;
}

function cleanPath(analysis: HeapAnalysis, node: number, claimed: ReadonlySet<number>): Path | undefined {
  const path = shortestPath(analysis, node);
  if (path === undefined || claimed.size === 0) return path;
  return path.some(edge => claimed.has(analysis.graph.columns.to[edge]!)) ? undefined : path;
}

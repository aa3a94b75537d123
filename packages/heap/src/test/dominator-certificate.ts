// Proves a dominator tree right without trusting the algorithm that made it, in nearly linear time.
//
// Georgiadis and Tarjan, Dominator Tree Certification (2012): a tree is the dominator tree if it has the parent property
// (for every edge the parent of its target is an ancestor of its source) and the sibling property (no node dominates a
// sibling). The second is shown on the derived graph: every edge is moved up to where its source is a sibling of its
// target; there each node must be reachable in two ways, which a descending iteration finds out.

import { none, uncounted } from '../graph/graph.js';
import type { HeapAnalysis } from '../analysis/analysis.js';

/** Answers with what is wrong; undefined if the tree is proved. */
export function dominatorError(analysis: HeapAnalysis): string | undefined {
  const { graph, dominators } = analysis;
  const { first, to, edgeKinds } = graph.columns;
  const { parents, order, reached } = dominators;
  const { enter, leave } = intervals(parents, order);
  const isAbove = (above: number, node: number): boolean =>
    enter[above]! <= enter[node]! && enter[node]! < leave[above]!;
  const reachedNodes = new Uint8Array(graph.nodeCount);
  for (let nth = 0; nth < reached; nth++) reachedNodes[order[nth]!] = 1;
  /** Derived edges by target: siblings, or the parent itself. */
  const derived: number[][] = Array.from({ length: graph.nodeCount }, () => []);
  const childAbove = siblingFinder(parents, order, enter, leave);
  for (let node = 0; node < graph.nodeCount; node++) {
    if (reachedNodes[node] === 0) continue;
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const target = to[edge]!;
      if ((edgeKinds[edge]! & uncounted) !== 0 || target === node || target === graph.root) continue;
      if (reachedNodes[target] === 0) return `node ${target} is reached by ${node} and called unreachable`;
      const parent = parents[target]!;
      if (!isAbove(parent, node))
        return `parent property: ${parent} is not above ${node}, which holds ${target}`;
      derived[target]!.push(node === parent ? parent : childAbove(parent, node));
    }
  }
  return siblingError(parents, derived, reachedNodes, graph.root);
}

function intervals(parents: Uint32Array, order: Uint32Array) {
  const enter = new Uint32Array(parents.length);
  const leave = new Uint32Array(parents.length).fill(1);
  for (let nth = order.length - 1; nth > 0; nth--) leave[parents[order[nth]!]!]! += leave[order[nth]!]!;
  const next = new Uint32Array(parents.length);
  for (const node of order) {
    if (node !== order[0]) {
      enter[node] = next[parents[node]!]!;
      next[parents[node]!]! += leave[node]!;
    }
    next[node] = enter[node]! + 1;
  }
  for (let node = 0; node < parents.length; node++) leave[node]! += enter[node]!;
  return { enter, leave };
}

/** The child of `parent` that is above `node`: by binary search in the children, sorted by when they are entered. */
function siblingFinder(parents: Uint32Array, order: Uint32Array, enter: Uint32Array, leave: Uint32Array) {
  const children: number[][] = Array.from(parents, () => []);
  for (const node of order) if (node !== order[0]) children[parents[node]!]!.push(node);
  for (const list of children) list.sort((one, other) => enter[one]! - enter[other]!);
  return (parent: number, node: number): number => {
    const list = children[parent]!;
    let [low, high] = [0, list.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (enter[list[middle]!]! <= enter[node]!) low = middle;
      else high = middle - 1;
    }
    const child = list[low]!;
    if (!(enter[node]! >= enter[child]! && enter[node]! < leave[child]!))
      throw new Error('not below the parent');
    return child;
  };
}

/**
 * Every claim "v dominates its sibling w" must fall. At first every node is believed to be dominated by the sibling
 * that reaches it first; a second way, whose believed dominators have nothing in common with it, refutes that.
 */
function siblingError(
  parents: Uint32Array,
  derived: readonly (readonly number[])[],
  reached: Uint8Array,
  root: number,
): string | undefined {
  const out: number[][] = Array.from(parents, () => []);
  derived.forEach((sources, target) => {
    for (const source of sources) if (source !== parents[target]) out[source]!.push(target);
  });
  /** A sibling that is believed to dominate; `none` where it is known that only the parent does. */
  const believed = new Uint32Array(parents.length);
  const place = new Uint32Array(parents.length).fill(none);
  const sequence: number[] = [];
  // Breadth-first over the derived graph, beginning at nodes that their parent holds itself.
  for (let node = 0; node < parents.length; node++) {
    if (node === root || reached[node] === 0 || !derived[node]!.includes(parents[node]!)) continue;
    believed[node] = none;
    place[node] = sequence.push(node);
  }
  for (let head = 0; head < sequence.length; head++) {
    for (const target of out[sequence[head]!]!) {
      if (place[target] !== none) continue;
      believed[target] = sequence[head]!;
      place[target] = sequence.push(target);
    }
  }
  const meet = (one: number, other: number): number => {
    let [a, b] = [one, other];
    while (a !== b) {
      if (a === none || b === none) return none;
      if (place[a]! > place[b]!) a = believed[a]!;
      else b = believed[b]!;
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const node of sequence) {
      if (believed[node] === none) continue;
      let common = believed[node]!;
      for (const source of derived[node]!) common = meet(common, source === parents[node] ? none : source);
      if (common !== believed[node]) {
        believed[node] = common;
        changed = true;
      }
    }
  }
  for (let node = 0; node < parents.length; node++) {
    if (node === root || reached[node] === 0) continue;
    if (place[node] === none) return `node ${node} is not reached within its family`;
    if (believed[node] !== none) return `sibling property: ${believed[node]!} dominates ${node}`;
  }
  return undefined;
}

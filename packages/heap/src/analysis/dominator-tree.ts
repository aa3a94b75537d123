// The dominator tree downwards: children by size, subtrees as intervals, counts.

import type { Dominators } from './dominators.js';

export interface DominatorTree {
  /** Where the children of each node begin; one more than there are nodes. */
  readonly first: Uint32Array;
  /** Children, largest retained size first. */
  readonly children: Uint32Array;
}

/** `ordered` are all nodes, largest first. */
export function treeOf({ parents }: Dominators, ordered: Uint32Array): DominatorTree {
  const first = new Uint32Array(parents.length + 1);
  const children = new Uint32Array(Math.max(0, parents.length - 1));
  for (let node = 1; node < parents.length; node++) first[parents[node]!]!++;
  let end = 0;
  for (let node = 0; node <= parents.length; node++) first[node] = end += first[node]!;
  for (let nth = ordered.length - 1; nth >= 0; nth--) {
    const node = ordered[nth]!;
    if (node !== 0) children[--first[parents[node]!]!] = node;
  }
  return { first, children };
}

export interface Subtrees {
  /** The place of each node in a preorder walk of the tree. */
  readonly enter: Uint32Array;
  /** One behind the last place of its subtree. */
  readonly leave: Uint32Array;
  /** Nodes in that order. */
  readonly preorder: Uint32Array;
}

export function subtreesOf({ parents, order }: Dominators, { first, children }: DominatorTree): Subtrees {
  const count = parents.length;
  const leave = new Uint32Array(count);
  const enter = new Uint32Array(count);
  const preorder = new Uint32Array(count);
  // Counts of nodes first, summed up from below; they become places from above.
  leave.fill(1);
  for (let nth = count - 1; nth > 0; nth--) leave[parents[order[nth]!]!]! += leave[order[nth]!]!;
  for (let nth = 0; nth < count; nth++) {
    const node = order[nth]!;
    let next = enter[node]! + 1;
    for (let at = first[node]!; at < first[node + 1]!; at++) {
      enter[children[at]!] = next;
      next += leave[children[at]!]!;
    }
    preorder[enter[node]!] = node;
    leave[node] = next;
  }
  return { enter, leave, preorder };
}

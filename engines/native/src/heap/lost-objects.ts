// Objects that nothing leads to although nobody freed them: the heads from which all of them are reached.

/** Edges by position: those of node n are `to[first[n]]` up to `to[first[n + 1]]`. */
export interface Links {
  readonly first: Uint32Array;
  readonly to: Uint32Array;
}

export function linksOf(nodes: number, from: readonly number[], to: readonly number[]): Links {
  const first = new Uint32Array(nodes + 1);
  for (const node of from) first[node + 1]!++;
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  const next = first.slice(0, nodes);
  const targets = new Uint32Array(from.length);
  for (const [nth, node] of from.entries()) targets[next[node]!++] = to[nth]!;
  return { first, to: targets };
}

/** Marks all that can be reached from a node. */
export function markFrom({ first, to }: Links, start: number, seen: Uint8Array): void {
  if (seen[start] === 1) return;
  seen[start] = 1;
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const target = to[edge]!;
      if (seen[target] === 1) continue;
      seen[target] = 1;
      open.push(target);
    }
}

/**
 * As few nodes as possible from which all are reached that are not seen yet. Of objects that lead to each other in a circle it is
 * one; the order of a depth-first search ends with those that no other lost object leads to.
 */
export function lostHeads(links: Links, reached: Uint8Array): readonly number[] {
  const { first, to } = links;
  const ended: number[] = [];
  const seen = reached.slice();
  const next = first.slice(0, seen.length);
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const path = [start];
    while (path.length > 0) {
      const node = path.at(-1)!;
      if (next[node]! >= first[node + 1]!) {
        ended.push(path.pop()!);
        continue;
      }
      const target = to[next[node]!++]!;
      if (seen[target] === 1) continue;
      seen[target] = 1;
      path.push(target);
    }
  }
  const heads: number[] = [];
  const marked = reached.slice();
  for (const node of ended.toReversed()) {
    if (marked[node] === 1) continue;
    heads.push(node);
    markFrom(links, node, marked);
  }
  return heads;
}

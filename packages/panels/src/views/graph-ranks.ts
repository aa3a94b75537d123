// The layer of each node of a graph: the longest way to it from where the graph begins.

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The longest way from a beginning, after edges that lead back were turned round. */
export function ranksOf(ids: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, number> {
  const next = new Map(ids.map(id => [id, edges.filter(({ from }) => from === id).map(({ to }) => to)]));
  const pointedTo = new Set(edges.map(({ to }) => to));
  // Beginnings first; a ring has none and begins with what came first.
  const starts = [...ids.filter(id => !pointedTo.has(id)), ...ids];
  const order = finishOrder(starts, next);
  const position = new Map(order.map((id, index) => [id, index]));
  const ranks = new Map(ids.map(id => [id, 0]));
  for (const id of order)
    for (const to of next.get(id)!)
      if (position.get(to)! > position.get(id)!) ranks.set(to, Math.max(ranks.get(to)!, ranks.get(id)! + 1));
  return ranks;
}

/** Depth first; reversed order of finishing puts what points before what it points to wherever there is no ring. */
function finishOrder(
  starts: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const done = new Set<string>();
  const finished: string[] = [];
  for (const start of starts) {
    const path: { readonly id: string; at: number }[] = [];
    const enter = (id: string): void => {
      if (done.has(id)) return;
      done.add(id);
      path.push({ id, at: 0 });
    };
    enter(start);
    while (path.length > 0) {
      const top = path.at(-1)!;
      // From the last to the first, so that the first ends up leftmost in the reversed order.
      const follows = next.get(top.id)!;
      if (top.at < follows.length) enter(follows[follows.length - 1 - top.at++]!);
      else finished.push(path.pop()!.id);
    }
  }
  return finished.reverse();
}

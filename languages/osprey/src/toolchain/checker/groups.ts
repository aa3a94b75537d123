// Bindings of the file level in the order in which they can be inferred: what others use comes first, cycles together.

/** `uses` gives the nodes that a node needs. Groups come in order; the nodes of a group keep theirs. */
export function dependencyGroups<Node>(
  nodes: readonly Node[],
  uses: (node: Node) => Iterable<Node>,
): Node[][] {
  const groups: Node[][] = [];
  const state = new Map<Node, { index: number; low: number; open: boolean }>();
  const stack: Node[] = [];
  const order = new Map(nodes.map((node, nth) => [node, nth]));
  const visit = (node: Node): number => {
    const own = { index: state.size, low: state.size, open: true };
    state.set(node, own);
    stack.push(node);
    for (const used of uses(node)) {
      const known = state.get(used);
      if (known === undefined) own.low = Math.min(own.low, visit(used));
      else if (known.open) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) state.get(member)!.open = false;
      groups.push(group.sort((a, b) => order.get(a)! - order.get(b)!));
    }
    return own.low;
  };
  for (const node of nodes) if (!state.has(node)) visit(node);
  return groups;
}

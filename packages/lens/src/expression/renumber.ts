// Renumbering: programs that were compiled apart joined into one, in which every slot is bound once.

import type { Expression } from '@sonde/engine';

/** The program with its slots counted on from `first`, and the next free number. */
export function renumbered(
  program: Expression,
  first: number,
): { readonly program: Expression; readonly next: number } {
  const slots = new Map<number, number>();
  const slotOf = (slot: number): number => {
    let found = slots.get(slot);
    if (found === undefined) slots.set(slot, (found = first + slots.size));
    return found;
  };
  const visit = (node: Expression): Expression => {
    switch (node.op) {
      case 'constant':
      case 'read':
      case 'run':
      case 'symbol':
        return node;
      case 'record':
        return { ...node, members: node.members.map(({ name, value }) => ({ name, value: visit(value) })) };
      case 'fail':
        return node.of === undefined ? node : { ...node, of: visit(node.of) };
      case 'bound':
        return { ...node, slot: slotOf(node.slot) };
      case 'let':
        return { ...node, slot: slotOf(node.slot), value: visit(node.value), body: visit(node.body) };
      case 'field':
      case 'deref':
      case 'addressOf':
      case 'length':
      case 'not':
      case 'convert':
      case 'kindOf':
      case 'format':
      case 'vouched':
      case 'placed':
        return { ...node, of: visit(node.of) };
      case 'index':
        return { ...node, of: visit(node.of), at: visit(node.at) };
      case 'text':
        return node.length === undefined
          ? { ...node, address: visit(node.address) }
          : { ...node, address: visit(node.address), length: visit(node.length) };
      case 'integer':
      case 'float':
        return node.b === undefined
          ? { ...node, a: visit(node.a) }
          : { ...node, a: visit(node.a), b: visit(node.b) };
      case 'compare':
      case 'and':
      case 'or':
        return { ...node, a: visit(node.a), b: visit(node.b) };
      case 'select':
        return { ...node, test: visit(node.test), then: visit(node.then), else: visit(node.else) };
      case 'concat':
        return { ...node, parts: node.parts.map(visit) };
      case 'assign':
        return { ...node, target: visit(node.target), value: visit(node.value) };
      case 'call':
        return {
          ...node,
          ...(node.code === undefined ? {} : { code: visit(node.code) }),
          arguments: node.arguments.map(visit),
        };
    }
  };
  const result = visit(program);
  return { program: result, next: first + slots.size };
}

// Branches, selections and what flows along the edges between blocks.

import type { Operand, Operation } from '@sonde/llvm-ir';
import { emitCompare, type Condition } from './lower-compare.js';
import type { Lowering } from './lowering.js';
import type { Register } from './machine-code.js';

type Compare = Operation & { readonly kind: 'compare' };

/** Sets the flags by a condition of one bit, and says which jump takes it. */
export function emitCondition(lowering: Lowering, condition: Operand): Condition {
  if (condition.kind === 'local') {
    const compare = lowering.deferred.get(condition.name);
    if (compare !== undefined) return emitCompare(lowering, compare);
  }
  lowering.makeBy('AND', lowering.word(condition), 1);
  return 'JNZ';
}

/** One of two values; a register as condition holds 0 or 1. */
export function choose(
  lowering: Lowering,
  condition: Operand | Compare | Register,
  whenTrue: readonly Register[],
  whenFalse: readonly Register[],
): Register[] {
  const results = whenTrue.map(() => lowering.fresh());
  const done = lowering.newLabel();
  let jump: Condition;
  if (typeof condition === 'number') {
    lowering.makeBy('AND', condition, 1);
    jump = 'JNZ';
  } else {
    jump =
      condition.kind === 'compare' ? emitCompare(lowering, condition) : emitCondition(lowering, condition);
  }
  // Moves leave the flags alone.
  results.forEach((rd, index) => {
    lowering.move(rd, whenTrue[index]!);
  });
  lowering.emit({ op: jump, label: done });
  lowering.startBlock(lowering.newLabel());
  results.forEach((rd, index) => {
    lowering.move(rd, whenFalse[index]!);
  });
  lowering.startBlock(done);
  return results;
}

/** All moves happen at once: an order is found in which nothing is overwritten before it is read. */
export function emitParallelMoves(
  lowering: Lowering,
  moves: readonly { readonly to: Register; readonly from: Register }[],
): void {
  const pending = moves.filter(({ to, from }) => to !== from).map(move => ({ ...move }));
  while (pending.length > 0) {
    const free = pending.findIndex(({ to }) => !pending.some(({ from }) => from === to));
    if (free !== -1) {
      const [move] = pending.splice(free, 1);
      lowering.move(move!.to, move!.from);
      continue;
    }
    // Only circles are left: one of their values steps aside.
    const aside = lowering.fresh();
    const { from } = pending[0]!;
    lowering.move(aside, from);
    for (const move of pending) if (move.from === from) move.from = aside;
  }
}

// Rules about moved and borrowed places.

import type { Node } from '../ast.js';
import { failAt } from './problems.js';
import type { FunctionType } from './types.js';
import type { Context } from './unit-state.js';

export function rejectBorrowed(operation: string, place: string, { places }: Context, said: Node): void {
  const borrowed = places.borrowedAt(place);
  if (borrowed === undefined) return;
  failAt(
    `Cannot ${operation} borrowed place: ${place} conflicts with active ref ${borrowed}`,
    said,
    said,
    `a \`ref\` to \`${borrowed}\` is still in scope`,
  );
}

/** A name gets a new value, which may be a `ref` to another place. */
export function bindName(name: string, borrowed: string | undefined, { places }: Context): void {
  places.restore(name);
  if (borrowed !== undefined) places.borrow(name, borrowed);
}

export function rejectMoved(place: string, { places }: Context, said: Node): void {
  const moved = places.movedAround(place);
  if (moved !== undefined) failAt(`Use after move: ${moved}`, said);
  if (places.movedInside(place)) failAt(`Use after partial move: ${place}`, said);
}

/** What a method does with its receiver happens to the place it is called on. */
export function applyEffects(method: FunctionType, receiver: string, context: Context, said: Node): void {
  const { places } = context;
  if (method.effects === 'unknown') {
    rejectBorrowed('call', receiver, context, said);
    if (places.isMoved(receiver) || places.movedInside(receiver))
      failAt(`Use after partial move: ${receiver}`, said);
    return;
  }
  if (places.isMoved(receiver)) failAt(`Use after move: ${receiver}`, said);
  for (const { kind, place } of method.effects) {
    const absolute = place === '' ? receiver : `${receiver}.${place}`;
    switch (kind) {
      case 'read':
        rejectMoved(absolute, context, said);
        break;
      case 'move':
        rejectMoved(absolute, context, said);
        rejectBorrowed('move', absolute, context, said);
        places.move(absolute);
        break;
      case 'write':
        rejectBorrowed('assign', absolute, context, said);
        places.restore(absolute);
        break;
    }
  }
}

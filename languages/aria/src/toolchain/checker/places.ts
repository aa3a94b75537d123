// Which expressions are places: what can be assigned to, and have an address.

import { CheckMistake } from './mistake.js';
import type { Expression } from './typed-program.js';

export function isPlace(expression: Expression): boolean {
  switch (expression.kind) {
    case 'variable':
    case 'dereference':
      return true;
    case 'field':
      return isPlace(expression.object);
    case 'element':
      return isPlace(expression.array);
    default:
      return false;
  }
}

/** The pointer a place is reached through, or nothing when it is part of a variable itself. */
export function reachedThrough(place: Expression): Expression | undefined {
  if (place.kind === 'field') return reachedThrough(place.object);
  if (place.kind === 'element') return reachedThrough(place.array);
  return place.kind === 'dereference' ? place.pointer : undefined;
}

export const isInGc = (place: Expression): boolean => reachedThrough(place)?.type.kind === 'gc';

export function requireAssignable(target: Expression): void {
  if (!isPlace(target)) {
    throw new CheckMistake(target.at, 'this cannot be assigned to', 'Variables, fields and elements can.');
  }
  let root = target;
  for (;;) {
    if (root.kind === 'field') root = root.object;
    else if (root.kind === 'element') root = root.array;
    else break;
  }
  if (
    root.kind === 'dereference' &&
    root.pointer.kind === 'variable' &&
    root.pointer.variable.word === 'wild'
  ) {
    const { variable } = root.pointer;
    if (variable.readThrough) root = root.pointer;
  }
  if (root.kind !== 'variable' || !root.variable.constant) return;
  const { name, role } = root.variable;
  throw role === 'counter'
    ? new CheckMistake(target.at, `${name} counts the rounds of a loop and cannot be assigned to`)
    : new CheckMistake(
        target.at,
        `${name} is a constant`,
        `It is declared in line ${root.variable.at.line}.`,
      );
}

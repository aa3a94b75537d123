// Addresses and pins.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { check } from './check-expressions.js';
import { plainValue } from './convert.js';
import { CheckMistake } from './mistake.js';
import { isPlace, reachedThrough } from './places.js';
import type { Expression } from './typed-program.js';
import { one, pointerType, wildType } from './types.js';

type UnaryTree = Extract<ExpressionTree, { kind: 'unary' }>;

/** `@x`. Of a wild variable it is its pointer; of what a wild pointer points to, a wild pointer into the same memory. */
export function checkAddress(body: Body, { operand, at }: UnaryTree): Expression {
  const place = check(body, operand);
  if (place.kind === 'function') return { ...place, at };
  if (!isPlace(place)) {
    throw new CheckMistake(place.at, 'this has no address', 'Variables, fields and elements have one.');
  }
  if (place.kind === 'variable' && place.type.kind === 'gc') {
    throw new CheckMistake(at, 'a gc object may move, so it has no lasting address', 'Pin it: #….');
  }
  if (
    place.kind === 'dereference' &&
    place.pointer.kind === 'variable' &&
    place.pointer.type.kind === 'wild'
  ) {
    return { ...place.pointer, at };
  }
  const pointer = reachedThrough(place);
  if (pointer?.type.kind === 'gc') {
    throw new CheckMistake(at, 'a gc object may move, so it has no lasting address', 'Pin it: #….');
  }
  const type = pointer?.type.kind === 'wild' ? wildType(place.type) : pointerType(place.type);
  return { kind: 'address', place, borrowed: false, type, at };
}

/** `#x`. */
export function checkPin(body: Body, { operand, at }: UnaryTree): Expression {
  const value = plainValue(body, check(body, operand));
  if (value.type.kind === 'gc') {
    return { kind: 'pin', operand: value, type: pointerType(value.type.target), at };
  }
  throw new CheckMistake(at, `${one(value.type)} cannot be pinned`, '# is for gc objects.');
}

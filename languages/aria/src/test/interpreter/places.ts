// Where an expression's value is kept.

import type { Span } from '@sonde/native-compiler';
import type { Expression } from '../../toolchain/checker/typed-program.js';
import type { Part } from './activity.js';
import { evaluate } from './evaluate.js';
import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import { Trap } from './signals.js';
import type { Composite } from './values.js';
import { Address, type Slot, type Value } from './values.js';

export const isPlace = (expression: Expression): boolean =>
  expression.kind === 'variable' ||
  expression.kind === 'dereference' ||
  (expression.kind === 'field' && isPlace(expression.object)) ||
  (expression.kind === 'element' && isPlace(expression.array));

export function* placeOf(machine: Machine, frame: Frame, expression: Expression): Part<Address> {
  switch (expression.kind) {
    case 'variable':
      return frame.place(expression.variable);
    case 'dereference':
      return valid(yield* evaluate(machine, frame, expression.pointer), expression.pointer, expression.at);
    case 'field': {
      const place = yield* placeOf(machine, frame, expression.object);
      return inside(place, expression.index);
    }
    case 'element': {
      const place = yield* placeOf(machine, frame, expression.array);
      const index = (yield* evaluate(machine, frame, expression.index)) as bigint;
      return inside(place, indexWithin(index, slotsOf(slotAt(place).value).length, expression.at));
    }
    default: {
      // What is not kept anywhere gets a place for as long as it is needed.
      const value = yield* evaluate(machine, frame, expression);
      return new Address([{ value }], 0);
    }
  }
}

/** Checks what a debug build checks. */
function valid(value: Value, { type }: Expression, at: Span): Address {
  if (!(value instanceof Address)) {
    throw new Trap(type.kind === 'wild' ? 'access through a NULL wild pointer' : 'access through NULL', at);
  }
  const { allocation, list, index } = value;
  if (allocation?.scope?.active === false) {
    throw new Trap('access through a dangling wild pointer: its scope was left', at);
  }
  if (allocation?.freed) throw new Trap('access through a dangling wild pointer: its memory was freed', at);
  if (!list[index]) throw new Trap('access out of bounds', at);
  return value;
}

const inside = (place: Address, index: number): Address =>
  new Address(slotsOf(slotAt(place).value), index, place.allocation);

export const slotAt = ({ list, index }: Address): Slot => list[index]!;

export const slotsOf = (value: Value): Slot[] => (value as Composite).slots;

export function indexWithin(index: bigint, length: number, at: Span): number {
  if (index >= 0n && index < BigInt(length)) return Number(index);
  const message =
    length === 0 ? `index ${index} of something empty` : `index ${index} is outside of 0..${length - 1}`;
  throw new Trap(message, at);
}

// Places: where an expression's value is kept. A place in a gc object is found anew each time, because objects move.

import { i32, i64, intConstant, nullPointer, ptr } from '@sonde/llvm-ir';
import type { Value } from '@sonde/llvm-ir';
import type { Expression } from '../checker/typed-program.js';
import { emitInto } from './emit-memory.js';
import { emitValue } from './emit-values.js';
import { lineConstant, wordConstant, type FunctionContext } from './function-context.js';
import { fatLayout } from './type-layout.js';
import { mayCollect } from './traits.js';

export interface Place {
  /** Writes the code that gives the address as it is now. */
  readonly address: () => Value;
  /** The fat pointer it was reached through. */
  readonly fat?: Value;
  /** The object of the collected heap that it is in. */
  readonly object?: () => Value;
}

export const isPlace = (expression: Expression): boolean =>
  expression.kind === 'variable' ||
  expression.kind === 'dereference' ||
  (expression.kind === 'field' && isPlace(expression.object)) ||
  (expression.kind === 'element' && isPlace(expression.array));

/** `moves`: the collector may run before the address is asked for the last time. */
export function emitPlace(fc: FunctionContext, expression: Expression, moves: boolean): Place {
  switch (expression.kind) {
    case 'variable': {
      const slot = fc.slot(expression.variable);
      return { address: () => slot };
    }
    case 'dereference':
      return emitDereference(fc, expression, moves);
    case 'field': {
      const place = emitPlace(fc, expression.object, moves);
      const struct = fc.home.layout.struct(expression.object.type);
      return { ...place, address: () => fc.code.member(struct, place.address(), expression.index) };
    }
    case 'element':
      return emitElement(fc, expression, moves);
    default: {
      // What is not kept anywhere gets a place for as long as it is needed.
      const slot = fc.temporary(expression.type);
      if (fc.home.layout.inMemory(expression.type)) emitInto(fc, expression, slot);
      else fc.code.store(emitValue(fc, expression), slot);
      return { address: () => slot };
    }
  }
}

function emitDereference(
  fc: FunctionContext,
  { pointer, type, at }: Extract<Expression, { kind: 'dereference' }>,
  moves: boolean,
): Place {
  const { code } = fc;
  const value = emitValue(fc, pointer);
  if (pointer.type.kind === 'wild' && fc.home.layout.fatPointers) {
    const address = checkedWild(fc, value, fc.home.layout.size(type), at);
    return { address: () => address, fat: value };
  }
  // A reference always leads somewhere.
  if (fc.home.layout.fatPointers && pointer.type.kind !== 'reference')
    fc.require(code.icmp('ne', value, nullPointer), () => fc.trap('access through NULL', at));
  if (pointer.type.kind !== 'gc') return { address: () => value };
  if (!moves) return { address: () => value, object: () => value };
  const slot = fc.temporary(pointer.type);
  code.store(value, slot);
  const object = (): Value => code.load(ptr, slot);
  return { address: object, object };
}

/** The address in a fat pointer, once the runtime has found that so many bytes are there. */
export function checkedWild(fc: FunctionContext, fat: Value, size: number, at: Expression['at']): Value {
  const held = fc.scratch(fatLayout);
  fc.code.store(fat, held);
  fc.call('__aria_wild_check', held, wordConstant(0), wordConstant(size), fc.home.file, lineConstant(at));
  return fc.code.extractValue(fat, 0);
}

function emitElement(
  fc: FunctionContext,
  { array, index, type, at }: Extract<Expression, { kind: 'element' }>,
  moves: boolean,
): Place {
  const place = emitPlace(fc, array, moves || mayCollect(index));
  const length = array.type.kind === 'array' ? array.type.length : 0;
  const number = emitIndex(fc, index, wordConstant(length), at);
  return { ...place, address: () => fc.code.element(fc.ir(type), place.address(), number) };
}

/** An index as 64 bits; traps outside of 0…length-1. */
export function emitIndex(
  fc: FunctionContext,
  index: Expression,
  length: Value,
  at: Expression['at'],
): Value {
  const number = asWord(fc, index);
  // The checker has refused literals that are outside.
  if (index.kind === 'integer' && length.owner === undefined) return number;
  fc.require(fc.code.icmp('ult', number, length), () => {
    fc.call('__aria_trap_index', number, length, fc.home.file, lineConstant(at));
  });
  return number;
}

/** An integer of any width as an i64. */
export function asWord(fc: FunctionContext, expression: Expression): Value {
  const value = emitValue(fc, expression);
  const { type } = expression;
  if (type.kind !== 'integer' || type.bits === 64) return value;
  return fc.code.cast(type.signed ? 'sext' : 'zext', value, i64);
}

/** `@x`, and what is lent to a call. */
export function emitAddress(
  fc: FunctionContext,
  { place: target, borrowed, type }: Extract<Expression, { kind: 'address' }>,
): Value {
  const place = emitPlace(fc, target, false);
  const address = place.address();
  if (borrowed && place.object !== undefined) lend(fc, place.object());
  if (type.kind !== 'wild' || !fc.home.layout.fatPointers) return address;
  if (place.fat === undefined) throw new Error('a wild pointer into memory that is not wild');
  return fc.code.insertValue(place.fat, address, 0);
}

/**
 * Keeps an object where it is until the call has returned, for which `emitCall` runs the cleanups that were added here. Pins do
 * not nest, so that one which the program made must stay.
 */
function lend(fc: FunctionContext, object: Value): void {
  const { code } = fc;
  const header = code.load(i64, code.getElementPtr(i64, object, [intConstant(i32, -1)]));
  const pinned = code.icmp('ne', code.binary('and', header, wordConstant(2)), wordConstant(0));
  fc.call('__aria_gc_pin', object);
  const lent = fc.builder.alloca(ptr, 'lent');
  code.store(code.select(pinned, nullPointer, object), lent);
  fc.onLeave(() => {
    // NULL is nothing to unpin.
    fc.call('__aria_gc_unpin', code.load(ptr, lent));
  });
}

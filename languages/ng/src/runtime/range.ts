// Ranges: numbers from one to another, upwards or downwards.

import { convert, isFloat, makeNumber, numberType, rawNumber } from './numbers.js';
import { ProgramError, type Range, type Value } from './values.js';

interface Bounds {
  readonly first: bigint;
  readonly step: 1n | -1n;
  readonly length: bigint;
}

function boundsOf({ from, to, inclusive }: Range): Bounds {
  const first = convert('i64', rawNumber(from)) as bigint;
  let end = convert('i64', rawNumber(to)) as bigint;
  if (inclusive) end += first <= end ? 1n : -1n;
  const step = first <= end ? 1n : -1n;
  return { first, step, length: step === 1n ? end - first : first - end };
}

/** How many numbers there are. */
export const rangeLength = (range: Range): number => Number(boundsOf(range).length);

/** The number at that place, which must exist. */
export function rangeItem(range: Range, index: number): Value {
  const { first, step } = boundsOf(range);
  return numberLike(range.from, first + step * BigInt(index));
}

/** Some of the numbers, in order. */
export function rangeItems(range: Range, start = 0, count = rangeLength(range)): Value[] {
  const { first, step } = boundsOf(range);
  const items: Value[] = [];
  for (let index = start; index < start + count; index++)
    items.push(numberLike(range.from, first + step * BigInt(index)));
  return items;
}

/** Numbers of a range have the type of the one it starts with. */
function numberLike(prototype: Value, value: bigint): Value {
  const type = numberType(prototype);
  if (type === undefined || isFloat(type))
    throw new ProgramError('Range bound is not an integral numeric cell');
  return makeNumber(type, convert(type, value));
}

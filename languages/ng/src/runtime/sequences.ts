// Arrays, tuples, ranges and spans: their items, indices and slices.

import { toI32 } from './numbers.js';
import { rangeItem, rangeItems, rangeLength } from './range.js';
import { copyOf, ownParts } from './sharing.js';
import { Composite, makeSpan, makeTuple, ProgramError, Range, type Value } from './values.js';

/** What a bound of a slice says when it was left out. */
const leftOut = 2_147_483_647;

/** The ones that the machine knows; other types are sequences by their methods. */
export function isSequence(value: Value): value is Composite | Range {
  if (value instanceof Range) return true;
  return (
    value instanceof Composite && (value.kind === 'array' || value.kind === 'tuple' || value.kind === 'span')
  );
}

export const sequenceLength = (sequence: Composite | Range): number =>
  sequence instanceof Range ? rangeLength(sequence) : sequence.parts.items.length;

/** All items, not copied. `room` bounds what a range may become, in bytes. */
export function sequenceItems(sequence: Composite | Range, room: number): readonly Value[] {
  if (sequence instanceof Composite) return sequence.parts.items;
  if (rangeLength(sequence) * 16 > room)
    throw new ProgramError(`Out of memory: a range of ${rangeLength(sequence)}`);
  return rangeItems(sequence);
}

/** Not copied. */
export function itemAt(sequence: Composite | Range, index: number): Value {
  if (index >= sequenceLength(sequence)) throw new ProgramError(`Index out of bounds: ${index}`);
  return sequence instanceof Range ? rangeItem(sequence, index) : sequence.parts.items[index];
}

/** The place that an index means; it may lie behind the end. */
export function resolveIndex(
  container: Value,
  index: Value,
): { readonly sequence: Composite | Range; readonly at: number } {
  if (typeof index === 'object' && index.kind === 'from-end') {
    if (index.offset <= 0) throw new ProgramError(`From-end index must be positive: ${index.offset}`);
    if (!isSequence(container)) throw new ProgramError('Not index-accessible');
    const length = sequenceLength(container);
    if (index.offset > length) throw new ProgramError(`Index out of bounds: ^${index.offset}`);
    return { sequence: container, at: length - index.offset };
  }
  const at = toI32(index);
  if (at < 0) throw new ProgramError(`Index out of bounds: ${at}`);
  if (!isSequence(container)) throw new ProgramError('Not index-accessible');
  return { sequence: container, at };
}

/** Writes where there is a place to write: the numbers of a range are made anew each time. */
export function writeItem(container: Value, index: Value, value: Value): void {
  const { sequence, at } = resolveIndex(container, index);
  if (at >= sequenceLength(sequence)) throw new ProgramError(`Index out of bounds: ${at}`);
  if (sequence instanceof Composite) ownParts(sequence)[at] = value;
}

export function slice(of: Value, items: readonly Value[], from: Value, to: Value): Composite {
  const end = bound(to, items.length, items.length);
  const start = Math.min(bound(from, items.length, 0), end);
  const copied = items.slice(start, end).map(copyOf);
  return of instanceof Composite && of.kind === 'tuple' ? makeTuple(copied) : makeSpan(copied);
}

function bound(value: Value, length: number, otherwise: number): number {
  if (typeof value === 'object' && value.kind === 'from-end') {
    if (value.offset < 0 || value.offset > length)
      throw new ProgramError('slice range from-end bound out of range');
    return length - value.offset;
  }
  const at = toI32(value);
  if (at === leftOut) return otherwise;
  return Math.min(Math.max(at, 0), length);
}

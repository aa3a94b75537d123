// Values as programs print them.

import { constants } from 'node:buffer';
import type { ByteText } from '../toolchain/format/ngo.js';
import { fixedDecimal } from './decimal.js';
import { rangeItems, rangeLength } from './range.js';
import { readReference } from './references.js';
import { ProgramError, type Composite, type Held, type Range, type Value } from './values.js';

export function show(value: Value): ByteText {
  switch (typeof value) {
    case 'string':
      return value;
    case 'undefined':
      return 'unit';
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return showHeld(value);
  }
}

function showHeld(value: Held): ByteText {
  switch (value.kind) {
    case 'number':
      return value.type === 'f32' || value.type === 'f64' ? fixedDecimal(value.value) : String(value.value);
    case 'array':
      return `[${joined(value.parts.items)}]`;
    case 'tuple':
      return `(${joined(value.parts.items)})`;
    case 'span':
      return `span[${joined(value.parts.items)}]`;
    case 'record':
      return showRecord(value);
    case 'tagged':
      return `${value.shape.variant?.name ?? ''}(${value.parts.items.map(show).join(', ')})`;
    case 'newtype':
      return show(value.parts.items[0]);
    case 'range':
      return `Range(${joined(rangeNumbers(value))})`;
    // The original machine shows the name of the cell that holds the reference, which is nearly always this one.
    case 'ref':
      return 'ref(stack)';
    case 'trait':
      return show(readReference(value.target));
    case 'from-end':
      return `^${value.offset}`;
    case 'handle':
      return `UniquePtr(0x${value.memory.live ? value.memory.address : 0})`;
    case 'moved':
      return '<moved>';
  }
}

/** So many items become text at once: one by one, the halves of long texts would take more room than the texts. */
const pageSize = 4_096;

/** No comma follows as long as nothing was written: empty texts at the beginning leave no trace. */
function joined(items: Iterable<Value>): ByteText {
  let text = '';
  let page: ByteText[] = [];
  const turn = (): void => {
    if (page.length === 0) return;
    text += (text === '' ? '' : ', ') + page.join(', ');
    page = [];
  };
  for (const item of items) {
    const shown = show(item);
    if (shown === '' && text === '' && page.length === 0) continue;
    page.push(shown);
    if (page.length === pageSize) turn();
  }
  turn();
  return text;
}

function showRecord({ shape, parts }: Composite): ByteText {
  const shown = shape.fields.slice(0, parts.items.length);
  return `{ ${shown.map((name, nth) => `${name}: ${show(parts.items[nth])}`).join(', ')} }`;
}

function* rangeNumbers(range: Range): Generator<Value> {
  const length = rangeLength(range);
  // Refused before the first number is written: a text that cannot be takes seconds until it is too long.
  if (length > 0 && leastText(range, length) > constants.MAX_STRING_LENGTH)
    throw new ProgramError(`Out of memory: a range of ${length}`);
  for (let start = 0; start < length; start += pageSize)
    yield* rangeItems(range, start, Math.min(pageSize, length - start));
}

/** How long the text of a range is at least: all digits, and a comma and a blank between two numbers. */
function leastText(range: Range, length: number): number {
  const [start] = rangeItems(range, 0, 1);
  const first = Number(show(start));
  const last = first + length - 1;
  const below = first < 0 ? digitsUpTo(-first) - (last < 0 ? digitsUpTo(-last - 1) : 0) : 0;
  const above = last > 0 ? digitsUpTo(last) - (first > 1 ? digitsUpTo(first - 1) : 0) : 0;
  return below + above + 2 * (length - 1);
}

/** Of the numbers from 1 up to this one. */
function digitsUpTo(last: number): number {
  let digits = 0;
  for (let width = 1, begin = 1; begin <= last; width++, begin *= 10)
    digits += (Math.min(last, begin * 10 - 1) - begin + 1) * width;
  return digits;
}

// Values as programs print them.

import type { ByteText } from '../format/ngo.js';
import { fixedDecimal } from './decimal.js';
import { rangeItem, rangeLength } from './range.js';
import { readReference } from './references.js';
import type { Composite, Held, Range, Value } from './values.js';

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

/** No comma follows as long as nothing was written: empty texts at the beginning leave no trace. */
function joined(items: Iterable<Value>): ByteText {
  let text = '';
  for (const item of items) {
    if (text !== '') text += ', ';
    text += show(item);
  }
  return text;
}

function showRecord({ shape, parts }: Composite): ByteText {
  const shown = shape.fields.slice(0, parts.items.length);
  return `{ ${shown.map((name, nth) => `${name}: ${show(parts.items[nth])}`).join(', ')} }`;
}

function* rangeNumbers(range: Range): Generator<Value> {
  const length = rangeLength(range);
  for (let index = 0; index < length; index++) yield rangeItem(range, index);
}

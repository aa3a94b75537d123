// Values as text for people: as the language prints them, but texts in quotes, references followed, and long ones cut.

import { fromBytes } from '../../toolchain/format/byte-text.js';
import { rangeItem, rangeLength } from '../range.js';
import { readReference } from '../references.js';
import { show } from '../show.js';
import { Composite, ProgramError, type Range, type Reference, type Value } from '../values.js';

/** References may go round in circles. */
const deepestReference = 3;
/** Values that hold themselves cannot be made, but deep ones can. */
const deepestPart = 50;

/** At most about `limit` characters; what is left out is an ellipsis. */
export function valueText(value: Value, limit: number): string {
  const text = new CutText(limit);
  try {
    write(text, value, 0, 0);
  } catch (error) {
    // Some values can be made and not be looked at, such as a range of fractions.
    if (!(error instanceof ProgramError)) throw error;
    text.add(`<${error.message}>`);
  }
  return text.result;
}

class CutText {
  #text = '';

  constructor(private readonly limit: number) {}

  get full(): boolean {
    return this.#text.length > this.limit;
  }

  get result(): string {
    if (!this.full) return this.#text;
    // Never half of a character.
    const end = /[\uD800-\uDBFF]$/.test(this.#text.slice(0, this.limit)) ? this.limit - 1 : this.limit;
    return `${this.#text.slice(0, end)}…`;
  }

  add(text: string): void {
    this.#text += text;
  }
}

function write(text: CutText, value: Value, references: number, depth: number): void {
  if (text.full) return;
  if (depth > deepestPart) return text.add('…');
  if (typeof value === 'string') return text.add(quoted(value));
  if (typeof value !== 'object') return text.add(show(value));
  if (value instanceof Composite) return writeComposite(text, value, references, depth);
  switch (value.kind) {
    case 'ref':
      return writeReference(text, value, references, depth);
    case 'trait':
      return writeReference(text, value.target, references, depth);
    case 'range':
      return writeList(text, 'Range(', numbersOf(value), ')', references, depth);
    default:
      return text.add(show(value));
  }
}

function writeComposite(text: CutText, value: Composite, references: number, depth: number): void {
  const { items } = value.parts;
  const { fields, variant } = value.shape;
  switch (value.kind) {
    case 'array':
      return writeList(text, '[', items, ']', references, depth);
    case 'tuple':
      return writeList(text, '(', items, ')', references, depth);
    case 'span':
      return writeList(text, 'span[', items, ']', references, depth);
    case 'tagged':
      return writeList(text, `${variant?.name ?? value.shape.name}(`, items, ')', references, depth);
    case 'newtype':
      return write(text, items[0], references, depth + 1);
    case 'record':
      return writeList(text, '{ ', items, ' }', references, depth, fields);
  }
}

function writeList(
  text: CutText,
  open: string,
  items: Iterable<Value>,
  close: string,
  references: number,
  depth: number,
  names: readonly string[] = [],
): void {
  text.add(open);
  let nth = 0;
  for (const item of items) {
    if (text.full) return;
    const name = names[nth];
    text.add(`${nth === 0 ? '' : ', '}${name === undefined ? '' : `${name}: `}`);
    write(text, item, references, depth + 1);
    nth++;
  }
  text.add(close);
}

function* numbersOf(range: Range): Generator<Value> {
  const length = rangeLength(range);
  for (let index = 0; index < length; index++) yield rangeItem(range, index);
}

function writeReference(text: CutText, reference: Reference, references: number, depth: number): void {
  if (references >= deepestReference) return text.add('ref(…)');
  text.add('ref(');
  write(text, readReference(reference), references + 1, depth + 1);
  text.add(')');
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** With the escapes of the language. */
const quoted = (bytes: string): string =>
  `"${fromBytes(bytes).replace(/["\\\u0000-\u001f\u007f]/g, found => escapes.get(found) ?? hex(found))}"`;

const hex = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

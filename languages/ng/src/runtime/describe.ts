// Values for a debugger: what they hold, what type they have, what is inside of them and where that lives.

import type { Content, ObjectId, Scalar, TypeId } from '@sonde/engine';
import type { MachineChild } from '@sonde/engine-vm';
import { fromBytes } from '../toolchain/format/byte-text.js';
import type { ByteText } from '../toolchain/format/ngo.js';
import { fieldKey, type ProgramImage } from './image.js';
import { isFloat, numberType, rawNumber } from './numbers.js';
import type { Identified } from './object-ids.js';
import { placeOfReference } from './places.js';
import type { Processor } from './processor.js';
import { rangeItems, rangeLength } from './range.js';
import { readReference } from './references.js';
import { ownParts } from './sharing.js';
import { show } from './show.js';
import {
  Composite,
  FromEnd,
  Range,
  Reference,
  TraitObject,
  typeName,
  type Held,
  type Value,
} from './values.js';

export interface Described {
  readonly content: Content;
  readonly type?: TypeId;
}

/** The type is told where the declared one does not say it already. */
export function describe(
  processor: Processor,
  value: Value,
  textLimit: number,
  declared: TypeId | undefined,
): Described {
  const content = contentOf(processor, value, textLimit);
  const type = typeToTell(processor.image, value, declared);
  return type === undefined ? { content } : { content, type };
}

function typeToTell(image: ProgramImage, value: Value, declared: TypeId | undefined): TypeId | undefined {
  const name = shownTypeName(value);
  if (declared !== undefined && image.runtimeNames.get(declared) === name) return undefined;
  return image.typeIds.get(name) ?? image.typeIds.get(typeName(value));
}

const shownTypeName = (value: Value): string =>
  value instanceof TraitObject ? `ref<${value.trait}>` : typeName(value);

function contentOf(processor: Processor, value: Value, textLimit: number): Content {
  if (typeof value === 'string') return textContent(value, textLimit);
  if (typeof value === 'number') return { kind: 'scalar', value: BigInt(value) };
  if (typeof value === 'boolean') return { kind: 'scalar', value };
  if (value === undefined) return { kind: 'scalar', value: 'unit' };
  return heldContent(processor, value);
}

function heldContent(processor: Processor, value: Held): Content {
  switch (value.kind) {
    case 'number':
      return {
        kind: 'scalar',
        value: isFloat(value.type) ? Number(value.value) : BigInt(value.value),
      };
    case 'moved':
      return { kind: 'unavailable', why: 'moved' };
    case 'handle':
      return { kind: 'scalar', value: show(value) };
    default:
      return { kind: 'object', id: processor.ids.of(value), ...memberCounts(value) };
  }
}

function memberCounts(
  value: Composite | Range | Reference | TraitObject | FromEnd,
): { readonly named: number } | { readonly indexed: number } {
  if (value instanceof Reference || value instanceof TraitObject) return { named: 1 };
  if (value instanceof Range) return { indexed: safeLength(value) };
  if (value instanceof FromEnd) return { indexed: 1 };
  const { length } = value.parts.items;
  switch (value.kind) {
    case 'record':
      return { named: Math.min(length, value.shape.fields.length) };
    case 'tagged':
      return { named: 1 + length };
    case 'newtype':
      return { named: 1 };
    default:
      return { indexed: length };
  }
}

/** Bounds that are no whole numbers are the program's error, not the debugger's. */
function safeLength(range: Range): number {
  const types = [numberType(range.from), numberType(range.to)];
  return types.some(type => type === undefined || isFloat(type)) ? 0 : rangeLength(range);
}

/** Cut between characters. */
function textContent(text: ByteText, limit: number): Content {
  if (text.length <= limit) return { kind: 'scalar', value: fromBytes(text) };
  let end = limit;
  while (end > 0 && (text.charCodeAt(end) & 0xc0) === 0x80) end--;
  return { kind: 'partial', value: fromBytes(text.slice(0, end)), length: text.length };
}

/** For expression programs. */
export function scalarOf(value: Value): Scalar | undefined {
  if (typeof value === 'string') return fromBytes(value);
  if (typeof value === 'boolean') return value;
  return numberType(value) === undefined ? undefined : rawNumber(value);
}

/** Some members of an object, in order. */
export function childrenOf(
  processor: Processor,
  object: Identified,
  filter: 'named' | 'indexed' | undefined,
  start: number,
  count: number,
): readonly MachineChild[] {
  if (object instanceof Reference)
    return filter === 'indexed' ? [] : page([pointee(processor, object)], start, count);
  if (object instanceof TraitObject)
    return filter === 'indexed' ? [] : page([pointee(processor, object.target)], start, count);
  if (object instanceof Range) return filter === 'named' ? [] : rangeChildren(object, start, count);
  if (object instanceof FromEnd)
    return filter === 'named' ? [] : page([{ name: '[0]', word: object.offset }], start, count);
  if (object instanceof Composite) return compositeChildren(processor, object, filter, start, count);
  return [];
}

const page = <T>(all: readonly T[], start: number, count: number): readonly T[] =>
  all.slice(start, start + count);

function pointee(processor: Processor, reference: Reference): MachineChild {
  return { name: '*', word: readReference(reference), place: placeOfReference(processor, reference) };
}

function rangeChildren(range: Range, start: number, count: number): readonly MachineChild[] {
  const length = Math.max(0, Math.min(count, safeLength(range) - start));
  if (length === 0) return [];
  return rangeItems(range, start, length).map((word, nth) => ({ name: `[${start + nth}]`, word }));
}

/** What is handed out is the composite's own, so that writing to it reaches nobody else. */
function compositeChildren(
  processor: Processor,
  object: Composite,
  filter: 'named' | 'indexed' | undefined,
  start: number,
  count: number,
): readonly MachineChild[] {
  const { kind, shape } = object;
  const id = processor.ids.of(object);
  const before = object.parts.items;
  const items = ownParts(object);
  for (const [nth, item] of items.entries()) {
    const original = before[nth];
    if (item instanceof Composite && original instanceof Composite && item !== original)
      processor.ids.nameCopy(item, original, id);
  }
  object.parts.home = object;
  const indexed = kind === 'array' || kind === 'tuple' || kind === 'span';
  if (filter !== undefined && (filter === 'indexed') !== indexed) return [];
  if (indexed)
    return page(items, start, count).map((word, nth) => child(id, `[${start + nth}]`, start + nth, word));
  if (kind === 'newtype') return page([child(id, 'value', 0, items[0])], start, count);
  const { fieldPlaces } = processor.image;
  const parts = items.map((word, nth) => {
    const name = shape.fields[nth] || String(nth);
    const declared = fieldPlaces.get(fieldKey(shape.name, name));
    return { ...child(id, name, nth, word), ...(declared === undefined ? {} : { declared }) };
  });
  if (kind === 'record') return page(parts.slice(0, shape.fields.length), start, count);
  return page([{ name: 'tag', word: shape.variant?.name }, ...parts], start, count);
}

const child = (object: ObjectId, name: string, key: number, word: Value): MachineChild => ({
  name,
  word,
  place: { kind: 'field', object, key },
});

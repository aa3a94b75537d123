// Instructions that build composites and take them apart.

import { dropOverwritten } from '../drops.js';
import { fieldIndex, leadingNumber } from '../members.js';
import { toI32 } from '../numbers.js';
import type { Processor } from '../processor.js';
import { keep, referenceToHeap, target } from '../references.js';
import { itemAt, resolveIndex, writeItem } from '../sequences.js';
import { copyOf, ownParts, release } from '../sharing.js';
import {
  Composite,
  makeArray,
  makeTuple,
  makeU32,
  Parts,
  ProgramError,
  Range,
  type Shape,
  type Value,
} from '../values.js';
import { i32, textOperand, u16, type Handlers } from './handler.js';

/** Pushes a copy of a part and gives back what it was taken from. */
function take(processor: Processor, from: Value, part: Value): undefined {
  processor.push(copyOf(part));
  release(from);
}

/** What the original calls structural: has parts under names. */
const isStructural = (value: Value): value is Composite =>
  value instanceof Composite && (value.kind === 'record' || value.kind === 'tagged' || value.kind === 'span');

function readPart(processor: Processor, from: Value, owner: Composite, index: number): undefined {
  if (processor.watching) processor.touchPart('read', owner, index);
  return take(processor, from, owner.parts.items[index]);
}

/** Answers what was there before. */
function writePart(processor: Processor, owner: Composite, index: number, value: Value): Value {
  processor.refuseOld(owner.epoch);
  if (processor.watching) processor.touchPart('write', owner, index);
  keep(value);
  const old = owner.parts.items[index];
  ownParts(owner)[index] = value;
  return old;
}

/** The shape of what `new` makes: a record by its name, generic or not, or a value of a union by the name of the variant. */
function shapeToMake(
  processor: Processor,
  name: string,
): { readonly kind: 'record' | 'tagged'; readonly shape: Shape } {
  const { units, frame, image } = processor;
  // The original knows only the types of the program itself.
  const known = image.upstreamCompatible ? [units[0]!] : [frame.unit, units[0]!];
  const bare = name.includes('<') ? name.slice(0, name.indexOf('<')) : name;
  for (const wanted of [name, bare])
    for (const unit of known) {
      const type = unit.typeNamed(wanted);
      if (type !== undefined) return { kind: 'record', shape: type.shape };
    }
  const variant = frame.unit.variantNamed(name);
  if (variant !== undefined) return { kind: 'tagged', shape: variant };
  throw new ProgramError(`Unknown type for new object: ${name}`);
}

/** One per name: values of a newtype are told apart by it. */
const newtypeShapes = new Map<string, Shape>();

function newtypeShape(name: string): Shape {
  const known = newtypeShapes.get(name);
  if (known !== undefined) return known;
  const shape: Shape = { name, fields: [], cloneable: false };
  newtypeShapes.set(name, shape);
  return shape;
}

function taggedOperand(
  processor: Processor,
  name: string,
): { readonly from: Value; readonly tagged: Composite } {
  const from = processor.peek();
  const tagged = target(from);
  if (!(tagged instanceof Composite) || tagged.kind !== 'tagged')
    throw new ProgramError(`${name}: not a tagged value`);
  return { from, tagged };
}

function tuple(value: Value): Composite {
  if (!(value instanceof Composite) || value.kind !== 'tuple') throw new ProgramError('Not a tuple');
  return value;
}

export const composites: Handlers = {
  NEW_ARRAY: (processor, at) => {
    processor.push(makeArray(processor.popKept(u16(processor, at))));
    return undefined;
  },
  NEW_TUPLE: (processor, at) => {
    processor.push(makeTuple(processor.popKept(u16(processor, at))));
    return undefined;
  },
  NEW_OBJECT: (processor, at) => {
    const name = textOperand(processor, at, 'NEW_OBJECT');
    const fields = processor.popKept(u16(processor, at + 2));
    const { kind, shape } = shapeToMake(processor, name);
    const made = new Composite(kind, shape, new Parts(fields));
    if (processor.drops) processor.onHeap.push(made);
    processor.push(referenceToHeap(made));
    return undefined;
  },
  CONSTRUCT_TAGGED: (processor, at) => {
    const type = processor.frame.unit.types[u16(processor, at)];
    if (type === undefined) throw new ProgramError('VM error: CONSTRUCT_TAGGED type index out of bounds');
    const shape = type.variants[u16(processor, at + 2)];
    if (shape === undefined) throw new ProgramError('VM error: CONSTRUCT_TAGGED variant index out of bounds');
    const payload = processor.popKept(u16(processor, at + 4));
    processor.push(new Composite('tagged', shape, new Parts(payload)));
    return undefined;
  },
  WRAP_NEWTYPE: (processor, at) => {
    const name = textOperand(processor, at, 'WRAP_NEWTYPE');
    processor.push(new Composite('newtype', newtypeShape(name), new Parts(processor.popKept(1))));
    return undefined;
  },
  UNWRAP_NEWTYPE: processor => {
    const value = processor.pop();
    if (!(value instanceof Composite) || value.parts.items.length === 0)
      throw new ProgramError('Cannot unwrap non-newtype value');
    return take(processor, value, value.parts.items[0]);
  },
  MAKE_RANGE: (processor, at) => {
    const inclusive = processor.code[at] !== 0;
    const [from, to] = processor.popKept(2);
    processor.push(new Range(from, to, inclusive));
    return undefined;
  },
  GET_PROPERTY: (processor, at) => {
    const index = u16(processor, at);
    const from = processor.pop();
    const owner = target(from);
    if (!isStructural(owner)) throw new ProgramError('Cannot get property from non-object');
    if (index >= owner.parts.items.length) throw new ProgramError(`Field index out of bounds: ${index}`);
    return readPart(processor, from, owner, index);
  },
  SET_PROPERTY: (processor, at) => {
    const index = u16(processor, at);
    const value = processor.pop();
    const owner = target(processor.pop());
    if (!isStructural(owner)) throw new ProgramError('Cannot set property on non-object');
    if (index >= owner.parts.items.length) throw new ProgramError(`Field index out of bounds: ${index}`);
    const old = writePart(processor, owner, index, value);
    processor.push(copyOf(owner));
    if (processor.drops) dropOverwritten(processor, old);
    return undefined;
  },
  GET_PROPERTY_STR: (processor, at) => {
    const name = textOperand(processor, at, 'GET_PROPERTY_STR');
    const from = processor.pop();
    const owner = target(from);
    if (owner instanceof Composite && owner.kind === 'tuple') {
      if (name === 'size') return take(processor, from, makeU32(owner.parts.items.length));
      const index = leadingNumber(name);
      if (index === undefined || index >= owner.parts.items.length)
        throw new ProgramError(`Tuple has no property: ${name}`);
      return readPart(processor, from, owner, index);
    }
    if (!isStructural(owner)) throw new ProgramError('Cannot get property from non-object');
    const index = owner.shape.fields.includes(name) ? fieldIndex(owner, name) : undefined;
    if (index === undefined) throw new ProgramError(`Property not found: ${name}`);
    return readPart(processor, from, owner, index);
  },
  SET_PROPERTY_STR: (processor, at) => {
    const name = textOperand(processor, at, 'SET_PROPERTY_STR');
    const value = processor.pop();
    const owner = target(processor.pop());
    if (!isStructural(owner)) throw new ProgramError('Cannot set property on non-object');
    const index = owner.shape.fields.includes(name) ? fieldIndex(owner, name) : undefined;
    if (index === undefined) throw new ProgramError(`Property not found: ${name}`);
    const old = writePart(processor, owner, index, value);
    processor.push(copyOf(value));
    if (processor.drops) dropOverwritten(processor, old);
    return undefined;
  },
  GET_INDEX: processor => {
    const index = processor.pop();
    const from = processor.pop();
    const { sequence, at } = resolveIndex(target(from), index);
    const item = itemAt(sequence, at);
    if (processor.watching && sequence instanceof Composite) processor.touchPart('read', sequence, at);
    return take(processor, from, item);
  },
  SET_INDEX: processor => {
    const value = processor.pop();
    const index = processor.pop();
    const container = target(processor.pop());
    const { sequence, at } = resolveIndex(container, index);
    const old = itemAt(sequence, at);
    if (sequence instanceof Composite) {
      processor.refuseOld(sequence.epoch);
      if (processor.watching) processor.touchPart('write', sequence, at);
    }
    keep(value);
    writeItem(container, index, value);
    processor.push(sequence instanceof Composite ? copyOf(value) : old);
    if (processor.drops && sequence instanceof Composite) dropOverwritten(processor, old);
    return undefined;
  },
  GET_TUPLE_ITEM: processor => {
    const index = toI32(processor.pop());
    const from = processor.pop();
    const owner = tuple(target(from));
    if (index < 0 || index >= owner.parts.items.length) return take(processor, from, undefined);
    return readPart(processor, from, owner, index);
  },
  GET_TUPLE_REST: processor => {
    const index = toI32(processor.pop());
    const value = processor.pop();
    const { items } = tuple(value).parts;
    processor.push(makeTuple(index < 0 ? [] : items.slice(index).map(copyOf)));
    release(value);
    return undefined;
  },
  GET_TAG: processor => {
    const { from, tagged } = taggedOperand(processor, 'GET_TAG');
    processor.pop();
    return take(processor, from, tagged.shape.variant!.index);
  },
  GET_PAYLOAD: (processor, at) => {
    const { from, tagged } = taggedOperand(processor, 'GET_PAYLOAD');
    const index = u16(processor, at);
    if (index >= tagged.parts.items.length) throw new ProgramError('GET_PAYLOAD: index out of bounds');
    processor.pop();
    return readPart(processor, from, tagged, index);
  },
  SWITCH_TAG: (processor, at) => {
    const { frame } = processor;
    if (processor.top <= frame.height) throw new ProgramError('VM error: SWITCH_TAG on empty stack');
    const { index } = taggedOperand(processor, 'SWITCH_TAG').tagged.shape.variant!;
    frame.pc = frame.start + switchTarget(processor, at, index);
    return undefined;
  },
};

const otherwise = 0xffff;

function switchTarget(processor: Processor, at: number, tag: number): number {
  const length = processor.frame.end - processor.frame.start;
  const count = u16(processor, at);
  let rest = -1;
  for (let nth = 0; nth < count; nth++) {
    const entry = at + 2 + nth * 6;
    const wanted = u16(processor, entry);
    const goal = i32(processor, entry + 2);
    if (wanted === otherwise) {
      rest = goal;
      continue;
    }
    if (wanted !== tag) continue;
    if (goal < 0 || goal >= length) throw new ProgramError('VM error: SWITCH_TAG case target out of bounds');
    return goal;
  }
  if (rest < 0) throw new ProgramError(`SWITCH_TAG: no matching case for tag ${tag}`);
  if (rest >= length) throw new ProgramError('VM error: SWITCH_TAG default target out of bounds');
  return rest;
}

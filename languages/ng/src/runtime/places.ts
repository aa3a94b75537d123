// Places of the program as a debugger names them: finding, reading and writing what is there.

import type { ObjectId, Scalar } from '@sonde/engine';
import type { MachinePlace } from '@sonde/engine-vm';
import { toBytes } from '../toolchain/format/byte-text.js';
import type { CodeFrame, Frame } from './frames.js';
import { fieldIndex } from './members.js';
import { convert, isFloat, makeNumber, numberType } from './numbers.js';
import type { Processor } from './processor.js';
import { copyOf, ownParts } from './sharing.js';
import { saveCells, saveReference } from './time/journal.js';
import { Composite, moved, Reference, TraitObject, typeName, type Value } from './values.js';

/** Serials grow from the bottom to the top. Undefined when the activation is over. */
export function frameIndex(frames: readonly Frame[], serial: number): number | undefined {
  let low = 0;
  let high = frames.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = frames[middle]!.serial;
    if (found === serial) return middle;
    if (found < serial) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Throws a RangeError when it is over or has no variables. */
export function activation({ frames }: Processor, serial: number): CodeFrame {
  const frame = frames[frameIndex(frames, serial) ?? -1];
  if (frame === undefined) throw new RangeError('the call has returned');
  if (frame.work !== undefined) throw new RangeError('the machine itself runs here and has no variables');
  return frame;
}

/** A cell: a list and the place in it. `cells` makes the list ready for writing. */
interface Cell {
  readonly value: Value;
  cells(): Value[];
  readonly key: number;
}

function cellAt(processor: Processor, place: MachinePlace): Cell {
  switch (place.kind) {
    case 'slot': {
      const { locals } = activation(processor, place.frame);
      const cells = (): Value[] => {
        processor.frameChanges(frameIndex(processor.frames, place.frame)!);
        return locals;
      };
      return { value: locals[place.slot], cells, key: place.slot };
    }
    case 'global':
      return { value: processor.globals[place.index], cells: () => processor.globals, key: place.index };
    case 'field':
      return fieldCell(processor, place.object, place.key);
    case 'memory':
      throw new RangeError('this machine has no byte memory');
    case 'register':
      throw new RangeError('this machine has no registers');
  }
}

function fieldCell(processor: Processor, object: ObjectId, name: string | number): Cell {
  const found = processor.ids.find(object);
  if (found === undefined) throw new RangeError('the value is gone');
  if (Array.isArray(found)) {
    const key = Number(name);
    const cells = (): Value[] => {
      saveCells(found);
      // They may belong to any activation.
      processor.frameChanges(0);
      return found;
    };
    return { value: found[key], cells, key };
  }
  if (!(found instanceof Composite)) throw new RangeError('the value has no places of its own');
  const key = typeof name === 'number' ? name : fieldIndex(found, name);
  if (key === undefined || key >= found.parts.items.length)
    throw new RangeError(`there is no member ${name}`);
  return { value: found.parts.items[key], cells: () => ownParts(found), key };
}

export const readPlace = (processor: Processor, place: MachinePlace): Value => cellAt(processor, place).value;

/** Throws a RangeError with the reason when the value does not fit what the place holds. */
export function writePlace(processor: Processor, place: MachinePlace, value: Scalar): void {
  const cell = cellAt(processor, place);
  const fitting = fitted(cell.value, value);
  cell.cells()[cell.key] = fitting;
}

/** Assigns a copy of an existing object. */
export function writeObject(processor: Processor, place: MachinePlace, object: ObjectId): void {
  const cell = cellAt(processor, place);
  const found = processor.ids.find(object);
  if (found === undefined) throw new RangeError('the value is gone');
  if (Array.isArray(found)) throw new RangeError('this is a place, not a value');
  if (typeName(found) !== typeName(cell.value))
    throw new RangeError(`${typeName(found)} does not fit: the place holds ${typeName(cell.value)}`);
  refuseOtherKind(cell.value, found);
  const reference = found instanceof TraitObject ? found.target : found;
  if (reference instanceof Reference) {
    saveReference(reference);
    reference.kept = true;
  }
  const copy = copyOf(found);
  cell.cells()[cell.key] = copy;
}

/** As the checker would: a place keeps its kind of value. Integers of all widths are one kind. Throws a RangeError. */
export function refuseOtherKind(current: Value, value: Value): void {
  const misfit = otherKind(current, value, '');
  if (misfit !== undefined) throw new RangeError(misfit);
}

/** What does not fit, inside as well: elements are of the kind of those that are there, and so are items and members. */
function otherKind(current: Value, value: Value, where: string): string | undefined {
  if (current === undefined || current === moved) return undefined;
  if (kindName(current) !== kindName(value))
    return `${typeName(value)} does not fit${where}: the place holds ${typeName(current)}`;
  if (!(current instanceof Composite) || !(value instanceof Composite) || current === value) return undefined;
  const [held, given] = [current.parts.items, value.parts.items];
  const isRow = current.kind === 'array' || current.kind === 'span';
  for (const [nth, item] of given.entries()) {
    // Of a row the first element speaks for all; variants of a union may hold different things.
    if (!isRow && current.shape !== value.shape) return undefined;
    const misfit = otherKind(held[isRow ? 0 : nth], item, ` in [${nth}]`);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function kindName(value: Value): string {
  const type = numberType(value);
  if (type !== undefined) return isFloat(type) ? 'float' : 'integer';
  return value instanceof TraitObject ? 'ref' : typeName(value);
}

/** The value as the type that the place has now. */
function fitted(current: Value, value: Scalar): Value {
  const type = numberType(current);
  if (type !== undefined) return fittedNumber(type, value);
  if (typeof current === 'boolean' && typeof value === 'boolean') return value;
  if (typeof current === 'string' && typeof value === 'string') return toBytes(value);
  throw new RangeError(`${shown(value)} does not fit: the place holds ${holds(current)}`);
}

function fittedNumber(type: NonNullable<ReturnType<typeof numberType>>, value: Scalar): Value {
  if (typeof value === 'string' || typeof value === 'boolean')
    throw new RangeError(`${shown(value)} is not a number, and the place holds ${type}`);
  if (isFloat(type)) return makeNumber(type, convert(type, value));
  if (typeof value === 'number' && !Number.isInteger(value))
    throw new RangeError(`${value} is not a whole number, and the place holds ${type}`);
  const whole = BigInt(value);
  const cut = convert(type, whole);
  if (BigInt(cut) !== whole) throw new RangeError(`${String(whole)} does not fit ${type}`);
  return makeNumber(type, cut);
}

const shown = (value: Scalar): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

function holds(value: Value): string {
  const name = typeName(value);
  if (value instanceof Composite) return `${name}, whose members can be written one by one`;
  return name;
}

/** Where a reference points, for as long as that exists. */
export function placeOfReference(processor: Processor, reference: Reference): MachinePlace {
  const { owner, cells, key, home } = reference;
  if (owner !== undefined) return { kind: 'field', object: processor.ids.of(owner), key };
  if (home.kind === 'global') return { kind: 'global', index: key };
  if (home.kind === 'local' && frameIndex(processor.frames, home.serial) !== undefined)
    return { kind: 'slot', task: 1, frame: home.serial, slot: key };
  return { kind: 'field', object: processor.ids.of(cells!), key };
}

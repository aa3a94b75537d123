// Members that need no code of the program: fields, sizes, the functions of texts and sequences.

import { toI32 } from './numbers.js';
import { readReference } from './references.js';
import { isSequence, itemAt, sequenceLength } from './sequences.js';
import { copyOf } from './sharing.js';
import { show } from './show.js';
import { Composite, makeU32, ProgramError, typeName, type Range, type Value } from './values.js';

/** There is no such member; unit is a value like others. */
const missing = Symbol('missing');
type Found = Value | typeof missing;

/** The result is a copy. Throws when there is no such member. */
export function invokeNative(receiver: Value, member: string, args: readonly Value[]): Value {
  if (typeof receiver === 'object' && receiver.kind === 'trait') {
    const inner = readReference(receiver.target);
    const qualified = member.includes('::') ? member : `${receiver.trait}::${member}`;
    return found(builtInFunction(inner, qualified, args), inner, qualified);
  }
  if (typeof receiver === 'object' && receiver.kind === 'newtype')
    return invokeNative(receiver.parts.items[0], member, args);
  const field = fieldOf(receiver, member);
  if (field !== missing) return copyOf(field);
  return found(builtInFunction(receiver, member, args), receiver, member);
}

function found(result: Found, receiver: Value, member: string): Value {
  if (result !== missing) return result;
  throw new ProgramError(`Not implemented ${typeName(receiver)}#${member}`);
}

/** Not copied. */
function fieldOf(receiver: Value, member: string): Found {
  if (!(receiver instanceof Composite)) return missing;
  const { kind, shape, parts } = receiver;
  if (kind === 'tuple' && member === 'size') return makeU32(parts.items.length);
  if (kind === 'tagged' && member === 'tag') return shape.variant?.name;
  if (kind === 'tagged' && member === 'index') return shape.variant?.index;
  const index = fieldIndex(receiver, member);
  return index === undefined ? missing : parts.items[index];
}

/** The part that a name means. */
export function fieldIndex({ kind, shape, parts }: Composite, member: string): number | undefined {
  const named = shape.fields.indexOf(member);
  const index =
    named >= 0 ? named : kind === 'tuple' || kind === 'tagged' ? leadingNumber(member) : undefined;
  return index !== undefined && index < parts.items.length ? index : undefined;
}

/** As the original reads numbers: what follows the digits is not looked at. */
export function leadingNumber(text: string): number | undefined {
  const digits = /^\s*\+?(\d+)/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function builtInFunction(receiver: Value, member: string, args: readonly Value[]): Found {
  // A trait's function is found under its own name too.
  const name = member.slice(member.indexOf('::') + (member.includes('::') ? 2 : 1));
  if (typeof receiver === 'string') return textFunction(receiver, name, args);
  if (
    receiver instanceof Composite &&
    receiver.kind === 'record' &&
    receiver.shape.cloneable &&
    name === 'clone'
  )
    return copyOf(receiver);
  if (!isSequence(receiver) || receiver.kind === 'tuple') return missing;
  if (name === 'size') return makeU32(sequenceLength(receiver));
  return name === 'get' ? getItem(receiver, args) : missing;
}

function getItem(receiver: Composite | Range, args: readonly Value[]): Value {
  const name = typeName(receiver);
  if (args.length !== 1) throw new ProgramError(`${name}.get expects one index argument`);
  const index = toI32(args[0]);
  if (index < 0 || (name === 'Array' && index >= sequenceLength(receiver)))
    throw new ProgramError(`${name}.get index out of bounds: ${index}`);
  return copyOf(itemAt(receiver, index));
}

function textFunction(text: string, name: string, args: readonly Value[]): Found {
  switch (name) {
    case 'size':
      return makeU32(text.length);
    case 'charAt': {
      if (args.length === 0) throw new ProgramError('String.charAt() requires an index argument');
      const index = toI32(args[0]);
      if (index < 0 || index >= text.length) throw new ProgramError(`Index out of bounds: ${index}`);
      return text.charCodeAt(index);
    }
    case 'append':
      if (args.length === 0) throw new ProgramError('String.append() requires a value argument');
      return text + show(args[0]);
    default:
      return missing;
  }
}

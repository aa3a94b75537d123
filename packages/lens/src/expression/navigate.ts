// From a value to its members, elements and what it points to, over a stop.

import type { Address, RawValue, TypeId } from '@sonde/engine';
import { decodeInteger, scalarOf } from '../decode.js';
import type { EvaluationContext } from '../evaluation.js';
import { fieldOf, flatFields, inMemory, memoryAddress, partAt, sizeOf, strideOf } from '../parts.js';
import { onlyVariant, tagOf, variantNamed } from '../variants.js';
import { failedExpression, outside, wrongExpression } from './arithmetic.js';

/** Members looked through at a time when an object is asked for one by name. */
const membersPerRead = 1_000;

export async function memberOf(value: RawValue, name: string, context: EvaluationContext): Promise<RawValue> {
  const { types, littleEndian } = context;
  if (value.content.kind === 'unavailable') throw failedExpression(value.content.why);
  if (value.content.kind === 'object') return memberOfObject(value, name, context);
  const type = types.resolve(value.type);
  if (type.kind === 'struct' || type.kind === 'union') {
    const direct = type.fields.find(field => field.name === name);
    const found =
      direct === undefined
        ? flatFields(type.fields, types).find(field => field.name === name)
        : { ...direct, bitOffset: direct.bitOffset ?? 0 };
    if (found !== undefined) return fieldOf(value, found, types, littleEndian);
  }
  if (type.kind === 'variant') {
    const tag = tagOf(value, type, types, littleEndian);
    if (name === type.discriminant.name) return tag;
    const active = onlyVariant(type) ?? variantNamed(tag, type, types, littleEndian);
    if (typeof active !== 'string') {
      const inner = partAt(value, active.type, 0n, types);
      return name === active.name ? inner : memberOf(inner, name, context);
    }
  }
  throw wrongExpression(`${type.name} has no field '${name}'`);
}

async function memberOfObject(value: RawValue, name: string, context: EvaluationContext): Promise<RawValue> {
  if (value.content.kind !== 'object') throw wrongExpression(`there is no field '${name}'`);
  const { id } = value.content;
  for (let start = 0; ; start += membersPerRead) {
    const members = await context.reader.object(
      { object: id, filter: 'named', start, count: membersPerRead },
      context.signal,
    );
    const found = members.find(member => member.name === name);
    if (found !== undefined) return found.value;
    if (members.length < membersPerRead) throw wrongExpression(`there is no field '${name}'`);
  }
}

export async function elementOf(
  value: RawValue,
  at: bigint,
  elementType: TypeId,
  context: EvaluationContext,
): Promise<RawValue> {
  const { types } = context;
  const { content } = value;
  if (content.kind === 'unavailable') throw failedExpression(content.why);
  if (content.kind === 'scalar' && typeof content.value === 'string') {
    if (at < 0n || at >= BigInt(content.value.length)) throw outside(String(at), content.value.length);
    return { type: elementType, content: { kind: 'scalar', value: content.value.charAt(Number(at)) } };
  }
  if (content.kind === 'object') {
    if (at < 0n || at > BigInt(Number.MAX_SAFE_INTEGER)) throw outside(String(at), content.indexed);
    const [found] = await context.reader.object(
      { object: content.id, filter: 'indexed', start: Number(at), count: 1 },
      context.signal,
    );
    if (found === undefined) throw outside(String(at), content.indexed);
    return found.value;
  }
  const type = types.resolve(value.type);
  if (type.kind === 'pointer') return elementBehind(value, at, type.target, context);
  if (type.kind !== 'array') throw wrongExpression(`${type.name} has no elements`);
  const stride = strideOf(type, types);
  if (stride === undefined) throw wrongExpression(`the elements of ${type.name} have no size`);
  // An array without a count ends nobody knows where, as C's flexible members do.
  if (at < 0n || (type.count !== undefined && at >= BigInt(type.count)))
    throw outside(String(at), type.count);
  return partAt(value, type.element, at * BigInt(stride), types);
}

async function elementBehind(
  value: RawValue,
  at: bigint,
  target: TypeId,
  context: EvaluationContext,
): Promise<RawValue> {
  const pointer = await pointerOf(value, context);
  const size = sizeOf(target, context.types);
  if (size === undefined || size === 0) throw wrongExpression('what this points to has no size');
  return inMemory(target, { space: pointer.space, offset: pointer.offset + at * BigInt(size) });
}

/** What a pointer or a reference leads to, not read yet. */
export async function dereferenced(
  value: RawValue,
  type: TypeId,
  context: EvaluationContext,
): Promise<RawValue> {
  return inMemory(type, await pointerOf(value, context));
}

/** Where a pointer leads. It counts in the space it lies in itself; elsewhere in that of the frame. */
async function pointerOf(value: RawValue, context: EvaluationContext): Promise<Address> {
  if (value.content.kind === 'unavailable') throw failedExpression(value.content.why);
  let found = scalarOf(value, context.types, context.littleEndian);
  const home = memoryAddress(value);
  if (found === undefined && value.content.kind === 'deferred' && home !== undefined) {
    const read = await context.reader.memory(home, context.pointerSize, context.signal);
    if (read.bytes.length < context.pointerSize)
      throw failedExpression(`the pointer cannot be read: ${read.why ?? 'not mapped'}`);
    found = decodeInteger(read.bytes, false, context.littleEndian);
  }
  if (typeof found === 'number' && Number.isInteger(found)) found = BigInt(found);
  if (typeof found !== 'bigint') throw wrongExpression('only pointers can be followed');
  if (found === 0n && context.types.resolve(value.type).kind === 'pointer')
    throw failedExpression('the pointer is null');
  const space = home?.space ?? value.space ?? context.space ?? '';
  return { space, offset: BigInt.asUintN(context.pointerSize * 8, found) };
}

/** What a program computes with is no book. */
const longestText = 1 << 20;

/** Bytes that are no UTF-8 become replacement characters. */
export async function textAt(address: bigint, length: bigint, context: EvaluationContext): Promise<string> {
  if (length === 0n) return '';
  if (length < 0n || length > BigInt(longestText)) throw failedExpression(`a text of ${length} bytes`);
  const offset = BigInt.asUintN(context.pointerSize * 8, address);
  const read = await context.reader.memory(
    { space: context.space ?? '', offset },
    Number(length),
    context.signal,
  );
  if (read.bytes.length < Number(length))
    throw failedExpression(
      `the text at 0x${offset.toString(16)} cannot be read: ${read.why ?? 'not mapped'}`,
    );
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.bytes);
}

/** Read piece by piece, so that a short text at the end of a page is read, too. */
const firstPiece = 128;

export async function zeroEndedText(address: bigint, context: EvaluationContext): Promise<string> {
  const start = BigInt.asUintN(context.pointerSize * 8, address);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece = firstPiece; size < longestText; piece = Math.min(piece * 2, 1 << 16)) {
    const place = { space: context.space ?? '', offset: start + BigInt(size) };
    const { bytes, why } = await context.reader.memory(place, piece, context.signal);
    const end = bytes.indexOf(0);
    pieces.push(end < 0 ? bytes : bytes.subarray(0, end));
    size += bytes.length;
    if (end >= 0) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces));
    if (bytes.length < piece)
      throw failedExpression(`the text at 0x${start.toString(16)} cannot be read: ${why ?? 'it has no end'}`);
  }
  throw failedExpression(`a text of more than ${longestText} bytes`);
}

export function addressOf(value: RawValue): bigint {
  const address = memoryAddress(value);
  if (address === undefined) throw wrongExpression('this value has no address');
  return address.offset;
}

export function lengthOf(value: RawValue, context: EvaluationContext): bigint {
  const { content } = value;
  if (content.kind === 'unavailable') throw failedExpression(content.why);
  if (content.kind === 'scalar' && typeof content.value === 'string') return BigInt(content.value.length);
  if (content.kind === 'partial') return BigInt(content.length);
  if (content.kind === 'object') return BigInt(content.indexed ?? content.named ?? 0);
  const type = context.types.resolve(value.type);
  if (type.kind === 'array' && type.count !== undefined) return BigInt(type.count);
  throw wrongExpression('only texts and collections have a length');
}

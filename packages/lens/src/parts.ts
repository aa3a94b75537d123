// Parts of values: fields and elements computed from type and bytes, with the place each of them has.

import type { Address, Content, Field, MemoryRead, Place, RawValue, TypeId, TypeTable } from '@sonde/engine';
import { unavailable } from '@sonde/engine';
import { decodeBits, isSigned } from './decode.js';

export interface FlatField {
  readonly name: string;
  readonly type: TypeId;
  readonly bitOffset: number;
  readonly bitSize?: number;
}

/** A type that contains itself by value cannot exist, but a type table could say so. */
const deepestBase = 32;

/** The fields with those of bases and anonymous members in their places. */
export function flatFields(
  fields: readonly Field[],
  types: TypeTable,
  base = 0,
  depth = 0,
): readonly FlatField[] {
  return fields.flatMap(field => {
    const bitOffset = base + (field.bitOffset ?? 0);
    if (field.role === 'base' || field.role === 'anonymous') {
      const inner = types.resolve(field.type);
      if ((inner.kind === 'struct' || inner.kind === 'union') && depth < deepestBase)
        return flatFields(inner.fields, types, bitOffset, depth + 1);
    }
    return [
      {
        name: field.name,
        type: field.type,
        bitOffset,
        ...(field.bitSize === undefined ? {} : { bitSize: field.bitSize }),
      },
    ];
  });
}

export function sizeOf(type: TypeId, types: TypeTable): number | undefined {
  return sizeWithin(type, types, 0);
}

function sizeWithin(type: TypeId, types: TypeTable, depth: number): number | undefined {
  const description = types.resolve(type);
  if (description.size !== undefined) return description.size;
  if (depth > deepestBase) return undefined;
  if (description.kind === 'enum') return sizeWithin(description.underlying, types, depth + 1);
  if (description.kind !== 'array' || description.count === undefined) return undefined;
  const stride = description.stride ?? sizeWithin(description.element, types, depth + 1);
  return stride === undefined ? undefined : stride * description.count;
}

/** Bytes from one element to the next; undefined for elements without a size. */
export function strideOf(
  array: { readonly element: TypeId; readonly stride?: number },
  types: TypeTable,
): number | undefined {
  const stride = array.stride ?? sizeOf(array.element, types);
  return stride === 0 ? undefined : stride;
}

const moved = (address: Address, bytes: bigint): Address => ({
  space: address.space,
  offset: address.offset + bytes,
});

export const memoryAddress = (value: RawValue): Address | undefined =>
  value.place?.kind === 'memory' ? value.place.address : undefined;

/** A value in memory that nobody has read yet. */
export const inMemory = (type: TypeId, address: Address): RawValue => ({
  type,
  content: { kind: 'deferred' },
  place: { kind: 'memory', address },
});

type Bytes = Extract<Content, { readonly kind: 'bytes' }>;

/** Bytes from an offset on, with what is missing of those. */
export function bytesFrom(whole: Bytes, offset: number, size = whole.bytes.length - offset): Bytes {
  const end = offset + size;
  const bytes = whole.bytes.subarray(offset, end);
  const missing = (whole.missing ?? []).flatMap(gap => {
    const from = Math.max(gap.offset, offset);
    const until = Math.min(gap.offset + gap.size, end);
    return from < until ? [{ offset: from - offset, size: until - from, why: gap.why }] : [];
  });
  return { kind: 'bytes', bytes, ...(missing.length === 0 ? {} : { missing }) };
}

function hasParts(type: TypeId, types: TypeTable): boolean {
  const { kind } = types.resolve(type);
  return kind === 'struct' || kind === 'union' || kind === 'array' || kind === 'variant';
}

/** The part of a value that begins at an offset of bytes, as far as it is known already. */
export function partAt(whole: RawValue, type: TypeId, offset: bigint, types: TypeTable): RawValue {
  const base = memoryAddress(whole);
  const place: Place | undefined =
    base === undefined ? undefined : { kind: 'memory', address: moved(base, offset) };
  const { content } = whole;
  if (content.kind === 'unavailable') return unavailable(type, content.why, place);
  const size = sizeOf(type, types);
  if (
    content.kind === 'bytes' &&
    size !== undefined &&
    offset + BigInt(size) <= BigInt(content.bytes.length)
  ) {
    const part = bytesFrom(content, Number(offset), size);
    const [missing, ...others] = part.missing ?? [];
    const isAll = others.reduce((sum, gap) => sum + gap.size, missing?.size ?? 0) >= size;
    if (missing !== undefined && (isAll || !hasParts(type, types)))
      return unavailable(type, missing.why, place);
    // Pointers in a value that lies nowhere count in the memory that the whole counts in.
    const space = place === undefined && whole.space !== undefined ? { space: whole.space } : {};
    return { type, content: part, ...space, ...(place === undefined ? {} : { place }) };
  }
  if (place === undefined) return unavailable(type, 'this part of the value is not known');
  return { type, content: { kind: 'deferred' }, place };
}

export function fieldOf(
  whole: RawValue,
  field: FlatField,
  types: TypeTable,
  littleEndian: boolean,
): RawValue {
  const offset = BigInt(Math.floor(field.bitOffset / 8));
  if (field.bitSize === undefined) return partAt(whole, field.type, offset, types);
  const bits = { offset: field.bitOffset % 8, size: field.bitSize };
  const base = memoryAddress(whole);
  const place: Place | undefined =
    base === undefined ? undefined : { kind: 'memory', address: moved(base, offset), bits };
  const { content } = whole;
  if (content.kind === 'unavailable') return unavailable(field.type, content.why, place);
  const end = Number(offset) + Math.ceil((bits.offset + bits.size) / 8);
  if (content.kind === 'bytes' && end <= content.bytes.length) {
    const part = bytesFrom(content, Number(offset), end - Number(offset));
    const missing = part.missing?.[0];
    if (missing !== undefined) return unavailable(field.type, missing.why, place);
    const raw = decodeBits(part.bytes, bits.offset, bits.size, littleEndian);
    const type = types.resolve(field.type);
    const value = isSigned(type, types) ? BigInt.asIntN(bits.size, raw) : raw;
    return {
      type: field.type,
      content: { kind: 'scalar', value },
      ...(place === undefined ? {} : { place }),
    };
  }
  if (place === undefined) return unavailable(field.type, 'this part of the value is not known');
  return { type: field.type, content: { kind: 'deferred' }, place };
}

/** The memory a deferred value lies in; undefined when there is nothing to fetch or no way to know how much. */
export function wantedMemory(
  value: RawValue,
  types: TypeTable,
): { readonly address: Address; readonly size: number } | undefined {
  if (value.content.kind !== 'deferred' || value.place?.kind !== 'memory') return undefined;
  const { address, bits } = value.place;
  if (bits !== undefined) return { address, size: Math.ceil((bits.offset + bits.size) / 8) };
  const size = sizeOf(value.type, types) ?? value.place.size;
  return size === undefined ? undefined : { address, size };
}

/** A deferred value with what was read of it. Too few bytes are of no use to a scalar; an aggregate shows its beginning. */
export function withMemory(value: RawValue, read: MemoryRead, wanted: number, types: TypeTable): RawValue {
  if (read.bytes.length < wanted && (!hasParts(value.type, types) || read.bytes.length === 0))
    return unavailable(value.type, `unreadable: ${read.why ?? 'not mapped'}`, value.place);
  return { ...value, content: { kind: 'bytes', bytes: read.bytes } };
}

// Decoding: bytes of the debuggee as the scalars they mean.

import type { RawValue, Scalar, TypeDescription, TypeTable } from '@sonde/engine';
import { decodeLong, longToNumber, type LongFormat } from './long-float.js';

export function decodeInteger(bytes: Uint8Array, signed: boolean, littleEndian: boolean): bigint {
  let value = 0n;
  for (let nth = 0; nth < bytes.length; nth++) {
    const byte = bytes[littleEndian ? bytes.length - 1 - nth : nth]!;
    value = (value << 8n) | BigInt(byte);
  }
  return signed ? BigInt.asIntN(bytes.length * 8, value) : value;
}

/** Undefined for the formats of other sizes, which differ between processors. */
export function decodeFloat(bytes: Uint8Array, littleEndian: boolean): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (bytes.length) {
    case 2:
      return halfFloat(view.getUint16(0, littleEndian));
    case 4:
      return view.getFloat32(0, littleEndian);
    case 8:
      return view.getFloat64(0, littleEndian);
    default:
      return undefined;
  }
}

function halfFloat(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Bits of a bit field. Compilers count them from the low end on little-endian machines and from the high end else. */
export function decodeBits(bytes: Uint8Array, offset: number, size: number, littleEndian: boolean): bigint {
  const all = decodeInteger(bytes, false, littleEndian);
  const shift = littleEndian ? offset : bytes.length * 8 - offset - size;
  return BigInt.asUintN(size, all >> BigInt(Math.max(0, shift)));
}

/** The type an enumeration counts in, or the type itself. */
export function underlying(type: TypeDescription, types: TypeTable): TypeDescription {
  return type.kind === 'enum' ? types.resolve(type.underlying) : type;
}

export function isSigned(type: TypeDescription, types: TypeTable): boolean {
  const base = underlying(type, types);
  return (base.kind === 'integer' && base.signed) || (base.kind === 'character' && base.signed === true);
}

/** Bytes of a scalar type as its value; undefined for other types and for floats of unusual size. */
export function decodeScalar(
  bytes: Uint8Array,
  type: TypeDescription,
  types: TypeTable,
  littleEndian: boolean,
): Scalar | undefined {
  if (bytes.length === 0) return undefined;
  switch (type.kind) {
    case 'integer':
    case 'character':
    case 'enum':
    case 'pointer':
      return decodeInteger(bytes, isSigned(type, types), littleEndian);
    case 'boolean':
      return bytes.some(byte => byte !== 0);
    case 'float':
      return type.format === undefined
        ? decodeFloat(bytes, littleEndian)
        : decodedLong(bytes, type.format, littleEndian);
    default:
      return undefined;
  }
}

function decodedLong(bytes: Uint8Array, format: LongFormat, littleEndian: boolean): number | undefined {
  const value = decodeLong(bytes, format, littleEndian);
  return value === undefined ? undefined : longToNumber(value);
}

/** A scalar in the form its type has: integers as bigint, floats as number. */
export function typedScalar(value: Scalar, type: TypeDescription): Scalar {
  switch (type.kind) {
    case 'integer':
    case 'enum':
    case 'character':
    case 'pointer':
      return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
    case 'float':
      return typeof value === 'bigint' ? Number(value) : value;
    case 'boolean':
      return typeof value === 'bigint' || typeof value === 'number' ? Number(value) !== 0 : value;
    default:
      return value;
  }
}

/** The scalar a value holds, if it holds one and it has been read. */
export function scalarOf(value: RawValue, types: TypeTable, littleEndian = true): Scalar | undefined {
  const type = types.resolve(value.type);
  const { content } = value;
  if (content.kind === 'scalar') return typedScalar(content.value, type);
  if (content.kind !== 'bytes') return undefined;
  const bits = value.place?.kind === 'memory' ? value.place.bits : undefined;
  if (bits === undefined) return decodeScalar(content.bytes, type, types, littleEndian);
  const raw = decodeBits(content.bytes, bits.offset, bits.size, littleEndian);
  if (type.kind === 'boolean') return raw !== 0n;
  return isSigned(type, types) ? BigInt.asIntN(bits.size, raw) : raw;
}

// Numbers in decimal, straight from what was read: rows of them are what large arrays consist of.

import type { RawValue, TypeDescription } from '@sonde/engine';
import { floatText } from '../scalar-text.js';
import type { Format } from '../view.js';

/** What a number of a type holds at an offset of some bytes; undefined for types that take more than that to read. */
export type NumberReader = (bytes: DataView, offset: number) => number | bigint | boolean;

/** The same text that the general way comes to; undefined where it has more to say. */
export function plainNumberText(
  { content, place, engineView }: RawValue,
  type: TypeDescription,
  format: Format,
  littleEndian: boolean,
): string | undefined {
  if (format.hex === true || format.binary === true || engineView !== undefined) return undefined;
  if (type.kind !== 'integer' && type.kind !== 'float' && type.kind !== 'boolean') return undefined;
  if (content.kind !== 'scalar' && content.kind !== 'bytes') return undefined;
  if (type.formatted === true || (place?.kind === 'memory' && place.bits !== undefined)) return undefined;
  const value = content.kind === 'scalar' ? content.value : numberIn(content.bytes, type, littleEndian);
  if (type.kind === 'boolean') return typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value === 'bigint') return type.kind === 'integer' ? value.toString() : undefined;
  if (typeof value !== 'number') return undefined;
  if (type.kind === 'integer') return Number.isInteger(value) ? String(value) : undefined;
  return floatText(value, type.size);
}

function numberIn(
  bytes: Uint8Array,
  type: TypeDescription,
  littleEndian: boolean,
): number | bigint | boolean | undefined {
  if (bytes.length !== type.size) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return numberReader(type, littleEndian)?.(view, 0);
}

export function numberReader(type: TypeDescription, littleEndian: boolean): NumberReader | undefined {
  if (type.kind === 'boolean') return type.size === 1 ? (view, at) => view.getUint8(at) !== 0 : undefined;
  if (type.kind === 'float') {
    if (type.format !== undefined) return undefined;
    if (type.size === 8) return (view, at) => view.getFloat64(at, littleEndian);
    return type.size === 4 ? (view, at) => view.getFloat32(at, littleEndian) : undefined;
  }
  if (type.kind !== 'integer') return undefined;
  switch (type.size) {
    case 1:
      return type.signed ? (view, at) => view.getInt8(at) : (view, at) => view.getUint8(at);
    case 2:
      return type.signed
        ? (view, at) => view.getInt16(at, littleEndian)
        : (view, at) => view.getUint16(at, littleEndian);
    case 4:
      return type.signed
        ? (view, at) => view.getInt32(at, littleEndian)
        : (view, at) => view.getUint32(at, littleEndian);
    case 8:
      return type.signed
        ? (view, at) => view.getBigInt64(at, littleEndian)
        : (view, at) => view.getBigUint64(at, littleEndian);
    default:
      return undefined;
  }
}

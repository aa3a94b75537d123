// The bytes that a place is to hold, for writing. Nothing is rounded or cut: what does not fit is refused.

import { Failure, type Place, type RawValue, type TypeTable } from '@sonde/engine';
import { decodeScalar, isSigned } from './decode.js';
import { encodeScalar, integerBytes } from './encode.js';

/** A bit field's bytes are its bits alone, as an unsigned number of as few bytes as hold them. */
export function bytesToWrite(
  place: Place,
  value: RawValue,
  types: TypeTable,
  littleEndian: boolean,
): Uint8Array {
  const bytes = bytesOfValue(value, types, littleEndian);
  const bits = place.kind === 'memory' ? place.bits : undefined;
  if (bits === undefined) return bytes;
  const type = types.resolve(value.type);
  const given = decodeScalar(bytes, type, types, littleEndian);
  if (typeof given !== 'bigint' && typeof given !== 'boolean')
    throw new Failure('bad-arguments', 'user', `a value of type ${type.name} does not fit into a bit field.`);
  const number = BigInt(given);
  const width = BigInt(bits.size);
  const signed = isSigned(type, types);
  const min = signed ? -(1n << (width - 1n)) : 0n;
  const max = signed ? (1n << (width - 1n)) - 1n : (1n << width) - 1n;
  if (number < min || number > max)
    throw new Failure(
      'bad-arguments',
      'user',
      `${number} does not fit into ${bits.size === 1 ? 'one bit' : `${bits.size} bits`}:`,
      `it takes ${min} to ${max}.`,
    );
  return integerBytes(BigInt.asUintN(bits.size, number), Math.ceil(bits.size / 8), littleEndian);
}

export function bytesOfValue(value: RawValue, types: TypeTable, littleEndian: boolean): Uint8Array {
  const { content, type } = value;
  if (content.kind === 'bytes' && content.missing === undefined) return content.bytes;
  if (content.kind === 'scalar') return encodeScalar(content.value, type, types, littleEndian);
  throw new Failure(
    'bad-arguments',
    'user',
    `a value of type ${types.get(type).name} cannot be written like this.`,
  );
}

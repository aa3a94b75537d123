// Encoding: a scalar as the bytes of a type, for writing into the program.

import {
  Failure,
  notSupported,
  type Scalar,
  type TypeDescription,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import { isSigned } from './decode.js';
import { encodeLong } from './long-float.js';
import { sizeOf } from './parts.js';
import { onlyCharacter } from './scalar-text.js';

/** The bytes that mean this value. Throws a Failure that names the range when it does not fit. */
export function encodeScalar(
  value: Scalar,
  type: TypeId,
  types: TypeTable,
  littleEndian: boolean,
): Uint8Array {
  const description = types.resolve(type);
  const size = sizeOf(type, types);
  if (size === undefined)
    throw notSupported(`writing a value of type ${description.name}`, 'its size is not known');
  switch (description.kind) {
    case 'integer':
    case 'pointer':
    case 'character':
    case 'enum':
      return encodeInteger(wholeNumber(value, description), description, types, size, littleEndian);
    case 'boolean':
      return integerBytes(truth(value, description) ? 1n : 0n, size, littleEndian);
    case 'float':
      return encodeFloat(value, description, size, littleEndian);
    default:
      throw notSupported(`writing a whole ${description.kind}`, 'write its parts');
  }
}

const doesNotFit = (value: Scalar, type: TypeDescription, wanted: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `${typeof value === 'string' ? JSON.stringify(value) : String(value)} is no value of type ${type.name}:`,
    `it takes ${wanted}.`,
  );

function wholeNumber(value: Scalar, type: TypeDescription): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && type.kind === 'enum') {
    const found = type.enumerators.find(enumerator => enumerator.name === value);
    if (found !== undefined) return found.value;
    throw doesNotFit(
      value,
      type,
      `${type.enumerators.map(enumerator => enumerator.name).join(', ')} or a number`,
    );
  }
  if (type.kind === 'character') {
    const only = typeof value === 'string' ? onlyCharacter(value) : undefined;
    if (only !== undefined) return only;
    throw doesNotFit(value, type, 'one character or its number');
  }
  throw doesNotFit(value, type, 'a whole number');
}

function encodeInteger(
  value: bigint,
  type: TypeDescription,
  types: TypeTable,
  size: number,
  littleEndian: boolean,
): Uint8Array {
  const bits = BigInt(size * 8);
  const signed = isSigned(type, types);
  const min = signed ? -(1n << (bits - 1n)) : 0n;
  const max = signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n;
  // Characters are written as numbers or as text; either sign of a byte means the same unit.
  const highest = type.kind === 'character' ? (1n << bits) - 1n : max;
  if (value < min || value > highest) throw doesNotFit(value, type, `${min} to ${max}`);
  return integerBytes(value, size, littleEndian);
}

/** The low bytes of a whole number. */
export function integerBytes(value: bigint, size: number, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(size);
  let rest = BigInt.asUintN(size * 8, value);
  for (let nth = 0; nth < size; nth++) {
    bytes[littleEndian ? nth : size - 1 - nth] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

function truth(value: Scalar, type: TypeDescription): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 0n) return false;
  if (value === 1 || value === 1n) return true;
  throw doesNotFit(value, type, 'true or false');
}

function encodeFloat(value: Scalar, type: TypeDescription, size: number, littleEndian: boolean): Uint8Array {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw doesNotFit(value, type, 'a number');
  const number = Number(value);
  if (type.kind === 'float' && type.format !== undefined)
    return encodeLong(number, type.format, size, littleEndian);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (size === 8) view.setFloat64(0, number, littleEndian);
  else if (size === 4) {
    const near = Math.fround(number);
    if (Number.isFinite(number) && !Number.isFinite(near))
      throw doesNotFit(value, type, '-3.4028234663852886e+38 to 3.4028234663852886e+38');
    view.setFloat32(0, near, littleEndian);
  } else if (size === 2) {
    const bits = halfBits(number);
    if (Number.isFinite(number) && (bits & 0x7c00) === 0x7c00)
      throw doesNotFit(value, type, '-65504 to 65504');
    view.setUint16(0, bits, littleEndian);
  } else throw notSupported(`writing a float of ${size} bytes`);
  return bytes;
}

/** The nearest float of 16 bits; one that is too large becomes infinite. */
function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (Number.isNaN(value)) return 0x7e00;
  const size = Math.abs(value);
  if (size === Infinity) return sign | 0x7c00;
  // Below 2^-14 numbers have one exponent and fewer digits.
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const digits = roundedToEven(size / 2 ** (exponent - 10));
  return sign | Math.min(0x7c00, digits + (exponent + 14) * 1024);
}

function roundedToEven(value: number): number {
  const whole = Math.floor(value);
  const rest = value - whole;
  return rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole;
}

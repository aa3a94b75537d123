// Numbers of WebAssembly as bytes and back: little-endian, floats by their bits.

import type { ValueType } from '@sonde/wasm';
import type { CrossingValue } from '../messages.js';

export const sizeOfType: Readonly<Partial<Record<ValueType, number>>> = {
  i32: 4,
  i64: 8,
  f32: 4,
  f64: 8,
  v128: 16,
};

/** Undefined for references. */
export function bytesOfCrossing(type: ValueType, values: readonly CrossingValue[]): Uint8Array | undefined {
  const size = sizeOfType[type];
  if (size === undefined) return undefined;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  values.forEach((value, half) => {
    if (typeof value === 'bigint') view.setBigUint64(8 * half, BigInt.asUintN(64, value), true);
    else if (typeof value === 'number') view.setUint32(0, value >>> 0, true);
  });
  return bytes;
}

/** Bytes of a smaller number are extended by its sign, or by zeros. */
export function crossingOfBytes(
  type: ValueType,
  bytes: Uint8Array,
  signed: boolean,
): readonly CrossingValue[] | undefined {
  const size = sizeOfType[type];
  if (size === undefined || bytes.length > size || bytes.length === 0) return undefined;
  const fill = signed && (bytes.at(-1)! & 0x80) !== 0 ? 0xff : 0;
  const whole = new Uint8Array(size).fill(fill);
  whole.set(bytes);
  const view = new DataView(whole.buffer);
  if (size === 4) return [view.getInt32(0, true)];
  return Array.from({ length: size / 8 }, (_, half) => view.getBigInt64(8 * half, true));
}

/** How many values a local of the type crosses as. */
export const crossingCount = (type: ValueType): number => (type === 'v128' ? 2 : 1);

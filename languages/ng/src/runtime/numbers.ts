// Numbers and their types at run time: reading, making, converting.

import { heap, sizes as bytes } from './heap.js';
import { ProgramError, type NumberType, type Value, type WideNumberType } from './values.js';

const sizes: Readonly<Record<NumberType, number>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  f32: 4,
  i64: 8,
  u64: 8,
  f64: 8,
};

export const bitsOf = (type: NumberType): number => sizes[type] * 8;
export const isFloat = (type: NumberType): type is 'f32' | 'f64' => type === 'f32' || type === 'f64';
const isWide = (type: NumberType): type is WideNumberType => type === 'i64' || type === 'u64';
export const isSigned = (type: NumberType): boolean => !type.startsWith('u');

/** The type of a number; undefined for everything else. */
export function numberType(value: Value): NumberType | undefined {
  if (typeof value === 'number') return 'i32';
  return typeof value === 'object' && value.kind === 'number' ? value.type : undefined;
}

export function rawNumber(value: Value): number | bigint {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value.kind === 'number') return value.value;
  throw new ProgramError('Not a buffered numeral cell');
}

export const sizeOfNumber = (type: NumberType): number => sizes[type];

/** The number as a value of a type that has it. */
export function makeNumber(type: NumberType, value: number | bigint): Value {
  if (type === 'i32') return Number(value);
  heap.used += bytes.numeral;
  if (isWide(type)) return { kind: 'number', type, value: BigInt(value) };
  return { kind: 'number', type, value: Number(value) };
}

/** Cut to the width of the type, as a conversion in C does it. */
export function convert(type: NumberType, raw: number | bigint): number | bigint {
  if (type === 'f32') return Math.fround(Number(raw));
  if (type === 'f64') return Number(raw);
  const whole = typeof raw === 'bigint' ? raw : Number.isFinite(raw) ? BigInt(Math.trunc(raw)) : 0n;
  const bits = bitsOf(type);
  const cut = isSigned(type) ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole);
  return isWide(type) ? cut : Number(cut);
}

/** As `convert` to 32 bits, for indices and counts. */
export function toI32(value: Value): number {
  if (typeof value === 'number') return value;
  return Number(convert('i32', rawNumber(value)));
}

// What numbers of a type can be, and how results are brought back into their range.

import type { Code } from '@sonde/wasm';
import type { IntType } from '../../checker/types.js';

export const minOf = ({ signed, bits }: IntType): bigint => (signed ? -(1n << BigInt(bits - 1)) : 0n);
export const maxOf = ({ signed, bits }: IntType): bigint => (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
export const limbsOf = ({ container }: IntType): number => container / 64;

/** With a number on the stack: as 64 bits. */
export function extend(code: Code, type: IntType): void {
  if (type.container <= 32) code.op(type.signed ? 'i64.extend_i32_s' : 'i64.extend_i32_u');
}

/** With 64 bits in range on the stack: as the type has it. */
export function shrink(code: Code, type: IntType): void {
  if (type.container <= 32) code.op('i32.wrap_i64');
}

/** With any 64 bits on the stack: those that the type has, the others like its sign. */
export function wrap(code: Code, { bits, signed }: IntType): void {
  if (bits === 64) return;
  if (!signed) return void code.i64((1n << BigInt(bits)) - 1n).op('i64.and');
  const away = 64 - bits;
  code.i64(away).op('i64.shl').i64(away).op('i64.shr_s');
}

/** Pushes whether the 64 bits in a local are out of the type's range. */
export function pushOutOfRange(code: Code, local: number, type: IntType): void {
  if (type.bits === 64) return void code.i32(0);
  if (!type.signed) return void code.get(local).i64(maxOf(type)).op('i64.gt_u');
  code.get(local).i64(minOf(type)).op('i64.lt_s');
  code.get(local).i64(maxOf(type)).op('i64.gt_s', 'i32.or');
}

// Operands of conditions brought into another form: what comes from a local or from memory, and from one kind to another.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { isSigned, sizeOf } from '@sonde/lens';
import type { Code, Label, LoadOperation, MemoryReference, ValueType } from '@sonde/wasm';
import {
  isUnsigned,
  isWithin,
  NotCompiled,
  rangeOf,
  signedRange,
  type Operand,
  type Range,
} from './operands.js';

/** What conversions need of the function that is being made. */
export interface ConversionParts {
  readonly code: Code;
  /** Branches there give up. */
  readonly fail: Label;
  readonly types: TypeTable;
  /** Undefined in a module without memory. */
  readonly memory: MemoryReference | undefined;
  readonly newLocal: (type: ValueType) => number;
}

/** Integers that a float holds exactly. */
const exactInFloat: Range = { min: -(1n << 53n), max: 1n << 53n };
const pageSize = 65_536;

/** Signed and unsigned loads of so many bytes, into 64 bits. */
const loads: Readonly<Record<1 | 2 | 4 | 8, readonly [LoadOperation, LoadOperation]>> = {
  1: ['i64.load8_s', 'i64.load8_u'],
  2: ['i64.load16_s', 'i64.load16_u'],
  4: ['i64.load32_s', 'i64.load32_u'],
  8: ['i64.load', 'i64.load'],
};

/** The bits on the stack, an i32 or i64, as a value of the type, which may be smaller. */
export function decoded({ code, types }: ConversionParts, bits: ValueType, type: TypeId): Operand {
  const description = types.resolve(type);
  const available = bits === 'i32' ? 4 : bits === 'i64' ? 8 : 0;
  const size = sizeOf(type, types) ?? available;
  if (available === 0 || size > available || size === 0) throw new NotCompiled('a value of this size');
  if (description.kind === 'float') {
    if (size !== available) throw new NotCompiled('a float of this size');
    if (bits === 'i32') code.op('f32.reinterpret_i32', 'f64.promote_f32');
    else code.op('f64.reinterpret_i64');
    return { kind: 'float' };
  }
  if (bits === 'i32') code.op('i64.extend_i32_u');
  const signed = description.kind !== 'boolean' && isSignedInteger(description, types);
  const rest = 64 - 8 * size;
  if (rest > 0) {
    code.i64(rest).op('i64.shl').i64(rest);
    code.op(signed ? 'i64.shr_s' : 'i64.shr_u');
  }
  if (description.kind !== 'boolean') return { kind: 'integer', range: rangeOf(8 * size, signed) };
  code.i64(0).op('i64.ne');
  return { kind: 'boolean' };
}

/** The address is on the stack; memory that is not there is for the session to tell. */
export function loaded({ code, fail, types, memory, newLocal }: ConversionParts, type: TypeId): Operand {
  const description = types.resolve(type);
  const size = sizeOf(type, types);
  if (memory === undefined || (size !== 1 && size !== 2 && size !== 4 && size !== 8))
    throw new NotCompiled('a value of this size');
  const address = newLocal('i64');
  // As signed numbers, so that a memory without pages has no address at all.
  code.tee(address).memorySize(memory).op('i64.extend_i32_u').i64(pageSize).op('i64.mul');
  code.i64(size).op('i64.sub', 'i64.gt_s').get(address).i64(0).op('i64.lt_s', 'i32.or').brIf(fail);
  code.get(address).op('i32.wrap_i64');
  if (description.kind === 'float') {
    if (size === 4) code.load('f32.load', { align: 0 }).op('f64.promote_f32');
    else if (size === 8) code.load('f64.load', { align: 0 });
    else throw new NotCompiled('a float of this size');
    return { kind: 'float' };
  }
  const signed = description.kind !== 'boolean' && isSignedInteger(description, types);
  code.load(loads[size][signed ? 0 : 1], { align: 0 });
  if (description.kind !== 'boolean') return { kind: 'integer', range: rangeOf(8 * size, signed) };
  code.i64(0).op('i64.ne');
  return { kind: 'boolean' };
}

function isSignedInteger(description: TypeDescription, types: TypeTable): boolean {
  const { kind } = description;
  if (kind !== 'integer' && kind !== 'character' && kind !== 'enum' && kind !== 'pointer')
    throw new NotCompiled(`a value of type ${description.name}`);
  return isSigned(description, types);
}

export function toFloat({ code }: ConversionParts, operand: Operand): void {
  if (operand.kind === 'integer')
    code.op(isUnsigned(operand.range) ? 'f64.convert_i64_u' : 'f64.convert_i64_s');
  else if (operand.kind !== 'float') throw new NotCompiled('what is no number');
}

/** Numbers of two kinds compare exactly, which a rounded one would not. */
export function exactlyFloat(parts: ConversionParts, operand: Operand): void {
  if (operand.kind === 'integer' && !isWithin(operand.range, exactInFloat))
    throw new NotCompiled('a large integer and a float');
  toFloat(parts, operand);
}

/** Towards zero. What is no number, or is too large for 64 bits, is for the session to tell. */
export function toInteger({ code, fail, newLocal }: ConversionParts, operand: Operand): Range {
  if (operand.kind === 'integer') return operand.range;
  if (operand.kind === 'boolean') {
    code.op('i64.extend_i32_u');
    return { min: 0n, max: 1n };
  }
  const value = newLocal('f64');
  const limit = 2 ** 63;
  code.tee(value).f64(-limit).op('f64.ge').get(value).f64(limit).op('f64.lt', 'i32.and', 'i32.eqz');
  code.brIf(fail).get(value).op('i64.trunc_sat_f64_s');
  return signedRange;
}

/** Whether a number is other than zero; what is no number is. */
export function toBoolean({ code }: ConversionParts, operand: Operand): Operand {
  if (operand.kind === 'place') throw new NotCompiled('a value that is neither true nor false');
  if (operand.kind === 'integer') code.i64(0).op('i64.ne');
  if (operand.kind === 'float') code.f64(0).op('f64.ne');
  return { kind: 'boolean' };
}

/** A result in the form that its type has. */
export function typed(parts: ConversionParts, operand: Operand, type: TypeId): Operand {
  const { kind } = parts.types.resolve(type);
  if (kind === 'boolean') return toBoolean(parts, operand);
  if (kind === 'float' && operand.kind === 'integer') {
    toFloat(parts, operand);
    return { kind: 'float' };
  }
  if (operand.kind === 'float' && kind !== 'float' && kind !== 'dynamic')
    throw new NotCompiled('a float as another type');
  return operand;
}

// Loads of compiled programs: the bytes of the activation's memory as numbers, with every bound looked at.

import type { Scalar } from '@sonde/engine';
import { decodeFloat } from '../decode.js';
import { integerBytes } from '../encode.js';
import { failedExpression, outside, toInteger, wrongExpression } from './arithmetic.js';
import type { ProgramAccess } from './javascript.js';

function viewFor(access: ProgramAccess, at: number, size: number): DataView {
  const { home } = access;
  if (home === undefined) throw wrongExpression('this machine has no memory');
  if (!(at >= 0 && at + size <= home.byteLength))
    throw failedExpression(
      `0x${Math.max(0, at).toString(16)} is beyond the ${home.byteLength} bytes of memory`,
    );
  return home;
}

const small = (value: bigint): number | bigint =>
  value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;

const numberOf = (value: Scalar | undefined): number => {
  if (value === undefined) throw wrongExpression('an object cannot be computed with');
  const at = toInteger(value);
  // Beyond any memory is beyond, however far.
  return at > 0xffff_ffff_ffffn || at < -0xffff_ffff_ffffn ? Infinity : Number(at);
};

const loads = {
  u8: (a: ProgramAccess, at: number): number => viewFor(a, at, 1).getUint8(at),
  i8: (a: ProgramAccess, at: number): number => viewFor(a, at, 1).getInt8(at),
  u16: (a: ProgramAccess, at: number): number => viewFor(a, at, 2).getUint16(at, true),
  i16: (a: ProgramAccess, at: number): number => viewFor(a, at, 2).getInt16(at, true),
  u32: (a: ProgramAccess, at: number): number => viewFor(a, at, 4).getUint32(at, true),
  i32: (a: ProgramAccess, at: number): number => viewFor(a, at, 4).getInt32(at, true),
  u64: (a: ProgramAccess, at: number): number | bigint => small(viewFor(a, at, 8).getBigUint64(at, true)),
  i64: (a: ProgramAccess, at: number): number | bigint => small(viewFor(a, at, 8).getBigInt64(at, true)),
  f16(a: ProgramAccess, at: number): number {
    const bits = viewFor(a, at, 2).getUint16(at, true);
    return decodeFloat(Uint8Array.of(bits & 0xff, bits >> 8), true)!;
  },
  f32: (a: ProgramAccess, at: number): number => viewFor(a, at, 4).getFloat32(at, true),
  f64: (a: ProgramAccess, at: number): number => viewFor(a, at, 8).getFloat64(at, true),
  truth: (a: ProgramAccess, at: number): boolean => viewFor(a, at, 1).getUint8(at) !== 0,
};

/** A machine that keeps variables in memory has only bits in its registers. */
function floatIn(value: Scalar, by: 'f16' | 'f32' | 'f64'): number {
  if (typeof value === 'number' && !Number.isInteger(value)) return value;
  const bytes = integerBytes(toInteger(value), Number(by.slice(1)) / 8, true);
  return decodeFloat(bytes, true)!;
}

export const memoryRuntime = {
  ...loads,

  slotAt: (a: ProgramAccess, slot: number): number => a.slotAt?.(slot) ?? -1,
  globalAt: (a: ProgramAccess, index: number): number => a.globalAt?.(index) ?? -1,

  /** A word that stands for a value of that kind. */
  held(a: ProgramAccess, word: unknown, by: keyof typeof loads): Scalar {
    const value = a.scalar(word);
    if (value === undefined) throw wrongExpression('an object cannot be computed with');
    if (by === 'truth') return value !== 0 && value !== 0n && value !== false;
    if (by === 'f16' || by === 'f32' || by === 'f64') return floatIn(value, by);
    const bits = Number(by.slice(1));
    const whole = toInteger(value);
    return small(by.startsWith('i') ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole));
  },

  /** The offset of something that must be in memory. */
  placed(at: number): number {
    if (at < 0) throw failedExpression('it is in no memory');
    return at;
  },

  /** Where a pointer leads. */
  target(pointer: Scalar | undefined): number {
    const at = numberOf(pointer);
    if (at === 0) throw failedExpression('the pointer is null');
    return at < 0 ? at + 2 ** 32 : at;
  },

  element(base: number, nth: Scalar | undefined, stride: number, count?: number): number {
    const at = numberOf(nth);
    if (at < 0 || (count !== undefined && at >= count)) throw outside(String(nth), count);
    return memoryRuntime.placed(base) + at * stride;
  },

  elementBehind: (start: number, nth: Scalar | undefined, size: number): number =>
    start + numberOf(nth) * size,

  bits(a: ProgramAccess, at: number, offset: number, size: number, signed: boolean): number | bigint {
    let all = 0n;
    const bytes = Math.ceil((offset + size) / 8);
    for (let nth = bytes - 1; nth >= 0; nth--) all = (all << 8n) | BigInt(loads.u8(a, at + nth));
    const raw = BigInt.asUintN(size, all >> BigInt(offset));
    return small(signed ? BigInt.asIntN(size, raw) : raw);
  },
};

// What the compiler of conditions has on the operand stack, and how far integers can reach.

import type { TypeId } from '@sonde/engine';

/** The program cannot be compiled: the session decides at a stop instead. */
export class NotCompiled extends Error {}

/** Where a value may lie. Both inclusive. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

export type Operand =
  /** An i64 that is the number itself; read as unsigned where the range goes beyond the signed ones. */
  | { readonly kind: 'integer'; readonly range: Range }
  | { readonly kind: 'float' }
  /** An i32 that is 0 or 1. */
  | { readonly kind: 'boolean' }
  /** A value in memory that was not read: an i64 with its address. */
  | { readonly kind: 'place'; readonly type: TypeId };

export const signedRange: Range = { min: -(1n << 63n), max: (1n << 63n) - 1n };
export const unsignedRange: Range = { min: 0n, max: (1n << 64n) - 1n };

export function rangeOf(bits: number, signed: boolean): Range {
  if (bits < 1 || bits > 64) throw new NotCompiled(`integers of ${bits} bits`);
  const size = BigInt(bits);
  return signed
    ? { min: -(1n << (size - 1n)), max: (1n << (size - 1n)) - 1n }
    : { min: 0n, max: (1n << size) - 1n };
}

export const isWithin = (inner: Range, outer: Range): boolean =>
  inner.min >= outer.min && inner.max <= outer.max;

/** Whether an i64 can hold every number of the range, one way or the other. */
export const fitsWord = (range: Range): boolean =>
  isWithin(range, signedRange) || isWithin(range, unsignedRange);

export const isUnsigned = (range: Range): boolean => !isWithin(range, signedRange);

export const union = (a: Range, b: Range): Range => ({
  min: a.min < b.min ? a.min : b.min,
  max: a.max > b.max ? a.max : b.max,
});

const corners = (a: Range, b: Range, work: (x: bigint, y: bigint) => bigint): Range => {
  const all = [work(a.min, b.min), work(a.min, b.max), work(a.max, b.min), work(a.max, b.max)];
  return { min: all.reduce((x, y) => (x < y ? x : y)), max: all.reduce((x, y) => (x > y ? x : y)) };
};

export const resultRange: Readonly<Record<'add' | 'sub' | 'mul', (a: Range, b: Range) => Range>> = {
  add: (a, b) => ({ min: a.min + b.min, max: a.max + b.max }),
  sub: (a, b) => ({ min: a.min - b.max, max: a.max - b.min }),
  mul: (a, b) => corners(a, b, (x, y) => x * y),
};

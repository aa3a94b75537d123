// What the writer of JavaScript knows about an operand, and what remains known where two branches meet.

import type { ValueKind } from '@sonde/engine';

export type Operand = { readonly code: string } & OperandKnowledge;

export type OperandKnowledge =
  /** An integer in a number, exact, between the two. */
  | { readonly kind: 'number'; readonly low: number; readonly high: number; readonly size?: undefined }
  /** An integer: a number while that is exact, else a bigint. */
  | { readonly kind: 'integer'; readonly size?: undefined }
  | { readonly kind: 'bigint'; readonly size?: undefined }
  /** `size` in bytes, where known. */
  | { readonly kind: 'float'; readonly size?: number }
  | { readonly kind: 'boolean' | 'text'; readonly size?: undefined }
  /** Some scalar. */
  | { readonly kind: 'scalar'; readonly size?: undefined }
  /** A word of the machine; with a size, a float by its type. */
  | { readonly kind: 'word'; readonly size?: number }
  /** A word of the machine or a computed scalar in a wrapper. */
  | { readonly kind: 'mixed'; readonly size?: number }
  /** Code that is not reached. */
  | { readonly kind: 'never'; readonly size?: undefined };

export const integralRange = (
  low: number,
  high: number,
): { readonly low: number; readonly high: number } => ({
  low,
  high,
});

/** Kinds that are known without looking at the value. */
export const scalarKinds: Partial<Record<Operand['kind'], ValueKind>> = {
  number: 'integer',
  integer: 'integer',
  bigint: 'integer',
  float: 'float',
  boolean: 'boolean',
  text: 'text',
};

/** A number or a bigint in any case; the two compare exactly with each other. */
export const isNumeric = (operand: Operand): boolean =>
  operand.kind === 'number' ||
  operand.kind === 'integer' ||
  operand.kind === 'bigint' ||
  operand.kind === 'float';

const isInteger = (operand: Operand): boolean => isNumeric(operand) && operand.kind !== 'float';
const isWord = (operand: Operand): boolean => operand.kind === 'word' || operand.kind === 'mixed';

/** What is known of a value that comes from one of two branches. */
export function join(a: Operand, b: Operand): OperandKnowledge {
  if (a.kind === 'never') return b;
  if (b.kind === 'never') return a;
  if (a.kind === 'number' && b.kind === 'number')
    return { kind: 'number', low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
  if (isInteger(a) && isInteger(b)) return { kind: 'integer' };
  if (isWord(a) || isWord(b)) {
    const kind = a.kind === 'word' && b.kind === 'word' ? 'word' : 'mixed';
    return a.size === b.size && a.size !== undefined ? { kind, size: a.size } : { kind };
  }
  if (a.kind === 'float' && b.kind === 'float')
    return a.size === b.size && a.size !== undefined ? { kind: 'float', size: a.size } : { kind: 'float' };
  if ((a.kind === 'boolean' || a.kind === 'text') && a.kind === b.kind) return { kind: a.kind };
  return { kind: 'scalar' };
}

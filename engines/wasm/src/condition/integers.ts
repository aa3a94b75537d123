// Integer arithmetic of conditions: exact, in 64 bits. What would need more, or fails, leads to where the session decides.

import type { IntegerKind, IntegerOperator } from '@sonde/engine';
import type { Code, Label } from '@sonde/wasm';
import {
  fitsWord,
  isUnsigned,
  isWithin,
  NotCompiled,
  rangeOf,
  resultRange,
  signedRange,
  type Range,
} from './operands.js';

/** What the operations need of the function that is being made. */
export interface IntegerParts {
  readonly code: Code;
  /** Branches there give up. */
  readonly fail: Label;
  /** A local that is free until the next one is asked for. */
  readonly temporary: (type: 'i64') => number;
}

/** Brings the number on the stack into a kind. */
export function fit(parts: IntegerParts, range: Range, kind: IntegerKind): Range {
  const { code, fail } = parts;
  const wanted = rangeOf(kind.bits, kind.signed);
  if (isWithin(range, wanted)) return range;
  if (kind.overflow === 'wrap') {
    const rest = 64 - kind.bits;
    if (rest > 0)
      code
        .i64(rest)
        .op('i64.shl')
        .i64(rest)
        .op(kind.signed ? 'i64.shr_s' : 'i64.shr_u');
    return wanted;
  }
  if (kind.overflow !== 'fail') throw new NotCompiled('saturation');
  const value = parts.temporary('i64');
  code.tee(value);
  // A bound that no number of the range passes needs no test.
  const below = range.min < wanted.min;
  const above = range.max > wanted.max;
  const order = isUnsigned(range) ? 'u' : 's';
  if (below) code.get(value).i64(wanted.min).op('i64.lt_s').brIf(fail);
  if (above)
    code
      .get(value)
      .i64(wanted.max)
      .op(order === 'u' ? 'i64.gt_u' : 'i64.gt_s')
      .brIf(fail);
  return wanted;
}

/** Both operands are on the stack, the first one below. */
export function integerOperation(
  parts: IntegerParts,
  operator: IntegerOperator,
  kind: IntegerKind,
  a: Range,
  b: Range,
): Range {
  const { code } = parts;
  const right = parts.temporary('i64');
  const left = parts.temporary('i64');
  const isShift = operator === 'shl' || operator === 'shr';
  const wanted = rangeOf(kind.bits, kind.signed);
  const fittedB = isShift ? b : fit(parts, b, kind);
  code.set(right);
  const fittedA = fit(parts, a, kind);
  code.set(left);
  switch (operator) {
    case 'add':
    case 'sub':
    case 'mul':
      return sum(parts, operator, kind, { left, right, a: fittedA, b: fittedB });
    case 'div':
    case 'rem':
      return quotient(parts, operator, kind, { left, right, a: fittedA, b: fittedB });
    case 'and':
    case 'or':
    case 'xor':
      code.get(left, right).op(`i64.${operator}`);
      return wanted;
    case 'neg':
      code.i64(0).get(left).op('i64.sub');
      if (kind.bits === 64 && kind.overflow !== 'wrap')
        throw new NotCompiled('a checked negation of 64 bits');
      return fit(parts, kind.bits === 64 ? signedRange : { min: -wanted.max, max: -wanted.min }, kind);
    case 'not':
      code.get(left).i64(-1).op('i64.xor');
      return fit(parts, { min: -wanted.max - 1n, max: -wanted.min }, { ...kind, overflow: 'wrap' });
    case 'shl':
    case 'shr':
      return shift(parts, operator, kind, { left, right, b });
  }
}

interface Operands {
  readonly left: number;
  readonly right: number;
  readonly a: Range;
  readonly b: Range;
}

function sum(
  parts: IntegerParts,
  operator: 'add' | 'sub' | 'mul',
  kind: IntegerKind,
  { left, right, a, b }: Operands,
): Range {
  const { code, fail } = parts;
  const exact = resultRange[operator](a, b);
  code.get(left, right).op(`i64.${operator}`);
  if (fitsWord(exact)) return fit(parts, exact, kind);
  // The low 64 bits are right, whatever was lost above them.
  if (kind.overflow === 'wrap') return fit(parts, { min: signedRange.min - 1n, max: signedRange.max }, kind);
  if (kind.bits !== 64 || operator === 'mul') throw new NotCompiled('a checked result of more than 64 bits');
  const result = parts.temporary('i64');
  code.tee(result);
  if (!kind.signed) code.get(...(operator === 'add' ? [result, left] : [left, right])).op('i64.lt_u');
  if (kind.signed) {
    // Overflow shows where the result's sign is neither operand's.
    code.get(left, result).op('i64.xor');
    if (operator === 'add') code.get(right, result).op('i64.xor');
    else code.get(left, right).op('i64.xor');
    code.op('i64.and').i64(0).op('i64.lt_s');
  }
  code.brIf(fail);
  return rangeOf(64, kind.signed);
}

function quotient(
  parts: IntegerParts,
  operator: 'div' | 'rem',
  kind: IntegerKind,
  { left, right, a, b }: Operands,
): Range {
  const { code, fail } = parts;
  code.get(right).op('i64.eqz').brIf(fail);
  const unsigned = isUnsigned(a) || isUnsigned(b);
  if (!unsigned && operator === 'div' && a.min === signedRange.min && b.min < 0n)
    code.get(left).i64(signedRange.min).op('i64.eq').get(right).i64(-1).op('i64.eq', 'i32.and').brIf(fail);
  code.get(left, right).op(`i64.${operator}_${unsigned ? 'u' : 's'}`);
  // The quotient of the smallest number by -1 is the only one outside of the kind.
  const exact = kind.signed ? { min: rangeOf(kind.bits, true).min, max: -rangeOf(kind.bits, true).min } : a;
  return kind.bits === 64
    ? rangeOf(64, kind.signed)
    : fit(parts, operator === 'rem' ? rangeOf(kind.bits, kind.signed) : exact, kind);
}

function shift(
  parts: IntegerParts,
  operator: 'shl' | 'shr',
  kind: IntegerKind,
  { left, right, b }: Omit<Operands, 'a'>,
): Range {
  const { code, fail } = parts;
  if (operator === 'shl' && kind.overflow !== 'wrap') throw new NotCompiled('a checked shift');
  if (b.min < 0n || b.max > 63n) code.get(right).i64(63).op('i64.gt_u').brIf(fail);
  code.get(left, right).op(operator === 'shl' ? 'i64.shl' : kind.signed ? 'i64.shr_s' : 'i64.shr_u');
  if (operator === 'shr') return rangeOf(kind.bits, kind.signed);
  return fit(parts, { min: signedRange.min - 1n, max: signedRange.max }, kind);
}

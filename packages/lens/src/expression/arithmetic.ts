// The arithmetic of expression programs: what every back end must compute, on exact integers.
//
// An operand of an integer operation is first brought into the operation's kind by the same overflow rule as its
// result, so an operation on 8 bits is one on 8-bit numbers. Division truncates, as processors do.

import {
  Failure,
  type Comparison,
  type Conversion,
  type FloatOperator,
  type IntegerKind,
  type IntegerOperator,
  type Scalar,
  type ValueKind,
} from '@sonde/engine';
import { floatText } from '../scalar-text.js';

/** Numbers of unbounded kind and texts end here, before they fill the memory. */
const unboundedLimit = 1n << 65_536n;
export const textLimit = 1 << 24;

/** The text is wrong: it asks for something that no run of the program could give. */
export const wrongExpression = (message: string): Failure => new Failure('bad-expression', 'user', message);

/** The text is fine, and what the program holds made it fail. */
export const failedExpression = (message: string): Failure =>
  new Failure('bad-expression', 'program', message);

export const outside = (at: string, length?: number): Failure =>
  failedExpression(
    length === undefined
      ? `there is no element ${at}`
      : `index ${at} is outside of ${length} element${length === 1 ? '' : 's'}`,
  );

/** It has no value wherever the program is evaluated. */
export const noValue = (message: string): Failure =>
  new Failure('bad-expression', 'program', message, undefined, { kind: 'no-value' });

export const divisionByZero = (): Failure => noValue('division by zero');

interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

const ranges = new Map<number, Range>();

export function integerRange(bits: number, signed: boolean): Range {
  const key = signed ? -bits : bits;
  let range = ranges.get(key);
  if (range === undefined) {
    const size = BigInt(bits);
    range = signed
      ? { min: -(1n << (size - 1n)), max: (1n << (size - 1n)) - 1n }
      : { min: 0n, max: (1n << size) - 1n };
    ranges.set(key, range);
  }
  return range;
}

export function integerKindName(kind: Pick<IntegerKind, 'bits' | 'signed'>): string {
  const size = kind.bits === 0 ? 'unbounded' : `${kind.bits}-bit`;
  return `${size} ${kind.signed ? 'signed' : 'unsigned'} integer`;
}

const overflow = (value: bigint, kind: IntegerKind): Failure =>
  failedExpression(`overflow: ${shortNumber(value)} does not fit a ${integerKindName(kind)}`);

function shortNumber(value: bigint): string {
  const text = value.toString();
  return text.length <= 40 ? text : `a number of ${text.length} digits`;
}

/** Brings an exact result into its kind. */
export function fitInteger(value: bigint, kind: IntegerKind): bigint {
  if (kind.bits === 0) return fitUnbounded(value, kind);
  if (kind.overflow === 'wrap')
    return kind.signed ? BigInt.asIntN(kind.bits, value) : BigInt.asUintN(kind.bits, value);
  const { min, max } = integerRange(kind.bits, kind.signed);
  if (value >= min && value <= max) return value;
  if (kind.overflow === 'fail') throw overflow(value, kind);
  return value < min ? min : max;
}

function fitUnbounded(value: bigint, kind: IntegerKind): bigint {
  if (value > unboundedLimit || value < -unboundedLimit)
    throw failedExpression('the number is too large to compute with');
  if (kind.signed || value >= 0n) return value;
  if (kind.overflow === 'saturate') return 0n;
  throw overflow(value, kind);
}

export function integerOperation(
  operator: IntegerOperator,
  kind: IntegerKind,
  left: bigint,
  right: bigint,
): bigint {
  const a = fitInteger(left, kind);
  if (operator === 'shl' || operator === 'shr') return shift(operator, kind, a, right);
  const b = fitInteger(right, kind);
  switch (operator) {
    case 'add':
      return fitInteger(a + b, kind);
    case 'sub':
      return fitInteger(a - b, kind);
    case 'mul':
      return fitInteger(a * b, kind);
    case 'div':
      if (b === 0n) throw divisionByZero();
      return fitInteger(a / b, kind);
    case 'rem':
      if (b === 0n) throw divisionByZero();
      return fitInteger(a % b, kind);
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'neg':
      return fitInteger(-a, kind);
    case 'not':
      return kind.bits > 0 && !kind.signed ? BigInt.asUintN(kind.bits, ~a) : fitInteger(~a, kind);
  }
}

/** Counts are taken as they are: a language whose shifts mask their count writes the mask. */
function shift(operator: 'shl' | 'shr', kind: IntegerKind, a: bigint, count: bigint): bigint {
  if (count < 0n) throw failedExpression(`a shift by ${shortNumber(count)}`);
  if (operator === 'shr') return count > 1_000_000n ? (a < 0n ? -1n : 0n) : a >> count;
  if (a === 0n) return 0n;
  const all = kind.bits === 0 ? 65_537n : BigInt(kind.bits);
  if (count <= all) return fitInteger(a << count, kind);
  // Further out than any bit of the result: the same as by one more than its size, without the enormous number.
  return kind.overflow === 'wrap' && kind.bits > 0 ? 0n : fitInteger(a << (all + 1n), kind);
}

export function floatOperation(operator: FloatOperator, bits: 32 | 64, left: number, right: number): number {
  const a = bits === 32 ? Math.fround(left) : left;
  const b = bits === 32 ? Math.fround(right) : right;
  const result = exactFloat(operator, a, b);
  return bits === 32 ? Math.fround(result) : result;
}

function exactFloat(operator: FloatOperator, a: number, b: number): number {
  switch (operator) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'rem':
      return a % b;
    case 'neg':
      return -a;
  }
}

/** Without a type that says otherwise, a whole number is an integer. */
export function kindOfScalar(value: Scalar): ValueKind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  const isWhole = typeof value === 'bigint' || (Number.isInteger(value) && !Object.is(value, -0));
  return isWhole ? 'integer' : 'float';
}

export function toInteger(value: Scalar): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  throw wrongExpression(`${describe(value)} is not an integer`);
}

export function toFloat(value: Scalar, bits: 32 | 64): number {
  if (typeof value === 'number') return bits === 32 ? Math.fround(value) : value;
  if (typeof value === 'bigint') return bits === 32 ? nearestFloat32(value) : Number(value);
  throw wrongExpression(`${describe(value)} is not a number`);
}

export function toBoolean(value: Scalar): boolean {
  if (typeof value === 'boolean') return value;
  throw wrongExpression(`${describe(value)} is neither true nor false`);
}

/** Rounding to 64 bits and then to 32 can differ from rounding once; the bits below decide together instead. */
function nearestFloat32(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  if (magnitude < 1n << 53n) return Math.fround(Number(value));
  const drop = BigInt(magnitude.toString(2).length - 40);
  const kept = magnitude >> drop;
  const sticky = kept << drop === magnitude ? 0n : 1n;
  const rounded = Math.fround(Number((kept << 1n) | sticky) * 2 ** (Number(drop) - 1));
  return value < 0n ? -rounded : rounded;
}

export function compareScalars(operator: Comparison, a: Scalar, b: Scalar): boolean {
  const numbers = isNumber(a) && isNumber(b);
  if (!numbers && typeof a !== typeof b)
    throw wrongExpression(`cannot compare ${describe(a)} with ${describe(b)}`);
  switch (operator) {
    case 'eq':
      // A bigint and a number are the same when they count the same; `===` would say they never are.
      return numbers ? equalNumbers(a, b) : a === b;
    case 'ne':
      return numbers ? !equalNumbers(a, b) : a !== b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
  }
}

const isNumber = (value: Scalar): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** Loose on purpose: between number and bigint it is exact. */
const equalNumbers = (a: number | bigint, b: number | bigint): boolean => a == b;

export function convertScalar(value: Scalar, to: Conversion, floatSize?: number): Scalar {
  switch (to.kind) {
    case 'integer':
      return toIntegerKind(value, to);
    case 'float':
      return typeof value === 'boolean' ? Number(value) : toFloat(value, to.bits);
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (typeof value === 'string') throw wrongExpression(`${describe(value)} is neither true nor false`);
      return typeof value === 'bigint' ? value !== 0n : value !== 0;
    case 'text':
      return plainText(value, floatSize);
  }
}

/** Towards zero. What is no number has no nearest integer, so only saturation gives it a value. */
function toIntegerKind(value: Scalar, kind: IntegerKind): bigint {
  if (typeof value === 'boolean') return fitInteger(value ? 1n : 0n, kind);
  if (typeof value !== 'number') return fitInteger(toInteger(value), kind);
  if (Number.isFinite(value)) return fitInteger(BigInt(Math.trunc(value)), kind);
  if (kind.overflow !== 'saturate' || kind.bits === 0)
    throw failedExpression(`${floatText(value)} does not fit a ${integerKindName(kind)}`);
  if (Number.isNaN(value)) return 0n;
  const { min, max } = integerRange(kind.bits, kind.signed);
  return value < 0 ? min : max;
}

/** A scalar as text, the same in every back end and without a lens. */
export function plainText(value: Scalar, floatSize?: number): string {
  if (typeof value === 'number') return floatText(value, floatSize);
  return String(value);
}

export function joinedText(parts: readonly string[]): string {
  let length = 0;
  for (const part of parts) length += part.length;
  if (length > textLimit) throw failedExpression('the text is too long');
  return parts.join('');
}

/** For messages: what the user would recognise, kept short. */
export function describe(value: Scalar): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 20))}`;
  return typeof value === 'bigint' ? shortNumber(value) : plainText(value);
}

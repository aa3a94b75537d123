// What the operators of the language compute: wrapping integers, sticky tbb, IEEE floats.

import type { Span } from '@sonde/native-compiler';
import { largest, sentinel, smallest } from '../../toolchain/checker/types.js';
import type {
  AriaType,
  ArithmeticOperator,
  ComparisonOperator,
  FloatType,
  IntegerType,
  TbbType,
} from '../../toolchain/checker/typed-program.js';
import { Trap } from './signals.js';

const wrap = (value: bigint, { bits, signed }: IntegerType): bigint =>
  signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);

/** Whatever is not a value of the type is ERR. */
const sticky = (value: bigint, type: TbbType): bigint =>
  value < smallest(type) || value > largest(type) ? sentinel(type.bits) : value;

const rounded = (value: number, { bits }: FloatType): number => (bits === 32 ? Math.fround(value) : value);

export function arithmetic(
  operator: ArithmeticOperator,
  left: bigint | number,
  right: bigint | number,
  type: AriaType,
  at: Span,
): bigint | number {
  if (type.kind === 'float') return rounded(floating(operator, Number(left), Number(right)), type);
  const a = left as bigint;
  const b = right as bigint;
  if (type.kind === 'tbb') {
    const error = sentinel(type.bits);
    const divides = operator === '/' || operator === '%';
    if (a === error || b === error || (divides && b === 0n)) return error;
    return sticky(whole(operator, a, b, type.bits), type);
  }
  if ((operator === '/' || operator === '%') && b === 0n) throw new Trap('division by zero', at);
  return wrap(whole(operator, a, b, (type as IntegerType).bits), type as IntegerType);
}

function whole(operator: ArithmeticOperator, a: bigint, b: bigint, bits: number): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << (b & BigInt(bits - 1));
    case '>>':
      return a >> (b & BigInt(bits - 1));
  }
}

function floating(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    default:
      throw new Error(`floats have no operator ${operator}`);
  }
}

export function negated(value: bigint | number, type: AriaType, at: Span): bigint | number {
  return type.kind === 'float' ? -Number(value) : arithmetic('-', 0n, value, type, at);
}

type Ordered = bigint | number | string | boolean;

/** -1, 0 or 1; 0 also for what has no order. */
export const spaceship = (left: Ordered, right: Ordered): bigint =>
  left < right ? -1n : left > right ? 1n : 0n;

export function compared(operator: ComparisonOperator, left: Ordered, right: Ordered): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<=>':
      return spaceship(left, right) !== 0n;
  }
}

/** Casts between numbers, bools and enums. */
export function converted(
  value: bigint | number | boolean,
  from: AriaType,
  to: AriaType,
): bigint | number | boolean {
  if (to.kind === 'bool') return value === true || (value !== false && Number(value) !== 0);
  const number = typeof value === 'boolean' ? BigInt(value) : value;
  if (to.kind === 'float') {
    const isError = from.kind === 'tbb' && number === sentinel(from.bits);
    return isError ? NaN : rounded(Number(number), to);
  }
  if (to.kind === 'tbb') {
    if (typeof number === 'number') {
      return Number.isFinite(number) ? sticky(BigInt(Math.trunc(number)), to) : sentinel(to.bits);
    }
    const isError = from.kind === 'tbb' && number === sentinel(from.bits);
    return isError ? sentinel(to.bits) : sticky(number, to);
  }
  if (to.kind === 'integer') return typeof number === 'number' ? saturated(number, to) : wrap(number, to);
  return BigInt.asIntN(32, BigInt(number));
}

/** Towards zero; what is too large becomes the largest, NaN becomes 0. */
function saturated(value: number, type: IntegerType): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value <= Number(smallest(type))) return smallest(type);
  if (value >= Number(largest(type))) return largest(type);
  return BigInt(Math.trunc(value));
}

export function textOf(value: bigint | number | boolean, type: AriaType): string {
  if (type.kind === 'tbb' && value === sentinel(type.bits)) return 'ERR';
  // Floats: the fewest digits that read back as the same number. There is one zero.
  return Object.is(value, -0) ? '0' : String(value);
}

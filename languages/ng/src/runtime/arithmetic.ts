// Arithmetic by the types that values have at run time. Signed numbers must not overflow, unsigned ones wrap around.

import {
  bitsOf,
  convert,
  isFloat,
  isSigned,
  makeNumber,
  numberType,
  rawNumber,
  sizeOfNumber,
} from './numbers.js';
import { show } from './show.js';
import { ProgramError, typeName, type NumberType, type Value } from './values.js';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/** Throws `Unsupported binary operator` when there is no such operation. */
export function arithmetic(operator: ArithmeticOperator, left: Value, right: Value): Value {
  if (operator === '+') return explained('ADD', operator, left, right);
  if (operator === '%') return explained('MOD', operator, left, right);
  return compute(operator, left, right);
}

/** Of these two the original machine says which types it was about. */
function explained(name: string, operator: ArithmeticOperator, left: Value, right: Value): Value {
  try {
    return compute(operator, left, right);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    const types = `${typeName(left)} ${operator} ${typeName(right)}`;
    throw new ProgramError(`${error.message} (${name}: ${types})`);
  }
}

function compute(operator: ArithmeticOperator, left: Value, right: Value): Value {
  // The wider one decides where the order does not matter, so it takes the left side.
  const commutes = operator === '+' || operator === '*';
  if (commutes && layoutSize(right) > layoutSize(left) && hasOperator(operator, right))
    return apply(operator, right, left);
  if (hasOperator(operator, left)) return apply(operator, left, right);
  const [a, b] = [unwrapped(left), unwrapped(right)];
  if (a !== undefined && b !== undefined && a.name === b.name) return compute(operator, a.inner, b.inner);
  throw new ProgramError('Unsupported binary operator');
}

const hasOperator = (operator: ArithmeticOperator, value: Value): boolean =>
  numberType(value) !== undefined || (operator === '+' && typeof value === 'string');

function apply(operator: ArithmeticOperator, left: Value, right: Value): Value {
  if (typeof left === 'string') return left + show(right);
  const type = numberType(left)!;
  if (operator === '+' && !isFloat(type) && typeof right === 'string') return String(rawNumber(left)) + right;
  if (operator === '%' && isFloat(type))
    throw new ProgramError('floating point not support modulus operation');
  const other = convert(type, rawNumber(right));
  return calculate(operator, type, rawNumber(left), other);
}

function calculate(
  operator: ArithmeticOperator,
  type: NumberType,
  a: number | bigint,
  b: number | bigint,
): Value {
  if ((operator === '/' || operator === '%') && Number(b) === 0)
    throw new ProgramError(operator === '/' ? 'Division by zero' : 'Modulus by zero');
  if (isFloat(type)) {
    const result = floatResult(operator, a as number, b as number);
    return makeNumber(type, type === 'f32' ? Math.fround(result) : result);
  }
  const exact = integerResult(operator, BigInt(a), BigInt(b));
  const result = convert(type, exact);
  // The remainder fits, but the original machine does not divide here either.
  const overflows =
    operator === '%' ? isSigned(type) && isLeast(type, a) && Number(b) === -1 : BigInt(result) !== exact;
  if (isSigned(type) && overflows) throw new ProgramError(`Integer overflow in ${overflowNames[operator]}`);
  return makeNumber(type, result);
}

const overflowNames: Readonly<Record<ArithmeticOperator, string>> = {
  '+': 'addition',
  '-': 'subtraction',
  '*': 'multiplication',
  '/': 'division',
  '%': 'modulus',
};

function floatResult(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      return a / b;
  }
}

function integerResult(operator: ArithmeticOperator, a: bigint, b: bigint): bigint {
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
  }
}

const isLeast = (type: NumberType, value: number | bigint): boolean =>
  BigInt(value) === -(1n << BigInt(bitsOf(type) - 1));

export function negate(value: Value): Value {
  const type = numberType(value);
  if (type === undefined) throw new ProgramError('Cannot negate a non-number');
  const raw = rawNumber(value);
  if (isFloat(type)) return makeNumber(type, -(raw as number));
  if (!isSigned(type)) throw new ProgramError('Cannot negate unsigned integers');
  if (isLeast(type, raw)) throw new ProgramError('Integer overflow in negation');
  return makeNumber(type, -BigInt(raw));
}

/** Ours: the original machine has no shifts of numbers. The left operand decides the type; bits fall off its end. */
export function shift(direction: 'left' | 'right', left: Value, right: Value): Value {
  const type = numberType(left);
  const by = numberType(right);
  if (type === undefined || by === undefined || isFloat(type) || isFloat(by))
    throw new ProgramError('Unsupported binary operator');
  const count = BigInt(rawNumber(right));
  if (count < 0n || count >= BigInt(bitsOf(type)))
    throw new ProgramError(`Shift count out of range: ${String(count)} (${type} has ${bitsOf(type)} bits)`);
  const raw = BigInt(rawNumber(left));
  return makeNumber(type, convert(type, direction === 'left' ? raw << count : raw >> count));
}

/**
 * How many bytes the original machine gives a value of its kind; it picks the operation by that. Texts and arrays count
 * with their headers.
 */
export function layoutSize(value: Value): number {
  switch (typeof value) {
    case 'number':
      return 4;
    case 'boolean':
      return 1;
    case 'string':
      return 16;
    case 'undefined':
      return 0;
    default:
      break;
  }
  switch (value.kind) {
    case 'number':
      return sizeOfNumber(value.type);
    case 'array':
      return 24;
    case 'newtype':
      return layoutSize(value.parts.items[0]);
    case 'from-end':
      return 4;
    case 'ref':
    case 'trait':
    case 'handle':
      return 8;
    default:
      return 0;
  }
}

/** The inside of a newtype with the name around it. */
export function unwrapped(value: Value): { readonly name: string; readonly inner: Value } | undefined {
  if (typeof value !== 'object' || value.kind !== 'newtype') return undefined;
  return { name: value.shape.name, inner: value.parts.items[0] };
}

// Numbers of the interpreter: of any width, with the outcomes that the language asks for.

import type { Span } from '@sonde/front-end';
import { Ended } from './signals.js';
import { bool, int, keyOf, type IntValue, type Value } from './values.js';

const widthOf = (type: string): bigint => BigInt(type.slice(1));
const lowest = (type: string): bigint => (type.startsWith('i') ? -(2n ** (widthOf(type) - 1n)) : 0n);
const highest = (type: string): bigint => 2n ** (widthOf(type) - (type.startsWith('i') ? 1n : 0n)) - 1n;
export const bounds = { lowest, highest };
export const fits = (value: bigint, type: string): boolean => value >= lowest(type) && value <= highest(type);

const wrap = (value: bigint, type: string): bigint => {
  const size = 2n ** widthOf(type);
  const low = ((value % size) + size) % size;
  return low > highest(type) ? low - size : low;
};

/** A number with a type, where it had none: one that a calculation made may not fit. */
export function typed(value: IntValue, type: string, at: Span): IntValue {
  if (value.type !== undefined) return value;
  if (!fits(value.value, type)) throw new Ended('revert', `arithmetic overflow: ${type}`, at);
  return int(value.value, type);
}

/** Of two numbers, the type of the one that has one. */
export const common = (left: IntValue, right: IntValue): string | undefined => left.type ?? right.type;

export type Mode = 'checked' | 'wrapping' | 'saturating' | 'option';

/** Undefined where an `option` has no value. */
export function calculate(
  operator: string,
  left: IntValue,
  right: IntValue,
  mode: Mode,
  at: Span,
): IntValue | undefined {
  const type = operator === 'pow' ? left.type : common(left, right);
  if ((operator === '/' || operator === '%') && right.value === 0n) {
    if (mode === 'option') return undefined;
    throw new Ended('panic', 'division by zero', at);
  }
  const value = raw(operator, left.value, right.value);
  if (type === undefined || fits(value, type)) return int(value, type);
  if (mode === 'option') return undefined;
  if (mode === 'wrapping') return int(wrap(value, type), type);
  if (mode === 'saturating') return int(value < 0n ? lowest(type) : highest(type), type);
  if (operator === '/' || operator === '%')
    throw new Ended('panic', `division overflow: ${type} ${operator}`, at);
  throw new Ended('revert', `arithmetic overflow: ${type} ${operator}`, at);
}

function raw(operator: string, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      // The smallest number by -1 is the one remainder that does not fit, because its division does not.
      return left % right;
    default: {
      // No width holds more, also not of the sign that it has.
      const power = right > 260n && left !== 0n && left !== 1n && left !== -1n ? 260n + (right % 2n) : right;
      return left === 0n || left === 1n || left === -1n ? smallPower(left, power) : left ** power;
    }
  }
}

const smallPower = (base: bigint, power: bigint): bigint =>
  power === 0n ? 1n : base === -1n ? (power % 2n === 0n ? 1n : -1n) : base;

export function bits(operator: string, left: IntValue, right: IntValue): IntValue {
  const type = common(left, right);
  const value =
    operator === '&'
      ? left.value & right.value
      : operator === '|'
        ? left.value | right.value
        : left.value ^ right.value;
  return int(value, type);
}

export const inverted = (value: IntValue): IntValue =>
  int(value.type === undefined ? ~value.value : wrap(~value.value, value.type), value.type);

export function shift(
  operator: string,
  left: IntValue,
  right: IntValue,
  fallback: string,
  at: Span,
): IntValue {
  const type = left.type ?? fallback;
  if (right.value >= widthOf(type)) throw new Ended('revert', 'shift out of range', at);
  return int(
    operator === '<<' ? wrap(left.value << right.value, type) : left.value >> right.value,
    left.type,
  );
}

export function compared(operator: string, left: Value, right: Value): Value {
  if (operator === '==') return bool(keyOf(left) === keyOf(right));
  if (operator === '!=') return bool(keyOf(left) !== keyOf(right));
  const [a, b] = [(left as IntValue).value, (right as IntValue).value];
  return bool(operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b);
}

export function converted(value: IntValue, to: string, at: Span): IntValue {
  if (!fits(value.value, to))
    throw new Ended('revert', `conversion out of range: ${value.type ?? to} to ${to}`, at);
  return int(value.value, to);
}

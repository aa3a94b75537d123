// Arithmetic of constants, with the failures that the running program would have as mistakes.

import type { Span } from '@sonde/front-end';
import { CheckMistake } from '../mistake.js';
import { fits, highest, lowest } from '../type-rules/type-facts.js';
import type { ConstantValue, TypedExpression } from '../typed-expressions.js';
import type { IntType } from '../types.js';

/** Cut to the width of a type. */
export const wrapped = (value: bigint, { bits, signed }: IntType): bigint =>
  signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);

export function evaluateArithmetic(
  { operator, mode, operand, overflow, byZero }: Extract<TypedExpression, { kind: 'arithmetic' }>,
  left: bigint,
  right: bigint,
  at: Span,
): bigint {
  if (byZero !== undefined && right === 0n) throw new CheckMistake(at, byZero.text);
  if (mode === 'option') throw new CheckMistake(at, 'this is not known when the program is compiled');
  const value = compute(operator, left, right);
  if (fits(value, operand)) return value;
  if (mode === 'wrapping') return wrapped(value, operand);
  if (mode === 'saturating') return value < 0n ? lowest(operand) : highest(operand);
  throw new CheckMistake(at, overflow.text);
}

function compute(
  operator: Extract<TypedExpression, { kind: 'arithmetic' }>['operator'],
  left: bigint,
  right: bigint,
): bigint {
  switch (operator) {
    case 'add':
      return left + right;
    case 'sub':
      return left - right;
    case 'mul':
      return left * right;
    case 'div':
      return left / right;
    case 'rem':
      return left % right;
    case 'pow':
      // More would take forever, and fits nowhere but for 0, 1 and -1.
      return (
        left **
        (right > 300n && (left > 1n || left < -1n) ? 300n : right > 300n ? 300n + (right % 2n) : right)
      );
  }
}

export function evaluateComparison(
  operator: Extract<TypedExpression, { kind: 'compare' }>['operator'],
  left: ConstantValue,
  right: ConstantValue,
): boolean {
  switch (operator) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'lt':
      return left! < right!;
    case 'le':
      return left! <= right!;
    case 'gt':
      return left! > right!;
    case 'ge':
      return left! >= right!;
  }
}

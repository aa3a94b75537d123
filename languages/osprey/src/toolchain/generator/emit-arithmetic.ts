// Checked arithmetic without a Result in memory: a value, whether it failed, and why.

import {
  double,
  floatConstant,
  i1,
  i64,
  intConstant,
  nullPointer,
  type OverflowOperator,
  type Value,
} from '@sonde/llvm-ir';
import type { TypedExpression } from '../checker/typed-program.js';
import { floatType, intType, isNamed, prune, type Type } from '../checker/types.js';
import { emit, untoldOutcome } from './emit-expressions.js';
import type { Failing, PossibleFailure } from './arithmetic-faults.js';
import type { FunctionContext } from './function-context.js';
import { resultValue } from './type-layout.js';

/** A Result that may never have to lie in memory. */
export interface Outcome {
  readonly value: Value;
  readonly failed: Value;
  /** Has a meaning only if it failed. */
  readonly message: Value;
  /** What a debugger is told of, where the program is for one and nothing was told yet. */
  readonly failures?: readonly PossibleFailure[];
}

const never: Value = intConstant(i1, 0);
const zero = intConstant(i64, 0);

/** A plain value cannot have failed. */
function operandOf(fc: FunctionContext, node: TypedExpression): Outcome {
  if (isNamed(fc.type(node.type), 'Result')) return untoldOutcome(fc, node);
  return { value: emit(fc, node), failed: never, message: nullPointer };
}

/** The first error of a chain goes through. */
function chained(fc: FunctionContext, operands: readonly Outcome[], own: Outcome): Outcome {
  return operands.reduceRight((rest, { failed, message }) => {
    if (failed === never) return rest;
    return {
      value: rest.value,
      failed: fc.code.binary('or', failed, rest.failed),
      message: fc.code.select(failed, message, rest.message),
    };
  }, own);
}

/** With what to tell a debugger; a failure that came with an operand is told as that one's. */
function told(fc: FunctionContext, operands: readonly Outcome[], own: Outcome, what: Failing): Outcome {
  const whole = chained(fc, operands, own);
  if (fc.home.debug === undefined || own.failed === never) return whole;
  const unless = operands.map(({ failed }) => failed).filter(failed => failed !== never);
  const mine: PossibleFailure = { ...what, unless, failed: own.failed, message: own.message };
  return { ...whole, failures: [...operands.flatMap(({ failures = [] }) => failures), mine] };
}

export const toldInts = (
  fc: FunctionContext,
  operator: string,
  left: Value,
  right: Value,
  at: TypedExpression['at'],
): Outcome => told(fc, [], ofInts(fc, operator, left, right), { at, operator, left, right });

export function emitArithmetic(
  fc: FunctionContext,
  node: TypedExpression & { readonly kind: 'binary' },
): Outcome {
  const operands = [operandOf(fc, node.left), operandOf(fc, node.right)];
  const types = [node.left, node.right].map(({ type }) => prune(resultValue(fc.type(type))));
  const isFloat = types.includes(floatType);
  const asFloat = (nth: number): Value => toDouble(fc, operands[nth]!.value, types[nth]!);
  const [left, right] = operands.map(({ value }) => value) as [Value, Value];
  if (isFloat || node.operator === '/') {
    const [a, b] = [asFloat(0), asFloat(1)];
    const own = ofFloats(fc, node.operator, a, b, node.operator === '/' || node.operator === '%');
    return told(fc, operands, own, { at: node.at, operator: node.operator, left: a, right: b });
  }
  const own = ofInts(fc, node.operator, left, right);
  return told(fc, operands, own, { at: node.at, operator: node.operator, left, right });
}

const toDouble = (fc: FunctionContext, value: Value, type: Type): Value =>
  type === intType ? fc.code.cast('sitofp', value, double) : value;

function ofFloats(
  fc: FunctionContext,
  operator: string,
  left: Value,
  right: Value,
  divides: boolean,
): Outcome {
  const { code } = fc;
  const operators = { '+': 'fadd', '-': 'fsub', '*': 'fmul', '/': 'fdiv', '%': 'frem' } as const;
  const value = code.binary(operators[operator as keyof typeof operators], left, right);
  if (!divides) return { value, failed: never, message: nullPointer };
  const failed = code.fcmp('oeq', right, floatConstant(double, 0));
  return { value, failed, message: fc.home.text('division by zero') };
}

function ofInts(fc: FunctionContext, operator: string, left: Value, right: Value): Outcome {
  if (operator === '%') return remainder(fc, left, right);
  const operators: Readonly<Record<string, OverflowOperator>> = { '+': 'sadd', '-': 'ssub', '*': 'smul' };
  const pair = fc.code.withOverflow(operators[operator]!, left, right);
  return {
    value: fc.code.extractValue(pair, 0),
    failed: fc.code.extractValue(pair, 1),
    message: fc.home.text('integer overflow'),
  };
}

/** The machine faults at a division by zero, and at that of the smallest by -1; both divide by 1 instead. */
function remainder(fc: FunctionContext, left: Value, right: Value): Outcome {
  const { code } = fc;
  const failed = code.icmp('eq', right, zero);
  const isOdd = code.binary('or', failed, code.icmp('eq', right, intConstant(i64, -1)));
  const value = code.binary('srem', left, code.select(isOdd, intConstant(i64, 1), right));
  return { value, failed, message: fc.home.text('division by zero') };
}

export function intDivision(
  fc: FunctionContext,
  left: Value,
  right: Value,
  at: TypedExpression['at'],
): Outcome {
  const { code, home } = fc;
  const byZero = code.icmp('eq', right, zero);
  const isSmallest = code.icmp('eq', left, intConstant(i64, -(1n << 63n)));
  const overflows = code.binary('and', isSmallest, code.icmp('eq', right, intConstant(i64, -1)));
  const failed = code.binary('or', byZero, overflows);
  const value = code.binary('sdiv', left, code.select(failed, intConstant(i64, 1), right));
  const message = code.select(byZero, home.text('division by zero'), home.text('integer overflow'));
  return told(fc, [], { value, failed, message }, { at, operator: 'intDiv', left, right });
}

export function emitNegation(
  fc: FunctionContext,
  node: TypedExpression & { readonly kind: 'negate' },
): Outcome {
  const operand = operandOf(fc, node.operand);
  const isFloat = prune(resultValue(fc.type(node.operand.type))) === floatType;
  const own = isFloat
    ? { value: fc.code.fneg(operand.value), failed: never, message: nullPointer }
    : ofInts(fc, '-', zero, operand.value);
  return told(fc, [operand], own, { at: node.at, operator: '-', left: zero, right: operand.value });
}

export function absolute(fc: FunctionContext, value: Value, at: TypedExpression['at']): Outcome {
  const { code } = fc;
  const negated = ofInts(fc, '-', zero, value);
  const isNegative = code.icmp('slt', value, zero);
  const own = {
    value: code.select(isNegative, negated.value, value),
    failed: code.binary('and', isNegative, negated.failed),
    message: negated.message,
  };
  return told(fc, [], own, { at, operator: '-', left: zero, right: value });
}

// What the operators of the language compute: wrapping integers, sticky tbb, IEEE floats, comparisons.

import { floatConstant, i1, i32, i64, i8, intConstant, intType } from '@sonde/llvm-ir';
import type { BinaryOperator, FloatPredicate, IntPredicate, Value } from '@sonde/llvm-ir';
import type { Span } from '@sonde/native-compiler';
import type {
  AriaType,
  ArithmeticOperator,
  ComparisonOperator,
  IntegerType,
} from '../checker/typed-program.js';
import type { FunctionContext } from './function-context.js';
import type { TbbOperation } from './runtime-functions.js';

const tbbOperations: Partial<Record<ArithmeticOperator, TbbOperation>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'mod',
};
const floatOperators: Partial<Record<ArithmeticOperator, BinaryOperator>> = {
  '+': 'fadd',
  '-': 'fsub',
  '*': 'fmul',
  '/': 'fdiv',
  '%': 'frem',
};
const wholeOperators: Partial<Record<ArithmeticOperator, BinaryOperator>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
};

export function arithmetic(
  fc: FunctionContext,
  operator: ArithmeticOperator,
  left: Value,
  right: Value,
  type: AriaType,
  at: Span,
): Value {
  const { code } = fc;
  if (type.kind === 'float') return code.binary(floatOperators[operator]!, left, right);
  if (type.kind === 'tbb')
    return code.call(fc.home.runtime.tbb(type.bits, tbbOperations[operator]!), [left, right]);
  if (type.kind !== 'integer') throw new Error(`${type.name} has no ${operator}`);
  const plain = wholeOperators[operator];
  if (plain !== undefined) return code.binary(plain, left, right);
  if (operator === '/' || operator === '%') return division(fc, operator, left, right, type, at);
  const count = code.binary('and', right, intConstant(intType(type.bits), type.bits - 1));
  return code.binary(operator === '<<' ? 'shl' : type.signed ? 'ashr' : 'lshr', left, count);
}

/** Zero traps; the smallest value divided by -1, which the machine refuses, wraps around to itself. */
function division(
  fc: FunctionContext,
  operator: '/' | '%',
  left: Value,
  right: Value,
  { bits, signed }: IntegerType,
  at: Span,
): Value {
  const { code } = fc;
  const type = intType(bits);
  const literal = /^-?\d+$/.test(right.text) ? BigInt(right.text) : undefined;
  if (literal === undefined || literal === 0n) {
    fc.require(code.icmp('ne', right, intConstant(type, 0)), () => fc.trap('division by zero', at));
  }
  if (!signed) return code.binary(operator === '/' ? 'udiv' : 'urem', left, right);
  if (literal !== undefined && literal !== -1n && literal !== 0n)
    return code.binary(operator === '/' ? 'sdiv' : 'srem', left, right);
  const negates = code.icmp('eq', right, intConstant(type, -1));
  const divisor = code.select(negates, intConstant(type, 1), right);
  if (operator === '%') return code.binary('srem', left, divisor);
  const negated = code.binary('sub', intConstant(type, 0), left);
  return code.select(negates, negated, code.binary('sdiv', left, divisor));
}

export function negated(fc: FunctionContext, value: Value, type: AriaType): Value {
  const { code } = fc;
  if (type.kind === 'float') return code.fneg(value);
  if (type.kind === 'tbb') return code.call(fc.home.runtime.tbb(type.bits, 'neg'), [value]);
  if (type.kind !== 'integer') throw new Error(`${type.name} has no sign`);
  return code.binary('sub', intConstant(intType(type.bits), 0), value);
}

/** One more or less. */
export function stepped(fc: FunctionContext, value: Value, by: 1 | -1, type: AriaType, at: Span): Value {
  const operator = by === 1 ? '+' : '-';
  if (type.kind === 'float')
    return arithmetic(
      fc,
      operator,
      value,
      floatConstant({ kind: type.bits === 32 ? 'float' : 'double' }, 1),
      type,
      at,
    );
  if (type.kind !== 'integer' && type.kind !== 'tbb') throw new Error(`${type.name} cannot count`);
  return arithmetic(fc, operator, value, intConstant(intType(type.bits), 1), type, at);
}

type Order = Exclude<ComparisonOperator, '<=>'>;

const signedOrder: Record<Order, IntPredicate> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'slt',
  '<=': 'sle',
  '>': 'sgt',
  '>=': 'sge',
};
const unsignedOrder: Record<Order, IntPredicate> = {
  ...signedOrder,
  '<': 'ult',
  '<=': 'ule',
  '>': 'ugt',
  '>=': 'uge',
};
const floatOrder: Record<Order, FloatPredicate> = {
  '==': 'oeq',
  '!=': 'une',
  '<': 'olt',
  '<=': 'ole',
  '>': 'ogt',
  '>=': 'oge',
};

/** As an i1. */
export function compared(
  fc: FunctionContext,
  operator: Order,
  left: Value,
  right: Value,
  type: AriaType,
): Value {
  const { code } = fc;
  if (type.kind === 'float') return code.fcmp(floatOrder[operator], left, right);
  if (type.kind === 'string') {
    if (operator === '==' || operator === '!=') {
      const equal = fc.call('__aria_string_equal', left, right);
      return code.icmp(operator === '==' ? 'ne' : 'eq', equal, intConstant(i8, 0));
    }
    const order = fc.call('__aria_string_compare', left, right);
    return code.icmp(signedOrder[operator], order, intConstant(i32, 0));
  }
  if (type.kind === 'wild' && fc.home.layout.fatPointers)
    return code.icmp(unsignedOrder[operator], code.extractValue(left, 0), code.extractValue(right, 0));
  const signed = type.kind === 'tbb' || type.kind === 'enum' || (type.kind === 'integer' && type.signed);
  return code.icmp((signed ? signedOrder : unsignedOrder)[operator], left, right);
}

/** -1, 0 or 1; 0 also for what has no order. */
export function spaceship(
  fc: FunctionContext,
  left: Value,
  right: Value,
  type: AriaType,
  given: AriaType,
): Value {
  const { code } = fc;
  const wanted = fc.ir(given);
  if (wanted.kind !== 'int') throw new Error(`${given.name} cannot tell an order`);
  const more = code.cast('zext', compared(fc, '>', left, right, type), wanted);
  const less = code.cast('zext', compared(fc, '<', left, right, type), wanted);
  return code.binary('sub', more, less);
}

/** A bool as it is kept, of a condition. */
export const asBool = (fc: FunctionContext, condition: Value): Value => fc.code.cast('zext', condition, i8);

/** A condition of a bool as it is kept. */
export const asCondition = (fc: FunctionContext, value: Value): Value =>
  fc.code.icmp('ne', value, intConstant(i8, 0));

export const not = (fc: FunctionContext, condition: Value): Value =>
  fc.code.binary('xor', condition, intConstant(i1, 1));

export const asInt64 = (fc: FunctionContext, value: Value, signed: boolean): Value =>
  value.type.kind === 'int' && value.type.bits < 64
    ? fc.code.cast(signed ? 'sext' : 'zext', value, i64)
    : value;

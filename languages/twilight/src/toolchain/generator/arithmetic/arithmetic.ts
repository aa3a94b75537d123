// Arithmetic: an operation gives a wrapped result and whether it fits; the mode says what becomes of that.

import type { ArithmeticOperator, TypedExpression } from '../../checker/typed-expressions.js';
import type { EnumType, IntType } from '../../checker/types.js';
import { enumLayout, isWide } from '../../layout/layout.js';
import { constantAddress } from '../constants.js';
import { emit, emitOperandAddress, needed, pushAddress } from '../expressions.js';
import { failIf } from '../failures.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { copyBytes, storeScalar, zeroBytes } from '../memory.js';
import type { FailureOperand } from '../records.js';
import { wideFits } from '../runtime/wide-basics.js';
import { wideEqual } from '../runtime/wide-products.js';
import { extend, limbsOf, maxOf, minOf, shrink, wrap } from './ranges.js';
import { emitScalarOperation } from './scalar-operations.js';
import { emitWideOperation } from './wide-operations.js';

type Arithmetic = Extract<TypedExpression, { kind: 'arithmetic' }>;
type Negation = Extract<TypedExpression, { kind: 'negate' }>;

export function emitArithmetic(g: FunctionContext, e: Arithmetic, to: Destination | undefined): void {
  if (isWide(e.operand)) {
    emitOperandAddress(g, e.left, [e.right]);
    if (e.operator === 'pow') emitExponent(g, e.right);
    else emitOperandAddress(g, e.right, []);
    const right = e.operator === 'pow' ? g.named('exponent', 'i32') : g.named('right', 'i32');
    g.code.set(right).set(g.named('left', 'i32'));
    return emitWide(g, e, right, to);
  }
  emit(g, e.left);
  extend(g.code, e.operand);
  if (e.operator === 'pow') {
    emitExponent(g, e.right);
    g.code.set(g.named('exponent', 'i32'));
  } else {
    emit(g, e.right);
    extend(g.code, e.operand);
    g.code.set(g.named('right', 'i64'));
  }
  g.code.set(g.named('left', 'i64'));
  emitScalar(g, e, to);
}

/**
 * Pushes an exponent of any unsigned type as 32 bits. One that is larger becomes one that is as even or odd: no base bears it
 * but 0, 1 and -1. `$right` keeps it as it is.
 */
function emitExponent(g: FunctionContext, exponent: TypedExpression): void {
  const { code } = g;
  const type = exponent.type as IntType;
  if (type.container < 64) return emit(g, exponent);
  const wide = isWide(type);
  const right = g.named('right', wide ? 'i32' : 'i64');
  if (wide) emitOperandAddress(g, exponent, []);
  else emit(g, exponent);
  code.set(right);
  const pushLow = (): void => {
    code.get(right);
    if (wide) code.load('i64.load');
    code.op('i32.wrap_i64');
  };
  pushLow();
  pushLow();
  code.i32(-2).op('i32.or').get(right);
  if (wide) code.i32(limbsOf(type)).i32(32).i32(0).call(wideFits(g.module));
  else code.i64(0xffff_ffffn).op('i64.le_u');
  code.op('select');
}

/** Zero minus the operand. */
export function emitNegation(g: FunctionContext, e: Negation, to: Destination | undefined): void {
  const operation = { ...e, operator: 'sub' as const, operand: e.operandType, byZero: undefined };
  if (isWide(e.operandType)) {
    emitOperandAddress(g, e.operand, []);
    g.code.set(g.named('right', 'i32')).i32(0).set(g.named('left', 'i32'));
    return emitWide(g, operation, g.named('right', 'i32'), to);
  }
  emit(g, e.operand);
  extend(g.code, e.operandType);
  g.code.set(g.named('right', 'i64')).i64(0).set(g.named('left', 'i64'));
  emitScalar(g, operation, to);
}

type Operation = Pick<Arithmetic, 'at' | 'mode' | 'operand' | 'overflow' | 'byZero' | 'type'> & {
  readonly operator: ArithmeticOperator;
  readonly right?: TypedExpression;
};

/** Operands are in `$left.i64`, and `$right.i64` or `$exponent.i32`. */
function emitScalar(g: FunctionContext, e: Operation, to: Destination | undefined): void {
  const { code } = g;
  const { operand, mode } = e;
  const result = g.named('result', 'i64');
  const fits = g.named('overflow', 'i32');
  const operands = operandsOf(g, e, false);
  const right = g.named('right', 'i64');
  g.row(e.at);
  whereDivisible(
    g,
    e,
    operands,
    () => code.get(right).op('i64.eqz'),
    to,
    () => {
      emitScalarOperation(g, e.operator, operand);
      code.set(fits);
      if (mode === 'checked') {
        code.get(fits);
        failIf(g, e.overflow, 'overflow', e.at, operands);
        code.get(result);
        return shrink(code, operand);
      }
      if (mode === 'saturating') {
        code.get(fits).if(undefined, () => {
          pushScalarBound(g, e.operator, operand);
          code.set(result);
        });
      }
      code.get(result);
      wrap(code, operand);
      shrink(code, operand);
      if (mode === 'option') emitScalarOption(g, e.type as EnumType, operand, needed(to));
    },
  );
}

/** With the wrapped number on the stack: Some of it, or None where it does not fit. */
function emitScalarOption(g: FunctionContext, type: EnumType, operand: IntType, to: Destination): void {
  const value = g.named('value', operand.container === 64 ? 'i64' : 'i32');
  g.code.set(value);
  zeroBytes(g, type, to);
  g.code
    .get(g.named('overflow', 'i32'))
    .op('i32.eqz')
    .if(undefined, () => {
      const { offset, tag } = some(type);
      g.code.get(to.base).i32(tag).store('i32.store8', { offset: to.offset });
      g.code.get(to.base).get(value);
      storeScalar(g.code, operand, to.offset + offset);
    });
}

function some(type: EnumType): { readonly tag: number; readonly offset: number } {
  const variant = type.variants.find(({ name }) => name === 'Some');
  if (variant === undefined) throw new Error(`${type.name} is no Option`);
  return { tag: variant.tag, offset: enumLayout(type).offsetsOf(variant)[0]! };
}

/** Operands are at the addresses in `$left.i32` and `$right.i32`, or the exponent in `$exponent.i32`. */
function emitWide(g: FunctionContext, e: Operation, right: number, to: Destination | undefined): void {
  const { code } = g;
  const { operand, mode } = e;
  const operands = operandsOf(g, e, true);
  const overflow = g.named('overflow', 'i32');
  const target = mode === 'option' ? g.temporary(operand) : needed(to);
  g.row(e.at);
  whereDivisible(
    g,
    e,
    operands,
    () => code.get(right).i32(0).i32(limbsOf(operand)).call(wideEqual(g.module)),
    to,
    () => {
      emitWideOperation(g, e.operator, operand, target);
      code.set(overflow);
      if (mode === 'checked') {
        code.get(overflow);
        failIf(g, e.overflow, 'overflow', e.at, operands);
      } else if (mode === 'saturating') {
        code.get(overflow).if(undefined, () => {
          pushWideBound(g, e.operator, operand);
          copyBytes(g, operand, target);
        });
      } else if (mode === 'option') {
        const type = e.type as EnumType;
        const out = needed(to);
        zeroBytes(g, type, out);
        code
          .get(overflow)
          .op('i32.eqz')
          .if(undefined, () => {
            const { offset, tag } = some(type);
            code.get(out.base).i32(tag).store('i32.store8', { offset: out.offset });
            pushAddress(g, target);
            copyBytes(g, operand, { base: out.base, offset: out.offset + offset });
          });
      }
    },
  );
}

/** Divisions by zero end before the machine's own trap, or give None. */
function whereDivisible(
  g: FunctionContext,
  e: Operation,
  operands: readonly FailureOperand[],
  pushIsZero: () => void,
  to: Destination | undefined,
  body: () => void,
): void {
  if (e.operator !== 'div' && e.operator !== 'rem') return body();
  pushIsZero();
  if (e.mode === 'option') {
    g.code.if(undefined, () => zeroBytes(g, e.type, needed(to)), body);
    return;
  }
  failIf(g, e.byZero ?? e.overflow, 'division', e.at, operands);
  body();
}

function operandsOf(g: FunctionContext, e: Operation, wide: boolean): readonly FailureOperand[] {
  const place = (name: string, index: number): FailureOperand => ({
    name,
    type: e.operand,
    index,
    inMemory: wide,
  });
  const left = place('left', g.named('left', wide ? 'i32' : 'i64'));
  if (e.operator !== 'pow') return [left, place('right', g.named('right', wide ? 'i32' : 'i64'))];
  const type = e.right!.type as IntType;
  const inMemory = isWide(type);
  const index = type.container < 64 ? g.named('exponent', 'i32') : g.named('right', inMemory ? 'i32' : 'i64');
  return [left, { name: 'right', type, index, inMemory }];
}

/** Which end of the range an overflow went over: pushes the least number if it was that. */
function pushScalarBound(g: FunctionContext, operator: ArithmeticOperator, operand: IntType): void {
  const { code } = g;
  if (!operand.signed) return void code.i64(operator === 'sub' ? 0n : maxOf(operand));
  code.i64(minOf(operand)).i64(maxOf(operand));
  pushGoesBelow(
    g,
    operator,
    () => code.get(g.named('left', 'i64')),
    () => code.get(g.named('right', 'i64')),
  );
  code.op('select');
}

function pushWideBound(g: FunctionContext, operator: ArithmeticOperator, operand: IntType): void {
  const { code } = g;
  const { data } = g.module;
  const [least, most] = [minOf(operand), maxOf(operand)].map(value => constantAddress(data, operand, value));
  if (!operand.signed) return void code.i32(operator === 'sub' ? least! : most!);
  const top = (name: string): void =>
    void code.get(g.named(name, 'i32')).load('i64.load', { offset: operand.container / 8 - 8 });
  code.i32(least!).i32(most!);
  pushGoesBelow(
    g,
    operator,
    () => top('left'),
    () => top('right'),
  );
  code.op('select');
}

function pushGoesBelow(
  g: FunctionContext,
  operator: ArithmeticOperator,
  left: () => void,
  right: () => void,
): void {
  const { code } = g;
  left();
  code.i64(0).op('i64.lt_s');
  if (operator === 'pow') code.get(g.named('exponent', 'i32')).i32(1).op('i32.and', 'i32.and');
  if (operator !== 'mul' && operator !== 'div') return;
  right();
  code.i64(0).op('i64.lt_s', 'i32.xor');
}

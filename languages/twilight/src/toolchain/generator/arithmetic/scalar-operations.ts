// Operations on numbers up to 64 bits, computed in 64: the result goes to `$result.i64`, whether it is lost to the stack.

import type { Code, FunctionReference } from '@sonde/wasm';
import type { ArithmeticOperator } from '../../checker/typed-expressions.js';
import type { IntType } from '../../checker/types.js';
import type { FunctionContext } from '../function-context.js';
import type { ModuleContext } from '../module-context.js';
import { raise } from '../runtime/limbs.js';
import { pushOutOfRange, wrap } from './ranges.js';

/** Divisors are not zero. */
export function emitScalarOperation(g: FunctionContext, operator: ArithmeticOperator, type: IntType): void {
  const left = g.named('left', 'i64');
  const result = g.named('result', 'i64');
  if (operator === 'pow') {
    g.code.get(left).get(g.named('exponent', 'i32')).call(pow(g.module, type));
    const overflow = g.named('overflow', 'i32');
    return void g.code.set(overflow).set(result).get(overflow);
  }
  operate(g.code, operator, type, left, g.named('right', 'i64'), result);
}

function operate(
  code: Code,
  operator: Exclude<ArithmeticOperator, 'pow'>,
  type: IntType,
  left: number,
  right: number,
  result: number,
): void {
  const { signed, container } = type;
  if (operator === 'div' || operator === 'rem') return divide(code, operator, type, left, right, result);
  code.get(left, right).op(`i64.${operator}`).set(result);
  if (container === 64) pushLost[operator](code, signed, left, right, result);
  pushOutOfRange(code, result, type);
  if (container === 64) code.op('i32.or');
}

type Check = (code: Code, signed: boolean, left: number, right: number, result: number) => void;

/** Whether 64 bits were too few. */
const pushLost: Readonly<Record<'add' | 'sub' | 'mul', Check>> = {
  add: (code, signed, left, right, result) => {
    if (!signed) return void code.get(result, left).op('i64.lt_u');
    code.get(left, result).op('i64.xor').get(right, result).op('i64.xor', 'i64.and').i64(0).op('i64.lt_s');
  },
  sub: (code, signed, left, right, result) => {
    if (!signed) return void code.get(left, right).op('i64.lt_u');
    code.get(left, right).op('i64.xor').get(left, result).op('i64.xor', 'i64.and').i64(0).op('i64.lt_s');
  },
  mul: (code, signed, left, right, result) => {
    code
      .get(left)
      .op('i64.eqz')
      .if(
        'i32',
        () => void code.i32(0),
        () => {
          if (!signed) return void code.get(result, left).op('i64.div_u').get(right).op('i64.ne');
          // MIN / -1 would trap.
          code
            .get(left)
            .i64(-1)
            .op('i64.eq')
            .if(
              'i32',
              () =>
                void code
                  .get(right)
                  .i64(-(1n << 63n))
                  .op('i64.eq'),
              () => void code.get(result, left).op('i64.div_s').get(right).op('i64.ne'),
            );
        },
      );
  },
};

function divide(
  code: Code,
  operator: 'div' | 'rem',
  type: IntType,
  left: number,
  right: number,
  result: number,
): void {
  const { signed, bits } = type;
  const quotient = (): void =>
    void code
      .get(left, right)
      .op(`i64.${operator}_${signed ? 's' : 'u'}`)
      .set(result);
  if (operator === 'rem' || !signed || bits < 64) {
    quotient();
    return pushOutOfRange(code, result, type);
  }
  code
    .get(left)
    .i64(-(1n << 63n))
    .op('i64.eq')
    .get(right)
    .i64(-1)
    .op('i64.eq', 'i32.and');
  code.if(
    'i32',
    () => void code.get(left).set(result).i32(1),
    () => {
      quotient();
      code.i32(0);
    },
  );
}

/** (base, exponent) → the wrapped power, and whether it does not fit. */
const pow = (module: ModuleContext, type: IntType): FunctionReference =>
  module.helper(`__pow_${type.name}`, { params: ['i64', 'i32'], results: ['i64', 'i32'] }, made => {
    const { code } = made;
    const [base, exponent] = [made.param(0, 'base'), made.param(1, 'exponent')];
    const [power, product] = [made.local('i64', 'power'), made.local('i64', 'product')];
    const lost = made.local('i32', 'lost');
    const times = (target: number, other: number): void => {
      operate(code, 'mul', type, target, other, product);
      code.get(lost).op('i32.or').set(lost).get(product);
      wrap(code, type);
      code.set(target);
    };
    code.i64(1).set(power);
    raise(code, power, base, exponent, times);
    code.get(power, lost);
  });

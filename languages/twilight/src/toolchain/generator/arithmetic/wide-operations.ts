// Operations on numbers of 128 and 256 bits: the wrapped result goes to memory, whether it is lost to the stack.

import type { ArithmeticOperator } from '../../checker/typed-expressions.js';
import type { IntType } from '../../checker/types.js';
import { constantAddress } from '../constants.js';
import { pushAddress } from '../expressions.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { wideAdd, wideFits, wideSub, wideWrap } from '../runtime/wide-basics.js';
import { wideEqual, wideMul, wideMulSigned, widePow } from '../runtime/wide-products.js';
import { wideDivide, wideDivideSigned } from '../runtime/wide-division.js';
import { limbsOf, minOf } from './ranges.js';

/** Operands are at the addresses in `$left.i32` and `$right.i32`; divisors are not zero. */
export function emitWideOperation(
  g: FunctionContext,
  operator: ArithmeticOperator,
  type: IntType,
  to: Destination,
): void {
  const { code, module } = g;
  const limbs = limbsOf(type);
  const [left, right] = [g.named('left', 'i32'), g.named('right', 'i32')];
  if (operator === 'div' || operator === 'rem') return emitDivision(g, operator, type, to);
  if (operator === 'pow') {
    pushAddress(g, to);
    code
      .get(left)
      .get(g.named('exponent', 'i32'))
      .i32(limbs)
      .i32(type.bits)
      .i32(type.signed ? 1 : 0);
    return void code.call(widePow(module));
  }
  const helpers = { add: wideAdd, sub: wideSub, mul: type.signed ? wideMulSigned : wideMul };
  pushAddress(g, to);
  code.get(left, right).i32(limbs).call(helpers[operator](module));
  if (type.bits === type.container) {
    if (!type.signed || operator === 'mul') return;
    code.op('drop');
    return pushSignLost(g, operator, type, to);
  }
  // There is room for the carry: what counts is whether the result is in range.
  if (operator !== 'mul') code.op('drop');
  pushAddress(g, to);
  code
    .i32(limbs)
    .i32(type.bits)
    .i32(type.signed ? 1 : 0)
    .call(wideFits(module))
    .op('i32.eqz');
  if (operator === 'mul') code.op('i32.or');
  pushAddress(g, to);
  code
    .i32(limbs)
    .i32(type.bits)
    .i32(type.signed ? 1 : 0)
    .call(wideWrap(module));
}

/** Operands of one sign gave a sum of the other; or of different signs, a difference that lost the first one's. */
function pushSignLost(g: FunctionContext, operator: 'add' | 'sub', type: IntType, to: Destination): void {
  const { code } = g;
  const offset = type.container / 8 - 8;
  const top = (name: string): void => void code.get(g.named(name, 'i32')).load('i64.load', { offset });
  const result = (): void => void code.get(to.base).load('i64.load', { offset: to.offset + offset });
  top('left');
  if (operator === 'add') result();
  else top('right');
  code.op('i64.xor');
  top(operator === 'add' ? 'right' : 'left');
  result();
  code.op('i64.xor', 'i64.and').i64(0).op('i64.lt_s');
}

function emitDivision(g: FunctionContext, operator: 'div' | 'rem', type: IntType, to: Destination): void {
  const { code, module } = g;
  const limbs = limbsOf(type);
  const [left, right] = [g.named('left', 'i32'), g.named('right', 'i32')];
  const other = g.temporary(type);
  for (const target of operator === 'div' ? [to, other] : [other, to]) pushAddress(g, target);
  code
    .get(left, right)
    .i32(limbs)
    .call(type.signed ? wideDivideSigned(module) : wideDivide(module));
  if (operator === 'rem' || !type.signed) return void code.i32(0);
  const equals = (side: number, value: bigint): void =>
    void code
      .get(side)
      .i32(constantAddress(module.data, type, value))
      .i32(limbs)
      .call(wideEqual(module));
  equals(left, minOf(type));
  equals(right, -1n);
  code.op('i32.and');
  if (type.bits === type.container) return;
  pushAddress(g, to);
  code.i32(limbs).i32(type.bits).i32(1).call(wideWrap(module));
}

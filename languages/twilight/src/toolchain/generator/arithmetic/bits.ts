// Bits: and, or, xor, inversion and shifts.

import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { IntType } from '../../checker/types.js';
import { isWide, shapeOf } from '../../layout/layout.js';
import { constantAddress } from '../constants.js';
import { emit, emitOperandAddress, needed, pushAddress } from '../expressions.js';
import { failIf } from '../failures.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { lengthType } from '../places.js';
import { wideBitwise, wideShiftLeft, wideShiftRight, wideWrap } from '../runtime/wide-basics.js';
import { extend, limbsOf, maxOf, shrink, wrap } from './ranges.js';

type Of<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

export function emitBitwise(g: FunctionContext, e: Of<'bitwise'>, to: Destination | undefined): void {
  const shape = shapeOf(e.type);
  if (shape !== 'memory') {
    emit(g, e.left);
    emit(g, e.right);
    return void g.code.op(`${shape === 'i64' ? 'i64' : 'i32'}.${e.operator}`);
  }
  const out = needed(to);
  emitOperandAddress(g, e.left, [e.right]);
  emitOperandAddress(g, e.right, []);
  const [left, right] = [g.named('left', 'i32'), g.named('right', 'i32')];
  g.code.set(right).set(left);
  pushAddress(g, out);
  g.code
    .get(left, right)
    .i32(limbsOf(e.type as IntType))
    .call(wideBitwise(g.module, e.operator));
}

export function emitInversion(g: FunctionContext, e: Of<'invert'>, to: Destination | undefined): void {
  const type = e.type as IntType;
  // With all bits of an unsigned number, which are not all of its room.
  const mask = type.signed ? -1n : maxOf(type);
  if (!isWide(type)) {
    emit(g, e.operand);
    if (type.container === 64) g.code.i64(mask).op('i64.xor');
    else g.code.i32(Number(BigInt.asIntN(32, mask))).op('i32.xor');
    return;
  }
  emitOperandAddress(g, e.operand, []);
  const left = g.named('left', 'i32');
  g.code.set(left);
  pushAddress(g, needed(to));
  g.code
    .get(left)
    .i32(constantAddress(g.module.data, type, mask))
    .i32(limbsOf(type));
  g.code.call(wideBitwise(g.module, 'xor'));
}

export function emitShift(g: FunctionContext, e: Of<'shift'>, to: Destination | undefined): void {
  const type = e.type as IntType;
  const { code } = g;
  const wide = isWide(type);
  const left = g.named('left', wide ? 'i32' : 'i64');
  const places = g.named('places', 'i64');
  if (wide) emitOperandAddress(g, e.left, [e.right]);
  else {
    emit(g, e.left);
    extend(code, type);
  }
  emit(g, e.right);
  extend(code, e.right.type as IntType);
  code.set(places).set(left);
  g.row(e.at);
  code.get(places).i64(type.bits).op('i64.ge_u');
  failIf(g, e.tooFar, 'shift', e.at, [
    { name: 'left', type, index: left, inMemory: wide },
    { name: 'right', type: lengthType, index: places, inMemory: false },
  ]);
  if (!wide) {
    code.get(left, places);
    if (e.operator === 'right') code.op(type.signed ? 'i64.shr_s' : 'i64.shr_u');
    else {
      code.op('i64.shl');
      wrap(code, type);
    }
    return shrink(code, type);
  }
  const out = needed(to);
  pushAddress(g, out);
  code.get(left).i32(limbsOf(type)).get(places).op('i32.wrap_i64');
  if (e.operator === 'right') return void code.i32(type.signed ? 1 : 0).call(wideShiftRight(g.module));
  code.call(wideShiftLeft(g.module));
  if (type.bits === type.container) return;
  pushAddress(g, out);
  code
    .i32(limbsOf(type))
    .i32(type.bits)
    .i32(type.signed ? 1 : 0)
    .call(wideWrap(g.module));
}

// Conversions between numbers of different widths and signs.

import type { TypedExpression } from '../../checker/typed-expressions.js';
import type { EnumType, IntType } from '../../checker/types.js';
import { enumLayout, isWide } from '../../layout/layout.js';
import { emit, emitOperandAddress, needed, pushAddress } from '../expressions.js';
import { failIf } from '../failures.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { copyBytes, storeScalar, zeroBytes } from '../memory.js';
import { wideFits, wideFrom } from '../runtime/wide-basics.js';
import { extend, limbsOf, maxOf, minOf, shrink } from './ranges.js';

type Conversion = Extract<TypedExpression, { kind: 'convert' }>;

export function emitConversion(g: FunctionContext, e: Conversion, to: Destination | undefined): void {
  const { code } = g;
  const { from, to: type } = e;
  const wide = isWide(from);
  const value = g.named('value', wide ? 'i32' : 'i64');
  if (wide) emitOperandAddress(g, e.operand, []);
  else {
    emit(g, e.operand);
    extend(code, from);
  }
  code.set(value);
  const operands = [{ name: 'value', type: from, index: value, inMemory: wide }];
  if (e.mode === 'try') return emitTry(g, e, value, needed(to));
  if (e.mode === 'checked' && !alwaysFits(from, type)) {
    g.row(e.at);
    pushOutside(g, from, type, value);
    failIf(g, e.outOfRange, 'conversion', e.at, operands);
  }
  emitConverted(g, from, type, value, to);
}

/** The value is known to fit. */
function emitConverted(
  g: FunctionContext,
  from: IntType,
  type: IntType,
  value: number,
  to: Destination | undefined,
): void {
  const { code } = g;
  if (!isWide(type)) {
    code.get(value);
    if (isWide(from)) code.load('i64.load');
    return shrink(code, type);
  }
  const out = needed(to);
  if (!isWide(from)) {
    pushAddress(g, out);
    return void code
      .get(value)
      .i32(limbsOf(type))
      .i32(from.signed ? 1 : 0)
      .call(wideFrom(g.module));
  }
  if (from.container >= type.container) {
    code.get(value);
    return copyBytes(g, type, out);
  }
  // The sign, or zeros, into the limbs that are new.
  pushAddress(g, out);
  if (from.signed) code.get(value).load('i64.load', { offset: 8 }).i64(63).op('i64.shr_s');
  else code.i64(0);
  code.i32(limbsOf(type)).i32(1).call(wideFrom(g.module));
  code.get(value);
  copyBytes(g, from, out);
}

function emitTry(g: FunctionContext, e: Conversion, value: number, to: Destination): void {
  const { code } = g;
  const result = e.type as EnumType;
  const variant = (name: string): { readonly tag: number; readonly payload: Destination } => {
    const found = result.variants.find(each => each.name === name)!;
    const offset = to.offset + enumLayout(result).offsetsOf(found)[0]!;
    return { tag: found.tag, payload: { base: to.base, offset } };
  };
  zeroBytes(g, result, to);
  pushOutside(g, e.from, e.to, value);
  code.if(
    undefined,
    () => {
      const { tag, payload } = variant('Err');
      code.get(to.base).i32(tag).store('i32.store8', { offset: to.offset });
      const text = g.module.data.string(e.outOfRange.text);
      code.get(payload.base).i32(text).store('i32.store', { offset: payload.offset });
    },
    () => {
      const { payload } = variant('Ok');
      if (isWide(e.to)) return emitConverted(g, e.from, e.to, value, payload);
      code.get(payload.base);
      emitConverted(g, e.from, e.to, value, undefined);
      storeScalar(code, e.to, payload.offset);
    },
  );
}

const alwaysFits = (from: IntType, to: IntType): boolean =>
  minOf(from) >= minOf(to) && maxOf(from) <= maxOf(to);

/** Pushes whether the value is out of the range of `to`. */
function pushOutside(g: FunctionContext, from: IntType, to: IntType, value: number): void {
  const { code } = g;
  if (alwaysFits(from, to)) return void code.i32(0);
  if (isWide(from)) {
    const signed = from.signed && to.signed;
    const bits = signed
      ? to.bits
      : Math.min(to.signed ? to.bits - 1 : to.bits, from.container - (from.signed ? 1 : 0));
    code
      .get(value)
      .i32(limbsOf(from))
      .i32(bits)
      .i32(signed ? 1 : 0);
    return void code.call(wideFits(g.module)).op('i32.eqz');
  }
  const compare = from.signed ? 's' : 'u';
  code.i32(0);
  if (maxOf(from) > maxOf(to)) code.get(value).i64(maxOf(to)).op(`i64.gt_${compare}`, 'i32.or');
  if (minOf(from) < minOf(to)) code.get(value).i64(minOf(to)).op('i64.lt_s', 'i32.or');
}

/** Pushes an index of any unsigned type as 64 bits; what is larger is the largest, which is out of every bounds. */
export function emitIndex(g: FunctionContext, index: TypedExpression): void {
  const type = index.type as IntType;
  if (!isWide(type)) {
    emit(g, index);
    return extend(g.code, type);
  }
  const value = g.named('value', 'i32');
  emitOperandAddress(g, index, []);
  g.code.tee(value).load('i64.load').i64(-1);
  g.code.get(value).i32(limbsOf(type)).i32(64).i32(0).call(wideFits(g.module)).op('select');
}

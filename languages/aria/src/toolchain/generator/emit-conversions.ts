// Casts, and values as people read them.

import {
  double,
  floatConstant,
  functionType,
  i32,
  i64,
  intConstant,
  intType,
  unaryIntrinsic,
} from '@sonde/llvm-ir';
import type { FloatingType, IntType, Value } from '@sonde/llvm-ir';
import type { AriaType, FloatType, TbbType } from '../checker/typed-program.js';
import { sentinel } from '../checker/types.js';
import { asBool, asInt64 } from './emit-arithmetic.js';
import type { FunctionContext } from './function-context.js';

const isAddress = ({ kind }: AriaType): boolean =>
  kind === 'pointer' || kind === 'reference' || kind === 'gc' || kind === 'wild' || kind === 'function';

export function converted(fc: FunctionContext, value: Value, from: AriaType, to: AriaType): Value {
  const { code } = fc;
  if (isAddress(from)) {
    const address =
      from.kind === 'wild' && to.kind !== 'wild' && fc.home.layout.fatPointers
        ? code.extractValue(value, 0)
        : value;
    return isAddress(to) ? address : code.cast('ptrtoint', address, i64);
  }
  if (isAddress(to)) return code.cast('inttoptr', value, fc.ir(to));
  if (to.kind === 'bool') return toBool(fc, value, from);
  if (to.kind === 'float') return toFloat(fc, value, from, to);
  if (to.kind === 'tbb') return toTbb(fc, value, from, to);
  if (to.kind !== 'integer' && to.kind !== 'enum') return value;
  const bits = to.kind === 'enum' ? 32 : to.bits;
  if (from.kind === 'float') return saturated(fc, value, from, bits, to.kind === 'enum' || to.signed);
  return resized(fc, value, from, bits);
}

const isSigned = (type: AriaType): boolean =>
  type.kind === 'tbb' || type.kind === 'enum' || (type.kind === 'integer' && type.signed);

/** Truncated, or extended by the sign it had. */
function resized(fc: FunctionContext, value: Value, from: AriaType, bits: number): Value {
  const had = (value.type as IntType).bits;
  if (had === bits) return value;
  if (had > bits) return fc.code.cast('trunc', value, intType(bits));
  return fc.code.cast(isSigned(from) ? 'sext' : 'zext', value, intType(bits));
}

function toBool(fc: FunctionContext, value: Value, from: AriaType): Value {
  if (from.kind === 'bool') return value;
  const { type } = value;
  if (type.kind === 'int') return asBool(fc, fc.code.icmp('ne', value, intConstant(type, 0)));
  return asBool(fc, fc.code.fcmp('une', value, floatConstant(type as FloatingType, 0)));
}

function toFloat(fc: FunctionContext, value: Value, from: AriaType, to: FloatType): Value {
  const { code } = fc;
  const wanted = fc.ir(to) as FloatingType;
  if (from.kind === 'float') {
    if (from.bits === to.bits) return value;
    return code.cast(to.bits === 64 ? 'fpext' : 'fptrunc', value, wanted);
  }
  const number = code.cast(isSigned(from) ? 'sitofp' : 'uitofp', value, wanted);
  if (from.kind !== 'tbb') return number;
  return code.select(isError(fc, value, from), floatConstant(wanted, NaN), number);
}

const isError = (fc: FunctionContext, value: Value, { bits }: TbbType): Value =>
  fc.code.icmp('eq', value, intConstant(intType(bits), sentinel(bits)));

function toTbb(fc: FunctionContext, value: Value, from: AriaType, to: TbbType): Value {
  const { code } = fc;
  if (from.kind === 'float') {
    const type = value.type as FloatingType;
    const whole = code.callIntrinsic(unaryIntrinsic('trunc', type), [value]);
    const limit = 2 ** (to.bits - 1);
    // Comparisons with NaN do not hold, so that it is ERR as well.
    const fits = code.binary(
      'and',
      code.fcmp('ogt', whole, floatConstant(type, -limit)),
      code.fcmp('olt', whole, floatConstant(type, limit)),
    );
    const number = saturated(fc, value, from, to.bits, true);
    return code.select(fits, number, intConstant(intType(to.bits), sentinel(to.bits)));
  }
  const wanted = intConstant(i32, to.bits);
  const word = asInt64(fc, value, isSigned(from));
  const made =
    from.kind === 'integer' && !from.signed && from.bits === 64
      ? fc.call('__aria_tbb_from_uint64', word, wanted)
      : fc.call('__aria_tbb_convert', word, intConstant(i32, from.kind === 'tbb' ? from.bits : 0), wanted);
  return to.bits === 64 ? made : code.cast('trunc', made, intType(to.bits));
}

/** Towards zero; what is too large becomes the largest, NaN becomes 0. */
function saturated(fc: FunctionContext, value: Value, from: FloatType, bits: number, signed: boolean): Value {
  const type = intType(bits);
  const name = `llvm.fpto${signed ? 's' : 'u'}i.sat.i${bits}.f${from.bits}`;
  return fc.code.callIntrinsic({ name, signature: functionType(type, [value.type]) }, [value]);
}

/** As people read it. */
export function textOf(fc: FunctionContext, value: Value, type: AriaType): Value {
  switch (type.kind) {
    case 'integer':
      return fc.call(
        type.signed ? '__aria_string_from_int64' : '__aria_string_from_uint64',
        asInt64(fc, value, type.signed),
      );
    case 'tbb':
      return fc.call('__aria_string_from_tbb', asInt64(fc, value, true), intConstant(i32, type.bits));
    case 'float':
      return fc.call(
        '__aria_string_from_flt64',
        type.bits === 64 ? value : fc.code.cast('fpext', value, double),
      );
    case 'bool':
      return fc.call('__aria_string_from_bool', value);
    case 'enum':
      return fc.call('__aria_string_from_int64', asInt64(fc, value, true));
    default:
      throw new Error(`${type.name} has no text`);
  }
}

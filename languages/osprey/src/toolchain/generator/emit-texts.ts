// Texts of values: interpolation and print.

import { i64, intConstant, ptr, type Value } from '@sonde/llvm-ir';
import type { TypedExpression, Variant } from '../checker/typed-program.js';
import {
  anyType,
  argumentsOf,
  boolType,
  floatType,
  intType,
  isNamed,
  prune,
  stringType,
  unitType,
  type NamedType,
  type Type,
} from '../checker/types.js';
import { shortName } from '../syntax/token-cursor.js';
import type { Outcome } from './emit-arithmetic.js';
import { emit, outcomeOf } from './emit-expressions.js';
import type { FunctionContext } from './function-context.js';
import { blockOf, fieldsOf } from './type-layout.js';

export function emitString(
  fc: FunctionContext,
  { pieces }: TypedExpression & { readonly kind: 'string' },
): Value {
  const [first] = pieces;
  if (first === undefined) return fc.home.text('');
  if (pieces.length === 1) return typeof first === 'string' ? fc.home.text(first) : textOf(fc, first);
  return joined(
    fc,
    pieces.map(piece => (typeof piece === 'string' ? fc.home.text(piece) : textOf(fc, piece))),
  );
}

function joined(fc: FunctionContext, texts: readonly Value[]): Value {
  const room = fc.builder.alloca({ kind: 'array', element: ptr, count: texts.length }, 'pieces');
  texts.forEach((text, nth) => fc.code.store(text, fc.code.element(ptr, room, nth)));
  return fc.call('osp_concat', room, intConstant(i64, texts.length));
}

/** The text that a value prints as. */
export const textOf = (fc: FunctionContext, node: TypedExpression): Value => shownText(fc, node, 'Success(');

/** Of a success the text of its value alone, as tests compare it. */
export const bareText = (fc: FunctionContext, node: TypedExpression): Value => shownText(fc, node, '');

function shownText(fc: FunctionContext, node: TypedExpression, wrapping: '' | 'Success('): Value {
  const type = fc.type(node.type);
  return isNamed(type, 'Result')
    ? textOfOutcome(fc, outcomeOf(fc, node), type, wrapping)
    : textOfValue(fc, emit(fc, node), type);
}

export function textOfValue(fc: FunctionContext, value: Value, type: Type): Value {
  const { code, home } = fc;
  const whole = prune(type);
  if (whole === stringType || whole === anyType) return value;
  if (whole === floatType) return fc.call('osp_float_text', value);
  if (whole === boolType) return code.select(value, home.text('true'), home.text('false'));
  if (whole === unitType) return home.text('0');
  return fc.call('osp_int_text', value);
}

function textOfOutcome(
  fc: FunctionContext,
  { value, failed, message }: Outcome,
  type: Type,
  wrapping: '' | 'Success(',
): Value {
  const { code, home } = fc;
  const [inner] = argumentsOf(type, 'Result') as [Type];
  const [bad, good, done] = [fc.block('failed'), fc.block('succeeded'), fc.block('text')];
  code.condBr(failed, bad, good);
  code.moveTo(bad);
  const error = fc.temporaries(() =>
    fc.own(joined(fc, [home.text('Error('), message, home.text(')')]), stringType),
  );
  const afterError = code.block;
  code.br(done);
  code.moveTo(good);
  const success = fc.temporaries(() => {
    const text = isNamed(inner, 'Result') ? message : textOfValue(fc, value, inner);
    if (wrapping === '') return fc.own(text, stringType);
    return fc.own(joined(fc, [home.text(wrapping), text, home.text(')')]), stringType);
  });
  const afterSuccess = code.block;
  code.br(done);
  code.moveTo(done);
  const either = code.phi(ptr, [
    [error, afterError],
    [success, afterSuccess],
  ]);
  return fc.temporary(either, stringType);
}

/** What is left of a value that may be anything: numbers and texts as they print, records by their fields, unions by their variant. */
export function erasedText(fc: FunctionContext, node: TypedExpression): Value {
  const type = fc.type(node.type);
  return isNamed(type, 'Result') ? textOf(fc, node) : erasedValue(fc, emit(fc, node), type);
}

const isPlain = (type: Type): boolean =>
  [intType, floatType, stringType, boolType, unitType, anyType].includes(prune(type) as NamedType);

function erasedValue(fc: FunctionContext, value: Value, type: Type): Value {
  const { home } = fc;
  if (isPlain(type)) return textOfValue(fc, value, type);
  const whole = prune(type);
  if (whole.kind !== 'named') return home.text('<function>');
  const declared = home.program.types.get(whole.name);
  if (declared?.shape === 'union') return variantText(fc, value, declared.variants);
  const fields = fieldsOf(home.program, type);
  if (fields.length === 0) return home.text(`<${whole.name.toLowerCase()}>`);
  const block = blockOf(fields);
  const parts = fields.flatMap(({ name, nth, type: own }) => {
    const held = fc.code.load(block.fields[nth + 1]!, fc.code.member(block, value, nth + 1), name);
    return [home.text(`${nth === 0 ? '{ ' : ', '}${name}: `), erasedValue(fc, held, own)];
  });
  return joined(fc, [...parts, home.text(' }')]);
}

function variantText(fc: FunctionContext, value: Value, variants: readonly Variant[]): Value {
  const tag = fc.code.load(i64, value, 'tag');
  return variants.reduce<Value>(
    (other, { name, tag: own }) =>
      fc.code.select(fc.code.icmp('eq', tag, intConstant(i64, own)), fc.home.text(shortName(name)), other),
    fc.home.text(''),
  );
}

/** True where the two texts are one and the same. */
export const sameText = (fc: FunctionContext, left: Value, right: Value): Value =>
  fc.call('osp_text_equal', left, right);

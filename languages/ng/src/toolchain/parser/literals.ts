// Number literals: what their digits and suffix are worth. Ranges and errors are those of C++'s `std::sto…` functions.

import type { Expression, NumberType } from '../ast.js';
import type { LiteralType, Token } from '../lexer/token.js';
import { SourceProblem } from '../source.js';
import type { TokenStream } from './token-stream.js';

type NumberToken = Extract<Token, { kind: 'number' }>;

interface Whole {
  readonly type: NumberType;
  readonly bits: number;
  readonly parse: 'stoi' | 'stoul' | 'stoll' | 'stoull';
}

/** Read with a function that may be wider than the type: what does not fit the type is cut off. */
const wholes: ReadonlyMap<LiteralType, Whole> = new Map<LiteralType, Whole>([
  ['integer', { type: 'i32', bits: 32, parse: 'stoi' }],
  ['i8', { type: 'i8', bits: 8, parse: 'stoi' }],
  ['u8', { type: 'u8', bits: 8, parse: 'stoi' }],
  ['i16', { type: 'i16', bits: 16, parse: 'stoi' }],
  ['u16', { type: 'u16', bits: 16, parse: 'stoi' }],
  ['i32', { type: 'i32', bits: 32, parse: 'stoi' }],
  ['u32', { type: 'u32', bits: 32, parse: 'stoul' }],
  ['i64', { type: 'i64', bits: 64, parse: 'stoll' }],
  ['u64', { type: 'u64', bits: 64, parse: 'stoull' }],
  // There are no values of 128 bits: these are 64 bits wide.
  ['i128', { type: 'i64', bits: 64, parse: 'stoll' }],
  ['u128', { type: 'u64', bits: 64, parse: 'stoull' }],
]);

const largest = {
  stoi: 2n ** 31n - 1n,
  stoul: 2n ** 64n - 1n,
  stoll: 2n ** 63n - 1n,
  stoull: 2n ** 64n - 1n,
};
const smallestNormal = { stof: 2 ** -126, stod: 2 ** -1022 };
const absentWidths: ReadonlyMap<LiteralType, string> = new Map([
  ['f16', 'Float16 not supported'],
  ['f256', 'Float256 not supported'],
]);

/** The stream stands on a number. */
export function parseNumber(stream: TokenStream): Expression {
  const token = stream.take() as NumberToken;
  const absent = absentWidths.get(token.type);
  // The token is taken by now, so the original points at the one behind it.
  if (absent !== undefined) stream.refuse(absent, 'Use f32 or f64.', token.span.start);
  return stream.expression(numberValue(token), token.span.start, []);
}

/** As a type argument a number without a suffix is of the wide type. */
export function parseConstantNumber(stream: TokenStream): Expression {
  const token = stream.take() as NumberToken;
  const wide = { ...token, type: wideType(token.type) };
  return stream.expression(numberValue(wide), token.span.start, [], token.at);
}

function wideType(type: LiteralType): LiteralType {
  if (type === 'integer') return 'i64';
  return type === 'f32' || !/^[df]/.test(type) ? type : 'f64';
}

type NumberValue =
  | { readonly kind: 'integer'; readonly value: bigint; readonly type: NumberType }
  | { readonly kind: 'float'; readonly value: number; readonly type: 'f32' | 'f64' };

function numberValue(token: NumberToken): NumberValue {
  const whole = wholes.get(token.type);
  if (whole === undefined) return floatValue(token);
  // A fraction or an exponent cannot stand in front of such a suffix.
  const value = BigInt(token.digits);
  if (value > largest[whole.parse]) throw outOfRange(token, whole.parse);
  const fitted = whole.type.startsWith('i')
    ? BigInt.asIntN(whole.bits, value)
    : BigInt.asUintN(whole.bits, value);
  return { kind: 'integer', value: fitted, type: whole.type };
}

function floatValue(token: NumberToken): NumberValue {
  const type = token.type === 'decimal' || token.type === 'f32' ? 'f32' : 'f64';
  // `1e` and `1e-` are read as far as they are numbers.
  const exact = Number(token.digits.replace(/e-?$/, ''));
  const value = type === 'f32' ? Math.fround(exact) : exact;
  const parse = type === 'f32' ? 'stof' : 'stod';
  const isZero = /^[0._]*(?:e|$)/.test(token.digits);
  if (!Number.isFinite(value) || (!isZero && value < smallestNormal[parse])) throw outOfRange(token, parse);
  return { kind: 'float', value, type };
}

function outOfRange(token: NumberToken, parse: string): SourceProblem {
  const hint =
    token.type === 'integer'
      ? 'Without a suffix a number is an i32, up to 2147483647; write i64 behind it for a larger one.'
      : 'The number does not fit its type.';
  return new SourceProblem('Error', parse, undefined, token.span.start, hint);
}

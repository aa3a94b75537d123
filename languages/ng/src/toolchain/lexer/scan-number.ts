// Numbers: decimal digits with `_` between them, a fraction, an exponent, a suffix that names the type.

import { SourceProblem } from '../source.js';
import type { SourceCursor } from './source-cursor.js';
import type { LiteralType } from './token.js';

export interface ScannedNumber {
  readonly text: string;
  readonly digits: string;
  readonly type: LiteralType;
}

/** Nothing else may follow a number directly. */
const endsNumber = /^[ \t\n\v\f\r,;)\]}><=\-+*/%!?&|^~$\0]?$/;
const digit = /^\d$/;
const suffixes: ReadonlySet<string> = new Set([
  ...['i8', 'i16', 'i32', 'i64', 'i128', 'u8', 'u16', 'u32', 'u64', 'u128'],
  ...['f16', 'f32', 'f64', 'f128', 'f256'],
]);
/** The widest number that the original's `stoi` takes. */
const widestInt = 2147483647n;

export function scanNumber(cursor: SourceCursor): ScannedNumber {
  let digits = '';
  let type: 'integer' | 'decimal' = 'integer';
  let exponent = false;
  while (!endsNumber.test(cursor.peek())) {
    const byte = cursor.peek();
    if (digit.test(byte)) {
      digits += cursor.take();
    } else if (byte === '_') {
      cursor.take();
    } else if (byte === '.' && type === 'integer') {
      if (!digit.test(cursor.peek(1))) break;
      type = 'decimal';
      digits += cursor.take();
    } else if (byte === 'e' && !exponent) {
      exponent = true;
      type = 'decimal';
      digits += cursor.take();
      if (cursor.peek() === '-') digits += cursor.take();
    } else if (/^[uUiI]$/.test(byte) && type === 'integer') {
      return withSuffix(cursor, digits);
    } else if (/^[fF]$/.test(byte)) {
      return withSuffix(cursor, digits);
    } else {
      throw notANumber(cursor, `Put a blank between the number and \`${byte}\`.`);
    }
  }
  return { text: digits, digits, type };
}

function withSuffix(cursor: SourceCursor, digits: string): ScannedNumber {
  const place = cursor.place;
  const letter = cursor.take();
  const bits = cursor.takeWhile(byte => digit.test(byte));
  if (bits === '' || BigInt(bits) > widestInt) {
    const hint = `\`${letter}${bits}\` is not the type of a number: i8 to i64, u8 to u64, f32 and f64 are.`;
    throw new SourceProblem('Error', 'stoi', undefined, place, hint);
  }
  const type = `${letter.toLowerCase()}${BigInt(bits)}`;
  if (!isLiteralType(type)) throw notANumber(cursor, `There is no type \`${type}\` for numbers.`);
  return { text: digits + letter + bits, digits, type };
}

const isLiteralType = (type: string): type is LiteralType => suffixes.has(type);

const notANumber = (cursor: SourceCursor, hint: string): SourceProblem =>
  new SourceProblem('Error', 'Error: lex exception found', undefined, cursor.place, hint);

// Integer literals: decimal, 0x, 0b, 0o, with separators and a suffix; in solidity also 1e18 and units.

import type { Problems, SourceText } from '@sonde/front-end';
import type { SyntaxMode } from './tree.js';

const shape = /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*/y;
const suffixes = /^[ui](?:8|16|32|64|128|256)$/;

/** No type holds more; far longer digits would only cost time. */
const mostDigits = 300;

export interface ReadNumber {
  readonly end: number;
  readonly whole: bigint;
  readonly suffix?: string;
}

export function readNumber(
  source: SourceText,
  start: number,
  mode: SyntaxMode,
  behindDot: boolean,
  problems: Problems,
): ReadNumber {
  const { text } = source;
  shape.lastIndex = start;
  const digits = behindDot ? /\d+/.exec(text.slice(start, start + 20))![0] : shape.exec(text)![0];
  let end = start + digits.length;
  const complain = (message: string, hint?: string): void =>
    problems.error(source.span(start, end), message, hint);
  const exponent = mode === 'solidity' && /^\d/.test(digits) ? power(text, end) : undefined;
  if (exponent !== undefined) end += exponent.length;
  const tail = /^\w*/.exec(text.slice(end, end + 80))![0];
  const fraction = !behindDot && /^\.\d/.test(text.slice(end, end + 2));
  end += tail.length;
  if (fraction) {
    end += 1 + /^\d+/.exec(text.slice(end + 1))![0].length;
    complain('there are no numbers with a fraction', 'Count in a smaller unit.');
  } else if (tail !== '' && (!suffixes.test(tail) || mode === 'solidity'))
    complain(`${tail} is no suffix of a number`, 'Suffixes are u8 to u256 and i8 to i256.');
  else if (digits.length > mostDigits) complain('this number does not fit into 256 bits');
  const clean = digits.replaceAll('_', '').slice(0, mostDigits);
  const value = /^0[xXbBoO]?$/.test(clean) ? 0n : BigInt(clean.toLowerCase());
  const whole = value * 10n ** BigInt(exponent?.slice(1) ?? 0);
  return { end, whole, ...(suffixes.test(tail) ? { suffix: tail } : {}) };
}

/** What a tree says of a literal in hexadecimal. */
export const hexDigitsOf = (literal: string): { readonly hexDigits?: number } => {
  const [, digits] = /^0x([\da-f_]+)(?:[ui]\d+)?$/i.exec(literal) ?? [];
  return digits === undefined ? {} : { hexDigits: digits.replaceAll('_', '').length };
};

/** `e18` */
function power(text: string, at: number): string | undefined {
  return /^[eE]\d{1,2}(?!\w)/.exec(text.slice(at, at + 5))?.[0];
}

// Numbers: decimal, 0x, 0b, 0o, and decimal fractions. `_` may separate digits.

export interface ScannedNumber {
  readonly length: number;
  readonly value:
    | { readonly kind: 'integer'; readonly value: bigint; readonly radix: 2 | 8 | 10 | 16 }
    | number;
  readonly problem?: { readonly message: string; readonly hint?: string };
}

const radixes = { x: 16, b: 2, o: 8 } as const;
const digits = { 16: /[0-9a-fA-F_]*/y, 2: /[01_]*/y, 8: /[0-7_]*/y };
/** A dot belongs to a number only when a digit follows it: `0..9` is a range. */
const decimal = /\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?/y;
const wordBehind = /[A-Za-z0-9_]+/y;
/** No type holds more; a longer one is not worth reading as a number. */
const mostDigits = 80;

const matchAt = (pattern: RegExp, text: string, offset: number): string => {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
};

/** `offset` is at a digit. */
export function scanNumber(text: string, offset: number): ScannedNumber {
  const radix = text[offset] === '0' ? radixes[text[offset + 1] as keyof typeof radixes] : undefined;
  const body =
    radix === undefined ? matchAt(decimal, text, offset) : matchAt(digits[radix], text, offset + 2);
  const length = radix === undefined ? body.length : body.length + 2;
  const plain = body.replaceAll('_', '');
  const tail = matchAt(wordBehind, text, offset + length);
  const integer = (value: bigint) => ({ kind: 'integer', value, radix: radix ?? 10 }) as const;
  if (tail !== '') {
    return {
      length: length + tail.length,
      value: integer(0n),
      problem: {
        message: `${text.slice(offset, offset + Math.min(length + tail.length, 40))} is not a number`,
        hint: 'Numbers have no suffix: a literal takes the type that is wanted.',
      },
    };
  }
  if (plain === '') return { length, value: integer(0n), problem: { message: 'this number has no digits' } };
  if (radix === undefined && /[.eE]/.test(plain)) return { length, value: Number(plain) };
  if (plain.length > mostDigits) {
    return { length, value: integer(0n), problem: { message: 'this number is too large for any type' } };
  }
  const prefix = radix === undefined ? '' : text.slice(offset, offset + 2);
  return { length, value: integer(BigInt(prefix + plain)) };
}

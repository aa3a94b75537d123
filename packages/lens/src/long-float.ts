// Floats of more than 64 bits: decoded, written out in full, and encoded.

/** Where a format keeps its parts. The x87 writes down the first bit of the significand, which the others imply. */
interface Layout {
  readonly bytes: number;
  readonly fractionBits: number;
  readonly explicit: boolean;
}

export type LongFormat = 'x87' | 'quad';

const layouts: Readonly<Record<LongFormat, Layout>> = {
  x87: { bytes: 10, fractionBits: 63, explicit: true },
  quad: { bytes: 16, fractionBits: 112, explicit: false },
};
const bias = 16383;
const highest = 0x7fff;

/** `significand × 2^exponent`, exactly. */
type LongFloat =
  | {
      readonly kind: 'finite';
      readonly negative: boolean;
      readonly significand: bigint;
      readonly exponent: number;
    }
  | { readonly kind: 'infinite'; readonly negative: boolean }
  | { readonly kind: 'nan' };

export function decodeLong(
  bytes: Uint8Array,
  format: LongFormat,
  littleEndian: boolean,
): LongFloat | undefined {
  const { bytes: length, fractionBits, explicit } = layouts[format];
  if (bytes.length < length) return undefined;
  const used = littleEndian ? bytes.subarray(0, length) : bytes.subarray(bytes.length - length);
  let all = 0n;
  for (let nth = 0; nth < length; nth++)
    all = (all << 8n) | BigInt(used[littleEndian ? length - 1 - nth : nth]!);
  const significandBits = BigInt(fractionBits + (explicit ? 1 : 0));
  const head = Number(all >> significandBits);
  const negative = (head & 0x8000) !== 0;
  const raised = head & highest;
  const stored = all & ((1n << significandBits) - 1n);
  const fraction = all & ((1n << BigInt(fractionBits)) - 1n);
  if (raised === highest) return fraction === 0n ? { kind: 'infinite', negative } : { kind: 'nan' };
  const implied = !explicit && raised !== 0 ? 1n << BigInt(fractionBits) : 0n;
  return {
    kind: 'finite',
    negative,
    significand: stored | implied,
    exponent: Math.max(raised, 1) - bias - fractionBits,
  };
}

/** The nearest number that JavaScript has. */
export function longToNumber(value: LongFloat): number {
  if (value.kind === 'nan') return NaN;
  if (value.kind === 'infinite') return value.negative ? -Infinity : Infinity;
  return Number(longText(value));
}

/** The shortest text that reads back as the same number. */
export function longText(value: LongFloat): string {
  if (value.kind === 'nan') return 'nan';
  const sign = value.negative ? '-' : '';
  if (value.kind === 'infinite') return `${sign}inf`;
  if (value.significand === 0n) return `${sign}0`;
  const [digits, power] = shortest(value.significand, value.exponent);
  return `${sign}${positional(digits, power)}`;
}

/** Digits of which the first counts `10^power`. */
function shortest(significand: bigint, exponent: number): readonly [string, number] {
  const numerator = exponent >= 0 ? significand << BigInt(exponent) : significand;
  const denominator = exponent >= 0 ? 1n : 1n << BigInt(-exponent);
  // Half the distance to the next number of the format; what is nearer than that reads back as this one.
  const half = exponent >= 1 ? 1n << BigInt(exponent - 1) : 1n;
  const halfOver = exponent >= 1 ? 1n : denominator * 2n;
  const power = magnitude(numerator, denominator);
  for (let count = 1; ; count++) {
    const scale = power - count + 1;
    const up = scale < 0 ? 10n ** BigInt(-scale) : 1n;
    const down = scale > 0 ? 10n ** BigInt(scale) : 1n;
    const rounded = divideRounded(numerator * up, denominator * down);
    const difference = rounded * down * denominator - numerator * up;
    const distance = difference < 0n ? -difference : difference;
    if (distance * halfOver < half * denominator * up) {
      const digits = rounded.toString();
      return [digits.replace(/0+$/, ''), power + digits.length - count];
    }
  }
}

/** The power of ten that the first digit counts. */
function magnitude(numerator: bigint, denominator: bigint): number {
  const guess = numerator.toString().length - denominator.toString().length;
  const over = guess >= 0 ? denominator * 10n ** BigInt(guess) : denominator;
  const under = guess >= 0 ? numerator : numerator * 10n ** BigInt(-guess);
  return under >= over ? guess : guess - 1;
}

const divideRounded = (numerator: bigint, denominator: bigint): bigint =>
  (numerator * 2n + denominator) / (denominator * 2n);

/** As JavaScript writes numbers: with an exponent only where there would be many zeros. */
function positional(digits: string, power: number): string {
  if (power >= 21 || power < -6) {
    const rest = digits.slice(1);
    return `${digits[0]}${rest === '' ? '' : `.${rest}`}e${power < 0 ? '-' : '+'}${Math.abs(power)}`;
  }
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  if (digits.length <= power + 1) return digits + '0'.repeat(power + 1 - digits.length);
  return `${digits.slice(0, power + 1)}.${digits.slice(power + 1)}`;
}

/** Every number of JavaScript fits exactly. */
export function encodeLong(
  value: number,
  format: LongFormat,
  size: number,
  littleEndian: boolean,
): Uint8Array {
  const { bytes: length, fractionBits, explicit } = layouts[format];
  const width = fractionBits + (explicit ? 1 : 0);
  const head = Object.is(value, -0) || value < 0 ? 0x8000 : 0;
  let all: bigint;
  if (Number.isNaN(value)) all = joined(head | highest, 3n << BigInt(fractionBits - 1), width);
  else if (!Number.isFinite(value))
    all = joined(head | highest, explicit ? 1n << BigInt(fractionBits) : 0n, width);
  else if (value === 0) all = joined(head, 0n, width);
  else {
    const [significand, exponent] = exactParts(Math.abs(value));
    const shift = BigInt(fractionBits + 1 - significand.toString(2).length);
    const normal = significand << shift;
    const raised = exponent - Number(shift) + fractionBits + bias;
    const stored = explicit ? normal : normal & ((1n << BigInt(fractionBits)) - 1n);
    all = joined(head | raised, stored, width);
  }
  const bytes = new Uint8Array(size);
  for (let nth = 0; nth < length; nth++) {
    bytes[littleEndian ? nth : size - 1 - nth] = Number(all & 0xffn);
    all >>= 8n;
  }
  return bytes;
}

const joined = (head: number, stored: bigint, width: number): bigint =>
  (BigInt(head) << BigInt(width)) | (stored & ((1n << BigInt(width)) - 1n));

/** A positive number as a whole one times a power of two. */
function exactParts(value: number): readonly [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const raised = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  return raised === 0 ? [fraction, -1074] : [fraction | (1n << 52n), raised - 1075];
}

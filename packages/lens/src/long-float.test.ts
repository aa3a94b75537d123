import { describe, expect, it } from 'vitest';
import { decodeLong, encodeLong, longText, longToNumber, type LongFormat } from './long-float.js';

const x87 = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const textOf = (bytes: Uint8Array, format: LongFormat = 'x87'): string =>
  longText(decodeLong(bytes, format, true)!);

describe('floats of more than 64 bits', () => {
  it('are written with as many digits as they have', () => {
    expect(textOf(x87('00 00 00 00 00 00 00 d0 00 40 fe f7 ff 7f 00 00'))).toBe('3.25');
    expect(textOf(x87('ab aa aa aa aa aa aa aa fd 3f 00 00 00 00 00 00'))).toBe('0.33333333333333333334');
    expect(textOf(x87('61 8c 55 fe 23 83 ba d1 e6 73 00 00 00 00 00 00'))).toBe('1e+4000');
    expect(textOf(x87('00 00 00 00 00 00 00 00 00 80'))).toBe('-0');
    expect(textOf(x87('00 00 00 00 00 00 00 80 ff ff'))).toBe('-inf');
    expect(textOf(x87('00 00 00 00 00 00 00 c0 ff 7f'))).toBe('nan');
    expect(textOf(x87('01 00 00 00 00 00 00 00 00 00'))).toBe('4e-4951');
  });

  it('come back as they were written, in both formats and byte orders', () => {
    for (const value of [1, -1.5, 0.1, 1e300, 5e-324, 123456789.125, -0, Infinity, 2 ** 70]) {
      for (const format of ['x87', 'quad'] as const) {
        for (const littleEndian of [true, false]) {
          const bytes = encodeLong(value, format, 16, littleEndian);
          expect(longToNumber(decodeLong(bytes, format, littleEndian)!)).toBe(value);
        }
      }
    }
    expect(longToNumber(decodeLong(encodeLong(NaN, 'quad', 16, true), 'quad', true)!)).toBeNaN();
  });

  it('are none where there are too few bytes', () => {
    expect(decodeLong(new Uint8Array(8), 'x87', true)).toBeUndefined();
  });
});

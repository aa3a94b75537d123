// Addresses as text, there and back.

import { describe, expect, it } from 'vitest';
import {
  address,
  codeSpace,
  formatAddress,
  formatAddresses,
  formatInstruction,
  parseAddress,
  sameAddress,
} from './address.js';

describe('addresses', () => {
  it.each([
    [address(0x1f), '0x1f'],
    [address(0), '0x0'],
    [address(0xffff_ffff_ffff_ffffn), '0xffffffffffffffff'],
    [address(16, 'data'), 'data:0x10'],
    [address(-16, 'data'), 'data:-0x10'],
  ])('%o is written as %s and read back', (value, text) => {
    expect(formatAddress(value)).toBe(text);
    expect(parseAddress(text)).toEqual(value);
  });

  it.each([
    [address(0x7fff_f7a2_71f3n), 4],
    [address(0xffff_ffff_fff0n), 8],
    [address(0x100), 1],
    [address(0xfe), 3],
    [address(0), 7],
    [address(-40, 'data'), 8],
    [address(0x1234, 'data'), 5],
    [address(0x5555_0000_0000n), 0x1_0000_0001],
    [address(0x8000), 0],
  ])('of a row from %o on, each %i further, are what each alone is', (start, stride) => {
    const text = formatAddresses(start, stride);
    for (const nth of [0, 1, 2, 3, 60, 61, 1000, 61, 0])
      expect(text(nth)).toBe(formatAddress({ ...start, offset: start.offset + BigInt(nth * stride) }));
  });

  it('reads decimal, capital digits and spaces around', () => {
    expect(parseAddress(' 4096 ')).toEqual(address(4096));
    expect(parseAddress('0XFF')).toEqual(address(255));
  });

  it.each(['', 'x', '0x', '12g', 'a b:0x1', '1:0x1', '0x1 0x2', '--1', 'data:'])('refuses %j', text => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('of instructions are plain numbers where the machine has one space of code', () => {
    expect(formatInstruction(address(16, codeSpace))).toBe('0x10');
    expect(formatInstruction(address(16))).toBe('0x10');
    expect(formatInstruction(address(16, 'module-2'))).toBe('module-2:0x10');
  });

  it('compares within a space only', () => {
    expect(sameAddress(address(1), address(1n))).toBe(true);
    expect(sameAddress(address(1), address(2))).toBe(false);
    expect(sameAddress(address(1), address(1, 'data'))).toBe(false);
  });
});

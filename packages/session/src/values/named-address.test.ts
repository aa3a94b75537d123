import { address } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { addressIn, namedAddress } from './named-address.js';

describe('an address that a client names', () => {
  it('is the reference and the offset', () => {
    expect(namedAddress('0x1000', -16)).toEqual(address(0xff0));
    expect(namedAddress('data:0x10', 2)).toEqual(address(0x12, 'data'));
    expect(namedAddress('0xffffffffffffffff')).toEqual(address(0xffff_ffff_ffff_ffffn));
  });

  it.each([
    ['0xffffffffffffffff', 1, '0x10000000000000000 is outside of all memory.'],
    ['0x10', -17, '-0x1 is outside of all memory.'],
    ['0x123456789abcdef0123', 0, '0x123456789abcdef0123 is outside of all memory.'],
    ['somewhere', 0, '"somewhere" is not an address.'],
  ])('is refused where it is none: %s and %i', (reference, offset, problem) => {
    expect(namedAddress(reference, offset)).toEqual({ problem });
    expect(() => addressIn(reference, offset)).toThrow(problem);
  });
});

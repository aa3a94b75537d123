import { expect, test } from 'vitest';
import { blake3OfText, keccak256OfText } from './hashes.js';
import { hexOf } from './hex.js';

test('Keccak-256 is that of Ethereum, not SHA-3', () => {
  expect(hexOf(keccak256OfText(''))).toBe(
    '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  );
  expect(hexOf(keccak256OfText('Transfer(address,address,uint256)'))).toBe(
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  );
  expect(hexOf(keccak256OfText('Deposited(address,u64)'))).toBe(
    '0x85d2e50b3537e3a34c29343e90c1cde625f09258448ef3825e4e4d204c0e8e3d',
  );
});

test('BLAKE3 of texts and of a conflict domain', () => {
  expect(hexOf(blake3OfText('abc'))).toBe(
    '0x6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85',
  );
  expect(hexOf(blake3OfText('0x00000000000000000000000000000000000000aa.count'))).toBe(
    '0xf0371c9e8c4e1bd2ec3d9f23c8cdf0f80f01b3b136dae1d59dd125d5748d71e5',
  );
});

import { expect, test } from 'vitest';
import { sourceHash } from './source-hash.js';
import { seededRandom } from '@sonde/testkit/seeded-random';

/** The definition, word for word. */
function slowHash(bytes: Uint8Array): string {
  let hash = 1469598103934665603n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 1099511628211n);
  return hash.toString(16);
}

test('nothing hashes to the offset basis', () => {
  expect(sourceHash('')).toBe('14650fb0739d0383');
});

test('the hash is the definition in 64 bits', () => {
  const random = seededRandom(1);
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, () => random(256));
    expect(sourceHash(bytes)).toBe(slowHash(bytes));
  }
});

test('a string is hashed as its UTF-8 bytes', () => {
  expect(sourceHash('val ä = 1;')).toBe(sourceHash(new TextEncoder().encode('val ä = 1;')));
});

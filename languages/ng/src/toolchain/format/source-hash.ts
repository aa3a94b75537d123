// The hash of a source that compiled modules carry: tells a module that is older than the source beside it.

import { toRawBytes, toBytes } from './byte-text.js';

// FNV-1a in 64 bits, with the offset basis of the original tool, which lacks a digit of the usual one.
const basisHigh = 0x14650fb0;
const basisLow = 0x739d0383;
// The prime is 2 to the 40th and this.
const primeLow = 0x1b3;

/** Lower-case hex without leading zeros, as the original writes it. A string is hashed as its UTF-8 bytes. */
export function sourceHash(source: Uint8Array | string): string {
  const bytes = typeof source === 'string' ? toRawBytes(toBytes(source)) : source;
  let high = basisHigh;
  let low = basisLow;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // In halves, so that no product leaves what numbers hold exactly.
    const product = low * primeLow;
    high = (high * primeLow + Math.floor(product / 0x1_0000_0000) + low * 0x100) % 0x1_0000_0000;
    low = product % 0x1_0000_0000;
  }
  return ((BigInt(high) << 32n) | BigInt(low)).toString(16);
}

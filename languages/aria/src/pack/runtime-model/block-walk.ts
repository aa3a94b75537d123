// Blocks of a nursery, one after the other: each header says how long its block is.

import { decodeHeader, isHeader, type Header, type HeaderLayout } from './header-layouts.js';

export interface WalkedBlock {
  /** Where the header is. */
  readonly start: bigint;
  readonly size: number;
  readonly header: Header;
}

/** From the start of a segment as far as its bytes go. It ends at the first word that is no header. */
export function* blocksIn(
  from: bigint,
  bytes: Uint8Array,
  layout: HeaderLayout,
  littleEndian: boolean,
): Generator<WalkedBlock> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 8 <= bytes.length) {
    const word = view.getBigUint64(at, littleEndian);
    const header = decodeHeader(word, layout);
    const size = layout.blockSize(header.sizeClass);
    if (!isHeader(word, layout) || size < 8) return;
    yield { start: from + BigInt(at), size, header };
    at += size;
  }
}

// Words that may be pointers: which block of memory each leads into.

export interface MemoryBlock {
  readonly at: number;
  readonly size: number;
}

export class BlockIndex<Block extends MemoryBlock> {
  readonly #blocks: readonly Block[];

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks.toSorted((one, other) => one.at - other.at);
  }

  /** The block that the address points to or into; its end counts, since loops run up to it. */
  at(address: number): Block | undefined {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[middle]!.at <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.#blocks[low - 1];
    return found !== undefined && address - found.at <= found.size ? found : undefined;
  }
}

/** All aligned words that can be addresses of user space. `from`: where the bytes lie. */
export function eachPointer(
  bytes: Uint8Array,
  from: number,
  littleEndian: boolean,
  visit: (word: number, offset: number) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = (8 - (from % 8)) % 8; at + 8 <= bytes.length; at += 8) {
    // The upper half of an address is small: a cheap look before the exact one.
    const upper = view.getUint32(littleEndian ? at + 4 : at, littleEndian);
    if (upper >= 0x10000) continue;
    // Programs that are not linked to lie anywhere have their heap below 4 GB.
    const word = upper * 2 ** 32 + view.getUint32(littleEndian ? at : at + 4, littleEndian);
    if (word !== 0) visit(word, at);
  }
}

// Words and texts of the program's memory, for runtime models that read its tables.

import { address } from '@sonde/engine';
import type { RuntimeReads } from './runtime.js';

/** Bytes that were read, as numbers. */
export class Words {
  readonly #view: DataView;

  constructor(
    bytes: Uint8Array,
    private readonly littleEndian: boolean,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whole words. */
  get count(): number {
    return this.#view.byteLength >> 3;
  }

  /** The word of that number; 0 beyond the end. */
  at(word: number): bigint {
    return word < this.count ? this.#view.getBigUint64(word * 8, this.littleEndian) : 0n;
  }
}

/** Undefined where not all of it can be read. */
export async function wordsAt(
  reads: RuntimeReads,
  offset: bigint,
  count: number,
): Promise<Words | undefined> {
  const { bytes } = await reads.reader.memory(address(offset), count * 8);
  return bytes.length < count * 8 ? undefined : new Words(bytes, reads.littleEndian);
}

/** A text up to its zero, at most so many bytes of it; undefined when nothing can be read. */
export async function textAt(reads: RuntimeReads, offset: bigint, most: number): Promise<string | undefined> {
  if (offset === 0n) return undefined;
  const { bytes } = await reads.reader.memory(address(offset), most);
  if (bytes.length === 0) return undefined;
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** A count that a table gives, within what a reader is ready to read. */
export const bounded = (count: bigint, most: number): number => (count > BigInt(most) ? most : Number(count));

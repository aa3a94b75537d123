// Chunks of glibc's malloc, one behind the other: a size with three bits, and what the program may use.
//
// https://sourceware.org/glibc/wiki/MallocInternals describes them. All is read from memory; nothing is called.

import type { MemoryImage } from '@sonde/engine-native';

export interface Chunk {
  /** Of the memory that the program got. */
  readonly at: number;
  /** That it may use. */
  readonly size: number;
  /** In a list of the arena, by the bit in the chunk behind it. */
  readonly isFree: boolean;
}

/** Bytes of a chunk before what the program gets; the first word belongs to the chunk before while that is in use. */
export const headerSize = 16;
const smallest = 32;
const alignment = 16;

/** The lowest bits of a size. */
const previousInUse = 1;
const mapped = 2;
const sizeBits = 7;

export interface ChunkWalk {
  readonly chunks: readonly Chunk[];
  /** Where the last chunk begins, which is what is left of the arena; undefined where the walk ended before. */
  readonly top: number | undefined;
}

/** From the first chunk up to the end of the memory. A size that cannot be ends the walk. */
export function chunksFrom(memory: Memory, first: number, end: number): ChunkWalk {
  const chunks: Chunk[] = [];
  for (let at = first; ;) {
    const word = memory.word(at + 8);
    const size = word === undefined ? 0 : word - (word & sizeBits);
    if (word === undefined || size < smallest || size % alignment !== 0 || at + size > end)
      return { chunks, top: undefined };
    const next = at + size;
    const behind = next + headerSize <= end ? memory.word(next + 8) : undefined;
    // Nothing lies behind the last, which was never handed out.
    if (behind === undefined) return { chunks, top: at };
    chunks.push({ at: at + headerSize, size: size - 8, isFree: (behind & previousInUse) === 0 });
    at = next;
  }
}

/** Large blocks are mapped by themselves: one at the beginning of a region, others may follow. */
export function mappedChunks(memory: Memory, start: number, end: number): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = start; at + headerSize < end;) {
    const [before, word] = [memory.word(at), memory.word(at + 8)];
    const size = word === undefined ? 0 : word - (word & sizeBits);
    if (before !== 0 || word === undefined || (word & sizeBits) !== mapped || size < 4_096) break;
    if (size % 4_096 !== 0 || at + size > end) break;
    chunks.push({ at: at + headerSize, size: size - headerSize, isFree: false });
    at += size;
  }
  return chunks;
}

/** Words of memory that was read; undefined where nothing is, or no number that an address could be. */
export class Memory {
  constructor(
    private readonly image: MemoryImage,
    private readonly littleEndian: boolean,
  ) {}

  bytes(at: number, size: number): Uint8Array | undefined {
    return this.image.bytes(at, size);
  }

  word(at: number): number | undefined {
    const bytes = this.image.bytes(at, 8);
    if (bytes === undefined) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
    const [first, second] = [view.getUint32(0, this.littleEndian), view.getUint32(4, this.littleEndian)];
    const [low, high] = this.littleEndian ? [first, second] : [second, first];
    return high >= 0x20_0000 ? undefined : high * 2 ** 32 + low;
  }

  half(at: number): number | undefined {
    const bytes = this.image.bytes(at, 2);
    return bytes && new DataView(bytes.buffer, bytes.byteOffset, 2).getUint16(0, this.littleEndian);
  }

  /** A link of a list of free chunks, which is kept mixed with its own address; older versions keep it as it is. */
  link(at: number, isPossible: (target: number) => boolean): number {
    const bytes = this.image.bytes(at, 8);
    if (bytes === undefined) return 0;
    const raw = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, this.littleEndian);
    const plain = Number(raw ^ (BigInt(at) >> 12n));
    if (plain === 0 || isPossible(plain)) return plain;
    return isPossible(Number(raw)) ? Number(raw) : 0;
  }
}

// The arena of `malloc` in the C library (`cc/library/stdlib.c`): which pieces are in use, and which are free.

import type { Allocations, MemoryBlock } from '@sonde/engine/machine';

export const arenaName = '__hsx_arena';
export const arenaSize = 8_192;
/** A piece begins with its size, in which the lowest bit says that it is free, and a word that nobody uses. */
const header = 8;

/** `bytes` are those of the arena, which lies at `start`. */
export function piecesIn(bytes: Uint8Array, space: string, start: number): Allocations {
  const [used, freed]: [MemoryBlock[], MemoryBlock[]] = [[], []];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const word = at + header <= bytes.length ? view.getUint32(at, true) : 0;
    const size = word & ~1;
    // Nobody has asked for memory yet.
    if (at === 0 && word === 0) break;
    if (size < header || size % 8 !== 0 || at + size > bytes.length)
      return {
        used,
        freed,
        trouble: `the list of malloc is damaged at byte ${at} of its arena: something was written beyond its end`,
      };
    (word % 2 === 1 ? freed : used).push({ space, start: start + at + header, size: size - header });
    at += size;
  }
  return { used, freed };
}

/** Those of all tasks. */
export function together(all: readonly Allocations[]): Allocations {
  const trouble = all.find(each => each.trouble !== undefined)?.trouble;
  return {
    used: all.flatMap(({ used }) => used),
    freed: all.flatMap(({ freed }) => freed),
    ...(trouble === undefined ? {} : { trouble }),
  };
}

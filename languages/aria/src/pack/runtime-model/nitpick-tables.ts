// The collected heap of Nitpick programs: its state is found by a symbol, the rest by offsets. It has no other tables.

import { wordsAt, type RuntimeReads } from '@sonde/language';
import type { Block } from './aria-tables.js';
import type { Nursery, Segment } from './facts.js';
import { decodeHeader, type HeaderLayout } from './header-layouts.js';
import { areBounds } from './heap-bounds.js';

/** The one instance of `npk::runtime::GCState`, a variable within a function. */
export const nitpickState = '_ZZN3npk7runtime7GCState8instanceEvE4inst';

const mostOld = 1 << 18;
const mostHoles = 1 << 14;

export interface NitpickHeap {
  readonly nursery: Nursery;
  readonly collecting: boolean;
  /** Where the objects are. */
  readonly used: Segment;
  /** Free pieces of the nursery. */
  readonly holes: readonly Segment[];
  readonly oldGeneration: bigint;
}

/** Undefined before the first allocation. */
export async function readNitpickHeap(reads: RuntimeReads, at: bigint): Promise<NitpickHeap | undefined> {
  const state = await wordsAt(reads, at, 5);
  if (state === undefined || (state.at(0) & 0xffn) === 0n || state.at(2) === 0n) return undefined;
  const words = await wordsAt(reads, state.at(2), 8);
  if (words === undefined) return undefined;
  const [start, bump, end] = [words.at(0), words.at(1), words.at(2)];
  if (!areBounds(start, end) || bump < start || bump > end) return undefined;
  const collecting = (state.at(0) & 0xff00n) !== 0n;
  const used = { from: start, to: bump };
  const holes = await readHoles(reads, words.at(5), words.at(6));
  return {
    nursery: collecting ? { start, end } : { start, end, segments: [used] },
    collecting,
    used,
    holes: [...holes, { from: bump, to: end }],
    oldGeneration: state.at(3),
  };
}

/** `std::vector<Fragment{start, end, size}>`: what a collection left between pinned objects. */
async function readHoles(reads: RuntimeReads, begin: bigint, end: bigint): Promise<readonly Segment[]> {
  const count = Number((end - begin) / 24n);
  if (begin === 0n || end <= begin || count > mostHoles) return [];
  const words = await wordsAt(reads, begin, count * 3);
  if (words === undefined) return [];
  return Array.from({ length: count }, (_, nth) => ({ from: words.at(3 * nth), to: words.at(3 * nth + 1) }));
}

/** `std::vector<void *>` of objects; their headers say how long they are. */
export async function readNitpickOld(
  reads: RuntimeReads,
  at: bigint,
  layout: HeaderLayout,
): Promise<readonly Block[]> {
  const vector = at === 0n ? undefined : await wordsAt(reads, at, 2);
  if (vector === undefined) return [];
  const [begin, end] = [vector.at(0), vector.at(1)];
  const count = Number((end - begin) / 8n);
  if (begin === 0n || end <= begin || count > mostOld) return [];
  const objects = await wordsAt(reads, begin, count);
  if (objects === undefined) return [];
  const blocks = await Promise.all(
    Array.from({ length: count }, async (_, nth): Promise<readonly Block[]> => {
      const start = objects.at(nth) - 8n;
      const header = await wordsAt(reads, start, 1);
      const size = header && layout.blockSize(decodeHeader(header.at(0), layout).sizeClass);
      return size === undefined || size === 0 ? [] : [{ start, size: BigInt(size) }];
    }),
  );
  return blocks.flat();
}

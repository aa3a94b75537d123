// Regions of a memory map, made of blocks: neighbours are one region, and there are never too many.

import { address } from '@sonde/engine';
import type { MemoryRegion } from '@sonde/language';
import type { Block } from './aria-tables.js';
import type { Segment } from './facts.js';

/** Types of regions, and what they are. */
export const regionTypes = {
  gc_nursery: 'Where objects of the collected heap begin their life.',
  gc_old_gen: 'Objects of the collected heap that have survived a collection.',
  wild: 'Memory that is freed by hand.',
  wildx: 'Executable memory.',
} as const;

export type RegionType = keyof typeof regionTypes;

/** More regions of one type than this are joined: a map of them could not be drawn. */
const mostRegions = 1_000;

/**
 * How scattered what is free is: the part of it that is outside of the largest piece. Nothing free, or one piece, is 0.
 */
export function fragmentationOf(free: readonly bigint[]): number {
  const all = free.reduce((sum, size) => sum + size, 0n);
  const largest = free.reduce((most, size) => (size > most ? size : most), 0n);
  return all === 0n ? 0 : 1 - Number(largest) / Number(all);
}

/** The one region of a nursery. */
export const nurseryRegion = (
  { start, end }: { readonly start: bigint; readonly end: bigint },
  free: readonly Segment[],
  objectCount: number,
): MemoryRegion => ({
  start: address(start),
  size: Number(end - start),
  type: 'gc_nursery' satisfies RegionType,
  fragmentation: fragmentationOf(free.map(({ from, to }) => (to > from ? to - from : 0n))),
  objectCount,
});

/** Blocks with less than `near` bytes between them become one region. */
export function blockRegions(
  blocks: readonly Block[],
  type: RegionType,
  near: bigint,
): readonly MemoryRegion[] {
  const sorted = blocks
    .filter(({ start, size }) => start > 0n && size > 0n)
    .toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const gaps = sorted.map((block, nth) => {
    const before = sorted[nth - 1];
    const gap = before === undefined ? 0n : block.start - before.start - before.size;
    return gap < 0n ? 0n : gap;
  });
  // The widest gaps divide, as many as there may be.
  const widest = gaps
    .map((gap, nth) => ({ gap, nth }))
    .filter(({ gap, nth }) => nth > 0 && gap >= near)
    .toSorted((a, b) => (a.gap > b.gap ? -1 : a.gap < b.gap ? 1 : a.nth - b.nth))
    .slice(0, mostRegions - 1)
    .map(({ nth }) => nth)
    .toSorted((a, b) => a - b);
  const cuts = [0, ...widest, sorted.length];
  return cuts.slice(1).flatMap((end, nth) => {
    const from = cuts[nth]!;
    const first = sorted[from];
    const last = sorted[end - 1];
    if (first === undefined || last === undefined || end <= from) return [];
    return [
      {
        start: address(first.start),
        size: Number(last.start + last.size - first.start),
        type,
        fragmentation: fragmentationOf(gaps.slice(from + 1, end)),
        objectCount: end - from,
      },
    ];
  });
}

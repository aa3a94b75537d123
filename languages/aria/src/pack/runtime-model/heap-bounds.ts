// Whether what a runtime's tables say can be the bounds of a heap: they may be damaged, or of a layout that is not known.

/** No program has as much memory in one piece. */
const largest = 1n << 46n;
/** Addresses of programs are below. */
const highest = 1n << 56n;

export const areBounds = (start: bigint, end: bigint): boolean =>
  start > 0n && end > start && end - start <= largest && end <= highest;

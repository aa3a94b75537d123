// How double-ended queues divide their elements into blocks, which no member of them tells.

/** Of the pointers in the table that leads to the blocks. */
export const pointerBytes = 8;

const blockBytes = 512;

/** In GNU's library. */
export const elementsPerBlock = (elementBytes: number): number =>
  elementBytes < blockBytes ? Math.floor(blockBytes / elementBytes) : 1;

const largeBlockBytes = 4096;
const elementsOfLarge = 16;

/** In LLVM's. */
export const elementsPerLargeBlock = (elementBytes: number): number =>
  elementBytes < largeBlockBytes / elementsOfLarge
    ? Math.floor(largeBlockBytes / elementBytes)
    : elementsOfLarge;

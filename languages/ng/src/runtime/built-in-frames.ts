// The machine's own frames: what it runs between a program's function and a callback of it has a name and an address.

import type { ProgramImage } from './image.js';

/** In the order of their addresses. */
export const builtInFrames = [
  'map',
  'filter',
  'fold left',
  'fold right',
  'sequence',
  'drop',
  'initialise',
] as const;

export type BuiltInFrame = (typeof builtInFrames)[number];

/**
 * Each has two addresses and stands at the second: debuggers look a caller up one byte before where it goes on, and that
 * must not be the neighbour.
 */
export const builtInFrameSize = 2;

/** Where a frame of the machine's own stands. Nothing is there to be run. */
export const builtInAddress = (image: Pick<ProgramImage, 'builtIn'>, name: BuiltInFrame): number =>
  image.builtIn.start + builtInFrames.indexOf(name) * builtInFrameSize + 1;

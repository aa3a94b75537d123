// What a program can reach: where looking for live values begins.

import type { Processor } from './processor.js';
import type { Value } from './values.js';

/** Lists of values; operands that were taken off the stack are unit there. */
export function* rootsOf({ globals, stack, frames }: Processor): Generator<readonly Value[]> {
  yield globals;
  yield stack;
  for (const frame of frames)
    if (frame.work === undefined) yield frame.locals;
    else yield* frame.work.holds;
}

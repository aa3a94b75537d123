// What a program can reach: where looking for live values begins.

import type { Processor } from './processor.js';
import type { Value } from './values.js';

export function* rootsOf({ globals, stack, top, frames }: Processor): Generator<Value> {
  yield* globals;
  for (let nth = 0; nth < top; nth++) yield stack[nth];
  for (const frame of frames)
    if (frame.work === undefined) yield* frame.locals;
    else for (const values of frame.work.holds) yield* values;
}

/** The lists that the machine itself holds, in bytes. */
export const listsOf = ({ frames }: Processor): number =>
  frames.reduce(
    (sum, { work }) =>
      sum + (work === undefined ? 0 : work.holds.reduce((n, list) => n + 8 * list.length, 0)),
    0,
  );

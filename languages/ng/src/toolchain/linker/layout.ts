// Where everything of a program gets its addresses.

import { codeSize } from '../format/address-space.js';
import { builtInFrames, builtInFrameSize } from '../../runtime/built-in-frames.js';
import type { ProgramImage } from '../../runtime/image.js';
import { factsOf } from './code-facts.js';
import type { LoadedModule } from './loaded-module.js';

/** Modules begin at multiples of it, so that people can tell the module and the address of its source map. */
const alignment = 0x1000;

/** Room for the code of an expression: longer than anybody types. */
const scratchSize = 0x10000;

export interface Layout extends Pick<ProgramImage, 'builtIn' | 'scratch'> {
  readonly bases: readonly number[];
  readonly globalBases: readonly number[];
}

export function layOut(program: readonly LoadedModule[], upstreamCompatible: boolean): Layout {
  const bases: number[] = [];
  const globalBases: number[] = [];
  let next = 0;
  let nextGlobal = 0;
  for (const loaded of program) {
    bases.push(next);
    globalBases.push(upstreamCompatible ? 0 : nextGlobal);
    next = aligned(next + codeSize(loaded.module));
    nextGlobal += globalCount(loaded);
  }
  const builtIn = { start: next, end: next + builtInFrames.length * builtInFrameSize };
  const scratch = aligned(builtIn.end);
  return { bases, globalBases, builtIn, scratch: { start: scratch, end: scratch + scratchSize } };
}

/** Never the same address: what runs off the end of one must not be found in the next. */
const aligned = (end: number): number => (Math.floor(end / alignment) + 1) * alignment;

function globalCount({ module, debug }: LoadedModule): number {
  const named = (debug?.globals ?? []).reduce((count, { index }) => Math.max(count, index + 1), 0);
  return Math.max(named, (factsOf(module).globals.at(-1) ?? -1) + 1);
}

// Where in its file the code of a function stands. Kept beside the module, which is the same however it came to be.

import type { NgoModule } from './ngo.js';

const known = new WeakMap<NgoModule, readonly number[]>();

export const rememberCodeOffsets = (module: NgoModule, offsets: readonly number[]): void =>
  void known.set(module, offsets);

/** Byte of the file; undefined for a module that was not read from one. */
export const codeOffsetInFile = (module: NgoModule, functionIndex: number): number | undefined =>
  known.get(module)?.[functionIndex];

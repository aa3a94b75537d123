// The error of a program that this compiler cannot translate.

import type { MetadataId } from '@sonde/llvm-ir';

/** Becomes a located diagnostic; `location` is a `!DILocation`. */
export class CannotCompile extends Error {
  constructor(
    message: string,
    readonly location?: MetadataId,
  ) {
    super(message);
  }
}

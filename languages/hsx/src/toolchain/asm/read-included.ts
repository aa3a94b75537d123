// Reads a file that an `.include` names: only ordinary files, so that a pipe does not make the assembler wait for ever.

import { readOrdinarySync } from '@sonde/engine';
import type { ReadText } from './source-lines.js';

/** Undefined where there is none; throws for what is there and cannot be read. */
export const readIncluded: ReadText = path => {
  try {
    return new TextDecoder().decode(readOrdinarySync(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
};

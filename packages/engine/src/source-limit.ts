// How much source a build may read before it gives up, because it holds up everything else in its thread.

import { Failure } from './failure.js';
import { readOrdinarySync } from './ordinary-file.js';

export type ReadSource = (path: string) => Buffer;

/** Reads files until they have more bytes together than `most`; then it throws what `passTooMuchSource` passes on. */
export function sourceReader(most = Infinity): ReadSource {
  let read = 0;
  return path => {
    const bytes = readOrdinarySync(path);
    read += bytes.length;
    if (read > most)
      throw new Failure('build-failed', 'sonde', tooMuch, undefined, { kind: 'too-much-source' });
    return bytes;
  };
}

const tooMuch = 'there is too much source to be built here.';

export const isTooMuchSource = (error: unknown): boolean =>
  error instanceof Failure && error.kind === 'too-much-source';

/** For a build that makes diagnostics of all errors: this one is for whoever set the limit. */
export function passTooMuchSource(error: unknown): void {
  if (isTooMuchSource(error)) throw error;
}

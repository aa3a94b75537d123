// Data breakpoints as the engine knows them: what can be watched, and what a change is told with.

import { Failure, type RawValue, type TypeTable } from '@sonde/engine';
import { unsignedType } from '@sonde/engine/machine';
import type { RemoteTouch, RemoteWatch } from '@sonde/engine-remote';

/** Throws a Failure for accesses that a comparison at statements does not see. */
export function checkWatched({ access }: RemoteWatch): void {
  if (access !== 'write')
    throw new Failure('not-supported', 'user', 'only writes can be watched here: reading changes nothing.');
}

/** As many bytes as are watched: a local may have more. */
export function touchOf(
  { id, place, size }: RemoteWatch,
  before: Uint8Array,
  after: Uint8Array,
  types: TypeTable,
): RemoteTouch {
  const type = unsignedType(types, size);
  const value = (bytes: Uint8Array): RawValue => ({
    type,
    place,
    content: { kind: 'bytes', bytes: bytes.slice(0, size) },
  });
  return { id, access: 'write', before: value(before), after: value(after) };
}

// What clang says about the place where it writes.

import type { Failure } from '@sonde/engine';
import { cannotWrite } from '@sonde/language';

/** What only shows while clang writes: a full disk, a folder that was taken away. Undefined where it is something else. */
export function outputFault(said: string, path: string): Failure | undefined {
  const opening = /(?:unable|cannot|could not) (?:to )?open output file[^\n]*?: '?([^:'\n]+)'?$/im.exec(
    said,
  )?.[1];
  const reason =
    opening ?? /No space left on device|Disk quota exceeded|Read-only file system/i.exec(said)?.[0];
  return reason === undefined ? undefined : cannotWrite(path, reason.trim().replace(/\.$/, ''));
}

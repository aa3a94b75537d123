// Whether two paths lead to one file, also through symbolic and hard links.

import { stat } from 'node:fs/promises';

/** A path where nothing is leads to no file. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map(path => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

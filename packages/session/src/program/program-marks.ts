// Marks that compilers leave in the programs they make: texts by which a finished program is known before it is started.

import type { FileHandle } from 'node:fs/promises';
import { openOrdinary } from '@sonde/engine';

const chunkSize = 1 << 20;
/** Symbols and the like stand at the end of a file; one that is larger than this is not searched whole. */
const mostSearched = 256 << 20;

/** Those of the texts that the file has in it; none where it cannot be read. */
export async function marksIn(path: string, marks: readonly string[]): Promise<ReadonlySet<string>> {
  const missing = new Map(marks.map(mark => [mark, Buffer.from(mark)]));
  const found = new Set<string>();
  const overlap = Math.max(0, ...[...missing.values()].map(({ length }) => length - 1));
  let file: FileHandle | undefined;
  try {
    file = await openOrdinary(path);
    const { size } = await file.stat();
    const chunk = Buffer.alloc(Math.min(size, chunkSize + overlap));
    for (let at = Math.max(0, size - mostSearched); at < size && missing.size > 0; at += chunkSize) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      const read = chunk.subarray(0, bytesRead);
      for (const [mark, bytes] of missing) {
        if (!read.includes(bytes)) continue;
        found.add(mark);
        missing.delete(mark);
      }
    }
  } catch {
    // Whoever starts it says what is wrong with it.
  } finally {
    await file?.close();
  }
  return found;
}

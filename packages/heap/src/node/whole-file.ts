// Writes a file that is never seen half written: its name appears when everything is there.

import { constants } from 'node:fs';
import { access, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';

/** One piece after the other: a pipe has no positions. */
export type WriteBytes = (bytes: Uint8Array | string) => Promise<void>;

/** A link leads to the file that is written; a device or a pipe takes what it is given, and stays what it is. */
export async function writeWhole(path: string, content: (write: WriteBytes) => Promise<void>): Promise<void> {
  const existing = await stat(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined && !existing.isFile()) {
    const handle = await open(path, 'w');
    try {
      return await content(bytes => writeAll(handle, bytes));
    } finally {
      await handle.close();
    }
  }
  const place = existing === undefined ? path : await realpath(path);
  // The system would let us replace a file that may not be written; whoever protected it meant it.
  if (existing !== undefined) await access(place, constants.W_OK);
  const unfinished = `${place}.${process.pid}.part`;
  const handle = await open(unfinished, 'wx', existing === undefined ? 0o600 : existing.mode & 0o777);
  try {
    await content(bytes => writeAll(handle, bytes));
    await handle.close();
    await rename(unfinished, place);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeAll(handle: FileHandle, content: Uint8Array | string): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, Math.min(bytes.length - done, 1 << 28));
    done += bytesWritten;
  }
}

// The bytes of a file in pieces, unpacked where it is compressed by gzip.

import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { HeapProblem } from '../contract/problem.js';
import type { ByteSource } from '../formats/byte-cursor.js';

export interface FileBytes {
  readonly next: ByteSource;
  /** Of what `next` gives; unknown where it is compressed. */
  readonly size: number | undefined;
  /** How far the file itself was read. */
  readonly read: () => number;
  readonly close: () => Promise<void>;
}

const pieceSize = 1 << 20;

/** The first bytes tell what a file is. */
export async function beginningOf(handle: FileHandle, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

/** A pipe without a writer would keep the thread for ever, also from ending. */
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK;

export async function openRegular(path: string, name: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, withoutWaiting);
  } catch (error) {
    throw unreadable(error, name);
  }
  const about = await handle.stat();
  if (about.isFile()) return handle;
  await handle.close();
  throw new HeapProblem('unreadable', `${name} is not a file.`, 'Name a heap snapshot.');
}

export function unreadable(error: unknown, name: string): HeapProblem {
  const { code, message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  if (code === 'ENOENT')
    return new HeapProblem('unreadable', `there is no file ${name}.`, 'Check the path.', options);
  if (code === 'EACCES' || code === 'EPERM')
    return new HeapProblem(
      'unreadable',
      `${name} cannot be read: this user may not.`,
      'Change its permissions.',
      options,
    );
  return new HeapProblem('unreadable', `${name} cannot be read: ${message}.`, 'Check the file.', options);
}

/** Owns the handle from now on. */
export async function bytesOf(handle: FileHandle, name: string): Promise<FileBytes> {
  const beginning = await beginningOf(handle, 2);
  const isPacked = beginning[0] === 0x1f && beginning[1] === 0x8b;
  return isPacked ? packedBytes(handle, name) : plainBytes(handle, name);
}

async function plainBytes(handle: FileHandle, name: string): Promise<FileBytes> {
  const { size } = await handle.stat();
  const piece = Buffer.allocUnsafe(pieceSize);
  let at = 0;
  return {
    size,
    read: () => at,
    close: () => handle.close(),
    next: async () => {
      try {
        const { bytesRead } = await handle.read(piece, 0, pieceSize, at);
        at += bytesRead;
        return bytesRead === 0 ? undefined : piece.subarray(0, bytesRead);
      } catch (error) {
        throw unreadable(error, name);
      }
    },
  };
}

function packedBytes(handle: FileHandle, name: string): FileBytes {
  const file = handle.createReadStream({ autoClose: false, start: 0, highWaterMark: pieceSize });
  const unpacked = file.pipe(createGunzip({ chunkSize: pieceSize }));
  file.once('error', error => unpacked.destroy(error));
  const pieces = unpacked[Symbol.asyncIterator]();
  return {
    size: undefined,
    read: () => file.bytesRead,
    close: async () => {
      file.destroy();
      unpacked.destroy();
      await handle.close();
    },
    next: async () => {
      try {
        const { done, value } = (await pieces.next()) as IteratorResult<Uint8Array, undefined>;
        return done === true ? undefined : value;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'Z_BUF_ERROR')
          throw new HeapProblem(
            'truncated',
            `${name} ends in the middle: it is compressed and cut off.`,
            undefined,
            { cause: error },
          );
        if (code?.startsWith('Z_') === true)
          throw new HeapProblem('corrupt', `${name} is compressed and damaged.`, 'Write it again.', {
            cause: error,
          });
        throw unreadable(error, name);
      }
    },
  };
}

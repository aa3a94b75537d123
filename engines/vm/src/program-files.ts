// Files as a program on the VM reaches them. It runs inside the adapter's process and shares its descriptors, so that only
// ordinary files are opened, and none that leads back into this process: /dev/stdin would read the client's requests,
// /dev/stdout would forge answers, /proc/self/mem would change the adapter itself.

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readlinkSync,
  readSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { resolve } from 'node:path';
import { checkOrdinary, Failure, openOrdinarySync, readWholeSync } from '@sonde/engine';

/** Reads and writes go on in pieces, so that a thread which is ended ends between two of them. */
const pieceBytes = 1024 * 1024;
/** Files of /proc say that they are empty. */
const largestUnsized = 16 * 1024 * 1024;

/** Paths count from the program's folder. Throws a Failure for what a program does not reach, else the system's error. */
export interface ProgramFiles {
  /**
   * All of a file. `makeRoom` hears how much that is before anything is taken, and may throw, as where the memory limit would
   * be passed.
   */
  read(path: string, makeRoom: (bytes: number) => void): Uint8Array;
  /** Replaces what is in a file, or makes one. */
  write(path: string, bytes: Uint8Array): void;
}

export const programFiles = (cwd: string): ProgramFiles => ({
  read: (path, makeRoom) => readFile(resolve(cwd, path), makeRoom),
  write: (path, bytes) => writeFile(resolve(cwd, path), bytes),
});

function readFile(path: string, makeRoom: (bytes: number) => void): Uint8Array {
  const file = openOrdinarySync(path);
  try {
    const place = placeOf(file);
    if (place !== undefined && ofProcess.test(place)) throw ours(path);
    const { size } = fstatSync(file);
    makeRoom(size);
    return size === 0 ? readWholeSync(file, path, largestUnsized) : readSized(file, size);
  } finally {
    closeSync(file);
  }
}

function writeFile(path: string, bytes: Uint8Array): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined) checkOrdinary(path, before);
  // It is emptied only when it is known to be the one that was looked at.
  const file = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOCTTY,
    0o666,
  );
  try {
    const about = fstatSync(file);
    checkOrdinary(path, about);
    if (isStandardStream(about) || placeOf(file)?.startsWith('/proc/') === true) throw ours(path);
    ftruncateSync(file);
    for (let at = 0; at < bytes.length;)
      at += writeSync(file, bytes, at, Math.min(pieceBytes, bytes.length - at));
  } finally {
    closeSync(file);
  }
}

const ofProcess = /^\/proc\/(?:\d+|self|thread-self)\//;

/** Where an open file is, links followed; undefined on systems that do not tell, which have no /proc either. */
function placeOf(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

/** Whether one of our own streams was redirected to it. */
function isStandardStream({ dev, ino }: Stats): boolean {
  return [0, 1, 2].some(stream => {
    try {
      const own = fstatSync(stream);
      return own.dev === dev && own.ino === ino;
    } catch {
      return false;
    }
  });
}

const ours = (path: string): Failure =>
  new Failure('unreadable', 'program', `${path} belongs to the debugger, not to the program.`);

function readSized(file: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  while (at < size) {
    const length = readSync(file, bytes, at, Math.min(pieceBytes, size - at), null);
    if (length === 0) break;
    at += length;
  }
  return bytes.subarray(0, at);
}

// Ordinary files: the one way to open a file that somebody named. A pipe, a device or a socket is refused before it is
// opened, because opening it may wait for ever or act on it; and nothing without end is read.

import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { Failure } from './failure.js';

const megabyte = 1024 * 1024;

/** Larger than any source that a person or a generator writes. */
export const largestSource = 64 * megabyte;

const pieceBytes = 256 * 1024;

/**
 * Should the file be replaced by a pipe or a terminal between the look and the opening, neither is waited for and no terminal
 * becomes ours. Some files of /proc are ordinary by name and wait for news: they have nothing to read then.
 */
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Why something at a path is not read; its code is `unreadable`. */
const refusal = (path: string, why: string): Failure =>
  new Failure('unreadable', 'user', `${path} ${why}.`, 'Name an ordinary file.');

/** What a path leads to, where that is no ordinary file. */
function kindOf(about: Stats): string | undefined {
  if (about.isFile()) return undefined;
  if (about.isDirectory()) return 'a folder';
  if (about.isFIFO()) return 'a pipe';
  if (about.isSocket()) return 'a socket';
  return 'a device';
}

/** Throws a Failure for what is no ordinary file, or larger than `largest` bytes. */
export function checkOrdinary(path: string, about: Stats, largest = Infinity): void {
  const kind = kindOf(about);
  if (kind !== undefined) throw refusal(path, `is ${kind}, not a file`);
  if (about.size > largest) throw tooLarge(path, largest);
}

const tooLarge = (path: string, largest: number): Failure =>
  new Failure('unreadable', 'user', `${path} is larger than ${Math.floor(largest / megabyte)} MB.`);

/** Refuses what is no ordinary file without opening it, for those who hand the path to another program. */
export async function requireOrdinary(path: string, largest?: number): Promise<void> {
  checkOrdinary(path, await stat(path), largest);
}

/**
 * Opens a file for reading. What is no ordinary file is refused with a Failure; an error of the system comes as it is, with
 * its code.
 */
export async function openOrdinary(path: string, largest?: number): Promise<FileHandle> {
  await requireOrdinary(path, largest);
  const file = await open(path, withoutWaiting);
  try {
    checkOrdinary(path, await file.stat(), largest);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The same, at once; whoever opens closes. */
export function openOrdinarySync(path: string, largest?: number): number {
  checkOrdinary(path, statSync(path), largest);
  const file = openSync(path, withoutWaiting);
  try {
    checkOrdinary(path, fstatSync(file), largest);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** All of an ordinary file; refused as soon as it turns out to be larger than `largest`, whatever its size was said to be. */
export async function readOrdinary(path: string, largest = largestSource): Promise<Buffer> {
  const file = await openOrdinary(path, largest);
  try {
    const pieces = new Pieces(path, largest);
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes));
      if (bytesRead === 0) return pieces.joined();
      pieces.add(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** The same, at once. Between two pieces a thread that is ended ends. */
export function readOrdinarySync(path: string, largest = largestSource): Buffer {
  const file = openOrdinarySync(path, largest);
  try {
    return readWholeSync(file, path, largest);
  } finally {
    closeSync(file);
  }
}

/** What is left to read of an open file. */
export function readWholeSync(file: number, path: string, largest: number): Buffer {
  const pieces = new Pieces(path, largest);
  for (;;) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const length = readSync(file, piece);
    if (length === 0) return pieces.joined();
    pieces.add(piece.subarray(0, length));
  }
}

class Pieces {
  readonly #all: Buffer[] = [];
  #size = 0;

  constructor(
    private readonly path: string,
    private readonly largest: number,
  ) {}

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.largest) throw tooLarge(this.path, this.largest);
    // A short piece of a large buffer would keep all of that.
    this.#all.push(piece.length < pieceBytes ? Buffer.from(piece) : piece);
  }

  joined(): Buffer {
    return this.#all.length === 1 ? this.#all[0]! : Buffer.concat(this.#all);
  }
}

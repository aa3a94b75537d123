// The log of a command: to a file or to stderr, never to stdout, which may be the protocol.

import { closeSync, openSync, readSync, writeSync, fstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { Failure } from '@sonde/engine';
import { isSameFile } from './same-file.js';
import { writeFailure } from './write-failure.js';

export type Log = (line: string) => void;

export interface LogOptions {
  readonly target: string | undefined;
  readonly errors: Writable;
  /** Files of the user that the log must not be written into. */
  readonly spare?: readonly (string | undefined)[];
}

/** Without a target nothing is logged. Fails at once, and in words, when the file cannot be written. */
export async function openLog({ target, errors, spare = [] }: LogOptions): Promise<Log | undefined> {
  if (target === undefined) return undefined;
  if (target === '-') return line => void errors.write(entry(line));
  for (const path of spare) {
    if (path !== undefined && (await isSameFile(path, target))) throw isNoLog(target);
  }
  return logToFile(target);
}

const entry = (line: string): string => `${new Date().toISOString()} ${line.replaceAll('\n', '\n  ')}\n`;

function logToFile(target: string): Log {
  const file = openFile(target);
  return line => {
    try {
      // At once, so that the last line is there even if the process ends right after it.
      writeSync(file, entry(line));
    } catch {
      // A full disk must not end a debug session.
    }
  };
}

function openFile(target: string): number {
  let file: number | undefined;
  try {
    // A log holds what a program printed: nobody else's business.
    file = openSync(target, 'a+', 0o600);
    if (mayTakeLog(file)) return file;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    throw writeFailure(error, target, resolve(target));
  }
  closeSync(file);
  throw isNoLog(target);
}

/** A log goes on where an earlier one ended; any other file with something in it is not ours to write into. */
function mayTakeLog(file: number): boolean {
  const stats = fstatSync(file);
  if (!stats.isFile() || stats.size === 0) return true;
  const start = Buffer.alloc('2000-01-01T00:00:00.000Z '.length);
  readSync(file, start, 0, start.length, 0);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z $/.test(start.toString('latin1'));
}

const isNoLog = (target: string): Failure =>
  new Failure('bad-arguments', 'user', `${target} holds something else than a log.`, 'Choose another file.');

// The files that a compilation sees: sources and what they include, by path.

import path from 'node:path';
import { readOrdinarySync } from '@sonde/engine';

export type ReadText = (file: string) => string | undefined;

/** Only ordinary files, so that a pipe does not make the compiler wait for ever. Undefined where there is none. */
export const readFromDisk: ReadText = file => {
  try {
    return new TextDecoder().decode(readOrdinarySync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
};

const includes = /^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]/gm;

/** Adds to `files` what the sources in it include, directly or not. A header that is not found is left to the compiler to report. */
export function addIncluded(
  files: Map<string, string>,
  directories: readonly string[],
  read: ReadText,
): void {
  const pending = [...files.keys()];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [, quote, name] of files.get(next)!.matchAll(includes)) {
      const beside = quote === '"' ? [path.posix.dirname(next)] : [];
      for (const directory of [...beside, ...directories]) {
        const file = path.posix.isAbsolute(name!) ? name! : path.posix.join(directory, name!);
        if (files.has(file)) break;
        const text = read(file);
        if (text === undefined) continue;
        files.set(file, text);
        pending.push(file);
        break;
      }
    }
  }
}

// Programs and their symbol files from disk. What was read of a symbol file is kept as long as the file is the same.

import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { asFailure } from '@sonde/engine';
import { readNamedFile } from '@sonde/language';
import { withFileName } from '../../toolchain/commands/streams.js';
import type { HxeImage } from '../../toolchain/format/hxe.js';
import { crcOf, readHxe } from '../../toolchain/format/hxe-file.js';
import { readSym } from '../../toolchain/format/sym-reader.js';
import { Refusal } from '../request.js';
import { TaskSymbols } from './task-symbols.js';

export interface ReadProgram {
  readonly path: string;
  readonly image: HxeImage;
  readonly crc: number;
  readonly symbols: TaskSymbols | undefined;
  /** Where the symbols are, or would be. */
  readonly symPath: string;
  readonly warnings: readonly string[];
}

interface CachedSymbols {
  readonly key: string;
  readonly symbols: TaskSymbols;
}

const mostCached = 16;

export class ProgramReader {
  readonly #cache = new Map<string, CachedSymbols>();

  /** A program that a client sent, with its symbols; `path` is only its name. Throws a Refusal. */
  sent(path: string, bytes: Uint8Array, symText: string | undefined): ReadProgram {
    const image = refused(() => withFileName(path, () => readHxe(bytes)));
    const crc = crcOf(bytes);
    const symPath = `${path.slice(0, path.length - extname(path).length)}.sym`;
    const program = { path, image, crc, symPath };
    if (symText === undefined)
      return { ...program, symbols: undefined, warnings: [`symbols_missing:${symPath}`] };
    const read = refused(() =>
      readSym(new TextEncoder().encode(symText), {
        symName: basename(symPath),
        hxeName: basename(path),
        crc,
        code: image.code,
      }),
    );
    return { ...program, symbols: new TaskSymbols(symPath, read.sym, symText), warnings: [] };
  }

  /** Throws a Refusal. */
  read(path: string, symbols: string | undefined): ReadProgram {
    const bytes = refused(() => readNamedFile(path));
    const image = refused(() => withFileName(path, () => readHxe(bytes)));
    const crc = crcOf(bytes);
    const symPath = symbols ?? `${path.slice(0, path.length - extname(path).length)}.sym`;
    const program = { path, image, crc, symPath };
    if (symbols !== undefined)
      return { ...program, symbols: refused(() => this.symbols(symPath, program)), warnings: [] };
    if (!isThere(symPath))
      return { ...program, symbols: undefined, warnings: [`symbols_missing:${symPath}`] };
    try {
      return { ...program, symbols: this.symbols(symPath, program), warnings: [] };
    } catch (error) {
      return { ...program, symbols: undefined, warnings: [`symbols_ignored:${asFailure(error).text}`] };
    }
  }

  /** Throws a Failure for a file that is none, or of another program. */
  symbols(
    symPath: string,
    { path, image, crc }: { readonly path: string; readonly image: HxeImage; readonly crc: number },
  ): TaskSymbols {
    const bytes = readNamedFile(symPath);
    const { mtimeMs, size } = statSync(symPath);
    const key = `${mtimeMs} ${size} ${crc}`;
    const cached = this.#cache.get(symPath);
    if (cached?.key === key) return cached.symbols;
    const { sym } = withFileName(symPath, () =>
      readSym(bytes, { symName: basename(symPath), hxeName: basename(path), crc, code: image.code }),
    );
    const symbols = new TaskSymbols(symPath, sym, new TextDecoder().decode(bytes));
    this.#cache.delete(symPath);
    this.#cache.set(symPath, { key, symbols });
    for (const oldest of this.#cache.keys()) if (this.#cache.size > mostCached) this.#cache.delete(oldest);
    return symbols;
  }
}

function isThere(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What a reader says, as an answer. */
export function refused<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new Refusal(asFailure(error).text);
  }
}

// The files of a program: each read once, found beside the file that uses it; and mistakes in them.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  asFailure,
  Failure,
  passTooMuchSource,
  sourceReader,
  type ReadSource,
  type SourceRef,
} from '@sonde/engine';

export interface SourceText {
  readonly source: SourceRef & { readonly path: string };
  readonly text: string;
}

/** Where in its file something stands; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
  /** Right behind it, where that is known. */
  readonly end?: Omit<Position, 'end'>;
}

/** What stands there, on one line however it is written. */
export function textAt(allLines: readonly string[], from: Position): string {
  const { end = from } = from;
  const lines = allLines.slice(from.line - 1, end.line);
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  lines[0] = (lines[0] ?? '').slice(from.column - 1);
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

/** A mistake in a program; a build turns it into a diagnostic. */
export class Mistake extends Error {
  constructor(
    message: string,
    readonly at: Position,
    readonly hint?: string,
    /** Where nobody knew it, `SourceFiles.each` fills it in. */
    public file?: SourceText,
  ) {
    super(message);
  }
}

/** What went wrong with an expression that someone typed, as the debugger tells it. */
export function expressionFailure(error: unknown): unknown {
  if (error instanceof Mistake) {
    const message = `${error.message} (column ${error.at.column}).`;
    return new Failure('bad-expression', 'user', message, error.hint);
  }
  // Parsers are recursive; nobody types what is too deep for them.
  if (!(error instanceof RangeError)) return error;
  return new Failure('bad-expression', 'user', 'it is nested too deeply.', 'Write it in parts.');
}

export class SourceFiles {
  readonly #all: SourceText[] = [];

  readonly #read: ReadSource;

  /** Throws a Failure when the program cannot be read. `mostSource`: see `BuildRequest`. */
  constructor(program: string, mostSource?: number) {
    this.#read = sourceReader(mostSource);
    try {
      this.#add(realpathSync(program));
    } catch (error) {
      passTooMuchSource(error);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new Failure('not-found', 'user', 'it does not exist.', 'Check the path of the program.');
      const why = asFailure(error).message.replace(/\.$/, '');
      throw new Failure('not-found', 'user', `it cannot be read: ${why}.`);
    }
  }

  /** The number of a file; its path counts from the file that uses it. Throws a Mistake when it cannot be read. */
  use(path: string, from: SourceText, at: Position): number {
    try {
      const found = realpathSync(resolve(dirname(from.source.path), path));
      const known = this.#all.findIndex(file => file.source.path === found);
      return known >= 0 ? known : this.#add(found);
    } catch (error) {
      passTooMuchSource(error);
      const hint = error instanceof Failure ? error.text : 'Paths count from the file that uses them.';
      throw new Mistake(`cannot read ${path}`, at, hint, from);
    }
  }

  /** The program first; files that are used meanwhile follow. */
  each(work: (file: SourceText) => void): void {
    for (const file of this.#all) {
      try {
        work(file);
      } catch (error) {
        if (error instanceof Mistake) error.file ??= file;
        throw error;
      }
    }
  }

  #add(path: string): number {
    const text = this.#read(path).toString('utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    return this.#all.push({ source: { name: basename(path), path, sha256 }, text }) - 1;
  }
}

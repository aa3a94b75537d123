// The files of a branch: as the program left them up to the moment at which the branch begins, and as the branch writes them.
// Those that the program never wrote to are read from the disk; a branch of a replayed recording has only what is recorded.

import { Failure } from '@sonde/engine';
import { thrownAgain, type FileAnswer, type FileError, type KeptContent } from '../../recording/input-log.js';
import type { RunLog } from '../../recording/run-log.js';

type Found =
  | ({ readonly kind: 'bytes' | 'written' } & KeptContent)
  | { readonly kind: 'none' | 'unknown' }
  | { readonly kind: 'failed'; readonly error: FileError };

export interface OverlayParts {
  /** What the branch was told of files up to its beginning. */
  readonly before: RunLog<FileAnswer>;
  /** Of the run itself, which wrote to the disk. */
  readonly root: RunLog<FileAnswer>;
  /** Nothing of the disk is the program's: a recording is replayed. */
  readonly closed: boolean;
}

export class FileOverlay {
  readonly #files = new Map<string, Found>();
  /** What the branch wrote itself; users are told of each once. */
  readonly #written = new Set<string>();
  readonly #closed: boolean;

  constructor({ before, root, closed }: OverlayParts) {
    this.#closed = closed;
    for (const [answer] of root.entries()) this.#takeBeginning(answer);
    for (const [answer] of before.entries()) this.#takeNews(answer);
  }

  /** What a file held before the program wrote to it: on the disk that is gone. */
  #takeBeginning(answer: FileAnswer): void {
    if (answer.kind === 'no-room' || this.#files.has(answer.path)) return;
    if (answer.kind === 'written') this.#files.set(answer.path, answer.before ?? { kind: 'unknown' });
    else if (this.#closed) this.#files.set(answer.path, answer);
  }

  #takeNews(answer: FileAnswer): void {
    const counts = answer.kind === 'written' || (this.#closed && answer.kind === 'bytes');
    if (counts) this.#files.set(answer.path, answer);
  }

  has(path: string): boolean {
    return this.#closed || this.#files.has(path);
  }

  /** Of one that it has. Throws what the program would have met, or why it cannot be known. */
  read(path: string): Uint8Array {
    const found = this.#files.get(path);
    switch (found?.kind) {
      case 'none':
        throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
          code: 'ENOENT',
        });
      case 'failed':
        throw thrownAgain(found.error);
      case undefined:
        throw notKnown(path, 'the recording does not have it');
      case 'unknown':
        throw notKnown(path, 'the recording does not have what it held before the program wrote to it');
      case 'bytes':
      case 'written':
        if (found.bytes === undefined)
          throw notKnown(path, 'its content took more than the memory for recording');
        return found.bytes;
    }
  }

  /** The bytes are nobody else's. Answers whether it is the first time. */
  write(path: string, bytes: Uint8Array): boolean {
    this.#files.set(path, { kind: 'written', bytes });
    const isFirst = !this.#written.has(path);
    this.#written.add(path);
    return isFirst;
  }
}

const notKnown = (path: string, why: string): Failure =>
  new Failure('unreadable', 'environment', `what ${path} held at this moment is not known: ${why}.`);

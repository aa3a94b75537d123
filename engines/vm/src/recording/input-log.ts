// What the world answered to the program, in the order in which it was asked: run again with these answers, the program
// does the same again.

import { Failure } from '@sonde/engine';
import { LogCursor, RunLog } from './run-log.js';
import { RandomSource, type RandomState } from './random-source.js';

/** What came of a file that the program read or wrote. */
export type FileAnswer =
  /** `asked`: for how much room the program was asked before. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly asked: number }
  | { readonly kind: 'written' }
  /** The program had no room for it. */
  | { readonly kind: 'no-room'; readonly asked: number }
  | { readonly kind: 'failed'; readonly error: FileError };

/** Enough of an error to throw it again elsewhere. */
export interface FileError {
  readonly message: string;
  /** Of the system: `ENOENT`. */
  readonly code?: string;
  /** Of a Failure. */
  readonly failure?: Pick<Failure, 'code' | 'blame'>;
}

export const fileErrorOf = (error: unknown): FileError => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Failure
    ? { failure: { code: error.code, blame: error.blame } }
    : typeof (error as NodeJS.ErrnoException | undefined)?.code === 'string'
      ? { code: (error as NodeJS.ErrnoException).code! }
      : {}),
});

export function thrownAgain({ message, code, failure }: FileError): Error {
  if (failure !== undefined) return new Failure(failure.code, failure.blame, message);
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** All answers of one branch. */
export interface InputLog {
  /** Whether there was room for a text. */
  readonly writes: RunLog<boolean>;
  /** Lines; undefined while there was none, null at the end. */
  readonly lines: RunLog<string | null | undefined>;
  readonly clock: RunLog<number>;
  readonly files: RunLog<FileAnswer>;
  /** Children that were started. */
  readonly children: RunLog<true>;
  readonly seed: RandomState;
}

export const newInputLog = (seed: RandomState = RandomSource.seeded().state): InputLog => ({
  writes: new RunLog(),
  lines: new RunLog(),
  clock: new RunLog(),
  files: new RunLog(),
  children: new RunLog(),
  seed,
});

/** How far the program is in its answers. */
export interface InputPosition {
  readonly writes: number;
  readonly lines: number;
  readonly clock: number;
  readonly files: number;
  readonly children: number;
  readonly random: RandomState;
}

/** Behind all of them; chance is known only to who has run up to there. */
export const inputEnd = (log: InputLog): InputPosition => ({
  writes: log.writes.length,
  lines: log.lines.length,
  clock: log.clock.length,
  files: log.files.length,
  children: log.children.length,
  random: log.seed,
});

/** The log up to a moment, for a branch that begins there. */
export const cutLog = (log: InputLog, at: InputPosition): InputLog => ({
  writes: log.writes.cutAt(at.writes),
  lines: log.lines.cutAt(at.lines),
  clock: log.clock.cutAt(at.clock),
  files: log.files.cutAt(at.files),
  children: log.children.cutAt(at.children),
  seed: log.seed,
});

/** Goes along a log with the program. */
export class InputCursor {
  readonly writes: LogCursor<boolean>;
  readonly lines: LogCursor<string | null | undefined>;
  readonly clock: LogCursor<number>;
  readonly files: LogCursor<FileAnswer>;
  readonly children: LogCursor<true>;
  readonly random: RandomSource;

  constructor(log: InputLog) {
    this.writes = new LogCursor(log.writes);
    this.lines = new LogCursor(log.lines);
    this.clock = new LogCursor(log.clock);
    this.files = new LogCursor(log.files);
    this.children = new LogCursor(log.children);
    this.random = new RandomSource(log.seed);
  }

  /** Goes on with the log of another branch; `position` has to be set next. */
  follow(log: InputLog): void {
    this.writes.log = log.writes;
    this.lines.log = log.lines;
    this.clock.log = log.clock;
    this.files.log = log.files;
    this.children.log = log.children;
  }

  /** Whether there are answers that the program has not got yet. */
  get replays(): boolean {
    return (
      this.writes.replays ||
      this.lines.replays ||
      this.clock.replays ||
      this.files.replays ||
      this.children.replays
    );
  }

  get position(): InputPosition {
    return {
      writes: this.writes.at,
      lines: this.lines.at,
      clock: this.clock.at,
      files: this.files.at,
      children: this.children.at,
      random: this.random.state,
    };
  }

  set position({ writes, lines, clock, files, children, random }: InputPosition) {
    this.writes.at = writes;
    this.lines.at = lines;
    this.clock.at = clock;
    this.files.at = files;
    this.children.at = children;
    this.random.state = random;
  }
}

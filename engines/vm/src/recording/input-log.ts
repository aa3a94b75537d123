// What the world answered to the program, in the order in which it was asked: run again with these answers, the program
// does the same again.

import { Failure } from '@sonde/engine';
import { LogCursor, RunLog } from './run-log.js';
import { OutputDigest, type PrintedState } from './output-digest.js';
import { RandomSource, type RandomState } from './random-source.js';

/** What came of a file that the program read or wrote. Paths are whole: `./a` and `a` are one file. */
export type FileAnswer =
  /** `asked`: for how much room the program was asked before. */
  | ({ readonly kind: 'bytes'; readonly path: string; readonly asked: number } & KeptContent)
  /** `before`: what was there when the program wrote to the file for the first time. */
  | ({ readonly kind: 'written'; readonly path: string; readonly before?: FileBefore } & KeptContent)
  /** The program had no room for it. */
  | { readonly kind: 'no-room'; readonly asked: number }
  | { readonly kind: 'failed'; readonly path: string; readonly error: FileError };

/** Undefined once it was let go, to stay within the memory for the recording. */
export interface KeptContent {
  bytes: Uint8Array | undefined;
}

export type FileBefore = ({ readonly kind: 'bytes' } & KeptContent) | { readonly kind: 'none' | 'unknown' };

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
  /** Of what it has printed. */
  readonly printed: PrintedState;
}

/** Behind all of them; chance and what was printed are known only to who has run up to there. */
export const inputEnd = (log: InputLog): InputPosition => ({
  writes: log.writes.length,
  lines: log.lines.length,
  clock: log.clock.length,
  files: log.files.length,
  children: log.children.length,
  random: log.seed,
  printed: new OutputDigest().state,
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
  readonly printed = new OutputDigest();
  /** The program runs again what it did: whatever it asks has its answer already. */
  past = false;
  /** It asked what it had not asked then. */
  strayed: string | undefined;

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

  /** Whether a new question must not reach the world, since the program did not ask it then. */
  strays(question: string): boolean {
    if (this.past) this.strayed ??= question;
    return this.past;
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
      printed: this.printed.state,
    };
  }

  set position({ writes, lines, clock, files, children, random, printed }: InputPosition) {
    this.writes.at = writes;
    this.lines.at = lines;
    this.clock.at = clock;
    this.files.at = files;
    this.children.at = children;
    this.random.state = random;
    this.printed.state = printed;
  }
}

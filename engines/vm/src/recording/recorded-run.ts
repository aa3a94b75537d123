// A recorded run as plain data: what the program was told, what the debugger changed, and how far it came.

import type { MadeEdit } from './edits.js';
import type { FileAnswer, InputLog } from './input-log.js';
import type { Instant } from './instant.js';
import type { NotedMoment } from './moments.js';
import type { RandomState } from './random-source.js';
import { RunLog } from './run-log.js';

export type Runs<Value> = readonly (readonly [Value, number])[];

/** The state of the program at a moment of its run: a replay that is elsewhere there has gone astray. */
export interface Proof extends Instant {
  readonly hash: string;
}

export interface RecordedRun {
  /** Of the code (`imageHash`). */
  readonly image: string;
  readonly args: readonly string[];
  /** Older recordings have none. */
  readonly executable?: string;
  readonly memoryLimit: number;
  readonly seed: RandomState;
  readonly writes: Runs<boolean>;
  readonly lines: Runs<string | null | undefined>;
  readonly clock: Runs<number>;
  readonly files: Runs<FileAnswer>;
  readonly children: number;
  readonly edits: readonly MadeEdit[];
  readonly moments: readonly NotedMoment[];
  /** In order; the first is that of the start. */
  readonly proofs: readonly Proof[];
  /** The newest moment, and the state there; behind the end of a program that is over. */
  readonly last: Instant;
  readonly hash: string | undefined;
  /** The exit code of a program that is over. */
  readonly exit: number | undefined;
}

export const inputLogOf = (run: RecordedRun): InputLog => ({
  seed: run.seed,
  writes: RunLog.of(run.writes),
  lines: RunLog.of(run.lines),
  clock: RunLog.of(run.clock),
  files: RunLog.of(run.files),
  children: RunLog.of([[true, run.children]]),
});

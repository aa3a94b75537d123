// Going back in time: how a moment is named, what happened when, and what an engine with trait `time: 'full'` answers.
//
// Nothing outside is done twice: while the program is in the past, what it prints and asks of the world comes from the
// recording. A forward motion that passes the newest moment goes on live from there.

import type { StopId, ThreadId } from './ids.js';
import type { Place } from './place.js';
import type { SourceLocation } from './source.js';
import type { StopReason } from './stop.js';
import type { RawValue } from './value.js';

/** A moment of the run. Two moments of one branch are ordered by step, then by edit. */
export interface TimePosition {
  /** Counts from 0. A value that is changed in the past begins a new branch, which shares what lies before. */
  readonly branch: number;
  /** What the machine counts: retired instructions, or the grain of its records. */
  readonly step: number;
  /** How many changes the debugger has made at this step before. */
  readonly edit: number;
}

/** As clients see it: opaque to them, and the same for the same moment. */
export const positionText = ({ branch, step, edit }: TimePosition): string => `${branch}.${step}.${edit}`;

export function parsePosition(text: string): TimePosition | undefined {
  const parts = /^(\d{1,9})\.(\d{1,16})\.(\d{1,9})$/.exec(text);
  if (parts === null) return undefined;
  const [branch, step, edit] = parts.slice(1).map(Number) as [number, number, number];
  return Number.isSafeInteger(step) ? { branch, step, edit } : undefined;
}

/** Negative when `left` is before `right`; only for moments of one branch. */
export const comparePositions = (left: TimePosition, right: TimePosition): number =>
  left.step - right.step || left.edit - right.edit;

/** Something that happened and that a person may want to go back to. */
export type Moment = { readonly at: TimePosition; readonly location?: SourceLocation } & (
  | { readonly kind: 'entry' }
  | { readonly kind: 'stop'; readonly thread: ThreadId; readonly reason: StopReason['kind'] }
  /** `text` is cut after 200 characters. */
  | { readonly kind: 'output'; readonly stream: string; readonly text: string }
  | { readonly kind: 'exception'; readonly thread: ThreadId; readonly name: string; readonly message: string }
  | { readonly kind: 'call'; readonly thread: ThreadId; readonly name: string; readonly depth: number }
  | { readonly kind: 'input'; readonly text: string }
  /** Of the record that a runtime keeps, where that is the grain of time. */
  | { readonly kind: 'event'; readonly text: string }
  /** The debugger changed something. */
  | { readonly kind: 'edit'; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number }
);

export type MomentKind = Moment['kind'];

export interface TimeBranch {
  readonly branch: number;
  /** Where it leaves another one; absent for the first. */
  readonly from?: TimePosition;
  /** Its newest moment. */
  readonly last: TimePosition;
}

/** The extent of what is recorded. */
export interface TimeSpan {
  /** The earliest moment that one can go back to. */
  readonly first: TimePosition;
  /** The newest moment of the branch that one is on. */
  readonly last: TimePosition;
  readonly here: TimePosition;
  readonly branches: readonly TimeBranch[];
  /** What a step counts, for people: `instructions`, `scheduling events`. */
  readonly unit: string;
  /**
   * Where one comes to stand at a step that was never told: at that step when absent, else at the first statement at or behind
   * it, as on a machine whose instructions take many steps.
   */
  readonly grain?: 'statement';
  /** Why some of it is missing or coarse, for people. */
  readonly note?: string;
  /** False where `recording` gives nothing. */
  readonly canBeSaved?: boolean;
  /** The program is over, or a file is replayed: there is nothing live behind the newest moment. */
  readonly closed?: boolean;
  /** How many steps were run again so far, for those who check that going back takes few. */
  readonly replayed?: number;
}

export interface TimelineQuery {
  /** All kinds but `call` when absent: calls are found by running again. */
  readonly kinds?: readonly MomentKind[];
  /** From here on, inclusive; from the beginning of the branch one is on when absent. */
  readonly from?: TimePosition;
  /** Up to here, inclusive. */
  readonly to?: TimePosition;
  /** At most so many; when there are more, evenly chosen ones if `thin`, else the first. */
  readonly limit: number;
  readonly thin?: boolean;
}

export interface Timeline extends TimeSpan {
  readonly moments: readonly Moment[];
  /** How many there are in all, chosen or not. */
  readonly total: number;
}

/** A value that a place had from a moment on. */
export interface PastValue {
  readonly at: TimePosition;
  readonly value: RawValue;
  /** The statement that wrote it; absent for what it began with. */
  readonly location?: SourceLocation;
  readonly thread?: ThreadId;
}

export interface ValueHistory {
  /** Oldest first. */
  readonly values: readonly PastValue[];
  /** There are older ones beyond the limit. */
  readonly more: boolean;
}

/** What an engine adds whose time is `full`. Questions leave the program where it stands. */
export interface TimeTravel {
  span(): Promise<TimeSpan>;
  timeline(query: TimelineQuery, signal?: AbortSignal): Promise<Timeline>;
  /**
   * To the position, or where `grain` of the span says. Answers when it is on its way; a stop with reason `goto` follows, and
   * reads of the old stop are stale.
   */
  goTo(stop: StopId, position: TimePosition): Promise<void>;
  /** The last values of a place up to now. */
  history(stop: StopId, place: Place, limit: number, signal?: AbortSignal): Promise<ValueHistory>;
  /** Forgets a branch that one is not on. */
  discard(branch: number): Promise<void>;
  /** Everything that is needed to run it again elsewhere, but for the program itself; streamed in pieces. */
  recording(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Told with every stop of an engine whose time is `full`. */
export interface StopTime {
  readonly at: TimePosition;
  readonly first: TimePosition;
  readonly last: TimePosition;
  /** What this moment is, where it is not one of the source: `event 12 of 40: …`. */
  readonly label?: string;
}

/** How a launch wants its recording. */
export type RecordingWish =
  | { readonly kind: 'off' }
  /**
   * `memoryBudget` in bytes: checkpoints are thinned with age to stay below it. `stopAtEnd`: a program that ends stops
   * once more before that, so that one can go back from there; engines on which nothing stands then leave it out.
   */
  | { readonly kind: 'on'; readonly memoryBudget: number; readonly stopAtEnd?: true }
  /** Runs what was recorded; input from outside is refused. */
  | { readonly kind: 'replay'; readonly data: Uint8Array };

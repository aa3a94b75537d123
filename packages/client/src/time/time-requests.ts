// A recorded run as the session tells it: what happened when, and the values that a variable had.
import type { DapClient, Source } from '@sonde/dap';

/** `at` names the moment and means nothing else; `step` is for drawing it on a line. */
export interface TimePosition {
  readonly at: string;
  readonly step: number;
}

/** A moment that was told, or any step of the branch that the program is on. */
export type WantedTime = { readonly position: string } | { readonly step: number };

export interface Moment extends TimePosition {
  readonly kind: MomentKind;
  readonly source?: Source;
  readonly line?: number;
  readonly reason?: string;
  readonly stream?: string;
  readonly text?: string;
  readonly name?: string;
  readonly message?: string;
  readonly code?: number;
}

export const momentKinds = [
  'entry',
  'stop',
  'output',
  'exception',
  'call',
  'input',
  'event',
  'edit',
  'exit',
] as const;

export type MomentKind = (typeof momentKinds)[number];

export interface TimeBranch {
  readonly branch: number;
  readonly last: TimePosition;
  /** Where it leaves another one; absent for the first. */
  readonly from?: TimePosition;
}

export interface Timeline {
  readonly first: TimePosition;
  readonly last: TimePosition;
  readonly here: TimePosition;
  readonly branch: number;
  readonly branches: readonly TimeBranch[];
  /** What a step counts: `instructions`. */
  readonly unit: string;
  readonly note?: string;
  /** There is nothing live behind the newest moment. */
  readonly closed: boolean;
  /** False where the run cannot be written into a recording. */
  readonly canBeSaved?: boolean;
  readonly moments: readonly Moment[];
  readonly total: number;
}

export interface TimelineQuery {
  readonly kinds?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  readonly thin?: boolean;
}

export interface PastValue extends TimePosition {
  readonly value: string;
  /** The text says only what it was; its parts are to be seen by going there. */
  readonly parts?: boolean;
  readonly source?: Source;
  readonly line?: number;
}

/** Oldest first. */
export interface ValueHistory {
  readonly values: readonly PastValue[];
  /** There are older ones. */
  readonly more: boolean;
}

export type HistoryQuery = { readonly limit: number } & (
  | { readonly expression: string; readonly frameId?: number }
  | { readonly variablesReference: number; readonly name: string }
);

export const timelineOf = async (client: DapClient, query: TimelineQuery): Promise<Timeline> =>
  (await client.customRequest('sonde/timeline', query)) as Timeline;

export const historyOf = async (client: DapClient, query: HistoryQuery): Promise<ValueHistory> =>
  (await client.customRequest('sonde/valueHistory', query)) as ValueHistory;

/** The run as a file. */
export async function recordingOf(
  client: DapClient,
): Promise<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const { name, data } = (await client.customRequest('sonde/recording', {})) as {
    readonly name: string;
    readonly data: string;
  };
  return { name, bytes: Uint8Array.from(atob(data), letter => letter.charCodeAt(0)) };
}

/** When it was, as `stopped` and `output` events of ours tell; undefined where an adapter does not. */
export function timeIn(body: object): TimePosition | undefined {
  const { time } = body as { readonly time?: { readonly at?: unknown; readonly step?: unknown } };
  if (typeof time?.at !== 'string' || typeof time.step !== 'number') return undefined;
  return { at: time.at, step: time.step };
}

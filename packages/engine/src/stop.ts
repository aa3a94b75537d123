// A stop: the debuggee has halted, with the reasons and what a client will ask next.

import type { Frame, Scope, Stack } from './frame.js';
import type { BreakpointId, StopId, ThreadId } from './ids.js';
import type { Place } from './place.js';
import type { StopTime } from './time-travel.js';
import type { RawValue } from './value.js';

/** An exception, trap or signal, as the engine saw it. */
export interface ThrownInfo {
  /** The type or name: `DivideByZero`, `SIGSEGV`. */
  readonly name: string;
  readonly message: string;
  /** Of what the program threw, where `name` is only what it ends by. */
  readonly type?: string;
  /** Whether a handler in the program will take it; undefined where the engine cannot know. */
  readonly caught?: boolean;
  readonly value?: RawValue;
}

export type StopReason =
  | { readonly kind: 'entry' }
  | { readonly kind: 'breakpoint'; readonly hits: readonly BreakpointId[]; readonly problem?: string }
  | {
      readonly kind: 'data';
      readonly hits: readonly BreakpointId[];
      readonly place: Place;
      readonly access: 'read' | 'write';
      readonly before?: RawValue;
      readonly after?: RawValue;
      /** Why its condition could not be decided, which is why it stopped. */
      readonly problem?: string;
    }
  | { readonly kind: 'step'; readonly returned?: RawValue }
  | { readonly kind: 'pause' }
  | { readonly kind: 'goto' }
  | { readonly kind: 'restart-frame' }
  | { readonly kind: 'exception'; readonly thrown: ThrownInfo; readonly hits: readonly BreakpointId[] }
  /** A replayed recording, or a run that is over, goes no further. */
  | { readonly kind: 'end-of-recording'; readonly text: string }
  /** The program asked for it, as a `debugger` statement or trap instruction does. */
  | { readonly kind: 'program'; readonly text?: string };

export interface StoppedThread {
  readonly thread: ThreadId;
  readonly reasons: readonly StopReason[];
}

/** The top of the focused stack, pushed with the stop so that the first screen needs no round trip. */
export interface PushedTop {
  readonly frames: readonly Frame[];
  readonly total?: number;
  readonly fragments?: Stack['fragments'];
  readonly scopes?: readonly Scope[];
}

export interface Stop {
  readonly id: StopId;
  /** Those with something to say. Threads that merely halted along are not listed. */
  readonly threads: readonly StoppedThread[];
  readonly focus: ThreadId;
  /** Whether every thread halted, or only those listed. */
  readonly allThreads: boolean;
  /** Opaque and ordered, where the engine's time can be named. */
  readonly position?: bigint;
  /** When it is, where one can go back in time. */
  readonly time?: StopTime;
  readonly top?: PushedTop;
  /** Instead of `top`, where reading it takes a moment: it is on its way, or will not come. Never rejects. */
  readonly topSoon?: Promise<PushedTop | undefined>;
}

export const topOf = async ({ top, topSoon }: Stop): Promise<PushedTop | undefined> => top ?? topSoon;

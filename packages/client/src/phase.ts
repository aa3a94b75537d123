// Where a session stands, as the page sees it.
import type { TimePosition } from './time/time-requests.js';

export interface StopInfo {
  /** Counts up from stop to stop. */
  readonly number: number;
  readonly reason: string;
  readonly description?: string;
  readonly text?: string;
  readonly threadId: number | undefined;
  readonly hitBreakpointIds: readonly number[];
  /** Threads that have stopped for reasons of their own beside it. */
  readonly others: readonly number[];
  /** When it is, where one can go back in time. */
  readonly time?: TimePosition;
}

export type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  /** The program is built and loaded. */
  | { readonly kind: 'starting'; readonly doing?: string; readonly percent?: number }
  | { readonly kind: 'running' }
  | { readonly kind: 'stopped'; readonly stop: StopInfo }
  | { readonly kind: 'ended'; readonly exitCode?: number; readonly why?: string; readonly next?: string }
  /** It could not be started, or went away with its adapter when it `hadBegun`; the text says why and what to do. */
  | { readonly kind: 'failed'; readonly why: string; readonly hadBegun?: boolean }
  /** The connection broke; it is tried again. */
  | { readonly kind: 'lost'; readonly why: string; readonly attempt: number };

/** There is a program that can be asked to do something. */
export const isAlive = ({ kind }: Phase): boolean => kind === 'running' || kind === 'stopped';

export interface SessionInfo {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly language: string;
}

/** Told to the adapter in `initialize`: what screens on this model can show. */
export const whatWeCan = {
  adapterID: 'sonde',
  locale: 'en',
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsMemoryReferences: true,
  supportsMemoryEvent: true,
  supportsInvalidatedEvent: true,
  supportsProgressReporting: true,
  supportsInputEvent: true,
  supportsOutputStream: true,
  supportsBreakpointsEvent: true,
  supportsStructuredViews: true,
  supportsTimeTravel: true,
} as const;

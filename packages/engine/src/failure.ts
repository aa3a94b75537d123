// The one kind of error in Sonde: it says who is to blame and what to do next.

import { systemCause } from './system-cause.js';

/**
 * `user`: the request or its text is wrong. `program`: the debuggee did it. `environment`: a tool, a file or a
 * permission is missing. `language`: the machine that a language brings failed. `sonde`: our own fault.
 */
export type Blame = 'user' | 'program' | 'environment' | 'language' | 'sonde';

/** Names a failure in one place of the code, for clients and tests that must tell them apart. */
export type FailureCode =
  | 'bad-arguments'
  | 'bad-expression'
  | 'build-failed'
  | 'cancelled'
  | 'deadline'
  | 'engine-died'
  | 'internal'
  | 'no-resources'
  | 'not-found'
  | 'not-stopped'
  | 'not-supported'
  | 'read-only'
  | 'running'
  | 'stale'
  | 'tool-missing'
  | 'unreadable'
  | 'wrong-state';

/** What has a code in common with others and must be told from them by those who evaluate. */
export type FailureKind = 'no-value' | 'too-much-source';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind | undefined;

  constructor(
    readonly code: FailureCode,
    readonly blame: Blame,
    message: string,
    /** What the reader can do about it, as a sentence; shown after the message. */
    readonly next?: string,
    options?: { readonly cause?: unknown; readonly kind?: FailureKind },
  ) {
    super(message, options);
    this.kind = options?.kind;
  }

  /** Message and next step, as people read them. */
  get text(): string {
    return this.next === undefined ? this.message : `${this.message} ${this.next}`;
  }
}

/** Any thrown thing as a Failure; what was not foreseen is our own fault and keeps its cause. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && error.name === 'AbortError') return cancelled();
  const system = systemCause(error);
  if (system !== undefined)
    return new Failure('no-resources', 'environment', system.cause, system.next, { cause: error });
  const text = error instanceof Error ? error.message : String(error);
  return new Failure('internal', 'sonde', text, undefined, { cause: error });
}

export const cancelled = (): Failure => new Failure('cancelled', 'user', 'cancelled');

export const staleStop = (what = 'value'): Failure =>
  new Failure('stale', 'user', `this ${what} belongs to an earlier stop;`, 'ask again for the current one.');

export const notSupported = (what: string, why?: string): Failure =>
  new Failure(
    'not-supported',
    'user',
    `${what} is not supported here${why === undefined ? '' : `: ${why}`}.`,
  );

// A running function: a generator that yields what it needs from outside and ends with its result.

import type { Coroutine } from './coroutines.js';
import type { Outcome, Value } from './values.js';

export type Request =
  /** Runs the function and answers with its outcome. */
  | { readonly kind: 'call'; readonly activity: Activity }
  /** Answered when the future has ended. */
  | { readonly kind: 'await'; readonly future: Coroutine }
  | { readonly kind: 'yield' }
  | { readonly kind: 'sleep'; readonly milliseconds: bigint };

export type Activity = Generator<Request, Outcome, Outcome | undefined>;

/** A part of an activity. */
export type Part<T = Value> = Generator<Request, T, Outcome | undefined>;

// When and how often to try again after a peer was lost.

import { setTimeout as pause } from 'node:timers/promises';
import { asFailure, type Failure } from '@sonde/engine';

/** Between two tries; short, because a person waits, and a peer that starts again is soon there. */
const betweenMs = 100;

/** The peer is there and is another one, or speaks another version: waiting changes nothing. */
const isFinal = ({ code }: Failure): boolean => code === 'wrong-state' || code === 'not-supported';

const overWith = (limit: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    limit.addEventListener('abort', () => reject(asFailure(limit.reason)), { once: true }),
  );

/** Tries until it works or the time is over; then throws the last reason. */
export async function tryAgain<Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  forMs: number,
  signal: AbortSignal,
): Promise<Result> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, forMs))]);
  const isOver = (): boolean => limit.aborted;
  let last: Failure | undefined;
  while (!isOver()) {
    try {
      // An attempt that hears nothing any more is not waited for beyond the time.
      return await Promise.race([attempt(limit), overWith(limit)]);
    } catch (error) {
      const failure = asFailure(error);
      if (isFinal(failure)) throw failure;
      // What the end of the time broke off says less than what failed before.
      if (!isOver() || last === undefined) last = failure;
    }
    await pause(betweenMs, undefined, { signal: limit }).catch(() => undefined);
  }
  throw last ?? asFailure(limit.reason);
}

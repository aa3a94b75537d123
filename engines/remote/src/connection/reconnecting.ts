// When and how often to try again after a peer was lost.

import { setTimeout as pause } from 'node:timers/promises';
import { asFailure, Failure } from '@sonde/engine';

/** Between two tries; short, because a person waits, and a peer that starts again is soon there. */
const betweenMs = 100;

/** The peer is there and is another one, or speaks another version: waiting changes nothing. */
const isFinal = ({ code }: Failure): boolean => code === 'wrong-state' || code === 'not-supported';

/** Tries until it works or the time is over; then throws the last reason. */
export async function tryAgain<Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  forMs: number,
  signal: AbortSignal,
): Promise<Result> {
  // Not AbortSignal.any with AbortSignal.timeout: Node 20 collects a timeout that nothing else refers to, and it never comes.
  const limit = new AbortController();
  const end = (): void => limit.abort(new Failure('deadline', 'environment', 'the time is over.'));
  const timer = setTimeout(end, Math.max(1, forMs));
  signal.addEventListener('abort', end, { once: true });
  const over = new Promise<never>((_, reject) =>
    limit.signal.addEventListener('abort', () => reject(asFailure(limit.signal.reason)), { once: true }),
  );
  over.catch(() => undefined);
  const isOver = (): boolean => limit.signal.aborted;
  let last: Failure | undefined;
  try {
    if (signal.aborted) end();
    while (!isOver()) {
      try {
        // An attempt that hears nothing any more is not waited for beyond the time.
        return await Promise.race([attempt(limit.signal), over]);
      } catch (error) {
        const failure = asFailure(error);
        if (isFinal(failure)) throw failure;
        // What the end of the time broke off says less than what failed before.
        if (!isOver() || last === undefined) last = failure;
      }
      await pause(betweenMs, undefined, { signal: limit.signal }).catch(() => undefined);
    }
    throw last ?? asFailure(limit.signal.reason);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

// Time limits: nothing that a client waits for takes as long as it likes.

import type { IncomingRequest } from '@sonde/dap';
import { cancelled, Failure } from '@sonde/engine';

/** Whether the work is over, well or not, within the time; it goes on all the same. */
export async function isOverWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>(resolve => (timer = setTimeout(() => resolve(false), ms)));
  const over = work.then(
    () => true as const,
    () => true as const,
  );
  try {
    return await Promise.race([over, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The work's result, or a rejection as soon as the signal says that nobody waits for it any more. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: (() => void) | undefined;
  const given = new Promise<never>((_, reject) => {
    abort = () => reject(whyAborted(signal));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, given]);
  } catch (error) {
    // What the work itself says then is only that it was cut short.
    throw signal.aborted ? whyAborted(signal) : error;
  } finally {
    if (abort !== undefined) signal.removeEventListener('abort', abort);
  }
}

/** The same for a request, whose signal is made only when somebody needs it. */
export function unlessGivenUp<T>(work: Promise<T>, request: Abandonable): Promise<T> {
  const cutShort = new Promise<never>((_, reject) => {
    request.whenGivenUp(reason => reject(whyGivenUp(reason)));
  });
  const failed = (error: unknown): never => {
    throw request.givenUp === undefined ? error : whyGivenUp(request.givenUp);
  };
  return Promise.race([work.catch(failed), cutShort]);
}

export type Abandonable = Pick<IncomingRequest, 'givenUp' | 'whenGivenUp'>;

export const whyAborted = ({ reason }: AbortSignal): Failure => whyGivenUp(reason);

/** A cancel, unless whoever aborted said otherwise. */
export const whyGivenUp = (reason: unknown): Failure => (reason instanceof Failure ? reason : cancelled());

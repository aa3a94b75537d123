// Patience: waits for an answer of the VM thread, but not for longer than a person would.

import { cancelled, Failure } from '@sonde/engine';

/**
 * The answer, or a Failure: `deadline` after that time, `cancelled` as soon as the signal says so. Whoever works on an
 * answer that came too late is told.
 */
export async function answeredInTime<T>(
  { answer, cancel }: { readonly answer: Promise<T>; readonly cancel: () => void },
  ms: number,
  signal?: AbortSignal,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = `there was no result after ${ms / 1000} seconds;`;
      reject(new Failure('deadline', 'program', why, 'it is given up.'));
      cancel();
    }, ms);
    abort = () => {
      reject(cancelled());
      cancel();
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
  // Of the two that do not win, a refusal must not look unhandled.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, givenUp]);
  } finally {
    clearTimeout(timer);
    if (abort !== undefined) signal?.removeEventListener('abort', abort);
  }
}

/** Whether there is an answer, or a refusal, by then. */
export async function isAnsweredWithin(answer: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<boolean>(resolve => (timer = setTimeout(() => resolve(false), ms)));
  const settled = answer.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, waited]);
  } finally {
    clearTimeout(timer);
  }
}

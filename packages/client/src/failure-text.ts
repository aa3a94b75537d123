// What went wrong, as a sentence for the place where it happened.
import { ConnectionClosed, ResponseFailure } from '@sonde/dap';

export function failureText(error: unknown): string {
  if (error instanceof ResponseFailure) return error.explanation;
  if (error instanceof Error) return error.message;
  return String(error);
}

/** Something was asked of a session that is not there, or not there any more. */
export class NoSession extends Error {
  constructor() {
    super('There is no session.');
  }
}

/** The answer does not matter any more: it was called off, or nobody is there to give it. */
export const isMoot = (error: unknown): boolean =>
  (error instanceof ResponseFailure && (error.isCancelled || error.message === 'notStopped')) ||
  error instanceof ConnectionClosed ||
  error instanceof NoSession;

/** Numbers of answers that come too late for the state of the program: it runs, has gone on or has ended. */
const tooLate: ReadonlySet<number> = new Set([1201, 1202, 1203, 1204]);

/** What the page asks on its own account may be overtaken: the program has gone on or ended, as the next event says. */
export const isOvertaken = (error: unknown): boolean => {
  if (isMoot(error)) return true;
  const told = error instanceof ResponseFailure ? error.body?.error : undefined;
  return told !== undefined && tooLate.has(told.id);
};

/** What was asked about is not there, in the session's own catalogue. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof ResponseFailure && error.body?.error?.id === 1103;

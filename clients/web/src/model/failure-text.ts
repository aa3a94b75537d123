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

/** Number of an answer that comes too late for the state of the program, such as after its end. */
const wrongState = 1204;

/** What the page asks on its own account may be overtaken: the program has gone on or ended, as the next event says. */
export const isOvertaken = (error: unknown): boolean => {
  if (isMoot(error)) return true;
  const told = error instanceof ResponseFailure ? error.body?.error : undefined;
  return told !== undefined && (told.showUser === false || told.id === wrongState);
};

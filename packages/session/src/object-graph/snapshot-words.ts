// `{:snapshot NAME}` in a log message: a snapshot of the objects is taken where the program passes, and it goes on.

import { parseLogMessage } from '@sonde/lens';

/** The name that it is to have; empty where none is given, undefined for any other expression. */
export function snapshotNameIn(expression: string): string | undefined {
  const found = /^\s*:snapshot(?:\s+(.*?))?\s*$/s.exec(expression);
  return found === null ? undefined : (found[1] ?? '');
}

export const takesSnapshot = (message: string): boolean =>
  parseLogMessage(message).some(
    part => typeof part !== 'string' && snapshotNameIn(part.expression) !== undefined,
  );

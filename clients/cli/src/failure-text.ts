// What went wrong, as people read it on a terminal.

import { ConnectionClosed, RequestTimeout, ResponseFailure } from '@sonde/dap';
import { asFailure } from '@sonde/engine';

/** Our own faults say so: nobody should search for a mistake in their program. */
export function failureText(error: unknown): string {
  if (error instanceof ResponseFailure) return error.explanation;
  if (error instanceof ConnectionClosed || error instanceof RequestTimeout) return error.message;
  const failure = asFailure(error);
  return failure.blame === 'sonde' ? `internal error: ${failure.text}` : failure.text;
}

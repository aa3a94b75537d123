// Failures on the wire: every error response has a number, says who is to blame and what to do next.

import { ResponseFailure } from '@sonde/dap';
import { asFailure, type Failure, type FailureCode } from '@sonde/engine';

/** Numbers are part of the interface: scripts may rely on them, so none is ever reused. Below 1100: the connection's. */
const numbers: Readonly<Record<FailureCode, number>> = {
  'bad-arguments': 1101,
  'bad-expression': 1102,
  'not-found': 1103,
  'not-supported': 1104,
  'read-only': 1105,
  'not-stopped': 1201,
  running: 1202,
  stale: 1203,
  'wrong-state': 1204,
  unreadable: 1301,
  'build-failed': 2001,
  'tool-missing': 2002,
  'engine-died': 2003,
  'no-resources': 2004,
  cancelled: 3001,
  deadline: 3002,
  internal: 9001,
};

/** Things changed meanwhile, as the client hears anyhow: not worth a pop-up, whoever asked. */
const quiet: ReadonlySet<FailureCode> = new Set(['cancelled', 'stale', 'not-stopped', 'running']);

/** `byPerson`: somebody waits for what was refused, and should see why. */
export function failureResponse(error: unknown, byPerson: boolean): ResponseFailure {
  if (error instanceof ResponseFailure) return error;
  const failure = asFailure(error);
  if (failure.code === 'cancelled') return ResponseFailure.cancelled();
  const message = {
    id: numbers[failure.code],
    format: describe(failure),
    showUser: byPerson && !quiet.has(failure.code),
  };
  // The protocol names this one message; clients know it.
  return ResponseFailure.of(message, failure.code === 'not-stopped' ? 'notStopped' : undefined);
}

/** Our own faults say so: nobody should search for a mistake in their program. */
const describe = (failure: Failure): string =>
  failure.blame === 'sonde' ? `Internal error in Sonde: ${failure.text}` : failure.text;

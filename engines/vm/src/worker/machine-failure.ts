// Whose fault an unforeseen error is: the machine's, which a language brings, or ours.

import { Failure } from '@sonde/engine';

const ours = new URL('.', import.meta.url).href;

/** An error that was thrown outside of this folder comes from the machine, and says so with its stack trace. */
export function machineFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure || error.name === 'AbortError') return error;
  const [thrownAt, ...callers] = (error.stack ?? '').split('\n').filter(line => /^\s*at /.test(line));
  if (thrownAt === undefined || thrownAt.includes(ours)) return error;
  const trace = [thrownAt, ...callers.filter(line => !line.includes(ours))].join('\n');
  return new Failure('internal', 'language', `the machine failed: ${error.message}`, `\n${trace}`, {
    cause: error,
  });
}

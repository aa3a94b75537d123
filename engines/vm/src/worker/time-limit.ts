// A time limit for one call into JavaScript that no flag can interrupt, such as the search for a regular expression.

import { createContext, Script } from 'node:vm';
import { Failure } from '@sonde/engine';

const sandbox: { work: () => void } = { work: () => undefined };
let compiled: { readonly script: Script; readonly context: object } | undefined;

/** Starting the watchdog costs a tenth of a millisecond: for evaluations, not for the program itself. */
export function withinTime<Result>(work: () => Result, ms: number): Result {
  compiled ??= { script: new Script('work()'), context: createContext(sandbox) };
  let result: { readonly value: Result } | undefined;
  sandbox.work = () => {
    result = { value: work() };
  };
  try {
    compiled.script.runInContext(compiled.context, { timeout: ms });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Failure(
      'deadline',
      'program',
      `one function took more than ${ms / 1000} seconds;`,
      'it is given up.',
    );
  }
  return result!.value;
}

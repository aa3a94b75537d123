// The guard: runs code we did not write under a hard limit of time.
//
// The watchdog of node:vm ends whatever runs inside a script, functions of ours that the script calls included. Starting
// it costs over a hundred microseconds, so many pieces of work share one script, and the piece that was running when
// the watchdog came is the one to blame.

import { createContext, Script } from 'node:vm';

export type GuardOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'late' };

/** Work begun before this much time of a script has passed still has its whole budget until the watchdog comes. */
const sharedMs = 4;
/**
 * What is measured is not the work alone: on a busy machine time passes while our thread waits for a processor, and the
 * processor's time is that of the whole process, whose other threads collect garbage and compile. So work that was late is
 * begun again, by itself and with this many times its budget, before it is given up; more than once only where the whole
 * process had less than the budget.
 */
const patience = 5;
const mostRetries = 3;

const sandbox: { run: () => void } = { run: () => undefined };
let compiled: { readonly script: Script; readonly context: object } | undefined;

function script(): { readonly script: Script; readonly context: object } {
  compiled ??= { script: new Script('run()'), context: createContext(sandbox) };
  return compiled;
}

export interface GuardHooks {
  /** Called before a piece is tried once more. */
  readonly again?: (nth: number) => void;
  /** Called as soon as a piece was late, before the next is begun. */
  readonly late?: (nth: number) => void;
}

/**
 * Runs each piece of work, all in order. A piece that is late is never returned to, and what it was changing is in an
 * unknown state.
 */
export function runGuarded<Result>(
  work: readonly (() => Result)[],
  budgetMs: number,
  hooks: GuardHooks = {},
): readonly GuardOutcome<Result>[] {
  const outcomes: GuardOutcome<Result>[] = [];
  const guard = script();
  let next = 0;
  let running = -1;
  let retries = 0;
  while (next < work.length) {
    const alone = retries > 0;
    const begun = performance.now();
    const cpu = process.cpuUsage();
    sandbox.run = () => {
      while (next < work.length) {
        running = next++;
        try {
          outcomes[running] = { kind: 'done', result: work[running]!() };
        } catch (error) {
          outcomes[running] = { kind: 'threw', error };
        }
        running = -1;
        retries = 0;
        if (alone || performance.now() - begun > sharedMs) return;
      }
    };
    try {
      guard.script.runInContext(guard.context, {
        timeout: Math.ceil(alone ? patience * budgetMs : sharedMs + budgetMs),
      });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (running === -1) continue;
      const used = process.cpuUsage(cpu);
      const isBusyMachine = (used.user + used.system) / 1000 < budgetMs * 0.9;
      if (!alone || (isBusyMachine && retries < mostRetries)) {
        retries++;
        next = running;
        hooks.again?.(running);
      } else {
        outcomes[running] = { kind: 'late' };
        hooks.late?.(running);
        retries = 0;
      }
      running = -1;
    } finally {
      sandbox.run = () => undefined;
    }
  }
  return outcomes;
}

/** The error belongs to the realm of the script, so it is no instance of our Error. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

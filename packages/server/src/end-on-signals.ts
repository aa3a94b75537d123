// A server that is told to end by a signal ends its sessions first, with a reason.

import { constants } from 'node:os';

export type EndingSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

/** Ending must not take longer than whoever asked for it is ready to wait. */
const patienceMs = 5000;

/**
 * Calls `end` at the first of these signals and then exits as the signal would have, once what was said in this turn is
 * out; a second signal exits at once.
 * Returns what takes it all back.
 */
export function endOnSignals(
  end: (reason: string) => Promise<void>,
  signals: readonly EndingSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'],
  exit: (code: number) => void = code => void setImmediate(() => process.exit(code)),
): () => void {
  let ending = false;
  const handlers = signals.map(signal => {
    const handler = (): void => {
      const code = 128 + constants.signals[signal];
      if (ending) return exit(code);
      ending = true;
      const timer = setTimeout(() => endByForce(signal), patienceMs);
      void end(`the debugger received ${signal}`)
        .catch(() => undefined)
        .then(() => {
          clearTimeout(timer);
          exit(code);
        });
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  // An exit waits for every thread, and one may hang in the system: the signal itself waits for none.
  const endByForce = (signal: EndingSignal): void => {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  return () => {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  };
}

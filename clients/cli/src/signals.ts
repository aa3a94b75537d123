// Signals that reach a command which has something to end first: a compiler, a program.

import { asFailure, exitCodeOf } from '@sonde/engine';

const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code of what a signal ended, as shells count. */
export const signalCode = (signal: string): number => exitCodeOf({ signal });

/** Takes the signals of this process until it is told to stop. */
export class SignalWatch {
  readonly #abort = new AbortController();
  readonly #handlers = watched.map(signal => ({ signal, handler: () => this.#came(signal) }));
  #first: NodeJS.Signals | undefined;
  /** Hears of every signal, also of a second one. */
  onSignal: ((signal: NodeJS.Signals) => void) | undefined;

  constructor() {
    for (const { signal, handler } of this.#handlers) process.on(signal, handler);
  }

  get first(): NodeJS.Signals | undefined {
    return this.#first;
  }

  /** Aborts at the first signal. */
  get aborted(): AbortSignal {
    return this.#abort.signal;
  }

  stop(): void {
    for (const { signal, handler } of this.#handlers) process.off(signal, handler);
  }

  #came(signal: NodeJS.Signals): void {
    this.#first ??= signal;
    this.#abort.abort();
    this.onSignal?.(signal);
  }
}

/** Work that a signal may cut short; then the signal decides the exit code. */
export async function heedingSignals(work: (signals: SignalWatch) => Promise<number>): Promise<number> {
  const signals = new SignalWatch();
  try {
    return await work(signals);
  } catch (error) {
    if (signals.first === undefined || asFailure(error).code !== 'cancelled') throw error;
    return signalCode(signals.first);
  } finally {
    signals.stop();
  }
}

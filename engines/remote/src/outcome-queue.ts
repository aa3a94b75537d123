// Why a machine halted, for whoever waits for it: what comes before anyone asks is kept.

import type { RemoteOutcome } from './remote-machine.js';

export class OutcomeQueue {
  readonly #kept: RemoteOutcome[] = [];
  #waiting: ((outcome: RemoteOutcome) => void) | undefined;

  add(outcome: RemoteOutcome): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#kept.push(outcome);
    else waiting(outcome);
  }

  /** The connection is another one: what was kept is void, and whoever waits hears nothing any more. */
  clear(): void {
    this.#kept.length = 0;
    this.#waiting = undefined;
  }

  next(): Promise<RemoteOutcome> {
    const kept = this.#kept.shift();
    if (kept !== undefined) return Promise.resolve(kept);
    return new Promise(resolve => (this.#waiting = resolve));
  }
}

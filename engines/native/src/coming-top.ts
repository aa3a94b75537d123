// The top of the stack at a stop, which the bridge reads and sends after it has told of the stop.

import type { PushedTop } from '@sonde/engine';

export class ComingTop {
  #settle: (top: PushedTop | undefined) => void = () => undefined;

  /** Of a new stop. Whoever still waits for the last one waits in vain. */
  expect(): Promise<PushedTop | undefined> {
    this.came(undefined);
    return new Promise(resolve => (this.#settle = resolve));
  }

  /** Undefined: it never will. */
  came(top: PushedTop | undefined): void {
    this.#settle(top);
  }
}

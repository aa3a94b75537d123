// News of breakpoints: clients that show those of everyone hear that some changed, once for many changes.

import type { Client } from '../clients/client.js';

export class BreakpointNews {
  #waiting: NodeJS.Immediate | undefined;

  constructor(private readonly circle: Iterable<Client>) {}

  /** Told when the work of this turn of the loop is done: a client asks for all of them anyway. */
  readonly changed = (): void => {
    this.#waiting ??= setImmediate(() => this.flush());
  };

  /** What waits is told now, as before the last words of a session. */
  flush(): void {
    if (this.#waiting === undefined) return;
    clearImmediate(this.#waiting);
    this.#waiting = undefined;
    for (const client of this.circle) client.breakpointsChanged();
  }
}

// Whether the program waits for a line of input.

import { EventEmitter, once } from 'node:events';

export class InputWait {
  /** As many wait as there are questions at once: Node would take more than ten for a leak. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #waiting = false;

  get waiting(): boolean {
    return this.#waiting;
  }

  set(waiting: boolean): void {
    this.#waiting = waiting;
    this.#changes.emit('change');
  }

  /** True when it waits now or within a moment: engines may notice it with a delay. */
  async soon(patienceMs: number): Promise<boolean> {
    if (this.#waiting) return true;
    const signal = AbortSignal.timeout(patienceMs);
    await once(this.#changes, 'change', { signal }).catch(() => undefined);
    return this.waiting;
  }
}

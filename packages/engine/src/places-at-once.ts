// Places for work of which only so much may be under way at a time in this process; the rest waits its turn.

import { cancelled } from './failure.js';

export class PlacesAtOnce {
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly most: number) {}

  /** Answers with what gives the place back; rejects as cancelled when the signal comes first. */
  async take(signal: AbortSignal): Promise<() => void> {
    while (this.#taken >= this.most && !signal.aborted) await this.#turn(signal);
    if (signal.aborted) throw cancelled();
    this.#taken++;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#taken--;
      const [next] = this.#waiting;
      next?.();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}

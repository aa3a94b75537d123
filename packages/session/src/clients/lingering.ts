// Lingering: a session whose last responsible client lost its connection waits a while for it to come back.

import { asFailure } from '@sonde/engine';

export class Lingering {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly log: (line: string) => void) {}

  /** `expired` runs when nobody has come in time. */
  begin(ms: number, expired: () => Promise<void>): void {
    this.end();
    this.log(`the session waits ${ms / 1000} s for somebody who takes it over`);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      expired().catch((error: unknown) => this.log(asFailure(error).text));
    }, ms);
  }

  /** Somebody came, or the session is over. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

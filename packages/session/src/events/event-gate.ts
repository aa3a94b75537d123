// The event gate: holds back what the engine says while a response that must precede it is not out yet.

import type { EngineEvent } from '@sonde/engine';

export class EventGate {
  #held: EngineEvent[] = [];
  #holds = 0;

  constructor(private readonly deliver: (event: EngineEvent) => void) {}

  push(event: EngineEvent): void {
    if (this.#holds > 0) this.#held.push(event);
    else this.deliver(event);
  }

  /** Events wait until as many releases as holds have come. */
  hold(): void {
    this.#holds++;
  }

  release(): void {
    if (this.#holds > 0) this.#holds--;
    this.#drain();
  }

  /** For good: the session ends and everything must be told. */
  open(): void {
    this.#holds = 0;
    this.#drain();
  }

  /** Drops what was held, as after a restart. */
  clear(): void {
    for (const event of this.#held) if (event.kind === 'output') event.taken?.();
    this.#held = [];
  }

  #drain(): void {
    while (this.#holds === 0) {
      const event = this.#held.shift();
      if (event === undefined) return;
      this.deliver(event);
    }
  }
}

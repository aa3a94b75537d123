// What a task waits for while it is driven: the end of its sleep, or a message, for which it is looked at now and then.

import type { Interruption } from './interruption.js';

/** How often a task is looked at: at first, and at most. */
const firstPollMs = 5;
const longestPollMs = 200;

export class TaskWait {
  #for: 'time' | 'message' | undefined;
  #until = 0;
  #pollMs = firstPollMs;

  constructor(private readonly interruption: Interruption) {}

  get for(): 'time' | 'message' | undefined {
    return this.#for;
  }

  sleep(ms: number): void {
    this.#for = 'time';
    this.#until = performance.now() + ms;
  }

  listen(): void {
    if (this.#for === 'message') return;
    this.#for = 'message';
    this.#pollMs = firstPollMs;
    this.#until = performance.now() + firstPollMs;
  }

  /** No message has come. */
  again(): void {
    this.#pollMs = Math.min(longestPollMs, this.#pollMs * 2);
    this.#until = performance.now() + this.#pollMs;
  }

  end(): void {
    this.#for = undefined;
  }

  /** Waits until it is time to look; true when that was cut short. A message may have come before. */
  async goesOn(): Promise<boolean> {
    if (this.#for === undefined) return false;
    const rest = this.#until - performance.now();
    if (rest > 0) await this.interruption.after(rest);
    return this.interruption.raised || (this.#for === 'time' && performance.now() < this.#until);
  }

  /** A sleep has ended; told once. */
  isOver(): boolean {
    if (this.#for !== 'time' || performance.now() < this.#until) return false;
    this.#for = undefined;
    return true;
  }
}

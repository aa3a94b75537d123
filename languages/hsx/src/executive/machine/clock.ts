// The clock: whether tasks run by themselves, how fast, and how much they have run.

import type { Answer } from '../request.js';

export class Clock {
  running = false;
  /** Instructions a second; 0: as fast as it goes. */
  rate = 0;
  autoSteps = 0;
  autoTotal = 0;
  manualSteps = 0;
  manualTotal = 0;
  /** What the last slice ended with. */
  mode: 'active' | 'rate' | 'sleeping' | 'idle' = 'idle';
  lastWait = 0;
  #credit = 0;
  #since = 0;

  start(): void {
    this.running = true;
    this.#since = performance.now();
    this.#credit = 0;
    this.mode = this.rate > 0 ? 'rate' : 'active';
  }

  stop(): void {
    this.running = false;
  }

  /** How many instructions may run now; a tenth of a second at most is saved up. */
  allowance(now: number): number {
    if (this.rate === 0) return Infinity;
    const earned = ((now - this.#since) / 1_000) * this.rate;
    this.#since = now;
    this.#credit = Math.min(this.#credit + earned, Math.max(1, this.rate / 10));
    return Math.floor(this.#credit);
  }

  spent(instructions: number): void {
    this.autoSteps++;
    this.autoTotal += instructions;
    if (this.rate > 0) this.#credit -= instructions;
  }

  /** Milliseconds until the next instruction is due. */
  get pause(): number {
    return this.rate === 0 ? 0 : Math.max(1, Math.min(50, (1_000 * (1 - this.#credit)) / this.rate));
  }

  get answer(): Answer {
    const throttled = this.running && this.rate > 0;
    return {
      state: this.running ? 'running' : 'stopped',
      running: this.running,
      mode: this.running ? this.mode : 'stopped',
      throttled,
      throttle_reason: throttled ? 'rate' : null,
      last_wait_s: this.lastWait / 1_000,
      rate_hz: this.rate,
      step_size: 1,
      auto_steps: this.autoSteps,
      auto_total_steps: this.autoTotal,
      manual_steps: this.manualSteps,
      manual_total_steps: this.manualTotal,
    };
  }
}

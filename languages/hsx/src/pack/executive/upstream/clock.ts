// The clock of upstream's executive: stopped while a task is debugged, and started again afterwards.

import type { Asker } from '../connection.js';
import { upstreamAnswers } from './answers.js';

export class FarClock {
  #ran = false;

  constructor(private readonly session: Asker) {}

  /** True when it ran. */
  async stop(): Promise<boolean> {
    const { clock } = await this.session.ask('clock', {}, upstreamAnswers.clock);
    if (!clock.running) return false;
    await this.session.ask('clock', { op: 'stop' }, upstreamAnswers.nothing);
    this.#ran = true;
    return true;
  }

  /** As it was found. */
  async restore(): Promise<void> {
    if (!this.#ran) return;
    this.#ran = false;
    await this.session.ask('clock', { op: 'start' }, upstreamAnswers.nothing);
  }
}

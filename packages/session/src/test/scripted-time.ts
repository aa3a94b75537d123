// A run that a test can go back in: ten steps, the moments and the values that the test says.

import {
  Failure,
  type Moment,
  type PastValue,
  type StopTime,
  type TimePosition,
  type TimeSpan,
  type TimeTravel,
  type TimelineQuery,
} from '@sonde/engine';
import type { Script } from './scripted-language.js';

export const at = (step: number, branch = 0): TimePosition => ({ branch, step, edit: 0 });

export class ScriptedTime implements TimeTravel {
  readonly asked: TimelineQuery[] = [];
  readonly discarded: number[] = [];
  moments: readonly Moment[] = [{ kind: 'entry', at: at(0) }];
  past: readonly PastValue[] = [];
  here = at(10);

  constructor(private readonly script: Script) {
    script.canGoBack = true;
    script.time = this;
    script.stopTime = this.#stopTime();
  }

  /** The machine stands at another moment. */
  goOn(step: number, reason: 'step' | 'goto' | 'entry'): void {
    this.here = at(step);
    this.script.stopTime = this.#stopTime();
    this.script.stop({ kind: reason });
  }

  async span(): Promise<TimeSpan> {
    const branches = [{ branch: 0, last: at(10) }];
    return { first: at(0), last: at(10), here: this.here, branches, unit: 'steps' };
  }

  async timeline(query: TimelineQuery) {
    this.asked.push(query);
    return { ...(await this.span()), moments: this.moments, total: this.moments.length };
  }

  async goTo(_stop: unknown, { step }: TimePosition): Promise<void> {
    if (step > 10) throw new Failure('not-found', 'user', `the run has no step ${step}.`);
    setImmediate(() => this.goOn(step, 'goto'));
  }

  async history() {
    return { values: this.past, more: false };
  }

  async discard(branch: number): Promise<void> {
    this.discarded.push(branch);
  }

  async *recording(): AsyncIterable<Uint8Array> {
    yield new TextEncoder().encode('what ');
    yield new TextEncoder().encode('happened');
  }

  #stopTime(): StopTime {
    return { at: this.here, first: at(0), last: at(10) };
  }
}

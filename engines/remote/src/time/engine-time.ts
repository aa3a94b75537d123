// Moving in time on behalf of the engine: ways back and questions, and what becomes of a motion that is refused.

import type { MotionKind, StopId, SymbolIndex } from '@sonde/engine';
import type { Resolver } from '@sonde/engine/machine';
import { runTargets } from '../motion-goal.js';
import type { Arrival } from '../pilot.js';
import type { RemoteTime } from '../remote-time.js';
import { TimeQuestions } from './time-questions.js';
import { WaysBack, type WaysBackParts } from './ways-back.js';

export interface EngineTimeParts extends Pick<WaysBackParts, 'machine' | 'breakpoints' | 'decide'> {
  readonly symbols: SymbolIndex;
  readonly resolver: Resolver;
  check(stop: StopId): void;
  /** The task that stops after a motion which names none. */
  firstTask(): number;
  /** The program is on its way. Answers with what makes it stand as it stood. */
  leave(): () => void;
  /** It stands in another time, and stops there. */
  arrived(task: number, arrival: Arrival): Promise<void>;
}

export class EngineTime {
  readonly questions: TimeQuestions;
  readonly #ways: WaysBack;

  constructor(
    private readonly time: RemoteTime,
    private readonly parts: EngineTimeParts,
  ) {
    const { resolver, symbols } = parts;
    this.#ways = new WaysBack({
      ...parts,
      time,
      targets: ({ location }) => runTargets(resolver, location),
    });
    this.questions = new TimeQuestions({
      time,
      symbols,
      ways: this.#ways,
      check: stop => parts.check(stop),
      move: work => {
        const task = parts.firstTask();
        return this.#move(task, async () => ({ kind: 'stopped', task, reasons: await work() }));
      },
    });
  }

  /** Back in time. Throws a Failure where that cannot be, and the program stands where it stood. */
  back(task: number, motion: MotionKind): Promise<void> {
    return this.#move(task, () => this.#ways.go(task, motion));
  }

  async #move(task: number, work: () => Promise<Arrival>): Promise<void> {
    const { here } = this.time;
    const standAgain = this.parts.leave();
    let arrival: Arrival;
    try {
      // What the machine halts at by itself is found in its past by the same wishes.
      await this.parts.breakpoints.flush();
      arrival = await work();
    } catch (error) {
      const hasMoved = here !== undefined && this.time.here?.step !== here.step;
      if (hasMoved) await this.time.travel(here).catch(() => undefined);
      standAgain();
      throw error;
    }
    await this.parts.arrived(task, arrival);
  }
}

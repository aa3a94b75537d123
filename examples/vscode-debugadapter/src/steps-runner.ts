// Lets a program run until something stops it, in slices, so that a `pause` gets through.
import { setImmediate } from 'node:timers/promises';
import { Mistake } from './steps-expression.js';
import type { Hit, StepsBreakpoints } from './steps-breakpoints.js';
import type { StepsMachine } from './steps-machine.js';

export type Motion = 'continue' | 'next' | 'stepIn' | 'stepOut';

export type Outcome =
  | { readonly kind: 'hit'; readonly hit: Hit }
  | { readonly kind: 'step' | 'pause' | 'ended' | 'cancelled' }
  | { readonly kind: 'mistake'; readonly message: string };

const slice = 5_000;

export class StepsRunner {
  #wanted: 'run' | 'pause' | 'cancel' = 'run';

  constructor(
    private readonly machine: StepsMachine,
    private readonly breakpoints: StepsBreakpoints | undefined,
    private readonly log: (text: string) => void,
  ) {}

  pause(): void {
    this.#wanted = 'pause';
  }

  /** The program is wanted no more. */
  cancel(): void {
    this.#wanted = 'cancel';
  }

  async run(motion: Motion, first: boolean): Promise<Outcome> {
    this.#wanted = 'run';
    const depth = this.machine.frames.length;
    // Before anything runs, the first statement may have a breakpoint; later it has stopped there already.
    let outcome = first ? this.#arrived('continue', depth, false) : undefined;
    for (let done = 1; outcome === undefined; done++) {
      if (done % slice === 0) await setImmediate();
      outcome = this.#interrupted() ?? this.#step(motion, depth);
    }
    return outcome;
  }

  #interrupted(): Outcome | undefined {
    if (this.#wanted === 'run') return undefined;
    return { kind: this.#wanted === 'pause' ? 'pause' : 'cancelled' };
  }

  #step(motion: Motion, depth: number): Outcome | undefined {
    const before = this.machine.frames.length;
    try {
      this.machine.step();
    } catch (error) {
      if (error instanceof Mistake) return { kind: 'mistake', message: error.message };
      throw error;
    }
    return this.#arrived(motion, depth, this.machine.frames.length > before);
  }

  #arrived(motion: Motion, depth: number, entered: boolean): Outcome | undefined {
    const now = this.machine.frames.length;
    if (now === 0) return { kind: 'ended' };
    const hit = this.breakpoints?.hitAt(this.machine, entered, this.log);
    if (hit !== undefined) return { kind: 'hit', hit };
    const done =
      motion === 'stepIn' || (motion === 'next' && now <= depth) || (motion === 'stepOut' && now < depth);
    return done ? { kind: 'step' } : undefined;
  }
}

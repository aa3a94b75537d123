// Time as the loop of the thread uses it: the traveller, and the journey that is under way.

import { Failure, positionText, type StopTime, type TimePosition } from '@sonde/engine';
import type { Outcome } from '../../machine.js';
import type { Inspector } from '../inspector.js';
import type { BookKeeper } from './checkpoints.js';
import type { Edit } from './edits.js';
import type { Asked, Decision, Journey } from './scanner.js';
import { Divergence, TimeTraveller, type TravellerParts } from './time-traveller.js';
import { WaysBack, type Arrival, type WayBack, type WayBackParts } from './way-back.js';

export type TimeControlParts = Omit<TravellerParts, 'book'> &
  Omit<WayBackParts, 'traveller' | 'book'> & { readonly inspector: Inspector };

export type Travelled =
  | { readonly kind: 'on-the-way' }
  | { readonly kind: 'ask'; readonly asked: Asked }
  | ({ readonly kind: 'arrived' } & Arrival);

export class TimeControl {
  readonly #traveller: TimeTraveller;
  readonly #ways: WaysBack;
  #journey: Journey<Arrival> | undefined;
  #decision: Decision | undefined;

  constructor(private readonly parts: TimeControlParts) {
    const book: BookKeeper = {
      save: () => ({ counts: parts.table.counts, notes: parts.sites.notes }),
      load: ({ counts, notes }) => {
        parts.table.counts = counts;
        parts.sites.notes = notes;
        parts.inspector.forget();
      },
      beginCount: counter => parts.table.beginCount(counter),
    };
    this.#traveller = new TimeTraveller({ ...parts, book });
    // What is printed now is at the machine's own time: the traveller counts up only when the machine comes back.
    parts.world.when = () =>
      positionText(this.#traveller.position({ ...this.#traveller.here, time: parts.machine.time }));
    this.#ways = new WaysBack({ ...parts, book, traveller: this.#traveller });
  }

  get past(): boolean {
    return this.#traveller.past;
  }

  get stopTime(): StopTime {
    return this.#traveller.stopTime;
  }

  /** Instructions that were run again so far. */
  get replayed(): number {
    return this.#traveller.replayed;
  }

  run(until: number, passSite: boolean): Outcome {
    return this.#traveller.run(until, passSite);
  }

  ran(now: number): void {
    this.#traveller.ran(now);
  }

  /** Breakpoints were set or removed. */
  breakpointsChanged(): void {
    this.#traveller.countsFromHere(this.parts.table.counting);
  }

  edit(edit: Edit): unknown {
    return this.#traveller.edit(edit);
  }

  /** Sets out; `travel` goes on. */
  goBack(task: number, way: WayBack): void {
    this.#journey = this.#ways.go(task, way);
  }

  goTo(position: TimePosition): void {
    const target = this.#traveller.instantOf(position);
    this.#journey = this.#goTo(target, position.branch);
  }

  *#goTo(target: ReturnType<TimeTraveller['instantOf']>, branch: number): Journey<Arrival> {
    const { machine } = this.parts;
    this.#traveller.switchTo(branch);
    yield* this.#ways.goTo(target);
    const alive = machine.tasks().filter(({ state }) => state !== 'finished');
    const task = alive.find(({ id }) => id === machine.currentTask) ?? alive[0];
    return { task: task?.id ?? machine.currentTask, reasons: [{ kind: 'goto' }] };
  }

  decided(stop: boolean, problem: string | undefined): void {
    this.#decision = { stop, problem };
  }

  get travels(): boolean {
    return this.#journey !== undefined;
  }

  /** Stays where the journey has come to. */
  giveUp(): void {
    this.#journey?.return(undefined as never);
    this.#journey = undefined;
  }

  /** Goes on with the journey for a moment. */
  travel(): Travelled {
    const journey = this.#journey;
    if (journey === undefined) throw new Failure('internal', 'sonde', 'nobody is on the way.');
    const decision = this.#decision;
    this.#decision = undefined;
    const until = performance.now() + travelMs;
    for (let step = journey.next(decision); ; step = journey.next()) {
      if (step.done === true) {
        this.#journey = undefined;
        return { kind: 'arrived', ...step.value };
      }
      if (step.value !== undefined) return { kind: 'ask', asked: step.value };
      if (performance.now() > until) return { kind: 'on-the-way' };
    }
  }

  /** The program does not do the same twice. Back to the newest moment, which is known to be true. */
  diverged(error: unknown): string {
    if (!(error instanceof Divergence)) throw error;
    this.#journey = undefined;
    const back = this.#traveller.toPresent();
    if (!back) throw error;
    return `Going back failed: ${error.message}. What is shown is the newest moment.`;
  }
}

/** Messages are looked for in between. */
const travelMs = 5;

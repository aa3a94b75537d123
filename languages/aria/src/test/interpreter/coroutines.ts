// Coroutines and whose turn it is: a queue of ready ones, and sleepers by a clock of their own.

import type { Activity, Request } from './activity.js';
import type { Outcome } from './values.js';

export class Coroutine {
  /** Functions that are running, the innermost last. Here and not on our own stack, so that recursion may be deep. */
  readonly activities: Activity[] = [];
  readonly waiters: Coroutine[] = [];
  outcome: Outcome | undefined;

  constructor(
    readonly id: number,
    readonly name: string,
  ) {}
}

interface Sleeper {
  readonly coroutine: Coroutine;
  readonly due: bigint;
}

export class Schedule {
  readonly #ready: Coroutine[] = [];
  /** By when they wake, then by who went to sleep first. */
  readonly #sleepers: Sleeper[] = [];
  /** When whoever woke last wanted to: it does not run while code does, so the order is always the same. */
  #now = 0n;
  #ids = 0;

  create(name: string, activity: Activity): Coroutine {
    const coroutine = new Coroutine(++this.#ids, name);
    coroutine.activities.push(activity);
    this.#ready.push(coroutine);
    return coroutine;
  }

  /** Puts the coroutine where what it asked for puts it. */
  suspend(coroutine: Coroutine, request: Exclude<Request, { kind: 'call' }>): void {
    if (request.kind === 'await') request.future.waiters.push(coroutine);
    else if (request.kind === 'yield') this.#ready.push(coroutine);
    else this.#sleep(coroutine, request.milliseconds);
  }

  end(coroutine: Coroutine, outcome: Outcome): void {
    coroutine.outcome = outcome;
    this.#ready.push(...coroutine.waiters.splice(0));
  }

  /** Undefined when every coroutine waits for another one. */
  next(): Coroutine | undefined {
    for (;;) {
      const first = this.#sleepers[0];
      if (!first || (this.#ready.length > 0 && first.due > this.#now)) break;
      this.#sleepers.shift();
      this.#now = first.due;
      this.#ready.push(first.coroutine);
    }
    return this.#ready.shift();
  }

  #sleep(coroutine: Coroutine, milliseconds: bigint): void {
    const due = this.#now + (milliseconds > 0n ? milliseconds : 0n);
    const before = this.#sleepers.findIndex(sleeper => sleeper.due > due);
    this.#sleepers.splice(before < 0 ? this.#sleepers.length : before, 0, { coroutine, due });
  }
}

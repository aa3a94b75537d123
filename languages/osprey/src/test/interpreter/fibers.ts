// Fibers of the interpreter: generators that wait for each other, run in turn.

import type { Effect, Operation } from '../../toolchain/checker/typed-program.js';
import type { Value } from './values.js';

/** What a computation asks of who runs it. */
export type Request =
  /** Goes on when the condition holds. */
  | { readonly ask: 'wait'; readonly until: () => boolean }
  /** An operation whose arm resumes: the body stops until it does. */
  | {
      readonly ask: 'operation';
      readonly region: Region;
      readonly operation: Operation;
      readonly args: readonly Value[];
    };

export type Computing<Result> = Generator<Request, Result, Value>;
export type Computation = Computing<Value>;

/** One `handle` in action whose body runs apart from its arms. */
export interface Region {
  readonly id: number;
  /** Operations of other fibers, which wait until the body of the region waits, too. */
  readonly pending: {
    readonly operation: Operation;
    readonly args: readonly Value[];
    resume(value: Value): void;
  }[];
}

/** A handler on the stack of handlers; arms run with those below it. */
export interface Handler {
  readonly effect: Effect;
  readonly outer: Handler | undefined;
  /** `caller`: the activation that performs it. */
  perform(operation: Operation, args: readonly Value[], caller: number): Computation;
}

export interface Fiber {
  readonly kind: 'fiber';
  readonly id: number;
  done: boolean;
  result: Value;
}

interface Running {
  readonly fiber: Fiber;
  readonly computation: Computation;
  until: (() => boolean) | undefined;
  /** What it goes on with. */
  given: Value;
}

/** The program stops with words, on standard error, and an exit code. */
export class Stopped extends Error {
  constructor(
    readonly exitCode: number,
    readonly words: string,
  ) {
    super(words);
  }
}

export class Scheduler {
  readonly #running: Running[] = [];
  #ids = 0;

  spawn(computation: Computation): Fiber {
    const fiber: Fiber = { kind: 'fiber', id: ++this.#ids, done: false, result: undefined };
    this.#running.push({ fiber, computation, until: undefined, given: undefined });
    return fiber;
  }

  /** Until the first is done; what others still do is lost, as with the threads of a program that ends. */
  run(main: Computation): Value {
    const first = this.spawn(main);
    while (!first.done) {
      let moved = false;
      for (const running of [...this.#running]) {
        if (this.#isOver(first) || running.until?.() === false) continue;
        moved = true;
        this.#step(running);
      }
      if (!moved && !this.#isOver(first)) throw new Stopped(1, 'all fibers wait');
    }
    return first.result;
  }

  #isOver({ done }: Fiber): boolean {
    return done;
  }

  #step(running: Running): void {
    const { given } = running;
    running.given = undefined;
    const { value, done } = running.computation.next(given);
    if (done === true) {
      running.fiber.done = true;
      running.fiber.result = value;
      this.#running.splice(this.#running.indexOf(running), 1);
      return;
    }
    if (value.ask === 'wait') {
      running.until = value.until;
      return;
    }
    const { region, operation, args } = value;
    let resumed = false;
    running.until = () => resumed;
    const resume = (answer: Value): void => {
      running.given = answer;
      resumed = true;
    };
    region.pending.push({ operation, args, resume });
  }
}

// A rendering in progress: a renderer's generator, stepped from one round of reads to the next.

import type { GuardOutcome } from './guard.js';
import { runGuarded } from './guard.js';
import type { ReadAnswer, ReadRequest, Rendering } from './renderer.js';

export type TaskOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly why: string }
  /** Its own code ran longer than its budget. */
  | { readonly kind: 'late' }
  /** The request as a whole had no time left. */
  | { readonly kind: 'out-of-time' };

interface Work<Result> {
  /** Begins the rendering. */
  readonly start: () => Rendering<Result>;
  /** Looks at the result inside the guard, since it may have getters; throws when it is none. */
  readonly check: (result: unknown) => Result;
  /** Code of our own needs no guard. */
  readonly trusted: boolean;
  /** Whether there is no point in running it any more; a sibling may have shown that. */
  readonly isHopeless?: () => boolean;
  readonly wasLate?: () => void;
}

/** What one step led to: reads that are wanted, or the end. */
type Step<Result> = { readonly reads: readonly ReadRequest[] } | { readonly result: Result };

export class RenderingTask<Result> {
  outcome: TaskOutcome<Result> | undefined;
  reads: readonly ReadRequest[] = [];
  rounds = 0;
  bytes = 0;
  #generator: Generator<readonly ReadRequest[], Result, readonly ReadAnswer[]> | undefined;
  /** All answers so far, with which a rendering that was cut off by mistake is begun again. */
  #answers: (readonly ReadAnswer[])[] = [];
  #broken = false;

  constructor(private readonly work: Work<Result>) {}

  get trusted(): boolean {
    return this.work.trusted;
  }

  get isHopeless(): boolean {
    return this.work.isHopeless?.() ?? false;
  }

  wasLate(): void {
    this.work.wasLate?.();
  }

  answer(answers: readonly ReadAnswer[]): void {
    this.#answers.push(answers);
    this.rounds++;
  }

  restart(): void {
    this.#broken = true;
  }

  /** Runs the renderer's code up to its next reads. */
  step(): Step<Result> {
    if (this.#broken) return this.#replay();
    if (this.#generator === undefined) return this.#begin();
    return this.#take(this.#generator.next(this.#answers.at(-1) ?? []));
  }

  #begin(): Step<Result> {
    const rendering = this.work.start();
    if (!isGenerator(rendering)) return { result: this.work.check(rendering) };
    this.#generator = rendering;
    return this.#take(rendering.next([]));
  }

  #replay(): Step<Result> {
    this.#broken = false;
    let step = this.#begin();
    for (const answers of this.#answers) {
      if ('result' in step || this.#generator === undefined) return step;
      step = this.#take(this.#generator.next(answers));
    }
    return step;
  }

  #take(next: IteratorResult<readonly ReadRequest[], Result>): Step<Result> {
    if (next.done === true) return { result: this.work.check(next.value) };
    const reads: unknown = next.value;
    if (!Array.isArray(reads)) throw new TypeError('it yielded something other than a list of reads');
    return { reads: [...(reads as readonly ReadRequest[])] };
  }

  /** Takes note of what a step led to. */
  settle(outcome: GuardOutcome<Step<Result>>): void {
    if (outcome.kind === 'late') this.outcome = { kind: 'late' };
    else if (outcome.kind === 'threw') this.outcome = { kind: 'failed', why: reasonOf(outcome.error) };
    else if ('result' in outcome.result) this.outcome = { kind: 'done', result: outcome.result.result };
    else this.reads = outcome.result.reads;
  }
}

function isGenerator<Result>(
  rendering: Rendering<Result>,
): rendering is Generator<readonly ReadRequest[], Result, readonly ReadAnswer[]> {
  return (
    typeof rendering === 'object' &&
    rendering !== null &&
    'next' in rendering &&
    typeof rendering.next === 'function'
  );
}

/** A reason for people, whatever was thrown. It must not run code of what it describes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error))
    return typeof error === 'string' ? error.slice(0, 200) : 'it threw something that is no error';
  const message: unknown = Object.getOwnPropertyDescriptor(error, 'message')?.value;
  return typeof message === 'string' && message !== '' ? message.slice(0, 200) : 'it threw an error';
}

/** One step of each task: ours directly, the others together under the guard. */
export function stepAll(
  tasks: readonly RenderingTask<unknown>[],
  rendererMs: number,
  isOutOfTime: () => boolean,
): void {
  for (const task of tasks) {
    if (!task.trusted) continue;
    if (isOutOfTime()) task.outcome = { kind: 'out-of-time' };
    else task.settle(directly(() => task.step()));
  }
  const others = tasks.filter(task => !task.trusted);
  if (others.length === 0) return;
  const outcomes = runGuarded<Step<unknown> | 'out-of-time' | 'hopeless'>(
    others.map(task => () => (isOutOfTime() ? 'out-of-time' : task.isHopeless ? 'hopeless' : task.step())),
    rendererMs,
    { again: nth => others[nth]?.restart(), late: nth => others[nth]?.wasLate() },
  );
  others.forEach((task, nth) => {
    const outcome = outcomes[nth] ?? { kind: 'late' };
    if (outcome.kind !== 'done') task.settle(outcome);
    else if (outcome.result === 'out-of-time') task.outcome = { kind: 'out-of-time' };
    else if (outcome.result === 'hopeless') task.outcome = { kind: 'late' };
    else task.settle({ kind: 'done', result: outcome.result });
  });
}

function directly<Result>(work: () => Result): GuardOutcome<Result> {
  try {
    return { kind: 'done', result: work() };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

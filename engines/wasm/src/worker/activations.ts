// Which activations are still there since the last stop, and writes to locals of callers that wait for their return.

import type { CrossingValue } from '../messages.js';
import type { Execution, Standing } from './execution.js';

interface PendingWrite {
  readonly first: number;
  readonly values: readonly CrossingValue[];
}

/**
 * A caller's locals cannot be reached while it waits. Nothing can read them either, so they are written when it goes on:
 * functions that were entered before the mark tell when they return, and the site behind the call hands out the locals.
 */
export class Activations {
  /** By the depth from the bottom. */
  readonly #pending = new Map<number, PendingWrite[]>();
  #depth = 0;
  #gone = 0;

  /** The program stands with this many activations. */
  mark(execution: Execution, depth: number): void {
    execution.mark = execution.used;
    this.#depth = depth;
    this.#gone = 0;
  }

  /** How many of those that were there at the mark have returned. */
  get gone(): number {
    return this.#gone;
  }

  /** How many of those that were there at the mark are there still. */
  get alive(): number {
    return this.#depth - this.#gone;
  }

  /** One of them returned. True: the one that called it must be stopped at once. */
  left(): boolean {
    this.#gone++;
    return this.#pending.has(this.alive - 1);
  }

  write(depth: number, first: number, values: readonly CrossingValue[]): void {
    const waiting = this.#pending.get(depth) ?? [];
    waiting.push({ first, values });
    this.#pending.set(depth, waiting);
  }

  /** What an activation that waits will have when it goes on. */
  overlay(depth: number, locals: unknown[]): void {
    for (const { first, values } of this.#pending.get(depth) ?? [])
      locals.splice(first, values.length, ...values);
  }

  /** The activation that goes on gets what was written while it waited. */
  apply({ site, locals }: Standing): void {
    if (site.kind !== 'return' || this.#gone === 0 || locals === undefined) return;
    const depth = this.alive - 1;
    this.overlay(depth, locals);
    this.#pending.delete(depth);
  }
}

// Messages of log points are printed once, as output is: not again where the program is run again through its past.

import type { Branch } from './branch.js';

export class LoggedOnce {
  /** How far each log point has printed, by branch: times of the latest message. */
  readonly #upTo = new Map<number, Map<string, number>>();

  constructor(private readonly branches: () => ReadonlyMap<number, Pick<Branch, 'from'>>) {}

  /** Whether a log point has not printed at this time of the branch; from now on it has. */
  isNew(key: string, branch: number, time: number): boolean {
    if (time <= this.#printedUpTo(key, branch)) return false;
    const own = this.#upTo.get(branch) ?? new Map<string, number>();
    this.#upTo.set(branch, own.set(key, time));
    return true;
  }

  /** What a branch has in common with another one was printed there. */
  #printedUpTo(key: string, branch: number): number {
    const own = this.#upTo.get(branch)?.get(key);
    if (own !== undefined) return own;
    const from = this.branches().get(branch)?.from;
    return from === undefined ? -1 : Math.min(from.at.time, this.#printedUpTo(key, from.branch));
  }
}

// From when on hits of breakpoints are counted: from the moment at which a breakpoint was set; before that, from the start.

export class CountStarts {
  readonly #from = new Map<number, number>();

  /** The breakpoints that count now; new ones do from this time on. */
  set(counters: readonly number[], time: number): void {
    for (const counter of this.#from.keys()) if (!counters.includes(counter)) this.#from.delete(counter);
    for (const counter of counters) if (!this.#from.has(counter)) this.#from.set(counter, time);
  }

  after(time: number): number {
    let next = Infinity;
    for (const from of this.#from.values()) if (from > time) next = Math.min(next, from);
    return next;
  }

  *at(time: number): Iterable<number> {
    for (const [counter, from] of this.#from) if (from === time) yield counter;
  }
}

// Deadlines of many small pieces of work under one timer: nearly all are over long before, and a timer for each is felt.

export interface Deadline {
  readonly at: number;
  readonly late: () => void;
}

export class Deadlines {
  readonly #open = new Set<Deadline>();
  #timer: NodeJS.Timeout | undefined;
  #ringsAt = 0;

  /** Calls `late` when the time is over, unless the deadline was lifted by then. */
  set(ms: number, late: () => void): Deadline {
    const deadline: Deadline = { at: performance.now() + ms, late };
    this.#open.add(deadline);
    this.#ringBy(deadline.at);
    return deadline;
  }

  lift(deadline: Deadline): void {
    this.#open.delete(deadline);
  }

  /** A timer that goes off too early for everyone is set again, so that one that was lifted costs nothing. */
  #ringBy(at: number): void {
    if (this.#timer !== undefined && this.#ringsAt <= at) return;
    clearTimeout(this.#timer);
    this.#ringsAt = at;
    const ms = Math.max(1, Math.ceil(at - performance.now()));
    // What keeps the process alive is what the work is for, not its limit.
    this.#timer = setTimeout(() => this.#ring(), ms).unref();
  }

  #ring(): void {
    this.#timer = undefined;
    const now = performance.now();
    const due = [...this.#open].filter(({ at }) => at <= now);
    for (const deadline of due) {
      this.#open.delete(deadline);
      deadline.late();
    }
    if (this.#open.size > 0) this.#ringBy(Math.min(...[...this.#open].map(({ at }) => at)));
  }
}

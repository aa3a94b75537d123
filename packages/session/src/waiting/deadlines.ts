// Deadlines of many small pieces of work under one timer: nearly all are over long before, and a timer for each is felt.
//
// Only time in which this process runs counts. After the machine slept, or gave its processor to others for seconds,
// what is late is the machine, and each piece of work has as much time left as before.

export interface Deadline {
  readonly late: () => void;
}

interface OpenDeadline extends Deadline {
  at: number;
}

/** The timer rings at least so often while something is open: by how late it is one sees that the process stood still. */
const longestMs = 1000;
/** Timers of a busy process are a little late, which is its own affair. */
const standstillMs = 250;

export class Deadlines {
  readonly #open = new Set<OpenDeadline>();
  #timer: NodeJS.Timeout | undefined;
  #ringsAt = 0;

  /** Calls `late` when the time is over, unless the deadline was lifted by then. */
  set(ms: number, late: () => void): Deadline {
    const deadline: OpenDeadline = { at: performance.now() + ms, late };
    this.#open.add(deadline);
    this.#ringBy(deadline.at);
    return deadline;
  }

  lift(deadline: Deadline): void {
    this.#open.delete(deadline as OpenDeadline);
  }

  /** A timer that goes off too early for everyone is set again, so that one that was lifted costs nothing. */
  #ringBy(deadline: number): void {
    const now = performance.now();
    const at = Math.min(deadline, now + longestMs);
    if (this.#timer !== undefined && this.#ringsAt <= at) return;
    clearTimeout(this.#timer);
    this.#ringsAt = at;
    const ms = Math.max(1, Math.ceil(at - now));
    // What keeps the process alive is what the work is for, not its limit.
    this.#timer = setTimeout(() => this.#ring(), ms).unref();
  }

  #ring(): void {
    this.#timer = undefined;
    const now = performance.now();
    const stoodStill = now - this.#ringsAt;
    if (stoodStill > standstillMs) for (const each of this.#open) each.at += stoodStill;
    const due = [...this.#open].filter(({ at }) => at <= now);
    for (const deadline of due) {
      this.#open.delete(deadline);
      deadline.late();
    }
    if (this.#open.size > 0) this.#ringBy(Math.min(...[...this.#open].map(({ at }) => at)));
  }
}

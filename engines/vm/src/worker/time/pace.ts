// How often to take a checkpoint while the program runs: so often that it costs no more than a small part of the time.
// What is saved after it by a write barrier costs time too, which only the bytes tell.

/** Of the time that the program runs. */
const mostCost = 0.025;
const mostOftenMs = 8;
const mostBytesPerMs = 100_000;
/** Fewer instructions are run again faster than a checkpoint is restored. */
const fewestInstructions = 2_000;

export class Pace {
  #costMs = 0;
  #bytes = 0;
  #at: number;
  #time = 0;

  constructor(now: number) {
    this.#at = now;
  }

  isDue(now: number, time: number): boolean {
    if (time - this.#time < fewestInstructions) return false;
    return now - this.#at >= Math.max(mostOftenMs, this.#costMs / mostCost, this.#bytes / mostBytesPerMs);
  }

  /** `bytes`: what was saved since the one before. */
  took(costMs: number, now: number, time: number, bytes: number): void {
    // One that was slow by chance counts for a while only; one that is slow as a rule counts at once.
    this.#costMs = Math.max(costMs, this.#costMs * 0.75);
    this.#bytes = Math.max(bytes, this.#bytes * 0.75);
    this.#at = now;
    this.#time = time;
  }
}

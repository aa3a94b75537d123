// How often to take a checkpoint while the program runs: so often that it costs no more than a small part of the time.
// What is saved after it by a write barrier costs time too, which only the bytes tell.
//
// Each checkpoint is a debt that the time paid back. A little may be owed: the first ones are slow, before the engine of
// JavaScript has compiled what takes them, and would put off the next for a quarter of a second. One that takes far longer
// than the one before is not believed at once: the thread was interrupted, and a second without checkpoints would come of it.

/** Of the time that the program runs. */
const mostCost = 0.08;
const mostOftenMs = 0.5;
const mostBytesPerMs = 100_000;
/** What may be owed when the next is taken. */
const patience = { ms: 8, bytes: 400_000 };
/** Believed is so much more than the last one took. */
const growth = { times: 4, ms: 1 };
/** Fewer instructions are run again faster than a checkpoint is restored. */
const fewestInstructions = 2_000;

export class Pace {
  #owedMs = 0;
  #owedBytes = 0;
  #believedMs = 0;
  #at: number;
  #time = 0;

  constructor(now: number) {
    this.#at = now;
  }

  isDue(now: number, time: number): boolean {
    if (time - this.#time < fewestInstructions) return false;
    const passed = now - this.#at;
    return (
      passed >= mostOftenMs &&
      this.#owedMs - passed * mostCost <= patience.ms &&
      this.#owedBytes - passed * mostBytesPerMs <= patience.bytes
    );
  }

  /** `bytes`: what was saved since the one before. */
  took(costMs: number, now: number, time: number, bytes: number): void {
    const passed = now - this.#at;
    this.#believedMs = Math.min(costMs, growth.times * this.#believedMs + growth.ms);
    this.#owedMs = Math.max(0, this.#owedMs - passed * mostCost) + this.#believedMs;
    this.#owedBytes = Math.max(0, this.#owedBytes - passed * mostBytesPerMs) + bytes;
    this.#at = now;
    this.#time = time;
  }
}

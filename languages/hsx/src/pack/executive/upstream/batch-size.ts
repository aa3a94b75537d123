// How many instructions to ask for at a time: few enough that a pause is soon obeyed, and that the executive never waits five
// seconds for its machine, after which it would be stuck.

const first = 200;
const most = 2_000;
/** What a program prints waits in a mailbox of 64 bytes, and is lost beyond. */
const leastWhilePrinting = 16;
const wantedMs = 250;

export class BatchSize {
  #instructions = first;

  get instructions(): number {
    return this.#instructions;
  }

  took(executed: number, ms: number): void {
    if (executed < this.#instructions) return;
    const factor = Math.min(2, Math.max(0.5, wantedMs / Math.max(1, ms)));
    this.#instructions = Math.max(1, Math.min(most, Math.floor(this.#instructions * factor)));
  }

  /** The program prints: look more often. */
  wrote(): void {
    this.#instructions = Math.max(leastWhilePrinting, Math.floor(this.#instructions / 4));
  }
}

// How many instructions one run of the machine gets: about half a millisecond's worth, found by measuring.
//
// Checkpoints are taken between slices, and the first step back from a present runs again what lies behind the last one.

const wantedMs = 0.5;
const fewest = 1_000;
const most = 50_000_000;

export class Slice {
  #instructions = 10_000;

  get instructions(): number {
    return this.#instructions;
  }

  /** Learns from a slice that ran to its end. */
  took(milliseconds: number): void {
    const factor = Math.min(2, Math.max(0.25, wantedMs / Math.max(milliseconds, 0.001)));
    this.#instructions = Math.round(Math.min(most, Math.max(fewest, this.#instructions * factor)));
  }
}

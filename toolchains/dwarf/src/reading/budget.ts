// How much may be read and made. Entries can share lists and texts, so a small file could else ask for endless work.

import { DwarfProblem } from './problem.js';

export class Budget {
  #left: number;

  constructor(bytes: number) {
    // Real modules use less than one unit for each byte.
    this.#left = 1_000_000 + 16 * bytes;
  }

  spend(amount: number, section: string, offset: number): void {
    this.#left -= amount;
    if (this.#left < 0)
      throw new DwarfProblem(section, offset, 'the debug information refers to the same parts too often');
  }
}

// What a parser of the solidity mode knows besides its tokens.

import type { ProgramProblems } from '../../problems/lint-levels.js';
import type { Token } from '../tokens.js';
import { Cursor } from '../twilight-cursor.js';

export class SolidityCursor extends Cursor {
  /** Enums of the file: `Status.Open` is a variant, not a field. */
  readonly enums: ReadonlySet<string>;
  #unchecked = false;

  constructor(tokens: Token[], problems: ProgramProblems, deepest: number) {
    super(tokens, problems, deepest);
    const named = tokens.filter(
      (_, nth) => tokens[nth - 1]?.text === 'enum' && tokens[nth - 1]?.kind === 'word',
    );
    this.enums = new Set(named.map(({ text }) => text));
  }

  /** In an `unchecked` block arithmetic wraps. */
  get unchecked(): boolean {
    return this.#unchecked;
  }

  inUnchecked<T>(read: () => T): T {
    const before = this.#unchecked;
    this.#unchecked = true;
    try {
      return read();
    } finally {
      this.#unchecked = before;
    }
  }
}

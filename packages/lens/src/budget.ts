// Budgets: how much time, memory and text showing values may cost, so that no value can hold up a session.

import { patient } from '@sonde/engine';

export interface Budget {
  /**
   * Longest stretch of one renderer's own code, in milliseconds. One that takes longer is tried once more with several
   * times that before it is given up: what a busy machine takes from it is not its fault.
   */
  readonly rendererMs: number;
  /** How often one renderer may ask for reads. */
  readonly rounds: number;
  /** Bytes of memory that one renderer may read. */
  readonly bytes: number;
  /** How deep summaries contain summaries: `{a: {b: …}}`. */
  readonly nesting: number;
  /** Values in summaries of others that one request may show; beyond them there is `…`. */
  readonly nested: number;
  /** Time for one request as a whole, in milliseconds; what is not shown by then says so. */
  readonly totalMs: number;
  /** Children listed when a client does not say how many it wants. */
  readonly page: number;
  /** Children listed at most, whatever a client wants. */
  readonly maxPage: number;
  /** Longest one-line text where the format sets no limit, in UTF-16 units. */
  readonly preview: number;
  /** Values after which a renderer that took too long is no longer tried. */
  readonly strikes: number;
}

export const defaultBudget: Budget = {
  rendererMs: 20,
  rounds: 64,
  bytes: 1 << 20,
  nesting: 3,
  nested: 100_000,
  totalMs: patient(2_000),
  page: 1_000,
  maxPage: 100_000,
  preview: 256,
  strikes: 3,
};

/** For a person who asked for all of one value: a clipboard, a console. */
export const wholeBudget: Budget = {
  ...defaultBudget,
  rounds: 1_024,
  bytes: 64 << 20,
  nesting: 8,
  nested: 1_000_000,
  totalMs: patient(10_000),
};

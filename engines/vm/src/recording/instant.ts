// A moment of the run, as the thread of the machine counts it.

import type { Outcome } from '../machine.js';

export interface Instant {
  /** Retired instructions. */
  readonly time: number;
  /** How often the machine came back from this instruction without retiring it: it raised, waited, asked for a module. */
  readonly phase: number;
  /** How many changes the debugger has made since the start. */
  readonly edits: number;
}

/** Negative when `left` is before `right`. All three only ever grow. */
export const compareInstants = (left: Instant, right: Instant): number =>
  left.time - right.time || left.phase - right.phase || left.edits - right.edits;

export const isBefore = (left: Instant, right: Instant): boolean => compareInstants(left, right) < 0;

/** Outcomes behind which the machine has changed, though no instruction was retired. */
const inBetween: ReadonlySet<Outcome['kind']> = new Set<Outcome['kind']>([
  'thrown',
  'trap',
  'module',
  'waiting',
]);

export const beginsPhase = ({ kind }: Outcome): boolean => inBetween.has(kind);

// Breakpoints on instructions, as marks in the margin: this browser's own, and those of others.
import type { ForeignBreakpoint, Outcomes } from '../breakpoint-sync.js';
import type { InstructionBreakpoint } from '../breakpoint-book.js';

export interface InstructionMark {
  readonly state: 'set' | 'waiting' | 'foreign';
  readonly title: string;
}

export function instructionMarks(
  wanted: readonly InstructionBreakpoint[],
  outcomes: Outcomes['instructions'],
  others: readonly ForeignBreakpoint[],
): ReadonlyMap<string, InstructionMark> {
  const marks = new Map<string, InstructionMark>();
  for (const { kind, instructionReference, owner } of others)
    if (kind === 'instruction' && instructionReference !== undefined)
      marks.set(instructionReference, { state: 'foreign', title: `Breakpoint of ${owner}.` });
  for (const [index, { instructionReference }] of wanted.entries()) {
    const outcome = outcomes[index];
    const isSet = outcome?.verified === true;
    const title = outcome?.message ?? (isSet ? 'Breakpoint.' : 'Breakpoint that is not set yet.');
    marks.set(instructionReference, { state: isSet ? 'set' : 'waiting', title });
  }
  return marks;
}

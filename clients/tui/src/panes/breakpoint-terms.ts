// What a user says about a breakpoint in one line: a condition, a count of hits, a log message, or several of them.
import type { BreakpointTerms } from '@sonde/client';

export const termsQuestion = 'stop when (CONDITION; hits >= N; log TEXT): ';

/** A log message takes the rest of the line; a semicolon parts the others, because conditions have commas. */
export function termsIn(text: string): BreakpointTerms {
  const [, before = text, logMessage] = /^(|.*?;\s*)log\s+(.+)$/s.exec(text.trim()) ?? [];
  const [, first = before, hitCondition] = /^(|.*;\s*)hits\s+([^;]+?)[;\s]*$/s.exec(before.trim()) ?? [];
  const condition = first.trim().replace(/[;\s]+$/, '');
  return {
    ...(condition === '' ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
    ...(logMessage === undefined ? {} : { logMessage: logMessage.trim() }),
  };
}

/** The line that says them, to be changed. */
export const termsText = ({ condition = '', hitCondition = '', logMessage = '' }: BreakpointTerms): string =>
  [condition, hitCondition === '' ? '' : `hits ${hitCondition}`, logMessage === '' ? '' : `log ${logMessage}`]
    .filter(part => part !== '')
    .join('; ');

/** What a breakpoint is besides: where, and whether it is switched off. */
export function withoutTerms<Each extends BreakpointTerms>(
  breakpoint: Each,
): Omit<Each, keyof BreakpointTerms> {
  const { condition: _, hitCondition: __, logMessage: ___, ...rest } = breakpoint;
  return rest;
}

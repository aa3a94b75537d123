// What a run of the suite found.
import type { CheckText } from './check.js';

/** `unmet`: broken, and the protocol does not demand it (`level: 'should'`); no failure. */
export type Outcome = 'passed' | 'failed' | 'unmet' | 'skipped' | 'excused';

export const outcomes: readonly Outcome[] = ['passed', 'failed', 'unmet', 'skipped', 'excused'];

export interface CheckResult extends CheckText {
  readonly outcome: Outcome;
  /** Why it failed, is unmet, was skipped or is excused; absent when it passed. */
  readonly reason?: string;
  /** The end of the conversation, where that explains a failure. */
  readonly transcript?: string;
  readonly milliseconds: number;
}

export interface Report {
  /** What was tried: the profile's name, and the line to the adapter. */
  readonly adapter: string;
  readonly line: string;
  readonly results: readonly CheckResult[];
  readonly milliseconds: number;
}

export const count = (report: Report, outcome: Outcome): number => countIn(report.results, outcome);

export const countIn = (results: readonly CheckResult[], outcome: Outcome): number =>
  results.filter(result => result.outcome === outcome).length;

export const hasFailed = (report: Report): boolean => count(report, 'failed') > 0;

/** What stands before the slash of an id. */
export const groupOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('/')));

/** The results of each group, in the order in which they are reported. */
export function byGroup<T extends { readonly id: string }>(
  results: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const result of results) {
    const group = groups.get(groupOf(result.id));
    if (group === undefined) groups.set(groupOf(result.id), [result]);
    else group.push(result);
  }
  return groups;
}

// What a run of the suite found.
import type { CheckText } from './check.js';

export type Outcome = 'passed' | 'failed' | 'skipped' | 'excused';

export interface CheckResult extends CheckText {
  readonly outcome: Outcome;
  /** Why it failed, was skipped or is excused; absent when it passed. */
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

export const count = (report: Report, outcome: Outcome): number =>
  report.results.filter(result => result.outcome === outcome).length;

export const hasFailed = (report: Report): boolean => count(report, 'failed') > 0;

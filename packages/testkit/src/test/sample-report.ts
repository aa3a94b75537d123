// A report with one result of each kind, for the tests of the reports.
import type { CheckResult, Report } from '../conformance/report.js';

const text = (id: string, title: string) => ({
  id,
  title,
  reference: { in: 'specification', page: 'Requests_Next' } as const,
  why: 'Steps go astray.',
});

export const results = {
  passed: { ...text('wire/schema', 'Every message fits'), outcome: 'passed', milliseconds: 5 },
  failed: {
    ...text('motion/next', '`next` stops at the next line'),
    outcome: 'failed',
    reason: 'stopped in line 9 & "not" <8>\nand said nothing \u0007of it',
    transcript: Array.from({ length: 30 }, (_, line) => `${line + 1} → message`).join('\n'),
    milliseconds: 1500,
  },
  unmet: {
    ...text('motion/reason', 'A stop tells its reason'),
    level: 'should',
    outcome: 'unmet',
    reason: 'it says "step"',
    milliseconds: 30,
  },
  skipped: {
    ...text('motion/goto', '`goto` goes there'),
    outcome: 'skipped',
    reason: 'the adapter does not declare supportsGotoTargetsRequest',
    milliseconds: 0,
  },
  alsoSkipped: {
    ...text('motion/goto-twice', '`goto` goes there again'),
    outcome: 'skipped',
    reason: 'the adapter does not declare supportsGotoTargetsRequest',
    milliseconds: 0,
  },
  excused: {
    ...text('motion/pause', '`pause` stops the program'),
    outcome: 'excused',
    reason: 'the machine cannot be interrupted\nno answer came',
    milliseconds: 20,
  },
} as const satisfies Readonly<Record<string, CheckResult>>;

export const sampleReport: Report = {
  adapter: 'An adapter',
  line: 'stdio',
  results: Object.values(results),
  milliseconds: 2345,
};

// The report for programs: JSON with a version, described in docs/conformance.md.
import { referenceLink } from '../check.js';
import { count } from '../report.js';
import type { CheckResult, Report } from '../report.js';

export const jsonFormat = 'dap-conformance-report';
export const jsonVersion = 2;

export function jsonReport(report: Report): string {
  const value = {
    format: jsonFormat,
    version: jsonVersion,
    adapter: report.adapter,
    line: report.line,
    milliseconds: Math.round(report.milliseconds),
    passed: count(report, 'passed'),
    failed: count(report, 'failed'),
    unmet: count(report, 'unmet'),
    skipped: count(report, 'skipped'),
    excused: count(report, 'excused'),
    checks: report.results.map(checkOf),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function checkOf(result: CheckResult): unknown {
  const { id, title, outcome, level, reason, transcript, why, reference, milliseconds } = result;
  return {
    id,
    title,
    level: level ?? 'must',
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(transcript === undefined ? {} : { transcript }),
    why,
    reference: { ...reference, link: referenceLink(reference) },
    milliseconds: Math.round(milliseconds),
  };
}

// The report for CI servers: JUnit's XML. What is unmet or excused counts as skipped there, with the reasons.
import { referenceLink } from '../check.js';
import { byGroup, count, countIn } from '../report.js';
import type { CheckResult, Report } from '../report.js';

export function junitReport(report: Report): string {
  const name = `${report.adapter} over ${report.line}`;
  const suites = [...byGroup(report.results)].map(([group, results]) => suite(name, group, results));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({
      name: `DAP conformance of ${name}`,
      tests: report.results.length,
      failures: count(report, 'failed'),
      skipped: notCounted(report.results),
      time: seconds(report.milliseconds),
    })}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(name: string, group: string, results: readonly CheckResult[]): string {
  const about = attributes({
    name: `${name}: ${group}`,
    tests: results.length,
    failures: countIn(results, 'failed'),
    errors: 0,
    skipped: notCounted(results),
    time: seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
  });
  return [`  <testsuite${about}>`, ...results.map(result => testCase(group, result)), '  </testsuite>'].join(
    '\n',
  );
}

function testCase(group: string, result: CheckResult): string {
  const about = attributes({
    classname: group,
    name: `${result.id}: ${result.title}`,
    time: seconds(result.milliseconds),
  });
  const inner = verdict(result);
  return inner === undefined
    ? `    <testcase${about}/>`
    : `    <testcase${about}>\n      ${inner}\n    </testcase>`;
}

function verdict(result: CheckResult): string | undefined {
  const { outcome, reason = 'no reason was given', transcript, why, reference } = result;
  switch (outcome) {
    case 'passed':
      return undefined;
    case 'skipped':
      return `<skipped${attributes({ message: reason })}/>`;
    case 'unmet':
      return `<skipped${attributes({ message: `should: ${reason}` })}/>`;
    case 'excused':
      return `<skipped${attributes({ message: `excused: ${reason}` })}/>`;
    case 'failed': {
      const text = [reason, `Why it matters: ${why}`, `Protocol: ${referenceLink(reference)}`, transcript];
      const message = reason.split('\n')[0] ?? '';
      return `<failure${attributes({ message })}>${escaped(text.filter(part => part !== undefined).join('\n'))}</failure>`;
    }
  }
}

const notCounted = (results: readonly CheckResult[]): number =>
  countIn(results, 'skipped') + countIn(results, 'excused') + countIn(results, 'unmet');

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');

/** What XML 1.0 cannot hold at all, not even escaped: most control characters, lone halves of a pair, two others. */
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

export const escaped = (text: string): string =>
  text
    .replace(unspeakable, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"\r]/g, sign => signs[sign] ?? sign);

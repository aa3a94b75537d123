// The report for people: a table of all checks, then what failed or is unmet and why it matters, then what was not tried and why.
import { referenceLink } from '../check.js';
import { byGroup, count, outcomes } from '../report.js';
import type { CheckResult, Outcome, Report } from '../report.js';
import { plainStyle } from './terminal-style.js';
import type { TerminalStyle } from './terminal-style.js';

export interface TextReportOptions {
  readonly style?: TerminalStyle;
  /** Titles are cut to fit; as long as they are unless given. */
  readonly columns?: number;
  /** Whole conversations instead of their last lines. */
  readonly verbose?: boolean;
}

const shownLines = 12;

export function textReport(report: Report, options: TextReportOptions = {}): string {
  const style = options.style ?? plainStyle;
  const of = (outcome: Outcome): readonly CheckResult[] =>
    report.results.filter(result => result.outcome === outcome);
  const parts = [
    style.bold(`${report.adapter} over ${report.line}`),
    ...[...byGroup(report.results)].map(([group, results]) => table(group, results, style, options.columns)),
    ...of('failed').map(result => failure(result, style, options.verbose === true)),
    ...of('unmet').map(result => failure(result, style, options.verbose === true)),
    ...reasons('Excused', of('excused'), style),
    ...reasons('Skipped', of('skipped'), style),
    summaryLine(report, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function summaryLine(report: Report, style: TerminalStyle = plainStyle): string {
  const counts = outcomes
    .map(outcome => ({ outcome, times: count(report, outcome) }))
    .filter(({ outcome, times }) => times > 0 || outcome === 'passed' || outcome === 'failed')
    .map(({ outcome, times }) => {
      const text = `${times} ${outcome}`;
      return times === 0 ? text : style.bold(paint[outcome](text, style));
    });
  return `${counts.join(', ')} in ${(report.milliseconds / 1000).toFixed(1)} s`;
}

const paint: Readonly<Record<Outcome, (text: string, style: TerminalStyle) => string>> = {
  passed: (text, style) => style.green(text),
  failed: (text, style) => style.red(text),
  unmet: (text, style) => style.yellow(text),
  skipped: (text, style) => style.dim(text),
  excused: (text, style) => style.yellow(text),
};

const words: Readonly<Record<Outcome, string>> = {
  passed: 'ok',
  failed: 'FAILED',
  unmet: 'unmet',
  skipped: 'skipped',
  excused: 'excused',
};
const wordWidth = 7;

export function resultLine(result: CheckResult, style: TerminalStyle, width = 0): string {
  const word = paint[result.outcome](words[result.outcome].padEnd(wordWidth), style);
  return `  ${word}  ${result.id.padEnd(width)}`;
}

function table(
  group: string,
  results: readonly CheckResult[],
  style: TerminalStyle,
  columns: number | undefined,
): string {
  const width = Math.max(...results.map(({ id }) => id.length));
  const room = columns === undefined ? Infinity : Math.max(20, columns - wordWidth - width - 6);
  const rows = results.map(
    result => `${resultLine(result, style, width)}  ${style.dim(cut(result.title, room))}`,
  );
  return [style.bold(group), ...rows].join('\n');
}

const cut = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, room - 1)}…`;

function failure(result: CheckResult, style: TerminalStyle, verbose: boolean): string {
  const { in: where, page } = result.reference;
  const word = paint[result.outcome](words[result.outcome], style);
  return [
    `${word} ${style.bold(result.id)}: ${result.title}`,
    ...(result.outcome === 'unmet' ? [labelled('level', 'should: the protocol does not demand it')] : []),
    labelled('happened', result.reason ?? 'no reason was given'),
    labelled('matters', result.why),
    labelled('protocol', `${page} (${where}): ${referenceLink(result.reference)}`),
    ...(result.transcript === undefined
      ? []
      : [labelled('said', style.dim(lastLines(result.transcript, verbose)))]),
  ].join('\n');
}

const labelWidth = 10;

/** The first line behind the label, the others below it. */
function labelled(label: string, text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const indent = ' '.repeat(labelWidth + 2);
  return [`  ${label.padEnd(labelWidth)}${first}`, ...rest.map(line => `${indent}${line}`)].join('\n');
}

function lastLines(transcript: string, verbose: boolean): string {
  const lines = transcript.split('\n').map(line => line.trimEnd());
  if (verbose || lines.length <= shownLines) return lines.join('\n');
  return ['…', ...lines.slice(-shownLines)].join('\n');
}

/** One paragraph for all, each reason once with all that it is the reason for. */
function reasons(title: string, results: readonly CheckResult[], style: TerminalStyle): readonly string[] {
  if (results.length === 0) return [];
  const ids = new Map<string, string[]>();
  for (const { id, reason = 'no reason was given' } of results) {
    const known = ids.get(reason);
    if (known === undefined) ids.set(reason, [id]);
    else known.push(id);
  }
  const lines = [...ids].map(([reason, all]) => {
    const [first = '', ...rest] = reason.split('\n');
    return [`  ${first}`, ...rest.map(line => `  ${line}`), style.dim(`    ${all.join(', ')}`)].join('\n');
  });
  return [[style.bold(title), ...lines].join('\n')];
}

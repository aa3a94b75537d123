// The scoreboard: runs of several adapters side by side, as Markdown.
import { byGroup, count, countIn } from '../report.js';
import type { CheckResult, Outcome, Report } from '../report.js';

export interface ScoredRun {
  readonly report: Report;
  /** As the adapter says it; absent where it does not. */
  readonly version?: string;
}

/** An adapter that could not be tried, and why. */
export interface UntriedRun {
  readonly adapter: string;
  readonly reason: string;
}

export function scoreboard(runs: readonly ScoredRun[], untried: readonly UntriedRun[] = []): string {
  const groups = [...new Set(runs.flatMap(({ report }) => [...byGroup(report.results).keys()]))];
  const rows = runs.map(({ report, version }) => {
    const results = byGroup(report.results);
    return [
      report.adapter,
      version ?? '',
      report.line,
      ...groups.map(group => cell(results.get(group) ?? [])),
      `**${cell(report.results)}**`,
    ];
  });
  const head = ['adapter', 'version', 'over', ...groups, 'all'];
  return [
    table(head, rows),
    'Passed / failed / skipped, with a reason. A plus sign marks failures that the profile excuses, a tilde what is unmet and not demanded.',
    ...untried.map(({ adapter, reason }) => `${escaped(adapter)} was not tried: ${escaped(reason)}`),
    ...findings(runs),
  ].join('\n\n');
}

function cell(results: readonly CheckResult[]): string {
  const marked = (mark: string, outcome: Outcome): string => {
    const times = countIn(results, outcome);
    return times === 0 ? '' : ` ${mark} ${times}`;
  };
  const failed = `${countIn(results, 'failed')}${marked('+', 'excused')}${marked('~', 'unmet')}`;
  return `${countIn(results, 'passed')} / ${failed} / ${countIn(results, 'skipped')}`;
}

/** What failed, adapter by adapter; the same over several lines is said once. */
function findings(runs: readonly ScoredRun[]): readonly string[] {
  return [...new Set(runs.map(({ report }) => report.adapter))].flatMap(adapter => {
    const of = runs.filter(({ report }) => report.adapter === adapter);
    const failed = new Map<string, CheckResult>();
    for (const { report } of of)
      for (const result of report.results) if (isFinding(result)) failed.set(result.id, result);
    if (failed.size === 0) return [];
    const total = of.reduce((sum, { report }) => sum + count(report, 'failed'), 0);
    const head = total === 0 ? `Excused or unmet with ${adapter}:` : `What fails with ${adapter}:`;
    return [[escaped(head), '', ...[...failed.values()].map(item)].join('\n')];
  });
}

const isFinding = ({ outcome }: CheckResult): boolean =>
  outcome === 'failed' || outcome === 'excused' || outcome === 'unmet';

function item({ id, title, outcome, reason }: CheckResult): string {
  const first = reason?.split('\n')[0] ?? '';
  return `- \`${id}\`${outcome === 'failed' ? '' : ` (${outcome})`}: ${escaped(title)}. ${escaped(cut(first))}`;
}

const mostOfReason = 240;
const cut = (text: string): string =>
  text.length <= mostOfReason ? text : `${text.slice(0, mostOfReason - 1)}…`;

/** Rows of a Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map(cells => cells.map(cellText))].map(line).join('\n');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const cellText = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Text of others, which must not become mark-up. Code in back quotes stays as it is. */
const escaped = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map(part => (part.startsWith('`') ? part : part.replace(/[<>*_[\]\\]/g, sign => `\\${sign}`)))
    .join('');

// The answer of `sonde why`, as a person reads it: the verdict first, then how it came about.

import { basename, dirname } from 'node:path';
import { escaped } from '@sonde/language';
import type { Statement, WhyReport, WhySite } from '@sonde/session';
import { shortPath } from './diagnostics.js';
import type { Style } from './style.js';

/** More places than these are counted, not listed. */
const mostSites = 12;
const widest = 60;

export function whyText(report: WhyReport, style: Style): string {
  const rows: (readonly [string, string])[] = [
    ['program', programText(report)],
    ['source', sourceText(report)],
    ...sourceHints(report).map(hint => ['', hint] as const),
    [`line ${report.line.line}`, lineText(report)],
    ...(report.moved === undefined
      ? []
      : [
          [
            'moved to',
            `line ${report.moved.to}, because of line ${report.line.line}: ${report.moved.because}`,
          ] as const,
        ]),
    ...listed(
      'stops at',
      report.sites.slice(0, mostSites).map(site => siteText(site, style)),
    ),
    ...(report.sites.length > mostSites
      ? [['', `and ${report.sites.length - mostSites} more`] as const]
      : []),
    ...(report.condition === undefined ? [] : [['condition', conditionText(report, style)] as const]),
    ...(report.bound
      ? []
      : listed(
          'nearby',
          report.nearby.map(place => statementText(place, style)),
        )),
  ];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return [
    verdict(report, style),
    ...rows.map(([label, value]) => `  ${style.cyan(label.padEnd(width))}${value}`),
  ].join('\n');
}

function verdict({ bound, state, line, source, sites, message }: WhyReport, style: Style): string {
  const column = line.column === undefined ? '' : `:${line.column}`;
  const place = style.bold(`${shortPath(source.path)}:${line.line}${column}`);
  if (bound) {
    const places = sites.length === 1 ? 'one place' : `${sites.length} places`;
    return `${place} ${style.green('is bound')}, in ${places}.`;
  }
  const colour = state === 'pending' ? style.yellow : style.red;
  return `${place} ${colour(state === 'pending' ? 'is not bound yet' : 'is not bound')}. ${message ?? ''}`;
}

function programText({ program: { path, language, builtAs } }: WhyReport): string {
  const built = builtAs === undefined ? '' : `, built as ${builtAs}`;
  return `${shortPath(path)} (${language})${built}`;
}

function sourceText({ source }: WhyReport): string {
  if (source.known === 'no') return 'the program has no code from it';
  if (source.known === 'later') return 'nothing that is loaded was made from it';
  return source.mappedTo === undefined
    ? 'the program has code from it'
    : `the program has code from it, as ${source.mappedTo} by the source map`;
}

function sourceHints({ source }: WhyReport): readonly string[] {
  const [same] = source.sameName;
  const moved =
    same === undefined
      ? []
      : [
          `it has code from another ${basename(same)}: ${source.sameName.join(', ')}`,
          `if that is the same, add --set 'sourceMap={"${dirname(same)}":"${dirname(source.path)}"}'`,
        ];
  return [
    ...(source.exists ? [] : ['there is no such file here']),
    ...moved,
    ...(source.problem === undefined ? [] : [source.problem]),
  ];
}

function lineText({ line, source }: WhyReport): string {
  switch (line.kind) {
    case 'blank':
      return 'blank';
    case 'comment':
      return `a comment: ${cut(line.text)}`;
    case 'bracket':
      return `nothing but brackets: ${cut(line.text)}`;
    case 'text':
      return cut(line.text);
    case 'past-end':
      return `past the end: the file has ${source.lines ?? 'fewer'} ${source.lines === 1 ? 'line' : 'lines'}`;
    case 'unknown':
      return 'its text is not known';
  }
}

function conditionText({ condition }: WhyReport, style: Style): string {
  const { text, fits, message, decided, unchecked } = condition!;
  if (!fits) return `${text}: ${style.red('refused')}. ${sentence(message ?? '')}`;
  const where = decided === 'ask' ? 'the program halts each time to decide it' : 'decided near the program';
  // A message says more about where.
  const more = message === undefined ? `; ${where}` : `. ${sentence(message)}`;
  const how = unchecked === true ? 'looked at when the line is reached' : 'makes sense there';
  return `${text}: ${unchecked === true ? style.yellow(how) : style.green(how)}${more}`;
}

const sentence = (text: string): string => text.replace(/^./, first => first.toUpperCase());

const siteText = (site: WhySite, style: Style): string =>
  [statementText(site, style), site.function === undefined ? '' : `in ${site.function}`, site.address ?? '']
    .filter(part => part !== '')
    .join('  ');

function statementText({ line, column, text }: Statement, style: Style): string {
  const place = `${line}${column === undefined ? '' : `:${column}`}`;
  return `${place.padEnd(7)} ${style.dim(cut(text))}`.trimEnd();
}

const listed = (label: string, lines: readonly string[]): readonly (readonly [string, string])[] =>
  lines.map((line, nth) => [nth === 0 ? label : '', line] as const);

const cut = (text = ''): string => escaped(text.length <= widest ? text : `${text.slice(0, widest)}…`);

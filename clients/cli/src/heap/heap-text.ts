// Answers about a heap as people read them in a terminal.

import {
  bytesText,
  counted,
  edgeText,
  keeps,
  nodeText,
  oneLine,
  wayTexts,
  type CutView,
  type DiffView,
  type EdgeView,
  labelOfGrouping,
  type Group,
  type GroupChange,
  type Grouping,
  type HeapSummary,
  type Label,
  type NodeView,
  type Page,
  type SuspectView,
} from '@sonde/heap';
import type { Style } from '../style.js';
import { wrapped } from '../wrapped-text.js';
import { table } from './table.js';

export interface Looks {
  readonly style: Style;
  readonly width: number;
}

const number = (value: number): string => value.toLocaleString('en');

export function overviewText(
  name: string,
  summary: HeapSummary,
  suspects: readonly SuspectView[],
  largest: readonly NodeView[],
  types: Page<Group>,
  looks: Looks,
): string {
  const { style, width } = looks;
  const suspectLines = suspects.flatMap(({ words }, nth) =>
    wrapped(words, width - 5).map((line, at) => (at === 0 ? `  ${nth + 1}. ${line}` : `     ${line}`)),
  );
  return [
    ...summaryLines(name, summary, looks),
    ...(suspectLines.length === 0 ? [] : ['', style.bold('What may leak'), ...suspectLines]),
    '',
    style.bold('What keeps most alive'),
    nodesTable(largest, looks),
    '',
    style.bold('Types that keep most alive'),
    groupsTable(types.items, 'type', looks),
  ].join('\n');
}

function summaryLines(name: string, summary: HeapSummary, { style, width }: Looks): readonly string[] {
  const { nodes, edges, size, unreachable, roots, labels, retained, findings } = summary;
  const rootWords = roots.map(({ category, count }) => `${number(count)} ${category}`).join(', ');
  const left = findings.listed
    .slice(0, 3)
    .map(({ where, what }) => `  ${style.yellow('left out')}   ${where}: ${what}`);
  return [
    `${style.bold(name)}: ${counted(nodes, 'object')}, ${counted(edges, 'reference')}, ${bytesText(size)}`,
    ...(rootWords === '' ? [] : [`  roots      ${rootWords}`]),
    ...labelLines('sizes', retained, width),
    ...notExact('sites', labels.sites, width),
    ...notExact('owners', labels.owners, width),
    ...(unreachable.count === 0
      ? []
      : [
          `  garbage    ${counted(unreachable.count, 'object')} that no root holds, ${bytesText(unreachable.size)}`,
        ]),
    ...left,
    ...(findings.total > left.length
      ? [`  ${style.yellow('left out')}   ${number(findings.total - left.length)} more`]
      : []),
  ];
}

/** Where something is known, tables show it; where not, people would look for it in vain. */
const notExact = (what: string, label: Label | undefined, width: number): readonly string[] =>
  label === undefined || label.exactness === 'exact' ? [] : labelLines(what, label, width);

/** What is not exact about an answer with sizes, and about the groups that it is told by. */
export function footnotes(
  by: Grouping | undefined,
  { labels, retained }: Pick<HeapSummary, 'labels' | 'retained'>,
  { style, width }: Looks,
): readonly string[] {
  const notes: string[] = [];
  const grouping = by === undefined ? undefined : labelOfGrouping(by, labels);
  if (grouping !== undefined && grouping.exactness !== 'exact')
    notes.push(
      `Here ${by}s are ${grouping.exactness}${grouping.why === undefined ? '' : `: ${grouping.why}`}.`,
    );
  if (retained.exactness !== 'exact')
    notes.push(`What is kept is ${retained.exactness}; the answer without a question says why.`);
  return notes.flatMap(note => wrapped(note, width)).map(style.dim);
}

/** Several reasons are a line each. */
function labelLines(what: string, { exactness, why }: Label, width: number): readonly string[] {
  const reasons = why === undefined ? [exactness] : `${exactness}: ${why}`.split('; ');
  return reasons.flatMap((reason, nth) =>
    wrapped(reason, width - 13).map((line, at) => `  ${(nth + at === 0 ? what : '').padEnd(10)} ${line}`),
  );
}

export const nodesTable = (nodes: readonly NodeView[], looks: Looks): string =>
  table(
    [
      { title: 'keeps', right: true },
      { title: 'itself', right: true },
      { title: 'object', right: false },
    ],
    nodes.map(node => [keeps(node), bytesText(node.size), nodeText(node, looks)]),
    looks.style,
  );

export const groupsTable = (groups: readonly Group[], by: string, { style }: Looks): string =>
  table(
    [
      { title: 'keep', right: true },
      { title: 'themselves', right: true },
      { title: 'count', right: true },
      { title: by, right: false },
    ],
    groups.map(group => [
      group.retained === undefined ? 'unknown' : bytesText(group.retained),
      bytesText(group.shallow),
      number(group.count),
      oneLine(group.name, 60),
    ]),
    style,
  );

export function edgesText(node: NodeView, verb: string, page: Page<EdgeView>, looks: Looks): string {
  const rows = page.items.map(edge => [edgeText(edge), keeps(edge.node), nodeText(edge.node, looks)]);
  const columns = [
    { title: 'by', right: false },
    { title: 'keeps', right: true },
    { title: 'object', right: false },
  ];
  return [
    `${nodeText(node, looks)} ${verb} ${counted(page.total, 'object')}${shownOf(page)}`,
    ...(rows.length === 0 ? [] : [table(columns, rows, looks.style)]),
  ].join('\n');
}

export const dominatedText = (node: NodeView, page: Page<NodeView>, looks: Looks): string =>
  [
    `${nodeText(node, looks)} keeps ${keeps(node)} alive; next below it ${page.total === 1 ? 'is' : 'are'} ` +
      `${counted(page.total, 'object')}${shownOf(page)}`,
    ...(page.items.length === 0 ? [] : [nodesTable(page.items, looks)]),
  ].join('\n');

const shownOf = ({ total, start, items }: Page<unknown>): string =>
  items.length === total
    ? ''
    : items.length === 0
      ? `; none from ${number(start)} on`
      : `; ${number(start)} to ${number(start + items.length - 1)}:`;

export function cutText(
  { edges, freedCount, freedSize, stillHeldBy, asideHeldBy }: CutView,
  looks: Looks,
): string {
  const ways = [...new Set(edges.map(edgeText))];
  const shown =
    ways.length > 3 ? `${ways.slice(0, 3).join(', ')} and ${ways.length - 3} more` : ways.join(', ');
  const target = edges[0]!.node;
  const what = `Without ${shown} to ${nodeText(target, looks)}`;
  const aside =
    asideHeldBy === undefined
      ? ''
      : ` ${nodeText(asideHeldBy.node, looks)} of the runtime refers to it too, at this moment.`;
  if (freedCount > 0)
    return `${what}, ${counted(freedCount, 'object')} would be freed: ${bytesText(freedSize)}.${aside}`;
  if (edges.every(edge => edge.weak === true))
    return `${what} nothing would be freed: it is weak and keeps nothing alive.`;
  return stillHeldBy === undefined
    ? `${what} nothing would be freed.`
    : `${what} nothing would be freed: ${nodeText(stillHeldBy.node, looks)} still holds it, by ${edgeText(stillHeldBy)}.`;
}

export function diffText(before: string, after: string, diff: DiffView, looks: Looks): string {
  const { style } = looks;
  const change = ([from, to]: readonly [number, number], text: (value: number) => string): string =>
    `${text(from)} → ${text(to)}`;
  const examples = diff.pathChanged.examples.flatMap(({ node, before: old, after: now }) => {
    const [was, is] = wayTexts(old, now);
    return [`  ${nodeText(node, looks)}`, `    was ${was}`, `    is  ${is}`];
  });
  return [
    `From ${style.bold(before)} to ${style.bold(after)}`,
    ...(diff.idsDiffer
      ? [
          `  ${style.yellow('warning')}    objects with the same id are of different types: these are two processes, so only`,
          '             the changes by type mean something',
        ]
      : []),
    `  objects    ${change(diff.count, number)}: ${number(diff.added.count)} new, ${number(diff.removed.count)} gone`,
    `  bytes      ${change(diff.shallow, bytesText)}: ${bytesText(diff.added.shallow)} new, ${bytesText(diff.removed.shallow)} gone`,
    `  of both    ${counted(diff.retainedChanged, 'object')} keep${diff.retainedChanged === 1 ? 's' : ''} more or less alive, ` +
      `${number(diff.pathChanged.count)} ${diff.pathChanged.count === 1 ? 'is' : 'are'} held another way`,
    '',
    ...(diff.types.length === 0
      ? ['No type changed in count or size.']
      : [style.bold('Types that changed'), changesTable(diff.types, 'type', style)]),
    ...(diff.sites.length === 0
      ? []
      : ['', style.bold('Sites that changed'), changesTable(diff.sites, 'site', style)]),
    ...(diff.largestAdded.length === 0 || diff.idsDiffer
      ? []
      : ['', style.bold('New, and keeping most alive'), nodesTable(diff.largestAdded, looks)]),
    ...(examples.length === 0 || diff.idsDiffer ? [] : ['', style.bold('Held another way'), ...examples]),
  ].join('\n');
}

const changesTable = (changes: readonly GroupChange[], by: string, style: Style): string =>
  table(
    [
      { title: 'keep', right: true },
      { title: 'themselves', right: true },
      { title: 'count', right: true },
      { title: by, right: false },
    ],
    changes.map(({ name, count, shallow, retained }) => [
      signed(retained, bytesText),
      signed(shallow, bytesText),
      signed(count, number),
      oneLine(name, 60),
    ]),
    style,
  );

function signed([before, after]: readonly [number, number], text: (value: number) => string): string {
  const change = after - before;
  return change === 0 ? '=' : `${change > 0 ? '+' : '-'}${text(Math.abs(change))}`;
}

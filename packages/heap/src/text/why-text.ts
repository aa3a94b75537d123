// Answers about objects in words: an object, the way to the next, paths, and why something is alive.

import { bytesText, counted } from '../analysis/amounts.js';
import type { EdgeView, NodeView, PathView } from '../analysis/views.js';
import { firstReservedId } from '../contract/source.js';
import { isGuessed, type ReachLabels } from '../contract/vocabulary.js';
import { foldedLines } from './repeats.js';

/** How a medium marks words; one without marks leaves them as they are. */
export interface TextLooks {
  readonly style: {
    bold(text: string): string;
    dim(text: string): string;
    cyan(text: string): string;
  };
}

const asIs = (text: string): string => text;
export const plainLooks: TextLooks = { style: { bold: asIs, dim: asIs, cyan: asIs } };

/** `Map @17`, `"text" @4`: strings are their value, all else is its type. */
export function nodeText({ type, summary, id }: NodeView, { style }: TextLooks, most = 48): string {
  const value = summary === undefined || summary === '' ? '' : oneLine(summary, most);
  const isText = /^\(.*string\)$/.test(type);
  const words = isText ? JSON.stringify(value) : value === '' ? type : `${type} ${value}`;
  return `${oneLine(words, most + 20)} ${style.cyan(`@${id}`)}`;
}

export function oneLine(text: string, most: number): string {
  const clean = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean;
}

/** The way from one object to the next: each kind is told by words or signs, not by colour. */
export function edgeText({ kind, name, weak }: Omit<EdgeView, 'node'>): string {
  const shown = name === undefined ? '' : oneLine(String(name), 40);
  const position = typeof name === 'number' ? `[${name}]` : shown;
  const words = {
    field: typeof name === 'number' ? position : `.${shown}`,
    // `[2].next`, of a structure in an array, has its own.
    index: position === shown && !shown.startsWith('[') ? `[${shown}]` : position,
    'map-key': `key ${shown}`,
    'map-value': `value of ${shown}`,
    'union-payload': `payload ${shown}`,
    'closure-capture': `captured ${shown}`,
    sharing: `shares ${shown}`,
    'fiber-capture': `fiber captured ${shown}`,
    'channel-queue': `queued ${position}`,
    'effect-handler': `handler ${shown}`,
    resumption: `resumption ${shown}`,
    'runtime-handle': `handle ${shown}`,
    'stack-root': `variable ${shown}`,
    'global-root': `global ${shown}`,
    root: shown,
    bookkeeping: `(${position})`,
    reference: `pointer ${shown}`,
    conservative: `word ${shown}, may be a pointer`,
  }[kind].trim();
  return weak === true ? `${words} (weak)` : words;
}

const mostOfWay = 100;

/** How an object was held and how it is, each as one line. Where both are long, what they share at the beginning is left out. */
export function wayTexts(
  before: PathView | undefined,
  after: PathView | undefined,
): readonly [was: string, is: string] {
  const ways = [before, after].map(path => (path === undefined ? ['held by nothing'] : wayWords(path))) as [
    readonly string[],
    readonly string[],
  ];
  const [was, is] = ways;
  const isLong = ways.some(words => words.join(' ').length > mostOfWay);
  let shared = 0;
  while (isLong && shared < Math.min(was.length, is.length) - 1 && was[shared] === is[shared]) shared++;
  const [oldWay, newWay] = ways.map(words =>
    oneLine([...(shared === 0 ? [] : ['…']), ...words.slice(shared)].join(' '), mostOfWay),
  ) as [string, string];
  return [oldWay, newWay];
}

/** A path as words; links of a list are counted, not listed. */
function wayWords(path: PathView): readonly string[] {
  // The reference from a root has its name and category.
  const words = toldSteps(path)
    .filter(({ node }) => node.root === undefined)
    .map(edgeText);
  const told: string[] = [];
  for (let at = 0; at < words.length;) {
    let end = at + 1;
    while (words[end] === words[at]) end++;
    told.push(
      end - at > 2 ? `${words[at]!} ×${(end - at).toLocaleString('en')}` : words.slice(at, end).join(' '),
    );
    at = end;
  }
  return told;
}

export const keeps = ({ retained }: NodeView): string =>
  retained === undefined ? 'unknown' : bytesText(retained);

/** Without the node that stands for all roots of a category: the root behind it says the same. */
const toldSteps = ({ steps, hidden }: PathView): PathView['steps'] =>
  hidden === undefined ? steps.filter(({ node }) => node.id <= firstReservedId) : steps;

export function pathText(path: PathView, looks: TextLooks): string {
  const { from, hidden } = path;
  const steps = toldSteps(path);
  const half = Math.floor(steps.length / 2);
  const ways = steps.map(edge => (edge.node.root === undefined ? edgeText(edge) : `${edge.node.root} root`));
  const wide = Math.min(30, Math.max(0, ...ways.map(way => way.length)));
  const lines = steps.map(
    (edge, nth) =>
      `  ${ways[nth]!.padEnd(wide)}  ${nodeText(edge.node, looks)}  ${looks.style.dim(`keeps ${keeps(edge.node)}`)}`,
  );
  const keys = steps.map(({ node }, nth) => `${ways[nth]!} ${node.type}`);
  if (hidden === undefined) {
    if (lines.length === 0) return `  ${nodeText(from, looks)} is where everything begins.`;
    return foldedLines(lines, keys, likeThat).join('\n');
  }
  return [
    ...foldedLines(lines.slice(0, half), keys.slice(0, half), likeThat),
    `     … ${counted(hidden, 'more step')} …`,
    ...foldedLines(lines.slice(half), keys.slice(half), likeThat),
  ].join('\n');
}

const likeThat = (times: number, period: number): string =>
  `     … ${times.toLocaleString('en')} more like ${period === 1 ? 'that' : `these ${period}`} …`;

/** Of an object that no root holds: where something may hold it without being seen, that is only supposed. */
export function unheldWords({ retainers }: NodeView, labels?: ReachLabels): string {
  const alone = retainers === 0;
  return labels !== undefined && isGuessed(labels)
    ? `may be lost: no root that is known holds it.${alone ? ' No reference to it was found.' : ''}`
    : `is not alive: no root holds it.${alone ? ' Nothing refers to it.' : ''}`;
}

export function whyTextOf(
  node: NodeView,
  { paths, complete }: { readonly paths: readonly PathView[]; readonly complete: boolean },
  looks: TextLooks,
  labels?: ReachLabels,
): string {
  const named = nodeText(node, looks);
  if (paths.length === 0) return `${named} ${unheldWords(node, labels)}`;
  const head =
    paths.length === 1 && complete
      ? `${named} is alive because of one path from a root:`
      : `${named} is alive because of ${paths.length} paths from roots that differ in who owns it` +
        `${complete ? '' : '; there are more'}:`;
  return [
    head,
    ...paths.map((path, nth) => `\n${looks.style.bold(`${nth + 1}.`)}\n${pathText(path, looks)}`),
  ].join('\n');
}

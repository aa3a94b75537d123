// Objects in words: for the eye in two short lines, for the ear in one sentence.
import type { ShownNode } from '@sonde/client';
import { bytesText, counted, nodeText, oneLine, plainLooks, type NodeView } from '@sonde/heap';

export const nameOf = (node: NodeView): string => nodeText(node, plainLooks);

export const keepsText = ({ retained, size }: NodeView): string =>
  retained === undefined ? `${bytesText(size)} itself` : `keeps ${bytesText(retained)}`;

/** Root nodes are called by what they are a root for. */
export const titleOf = ({ type, summary, root }: NodeView): string => {
  const value = summary === undefined ? '' : oneLine(summary, 60);
  if (root !== undefined) return `${root} root${value === '' ? '' : ` ${value}`}`;
  return value === '' ? type : `${type} ${value}`;
};

/** Everything that is known of an object, by name. */
export function factsOfNode(node: NodeView): readonly (readonly [name: string, value: string])[] {
  const { size, retained, kind, site, owner, generation, provenance, validity, root } = node;
  return [
    ['keeps', retained === undefined ? 'unknown' : bytesText(retained)],
    ['itself', bytesText(size)],
    ['kind', kind],
    ...(root === undefined ? [] : [['root', root] as const]),
    ...(owner === undefined ? [] : [['owner', owner] as const]),
    ...(site === undefined ? [] : [['allocated', site] as const]),
    ...(generation === undefined ? [] : [['generation', String(generation)] as const]),
    ...(provenance === 'unknown' ? [] : [['managed by', provenance] as const]),
    ...(validity === 'live' ? [] : [['state', validity] as const]),
    ...(node.unreachable === true ? [['state', 'no root holds it'] as const] : []),
    ['references', node.references.toLocaleString('en')],
    ['retainers', node.retainers.toLocaleString('en')],
  ];
}

/** The second line of a box: what is to be noticed, and how much it keeps alive. */
export function lineOf(node: NodeView, isNew: boolean): string {
  const state = node.validity !== 'live' ? node.validity : node.unreachable === true ? 'unheld' : '';
  return [isNew ? 'new' : '', state, keepsText(node)].filter(word => word !== '').join(' ');
}

/** Begins with what is seen, so that those who speak to the page can say what they read. */
export function sentenceOf(
  { node, hidden, isPinned, isGone }: ShownNode,
  isFocus: boolean,
  isNew: boolean,
): string {
  if (isGone) return `${titleOf(node)} not there now @${node.id}, looked at`;
  return [
    `${titleOf(node)} ${lineOf(node, isNew)} @${node.id}`,
    ...(isFocus ? ['looked at'] : []),
    ...(isPinned ? ['pinned'] : []),
    counted(node.retainers, 'retainer') + hiddenWords(hidden.retainers),
    counted(node.references, 'reference') + hiddenWords(hidden.references),
    ...(node.unreachable === true ? ['no root holds it'] : []),
  ].join(', ');
}

const hiddenWords = (hidden: number): string =>
  hidden === 0 ? '' : `, of which ${hidden.toLocaleString('en')} not shown`;

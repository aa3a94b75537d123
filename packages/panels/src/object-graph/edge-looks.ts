// How kinds of references look: each family has its own line and its own arrow head, so that none is told by its colour.
import type { EdgeView } from '@sonde/heap';

export type EdgeLook =
  | 'part'
  | 'element'
  | 'capture'
  | 'shared'
  | 'waiting'
  | 'root'
  | 'runtime'
  | 'pointer'
  | 'weak';

export const edgeLooks: Readonly<Record<EdgeLook, { readonly words: string; readonly head: string }>> = {
  part: { words: 'field or payload', head: 'M0 1 8 5 0 9z' },
  element: { words: 'element, key or value', head: 'M0 1h7v8H0z' },
  capture: { words: 'captured', head: 'M0 5 4 1l4 4-4 4z' },
  shared: { words: 'shared part of a collection', head: 'M4 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8z' },
  waiting: { words: 'waiting in a channel or handler', head: 'M0 1h2v8H0zM3 1l5 4-5 4z' },
  root: { words: 'root', head: 'M0 1 4 5 0 9zM4 1l4 4-4 4z' },
  runtime: { words: 'handle or bookkeeping of the runtime', head: 'M0 1l8 4-8 4 2-4z' },
  pointer: { words: 'pointer, or a word that may be one', head: 'M0 1l8 4-8 4 0-2 4-2-4-2z' },
  weak: { words: 'weak: keeps nothing alive', head: 'M0 1l8 4-8 4v-1l6-3-6-3z' },
};

const lookOfKind: Readonly<Record<EdgeView['kind'], EdgeLook>> = {
  field: 'part',
  'union-payload': 'part',
  index: 'element',
  'map-key': 'element',
  'map-value': 'element',
  'closure-capture': 'capture',
  'fiber-capture': 'capture',
  sharing: 'shared',
  'channel-queue': 'waiting',
  'effect-handler': 'waiting',
  resumption: 'waiting',
  'stack-root': 'root',
  'global-root': 'root',
  root: 'root',
  'runtime-handle': 'runtime',
  bookkeeping: 'runtime',
  reference: 'pointer',
  conservative: 'pointer',
};

/** A line for several references looks like the strongest of them. */
export function edgeLook(edges: readonly Omit<EdgeView, 'node'>[]): EdgeLook {
  const strong = edges.find(({ weak }) => weak !== true);
  return strong === undefined ? 'weak' : lookOfKind[strong.kind];
}

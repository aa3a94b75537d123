// What edges and roots of the runtime are called in an object graph ([DEBUGGER-OBJECT-GRAPH]).

import type { EdgeKind, RootCategory } from '@sonde/heap';
import type { Edge, EdgeKind as OwnKind } from '../inspection/edges.js';
import type { Root } from '../inspection/roots.js';

const kinds: Readonly<Record<Exclude<OwnKind, 'handler'>, EdgeKind>> = {
  field: 'field',
  payload: 'union-payload',
  'result value': 'union-payload',
  element: 'index',
  // Nodes of lists and maps are shared by all versions of a collection.
  node: 'sharing',
  key: 'map-key',
  value: 'map-value',
  capture: 'closure-capture',
  cell: 'field',
  'fiber result': 'runtime-handle',
  'fiber body': 'fiber-capture',
  'channel item': 'channel-queue',
  foreign: 'runtime-handle',
};

/** Of what the runtime keeps for effects, by the part of it. */
const handlerKinds: Readonly<Record<string, EdgeKind>> = {
  outer: 'bookkeeping',
  region: 'resumption',
  body: 'resumption',
};

export function edgeKind({ kind, label }: Edge): EdgeKind {
  return kind === 'handler' ? (handlerKinds[label] ?? 'effect-handler') : kinds[kind];
}

/** Positions as numbers: `[3]`. */
export function edgeName({ label }: Edge): string | number {
  const position = /^\[(\d+)\]$/.exec(label)?.[1];
  return position === undefined ? label : Number(position);
}

export const rootCategory: Readonly<Record<Root['kind'], RootCategory>> = {
  global: 'global',
  'active fiber': 'active-fiber',
  'suspended fiber': 'suspended-fiber',
  channel: 'channel',
  handlers: 'effect-handler',
  'foreign handle': 'foreign-handle',
};

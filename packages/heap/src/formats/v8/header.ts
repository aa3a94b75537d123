// What a snapshot of V8 says about itself: names of fields and types, and how many nodes and edges follow.

import { HeapProblem } from '../../contract/problem.js';

export interface V8Header {
  readonly nodeFields: readonly string[];
  readonly nodeTypes: readonly string[];
  readonly edgeFields: readonly string[];
  readonly edgeTypes: readonly string[];
  readonly locationFields: readonly string[];
  readonly nodeCount: number;
  readonly edgeCount: number;
}

const neededOfNodes = ['type', 'name', 'id', 'self_size', 'edge_count'];
const neededOfEdges = ['type', 'name_or_index', 'to_node'];

export function headerIn(text: string): V8Header {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new HeapProblem('corrupt', 'the part "snapshot" at the beginning is no JSON.', undefined, {
      cause: error,
    });
  }
  const snapshot = recordIn(parsed);
  const meta = recordIn(snapshot['meta']);
  const nodeFields = names(meta['node_fields'], 'node_fields', neededOfNodes);
  const edgeFields = names(meta['edge_fields'], 'edge_fields', neededOfEdges);
  return {
    nodeFields,
    edgeFields,
    nodeTypes: typesOf(meta['node_types'], nodeFields.indexOf('type'), 'node_types'),
    edgeTypes: typesOf(meta['edge_types'], edgeFields.indexOf('type'), 'edge_types'),
    locationFields:
      meta['location_fields'] === undefined ? [] : names(meta['location_fields'], 'location_fields', []),
    nodeCount: countIn(snapshot['node_count'], 'node_count'),
    edgeCount: countIn(snapshot['edge_count'], 'edge_count'),
  };
}

const recordIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

function names(value: unknown, what: string, needed: readonly string[]): readonly string[] {
  const list = Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
  const missing = needed.filter(name => !list.includes(name));
  if (missing.length > 0 || list.length > 64)
    throw new HeapProblem(
      'foreign',
      `snapshot.meta.${what} does not name ${missing.join(', ') || 'few enough fields'}.`,
      'Is it a snapshot of V8? Chrome, Node (v8.writeHeapSnapshot) and Deno write them.',
    );
  return list;
}

function typesOf(value: unknown, at: number, what: string): readonly string[] {
  const list: unknown = Array.isArray(value) ? value[at] : undefined;
  if (!Array.isArray(list) || list.length > 63 || !list.every(each => typeof each === 'string'))
    throw new HeapProblem('corrupt', `snapshot.meta.${what} has no list of names for "type".`);
  return list;
}

function countIn(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new HeapProblem('corrupt', `snapshot.${what} is no count.`);
}

// The index of a heap: columns of graph and analysis as they are in memory, so that a file opens without computing anything.
//
// docs/formats/heap-index.md describes the format. This file knows sections, not files.

import { HeapAnalysis } from '../analysis/analysis.js';
import { HeapProblem } from '../contract/problem.js';
import { IdTable } from '../graph/id-table.js';
import { HeapGraph, type GraphColumns, type GraphFacts } from '../graph/graph.js';
import { StringTable } from '../graph/string-table.js';

export const indexMagic = 'SONDEHIX';
export const indexVersion = 1;
/** Magic, version, length of the header, checksum of the header. */
export const prefixLength = 8 + 4 + 4 + 4;
export const sectionAlignment = 8;

const elementTypes = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;
type ElementType = keyof typeof elementTypes;
type Column = Uint8Array | Uint32Array | Float64Array;

export interface SectionEntry {
  readonly name: string;
  readonly type: ElementType;
  /** From the beginning of the file, a multiple of 8. */
  readonly offset: number;
  /** Elements. */
  readonly length: number;
  readonly crc: number;
}

export interface IndexHeader {
  readonly sections: readonly SectionEntry[];
  readonly facts: GraphFacts;
  readonly reached: number;
}

export interface IndexContent {
  readonly columns: Readonly<Record<string, Column>>;
  readonly facts: GraphFacts;
  readonly reached: number;
}

const columnNames = [
  'ids',
  'types',
  'kinds',
  'sizes',
  'summaries',
  'first',
  'to',
  'edgeKinds',
  'edgeNames',
  'rootNodes',
  'rootKinds',
] as const satisfies readonly (keyof GraphColumns)[];
const optionalNames = ['sites', 'owners', 'generations', 'provenances', 'validities'] as const;

export function contentOf(analysis: HeapAnalysis): IndexContent {
  const { graph } = analysis;
  const { dominators, retained, nearest, incoming } = analysis.complete(() => undefined);
  const columns: Record<string, Column> = {};
  for (const name of [...columnNames, ...optionalNames]) {
    const column = graph.columns[name];
    if (column !== undefined) columns[name] = column;
  }
  return {
    columns: {
      ...columns,
      stringBytes: graph.strings.bytes,
      stringStarts: graph.strings.starts,
      dominators: dominators.parents,
      order: dominators.order,
      retained,
      nearest,
      incomingFirst: incoming.first,
      incomingEdges: incoming.edges,
      idSlots: analysis.ids.slots,
    },
    facts: graph.facts,
    reached: dominators.reached,
  };
}

export const typeOfColumn = (column: Column): ElementType =>
  column instanceof Uint8Array ? 'u8' : column instanceof Uint32Array ? 'u32' : 'f64';

/** `recording` has a bigint, which JSON has not. */
export const headerText = (header: IndexHeader): string =>
  JSON.stringify(header, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/** Checks a header whose checksum is right; `size` is that of the whole file. */
export function headerOf(text: string, size: number, name: string): IndexHeader {
  const bad = new HeapProblem(
    'corrupt',
    `${name} has a header that makes no sense.`,
    'Write it again with --save.',
  );
  let parsed: IndexHeader;
  try {
    parsed = JSON.parse(text, (key, value: unknown) =>
      key === 'time' && typeof value === 'string' && /^-?\d{1,30}n$/.test(value)
        ? BigInt(value.slice(0, -1))
        : value,
    ) as IndexHeader;
  } catch (error) {
    bad.cause = error;
    throw bad;
  }
  if (!isHeader(parsed)) throw bad;
  for (const { name: section, type, offset, length } of parsed.sections) {
    const bytes = length * elementTypes[type].BYTES_PER_ELEMENT;
    if (offset + bytes > size)
      throw new HeapProblem(
        'truncated',
        `${name} is cut off: its section "${section}" ends at byte ${offset + bytes}, the file at ${size}.`,
        'Write it again with --save.',
      );
  }
  return parsed;
}

/** Its checksum only tells that nothing was damaged by accident. */
function isHeader(header: Partial<IndexHeader> | null): boolean {
  const facts: Partial<GraphFacts> | undefined = header?.facts;
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  const isList = (value: unknown): boolean => Array.isArray(value);
  return (
    isList(header?.sections) &&
    header!.sections!.every(
      ({ name, type, offset, length }) =>
        typeof name === 'string' &&
        type in elementTypes &&
        isCount(offset) &&
        isCount(length) &&
        offset % sectionAlignment === 0,
    ) &&
    isCount(header?.reached) &&
    [facts?.kindNames, facts?.siteList, facts?.internalKinds, facts?.findings?.listed].every(isList) &&
    ['nodes', 'edges', 'roots', 'sizes'].every(
      part => typeof facts?.labels?.[part as 'nodes'].exactness === 'string',
    ) &&
    typeof facts?.moment?.kind === 'string'
  );
}

export function columnOf(buffer: ArrayBuffer, { type, offset, length }: SectionEntry, base: number): Column {
  return new elementTypes[type](buffer, offset - base, length);
}

/** What the header promises must fit together, or reading would go astray later. */
export function analysisOf({ columns, facts, reached }: IndexContent, name: string): HeapAnalysis {
  const bad = (what: string): HeapProblem =>
    new HeapProblem('corrupt', `${name} contradicts itself: ${what}.`, 'Write it again with --save.');
  const column = (key: string): Column => {
    const found = columns[key];
    if (found === undefined) throw bad(`there is no section "${key}"`);
    return found;
  };
  const words = (key: string): Uint32Array => {
    const found = column(key);
    if (!(found instanceof Uint32Array)) throw bad(`"${key}" has the wrong type`);
    return found;
  };
  const bytes = (key: string): Uint8Array => {
    const found = column(key);
    if (!(found instanceof Uint8Array)) throw bad(`"${key}" has the wrong type`);
    return found;
  };
  const [ids, to] = [column('ids'), words('to')];
  const [nodes, edges] = [ids.length, to.length];
  const lengths: Readonly<Record<string, number>> = {
    ...Object.fromEntries(
      ['types', 'kinds', 'sizes', 'summaries', 'dominators', 'order', 'retained', 'nearest'].map(key => [
        key,
        nodes,
      ]),
    ),
    ...Object.fromEntries(optionalNames.filter(key => columns[key] !== undefined).map(key => [key, nodes])),
    first: nodes + 1,
    incomingFirst: nodes + 1,
    edgeKinds: edges,
    edgeNames: edges,
    incomingEdges: edges,
    rootKinds: column('rootNodes').length,
  };
  for (const [key, length] of Object.entries(lengths)) {
    if (column(key).length !== length)
      throw bad(`"${key}" has ${column(key).length} elements instead of ${length}`);
  }
  const starts = words('stringStarts');
  if (starts.length === 0 || starts[starts.length - 1]! > column('stringBytes').length)
    throw bad('its strings');
  if (reached > nodes || words('first')[nodes] !== edges) throw bad('its counts');
  for (const [key, limit] of [
    ['to', nodes],
    ['first', edges + 1],
    ['dominators', nodes],
    ['order', nodes],
    ['incomingFirst', edges + 1],
    ['incomingEdges', edges],
    ['kinds', facts.kindNames.length],
  ] as const) {
    if (!allBelow(column(key), limit)) throw bad(`"${key}" leads out of the graph`);
  }
  const strings = new StringTable(bytes('stringBytes'), starts);
  const retained = column('retained');
  if (!(retained instanceof Float64Array)) throw bad('"retained" has the wrong type');
  for (const key of ['types', 'summaries', 'edgeNames', 'rootNodes', 'first', 'sites', 'owners']) {
    if (columns[key] !== undefined) words(key);
  }
  for (const key of ['kinds', 'edgeKinds', 'rootKinds', 'provenances', 'validities']) {
    if (columns[key] !== undefined) bytes(key);
  }
  const graph = new HeapGraph(columns as unknown as GraphColumns, strings, facts);
  return new HeapAnalysis(graph, {
    incoming: { first: words('incomingFirst'), edges: words('incomingEdges') },
    dominators: { parents: words('dominators'), order: words('order'), reached },
    retained,
    nearest: words('nearest'),
    ids: new IdTable(graph.columns.ids, words('idSlots')),
  });
}

function allBelow(column: Column, limit: number): boolean {
  let most = 0;
  for (let at = 0; at < column.length; at++) if (column[at]! > most) most = column[at]!;
  return column.length === 0 || most < limit;
}

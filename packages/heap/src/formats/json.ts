// A graph as JSON, for bug reports and tests: written in pieces, always the same for the same graph, and read back.

import { HeapProblem } from '../contract/problem.js';
import type { EdgeRecord, HeapMoment, NodeRecord, SiteRecord } from '../contract/source.js';
import { edgeKinds, rootCategories, type RootCategory, type SnapshotLabels } from '../contract/vocabulary.js';
import { HeapBuilder } from '../graph/builder.js';
import type { HeapGraph } from '../graph/graph.js';

export const jsonFormat = 'sonde-heap';
export const jsonVersion = 1;

interface JsonHeap {
  readonly format: typeof jsonFormat;
  readonly version: number;
  readonly moment: HeapMoment;
  readonly labels: SnapshotLabels;
  readonly root: number;
  readonly internalKinds: readonly string[];
  readonly orphansAreRoots: boolean;
  readonly sites: readonly SiteRecord[];
  readonly categories: readonly (readonly [id: number, category: RootCategory])[];
  readonly nodes: readonly NodeRecord[];
  readonly edges: readonly EdgeRecord[];
}

/** One node or edge a line. */
export function* jsonOf(graph: HeapGraph): Generator<string> {
  const { facts, columns } = graph;
  const head = {
    format: jsonFormat,
    version: jsonVersion,
    moment: facts.moment,
    labels: facts.labels,
    root: graph.id(graph.root),
    internalKinds: facts.internalKinds,
    orphansAreRoots: facts.orphansAreRoots,
    sites: facts.siteList,
    categories: [...columns.rootNodes].map((node, nth) => [
      graph.id(node),
      rootCategories[columns.rootKinds[nth]!],
    ]),
  };
  yield JSON.stringify(head).slice(0, -1);
  yield ',\n"nodes":[';
  for (let node = 0; node < graph.nodeCount; node++)
    yield `${node === 0 ? '\n' : ',\n'}${JSON.stringify(nodeRecord(graph, node))}`;
  yield '\n],\n"edges":[';
  for (let node = 0, edge = 0; node < graph.nodeCount; node++) {
    for (; edge < columns.first[node + 1]!; edge++)
      yield `${edge === 0 ? '\n' : ',\n'}${JSON.stringify(edgeRecord(graph, node, edge))}`;
  }
  yield '\n]}\n';
}

function nodeRecord(graph: HeapGraph, node: number): NodeRecord {
  const summary = graph.summary(node, Infinity);
  const owner = graph.owner(node);
  const site = graph.columns.sites?.[node] ?? 0;
  const generation = graph.generation(node);
  const [provenance, validity] = [graph.provenance(node), graph.validity(node)];
  return {
    id: graph.id(node),
    type: graph.strings.text(graph.columns.types[node]!),
    kind: graph.kind(node),
    size: graph.size(node),
    ...(summary === undefined ? {} : { summary }),
    ...(site === 0 ? {} : { site: graph.facts.siteList[site - 1]!.id }),
    ...(owner === undefined ? {} : { owner }),
    ...(generation === undefined ? {} : { generation }),
    ...(provenance === 'unknown' ? {} : { provenance }),
    ...(validity === 'live' ? {} : { validity }),
  };
}

function edgeRecord(graph: HeapGraph, node: number, edge: number) {
  const name = graph.edgeName(edge);
  const aside = !graph.isWeak(edge) && !graph.isCounted(edge);
  return {
    from: graph.id(node),
    to: graph.id(graph.columns.to[edge]!),
    kind: graph.edgeKind(edge),
    ...(name === undefined ? {} : { name }),
    ...(graph.isWeak(edge) ? { weak: true } : {}),
    ...(aside ? { aside: true } : {}),
  };
}

/** Reads what `jsonOf` wrote. What it contradicts itself in is listed, as for any source. */
export function graphFromJson(text: string, name: string): HeapGraph {
  let parsed: Partial<JsonHeap> | null;
  try {
    parsed = JSON.parse(text) as Partial<JsonHeap> | null;
  } catch (error) {
    throw new HeapProblem(
      'corrupt',
      `${name} is no JSON: ${(error as Error).message}.`,
      'It may be cut off: export it again.',
      { cause: error },
    );
  }
  if (parsed?.format !== jsonFormat)
    throw new HeapProblem(
      'foreign',
      `${name} is not a heap that sonde heap wrote.`,
      'Its "format" should be "sonde-heap".',
    );
  if (parsed.version !== jsonVersion)
    throw new HeapProblem(
      'version',
      `${name} is of version ${String(parsed.version)}; this one reads version ${jsonVersion}.`,
      'Export it again with this version.',
    );
  const heap = checked(parsed, name);
  const builder = new HeapBuilder({
    rootId: heap.root,
    rebuilt: true,
    internalKinds: heap.internalKinds,
    orphansAreRoots: heap.orphansAreRoots,
  });
  builder.add({ kind: 'sites', sites: heap.sites });
  builder.add({ kind: 'nodes', nodes: heap.nodes });
  builder.add({ kind: 'edges', edges: heap.edges });
  for (const [id, category] of heap.categories)
    if (rootCategories.includes(category)) builder.mark(id, category);
  return builder.done(heap.moment, heap.labels);
}

/** Only the shapes that the builder does not check itself. */
function checked(heap: Partial<JsonHeap>, name: string): JsonHeap {
  const bad = (what: string): HeapProblem =>
    new HeapProblem('corrupt', `${name}: ${what}.`, 'Export it again.');
  if (!Number.isSafeInteger(heap.root)) throw bad('"root" is no id');
  const lists = ['nodes', 'edges', 'sites', 'categories', 'internalKinds'] as const;
  for (const key of lists) if (!Array.isArray(heap[key])) throw bad(`"${key}" is no list`);
  heap.nodes!.forEach((node, nth) => {
    const good = isRecord(node) && typeof node.type === 'string' && typeof node.kind === 'string';
    if (!good || typeof node.id !== 'number' || typeof node.size !== 'number')
      throw bad(`nodes[${nth}] is no node: id, type, kind and size are needed`);
  });
  heap.edges!.forEach((edge, nth) => {
    if (
      !isRecord(edge) ||
      !edgeKinds.includes(edge.kind) ||
      typeof edge.from !== 'number' ||
      typeof edge.to !== 'number'
    )
      throw bad(`edges[${nth}] is no edge: from, to and kind are needed`);
  });
  heap.sites!.forEach((site, nth) => {
    if (!isRecord(site) || typeof site.id !== 'number') throw bad(`sites[${nth}] has no id`);
  });
  heap.categories!.forEach((pair, nth) => {
    if (!Array.isArray(pair)) throw bad(`categories[${nth}] is no pair`);
  });
  for (const part of ['nodes', 'edges', 'roots', 'sizes'] as const) {
    if (typeof heap.labels?.[part].exactness !== 'string') throw bad(`"labels" lacks ${part}`);
  }
  if (!['stop', 'recording', 'file'].includes(heap.moment?.kind ?? '')) throw bad('"moment" is none');
  if (heap.moment?.kind === 'recording' && typeof heap.moment.at !== 'string')
    throw bad('"moment" has no position');
  return heap as JsonHeap;
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null;

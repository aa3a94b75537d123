// Records as chunks, within the limit that the reader set.

import type { EdgeRecord, HeapChunk, Label, NodeRecord, RootRecord, SiteRecord } from '@sonde/heap';

const chunkSize = 10_000;

export interface HeapRecords {
  readonly sites?: readonly SiteRecord[];
  readonly nodes: readonly NodeRecord[];
  readonly edges: readonly EdgeRecord[];
  readonly roots: readonly RootRecord[];
}

/** Gives the label of objects and references: approximate where there are more objects than may be told. */
export function* chunksOf(records: HeapRecords, mostNodes: number): Generator<HeapChunk, Label | undefined> {
  const { sites = [], nodes, edges, roots, cut } = within(records, mostNodes);
  for (const part of parts(sites)) yield { kind: 'sites', sites: part };
  for (const part of parts(roots)) yield { kind: 'roots', roots: part };
  // A reader that ends at its limit of objects has the references by then.
  for (const part of parts(edges)) yield { kind: 'edges', edges: part };
  for (const part of parts(nodes)) yield { kind: 'nodes', nodes: part };
  return cut
    ? { exactness: 'approximate', why: `only ${nodes.length} of ${records.nodes.length} objects were read` }
    : undefined;
}

function within(records: HeapRecords, mostNodes: number): HeapRecords & { readonly cut: boolean } {
  if (records.nodes.length < mostNodes) return { ...records, cut: false };
  const nodes = records.nodes.slice(0, Math.max(0, mostNodes - 1));
  const kept = new Set(nodes.map(({ id }) => id));
  return {
    ...records,
    nodes,
    edges: records.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
    roots: records.roots.filter(({ to }) => kept.has(to)),
    cut: true,
  };
}

function* parts<T>(all: readonly T[]): Generator<readonly T[], void> {
  for (let start = 0; start < all.length; start += chunkSize) yield all.slice(start, start + chunkSize);
}

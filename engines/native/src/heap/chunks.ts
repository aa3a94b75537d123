// Records as chunks, within the limit that the reader set.

import { withinLimit } from '@sonde/engine/machine';
import type { EdgeRecord, HeapChunk, Label, NodeRecord, RootRecord, SiteRecord } from '@sonde/heap';

const chunkSize = 10_000;

export interface HeapRecords {
  readonly sites?: readonly SiteRecord[];
  readonly nodes: readonly NodeRecord[];
  readonly edges: readonly EdgeRecord[];
  readonly roots: readonly RootRecord[];
}

/** Gives the label of objects and references: approximate where there are more objects than may be told. */
export function* chunksOf(
  { sites = [], nodes, edges, roots }: HeapRecords,
  mostNodes: number,
): Generator<HeapChunk, Label | undefined> {
  const told = withinLimit({ objects: nodes, edges, roots }, mostNodes, ({ id }) => id);
  for (const part of parts(sites)) yield { kind: 'sites', sites: part };
  for (const part of parts(told.roots)) yield { kind: 'roots', roots: part };
  for (const part of parts(told.edges)) yield { kind: 'edges', edges: part };
  for (const part of parts(told.objects)) yield { kind: 'nodes', nodes: part };
  return told.cut === undefined ? undefined : { exactness: 'approximate', why: told.cut };
}

function* parts<T>(all: readonly T[]): Generator<readonly T[], void> {
  for (let start = 0; start < all.length; start += chunkSize) yield all.slice(start, start + chunkSize);
}

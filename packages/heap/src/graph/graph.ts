// The graph itself: nodes and edges as columns of typed arrays, edges in rows by their source (compressed sparse rows).

import type { Findings } from '../contract/problem.js';
import type { HeapMoment, SiteRecord } from '../contract/source.js';
import {
  edgeKinds,
  provenances,
  rootCategories,
  validities,
  type EdgeKind,
  type Provenance,
  type RootCategory,
  type SnapshotLabels,
  type Validity,
} from '../contract/vocabulary.js';
import type { Wide } from './growing.js';
import type { StringTable } from './string-table.js';

/** In columns of string indexes and node indexes: nothing. */
export const none = 0xffff_ffff;

/** A byte per edge: its kind, and three bits. */
export const edgeKindMask = 0x1f;
/** Keeps its target alive, but does not count for dominators: the runtime's own hold on what the program holds too. */
export const asideBit = 0x20;
/** Does not keep its target alive. */
export const weakBit = 0x40;
/** Its name is a position, not a string. */
export const positionBit = 0x80;
/** Edges with one of these count neither for dominators nor for retained sizes. */
export const uncounted = weakBit | asideBit;

export interface GraphColumns {
  readonly ids: Wide;
  /** Strings. */
  readonly types: Uint32Array;
  /** Into `kindNames`. */
  readonly kinds: Uint8Array;
  readonly sizes: Wide;
  /** Strings. */
  readonly summaries: Uint32Array;
  /** Into `sites`, from 1; 0 where unknown. Columns that no node needs are missing. */
  readonly sites?: Uint32Array;
  /** Strings. */
  readonly owners?: Uint32Array;
  /** NaN where unknown. */
  readonly generations?: Float64Array;
  readonly provenances?: Uint8Array;
  readonly validities?: Uint8Array;
  /** Where the edges of each node begin; one more than there are nodes. */
  readonly first: Uint32Array;
  readonly to: Uint32Array;
  readonly edgeKinds: Uint8Array;
  /** Strings or positions. */
  readonly edgeNames: Uint32Array;
  /** Nodes that are roots, ascending, and the category of each. */
  readonly rootNodes: Uint32Array;
  readonly rootKinds: Uint8Array;
}

export interface GraphFacts {
  readonly moment: HeapMoment;
  readonly labels: SnapshotLabels;
  readonly kindNames: readonly string[];
  readonly siteList: readonly SiteRecord[];
  readonly findings: Findings;
  /** Kinds of nodes that belong to the runtime and that nobody looks for: maps, code, bookkeeping. */
  readonly internalKinds: readonly string[];
  /** Nodes that nothing retains count as roots: so V8's tools see what only weak references reach. */
  readonly orphansAreRoots: boolean;
}

export class HeapGraph {
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** The node from which everything is reached. */
  readonly root = 0;

  constructor(
    readonly columns: GraphColumns,
    readonly strings: StringTable,
    readonly facts: GraphFacts,
  ) {
    this.nodeCount = columns.ids.length;
    this.edgeCount = columns.to.length;
  }

  id(node: number): number {
    return this.columns.ids[node]!;
  }

  size(node: number): number {
    return this.columns.sizes[node]!;
  }

  type(node: number): string {
    return this.strings.text(this.columns.types[node]!, 300);
  }

  kind(node: number): string {
    return this.facts.kindNames[this.columns.kinds[node]!]!;
  }

  summary(node: number, most = 300): string | undefined {
    const index = this.columns.summaries[node]!;
    return index === none ? undefined : this.strings.text(index, most);
  }

  site(node: number): SiteRecord | undefined {
    return this.facts.siteList[(this.columns.sites?.[node] ?? 0) - 1];
  }

  owner(node: number): string | undefined {
    const index = this.columns.owners?.[node] ?? none;
    return index === none ? undefined : this.strings.text(index);
  }

  generation(node: number): number | undefined {
    const generation = this.columns.generations?.[node] ?? NaN;
    return Number.isNaN(generation) ? undefined : generation;
  }

  provenance(node: number): Provenance {
    return provenances[this.columns.provenances?.[node] ?? 0]!;
  }

  validity(node: number): Validity {
    return validities[this.columns.validities?.[node] ?? 0]!;
  }

  /** Belongs to the runtime rather than to the program. */
  isInternal(node: number): boolean {
    return node === this.root || this.facts.internalKinds.includes(this.kind(node));
  }

  rootCategory(node: number): RootCategory | undefined {
    const { rootNodes, rootKinds } = this.columns;
    let [low, high] = [0, rootNodes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rootNodes[middle]! < node) low = middle + 1;
      else high = middle;
    }
    return rootNodes[low] === node ? rootCategories[rootKinds[low]!] : undefined;
  }

  edgeKind(edge: number): EdgeKind {
    return edgeKinds[this.columns.edgeKinds[edge]! & edgeKindMask]!;
  }

  isWeak(edge: number): boolean {
    return (this.columns.edgeKinds[edge]! & weakBit) !== 0;
  }

  /** Counts for dominators and retained sizes. */
  isCounted(edge: number): boolean {
    return (this.columns.edgeKinds[edge]! & uncounted) === 0;
  }

  edgeName(edge: number): string | number | undefined {
    const name = this.columns.edgeNames[edge]!;
    if ((this.columns.edgeKinds[edge]! & positionBit) !== 0) return name;
    return name === none ? undefined : this.strings.text(name, 300);
  }
}

// The contract by which an engine or a language's runtime model streams a heap: chunks of nodes, edges, roots and sites.

import type { EdgeKind, Provenance, RootCategory, SnapshotLabels, Validity } from './vocabulary.js';

/**
 * Names an object for the life of a process or of a recording: an integer from 1 to 2^52. It is no address. The same
 * object has the same id in every snapshot, and no later object gets it.
 */
export type ObjectId = number;

/** Ids from here on belong to the nodes that a graph adds: the root of all, and one node per root category. */
export const firstReservedId = 2 ** 52;

export interface NodeRecord {
  readonly id: ObjectId;
  /** As the language writes it: `Map<text, int>`. */
  readonly type: string;
  /** What the runtime keeps it as: `record`, `closure`, `string`. */
  readonly kind: string;
  /** In bytes, without what it refers to. */
  readonly size: number;
  /** One line of the value. */
  readonly summary?: string;
  /** The id of a `SiteRecord`: where it was allocated. */
  readonly site?: number;
  /** The fiber or task that allocated it. */
  readonly owner?: string;
  /** A counter or a time of the allocation; only its order counts. */
  readonly generation?: number;
  readonly provenance?: Provenance;
  readonly validity?: Validity;
}

export interface EdgeRecord {
  readonly from: ObjectId;
  readonly to: ObjectId;
  readonly kind: EdgeKind;
  /** The field, variable or key; a number is a position. */
  readonly name?: string | number;
  /** Does not keep its target alive. */
  readonly weak?: boolean;
  /** Keeps alive, and does not count for dominators: the runtime's own hold on what the program holds too. */
  readonly aside?: boolean;
}

/** A root is a node of its own, so that paths begin with its name and what it retains can be asked. */
export interface RootRecord {
  readonly id: ObjectId;
  readonly category: RootCategory;
  /** `cache in main`, `module config`. */
  readonly name: string;
  readonly to: ObjectId;
  readonly owner?: string;
  /** The collector may hold a number for a pointer. */
  readonly approximate?: boolean;
}

export interface SiteRecord {
  /** From 1; a node refers to it. */
  readonly id: number;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly function?: string;
  readonly module?: string;
}

/** Any order will do: an edge may come before its ends, a node before its site. */
export type HeapChunk =
  | { readonly kind: 'nodes'; readonly nodes: readonly NodeRecord[] }
  | { readonly kind: 'edges'; readonly edges: readonly EdgeRecord[] }
  | { readonly kind: 'roots'; readonly roots: readonly RootRecord[] }
  | { readonly kind: 'sites'; readonly sites: readonly SiteRecord[] };

/** The moment that a snapshot shows. Reads of a source fail once the program has left it. */
export type HeapMoment =
  | { readonly kind: 'stop'; readonly stop: string; readonly cause: 'breakpoint' | 'request' }
  /** A position of a run that can go back: there the same stop is met again. `at` is how the session names it. */
  | {
      readonly kind: 'recording';
      readonly at: string;
      readonly branch: number;
      readonly step: number;
      readonly cause: 'breakpoint' | 'request';
    }
  | { readonly kind: 'file'; readonly name: string };

export interface HeapProgress {
  /** What is being done, for people: `reading edges`. */
  readonly step: string;
  readonly done: number;
  /** Missing where nobody knows. */
  readonly of?: number;
}

export interface HeapReading {
  readonly signal: AbortSignal;
  readonly progress: (progress: HeapProgress) => void;
  /**
   * Of more objects the source tells those nearest to the roots, with what they hold among themselves, and labels nodes,
   * edges and roots as approximate. The reader ends a source that goes on.
   */
  readonly mostNodes: number;
  /** Summaries may have raw addresses in them; only when the user asked. */
  readonly addresses: boolean;
}

/** A heap that can be walked, at one moment. A runtime that cannot answers with `HeapUnavailable` instead. */
export interface HeapSource {
  readonly available: true;
  readonly moment: HeapMoment;
  /** Kinds of nodes that people did not write, such as the nodes of a map: suspects and tables name their holders instead. */
  readonly internalKinds?: readonly string[];
  /**
   * Streams the heap while the program stands. Ends early, with an error, when the signal aborts or the program goes on;
   * never waits for the program to run. The labels are known at the end, because only the walk shows what is missing.
   */
  read(reading: HeapReading): AsyncGenerator<HeapChunk, SnapshotLabels, undefined>;
}

export interface HeapUnavailable {
  readonly available: false;
  /** For people: which memory manager, and why it cannot be walked. */
  readonly why: string;
}

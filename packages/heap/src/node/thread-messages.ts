// What a heap's thread and its host say to each other.

import type { DiffOptions } from '../analysis/diff.js';
import type { HeapQuery } from '../analysis/queries.js';
import type { HeapProblemCode } from '../contract/problem.js';
import type { HeapChunk, HeapMoment, HeapProgress } from '../contract/source.js';
import type { SnapshotLabels } from '../contract/vocabulary.js';

/** A heap that was opened on the thread. */
export type HeapNumber = number;

export type HeapOrder =
  | { readonly do: 'open'; readonly path: string; readonly name: string }
  /** A heap that comes in chunks; `finish` makes it one that can be asked, `drop` gives it up. */
  | { readonly do: 'begin'; readonly internalKinds: readonly string[] }
  | { readonly do: 'add'; readonly heap: HeapNumber; readonly chunk: HeapChunk }
  | {
      readonly do: 'finish';
      readonly heap: HeapNumber;
      readonly moment: HeapMoment;
      readonly labels: SnapshotLabels;
    }
  | { readonly do: 'drop'; readonly heap: HeapNumber }
  | { readonly do: 'ask'; readonly heap: HeapNumber; readonly query: HeapQuery }
  | ({ readonly do: 'diff'; readonly before: HeapNumber; readonly after: HeapNumber } & DiffOptions)
  | { readonly do: 'save'; readonly heap: HeapNumber; readonly path: string }
  | { readonly do: 'export'; readonly heap: HeapNumber; readonly path: string }
  | { readonly do: 'json'; readonly heap: HeapNumber }
  | { readonly do: 'dot'; readonly heap: HeapNumber; readonly part: DotRequest }
  | { readonly do: 'close'; readonly heap: HeapNumber };

export type DotRequest =
  | { readonly around: number; readonly depth: number; readonly most: number }
  | { readonly pathsTo: readonly number[]; readonly each: number }
  /** These objects, and what they hold of one another. */
  | { readonly of: readonly number[]; readonly focus?: number };

export interface ToThread {
  readonly id: number;
  readonly order: HeapOrder;
}

export type FromThread =
  | { readonly id: number; readonly say: 'progress'; readonly progress: HeapProgress }
  | { readonly id: number; readonly say: 'done'; readonly value: unknown }
  | {
      readonly id: number;
      readonly say: 'failed';
      readonly message: string;
      readonly code?: HeapProblemCode;
      readonly next?: string;
      /** Of the system, such as EACCES, where a file could not be written. */
      readonly system?: string;
    };

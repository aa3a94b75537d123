// Tasks of a runtime that switches stacks by itself, such as coroutines: how its list of them lies in memory.
//
// A language gives this as data. Tasks that do not run become threads, with stacks, variables and expressions.

import type { ThreadKind } from '@sonde/engine';
import type { RuntimeMemory } from './runtime-memory.js';

/** A place in the program's data. */
export interface SymbolPlace {
  readonly symbol: string;
  /** In bytes from the symbol. */
  readonly offset?: number;
}

/** Bytes from the start of a task to its fields. Pointers and `id` as wide as the machine's, `state` and `line` 32 bits. */
export interface TaskOffsets {
  /** The next task of the list; NULL ends it. */
  readonly next: number;
  readonly state: number;
  /** From 1, never used twice; 64 bits. */
  readonly id: number;
  /** Where it goes on: right behind a call, or at the start of a function before it has begun. NULL: not known. */
  readonly pc: number;
  /** NULL before it has begun. */
  readonly framePointer: number;
  readonly stackPointer: number;
  /** What people call it; a C string, as are `file` and `awaiting`. */
  readonly name?: number;
  /** Where it was suspended. */
  readonly file?: number;
  readonly line?: number;
  /** What it waits for, in words. */
  readonly awaiting?: number;
  /** The first of those that wait for its end; the others by `nextWaiter`. */
  readonly waiter?: number;
  readonly nextWaiter?: number;
  /** The task whose end it waits for. */
  readonly waitingOn?: number;
  /** The bounds of its stack; both NULL for one on the stack that the system made. */
  readonly stackLow?: number;
  readonly stackHigh?: number;
}

export interface TaskTable {
  readonly kind: Exclude<ThreadKind, 'os'>;
  /** 32 bits that say which layout it is: the table is for this one only. */
  readonly version: SymbolPlace & { readonly value: number };
  /** The pointer to the first task. */
  readonly first: SymbolPlace;
  /** The pointer to the task that runs. */
  readonly current: SymbolPlace;
  /**
   * The function that turns from the task that runs to another, called when all that is in `offsets` is written. Without
   * it a step may be lost when another task passes a breakpoint, and none goes into what is awaited.
   */
  readonly switch?: SymbolPlace;
  /** A regular expression (Python's) for names of functions of the runtime: where they have no source they are shown as unimportant. */
  readonly runtime?: string;
  readonly offsets: TaskOffsets;
  /** What values of `state` mean; tasks of any other are over. */
  readonly states: {
    readonly suspended: readonly number[];
    readonly ready: readonly number[];
    readonly running: readonly number[];
  };
  /** Texts of `awaiting` that mean a time and not an event. */
  readonly timed: readonly string[];
  /** What the same runtime does with memory by itself: collects, moves, frees. */
  readonly memory?: readonly RuntimeMemory[];
}

// What languages tell of the programs that are made with them, for the bridge to go by.

import { fileURLToPath } from 'node:url';
import type { Fault } from './faults.js';
import type { NativeHeap } from './heap/native-heap.js';
import type { RecordTable } from './records.js';
import type { StrandTable } from './strands.js';
import type { TaskTable } from './tasks.js';

export interface LanguageFacts {
  /** Runtimes that have tasks of their own, such as coroutines: one that the program has the symbols of. */
  readonly tasks?: readonly TaskTable[];
  /** Runtimes that know threads of the system by names of their own: one that the program has the symbols of. */
  readonly strands?: readonly StrandTable[];
  /** Runtimes that can list the objects of a program. */
  readonly heaps?: readonly NativeHeap[];
  /** Runtimes that keep a record of a run, in which one can go back. */
  readonly records?: readonly RecordTable[];
  /** Filters of the language that stop in functions of its runtime. */
  readonly faults?: readonly Fault[];
  /**
   * How LLDB's evaluator is told of functions and the like that debug information rarely has: name to the declaration. Used
   * where an expression fails for the want of it.
   */
  readonly declarations?: Readonly<Record<string, string>>;
  /**
   * The folder of a Python package that runs inside the bridge and tells it of the libraries and the runtime of the language:
   * names, layouts, ways of writing. What it can tell is in bridge/libraries.py.
   */
  readonly bridge?: URL;
}

/**
 * From any language here. A program may be made of code in several languages, and be launched or attached to as any of
 * them; which runtime it has is seen by its symbols.
 */
const told = new Set<LanguageFacts>();

export function note(facts: LanguageFacts): void {
  told.add(facts);
}

/** As the bridge is told of them. */
export interface AllFacts extends Required<
  Pick<LanguageFacts, 'tasks' | 'strands' | 'records' | 'faults' | 'declarations'>
> {
  readonly bridge: readonly string[];
}

export const allFacts = (): AllFacts => ({
  tasks: [...told].flatMap(({ tasks = [] }) => tasks),
  strands: [...told].flatMap(({ strands = [] }) => strands),
  records: [...told].flatMap(({ records = [] }) => records),
  faults: [...told].flatMap(({ faults = [] }) => faults),
  declarations: Object.assign({}, ...[...told].map(({ declarations }) => declarations)) as Record<
    string,
    string
  >,
  bridge: bridgeFolders(),
});

/** Used on this side of the bridge. */
export const allRecords = (): readonly RecordTable[] => [...told].flatMap(({ records = [] }) => records);
export const allHeaps = (): readonly NativeHeap[] => [...told].flatMap(({ heaps = [] }) => heaps);

/** Paths, each once, of what was told of and of these. */
export const bridgeFolders = (more: readonly URL[] = []): readonly string[] => [
  ...new Set([...[...told].flatMap(({ bridge = [] }) => bridge), ...more].map(url => fileURLToPath(url))),
];

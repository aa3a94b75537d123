// Records: runtimes that write down what happens in a run, and can run the program again up to one of these events.
//
// A language gives this as data: where the runtime says what it has come to, and the function that begins the run anew in the
// same process, with the same input and output. The bridge sends a thread there (bridge/replay/).

import type { SymbolPlace } from './tasks.js';

/** What the language reads in the record of a run. */
export interface RunRecord {
  /** What an event is, for people, in the plural. */
  readonly unit: string;
  /** The run is one that was recorded before: nothing is live behind its end. */
  readonly closed: boolean;
  /** All so far, oldest first. */
  events(): Promise<readonly RecordedEvent[]>;
}

export interface RecordedEvent {
  /** From 1. */
  readonly number: number;
  /** `input`: it came from outside. */
  readonly kind: 'event' | 'input';
  /** What happened, in one line. */
  readonly text: string;
}

export interface RecordTable {
  /** 64 bits: the number of the last event, from 1; 0 before the first. */
  readonly event: SymbolPlace;
  /** 64 bits: the newest event of the run, however often it was begun again. */
  readonly newest: SymbolPlace;
  /** 32 bits: not 0 where the run can be begun again. */
  readonly ready: SymbolPlace;
  /** 32 bits: not 0 in the middle of reading or printing, of which something would be lost. */
  readonly busy: SymbolPlace;
  /** 64 bits: the debugger writes here behind which event `reached` is to be called; 0 for none. */
  readonly until: SymbolPlace;
  /** Does nothing. Called on the thread that goes on from the event. */
  readonly reached: string;
  /** Where a thread is sent to begin anew. Right before it are instructions that do nothing, for system calls that are begun again. */
  readonly again: SymbolPlace;
  /** The stack that it gets for that, and its size. */
  readonly stack: SymbolPlace;
  readonly stackSize: number;
}

// Strands: threads of the system that a runtime knows by names of its own, and whose steps lead from one to another.
//
// A language gives this as data: how the runtime's list of them lies in memory, and the function that it calls where one
// strand goes on from what another did.

import type { ThreadKind, WaitReason } from '@sonde/engine';
import type { SymbolPlace } from './tasks.js';

/** Bytes from the start of a strand to its fields. `wait` has 32 bits, numbers 64, texts are C strings. */
export interface StrandOffsets {
  /** The next of the list; NULL ends it. */
  readonly next: number;
  /** From 1, never used twice. */
  readonly number: number;
  /** What the system calls the thread. */
  readonly thread: number;
  /** Why it waits: an index into `waits`. */
  readonly wait: number;
  /** A number that goes with that. */
  readonly waitsFor: number;
  /** Pointers to texts that go with it. */
  readonly subject: number;
  readonly detail: number;
  /** The text itself, with a zero behind it. */
  readonly name: number;
}

export interface StrandWait {
  /** In words; `{number}`, `{subject}` and `{detail}` stand for what goes with it. */
  readonly words: string;
  readonly reason: WaitReason;
}

/**
 * The function that a runtime calls on a strand that goes on from what another one did: (from, to, kind, code), numbers of
 * strands, a kind, and the code that is about to be called. It does nothing.
 */
export interface HandOver {
  readonly symbol: string;
  readonly kinds: {
    /** On the strand that makes another one, which has not begun. */
    readonly starts: number;
    /** `code` is about to be called, because `from` asked for it: a step in goes there. */
    readonly calls: readonly number[];
    /** It returns to what was called on it, because `from` lets it: a step in goes there. */
    readonly resumes: number;
    /** `from` has ended: every step of it goes on here. */
    readonly ends: number;
  };
  /**
   * 32 bits: not 0 where one strand runs at a time, so that none may be held back; 2 where one that was made begins only when
   * another waits, so that a step in does not go there.
   */
  readonly oneAtATime: SymbolPlace;
}

export interface StrandTable {
  readonly kind: Exclude<ThreadKind, 'os'>;
  /** 32 bits that say which layout it is: the table is for this one only. */
  readonly version: SymbolPlace & { readonly value: number };
  /** The pointer to the first strand. */
  readonly first: SymbolPlace;
  /** How many bytes of a strand are read, and of these how many are the name. */
  readonly size: number;
  readonly nameSize: number;
  readonly offsets: StrandOffsets;
  /** By value of `wait`; one that is not there runs. */
  readonly waits: Readonly<Record<number, StrandWait>>;
  readonly handOver: HandOver;
  /** A regular expression (Python's) for names of functions of the runtime: they are shown as unimportant, and steps do not end there. */
  readonly runtime: string;
}

// Memory that a runtime moves or frees by itself: a data breakpoint there is over with it, and is told to be.
//
// A language gives this as data. What the runtime writes meanwhile is no write of the program.

import type { SymbolPlace } from './tasks.js';

export interface RuntimeMemory {
  /** The function that does it. Whatever is written before it returns is the runtime's doing. */
  readonly function: SymbolPlace;
  /** Of all memory between two pointers: nothing is there any more, or elsewhere, when the function has begun. */
  readonly between?: { readonly start: SymbolPlace; readonly end: SymbolPlace };
  /** Or of one block, the one that the first argument of the function is about. */
  readonly blocks?: RuntimeBlocks;
  /** For people, behind "it is over:". */
  readonly why: string;
}

/** Blocks in a table: a pointer to its entries and their count, both as wide as the machine's pointers. */
export interface RuntimeBlocks {
  readonly table: SymbolPlace;
  readonly entrySize: number;
  /** In bytes from the start of an entry: where the block is and how long. */
  readonly base: number;
  readonly size: number;
  /** In bytes from where the first argument points: the same base. */
  readonly argument: number;
}

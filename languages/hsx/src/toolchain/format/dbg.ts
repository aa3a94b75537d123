// `.dbg`: what the compiler tells the linker about the code it made, before anything has an address.
//
// Instructions are counted in the order of the MVASM text (`ordinal`: the n-th instruction line of the object, LDI32
// counts once), because that is all the compiler knows. The linker makes addresses of them.

import type { DebugType } from './debug-types.js';

/** 1: functions; 2: also lines and columns; 3: also variables and types. */
export type DebugGrade = 1 | 2 | 3;

export interface DbgFile {
  readonly version: number;
  /** The stem of the object it belongs to. */
  readonly module: string;
  readonly producer: string;
  readonly grade: DebugGrade;
  readonly files: readonly DbgSource[];
  readonly functions: readonly DbgFunction[];
  /** Sorted by ordinal; each holds up to the next. */
  readonly lines: readonly DbgLine[];
  readonly globals: readonly DbgGlobal[];
  readonly types: readonly DebugType[];
}

export interface DbgSource {
  /** As the compiler was told; absolute, or relative to `directory`. */
  readonly filename: string;
  readonly directory: string;
}

export interface DbgFunction {
  readonly name: string;
  /** The label in MVASM. */
  readonly symbol: string;
  /** Index into `files`. */
  readonly file: number;
  readonly line: number;
  /** The last line of its text, where it is known. */
  readonly endLine?: number;
  /** End is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where the prologue is over: the first instruction of what was written. */
  readonly body: number;
  /** Index into `types`; absent for void. */
  readonly result?: number;
  readonly variables: readonly DbgVariable[];
}

export interface DbgVariable {
  readonly name: string;
  readonly type: number;
  /** From 1, for parameters. */
  readonly position?: number;
  readonly line: number;
  readonly column?: number;
  /** In sight from `start` to before `end`: its lexical scope. */
  readonly scope: { readonly start: number; readonly end: number };
  /** Where it is, and when; outside of all of them it is nowhere. */
  readonly locations: readonly { readonly start: number; readonly end: number; readonly at: Location }[];
}

/** Where a variable is while it lives. */
export type Location =
  /** In memory, counted from the frame pointer. */
  | { readonly kind: 'frame'; readonly offset: number }
  /** In memory, at the address that this word of the frame holds. */
  | { readonly kind: 'indirect'; readonly offset: number }
  | { readonly kind: 'register'; readonly register: number }
  /** Its words are in several places, the low one first. */
  | { readonly kind: 'split'; readonly parts: readonly WordLocation[] }
  /** In memory, at a symbol. In `.sym` the symbol has become an address. */
  | { readonly kind: 'symbol'; readonly symbol: string; readonly offset: number }
  | { readonly kind: 'memory'; readonly address: number }
  /** Nowhere: it has this value all the time. Low word first. */
  | { readonly kind: 'constant'; readonly words: readonly number[] };

/** Where one word is. */
export type WordLocation = Extract<Location, { readonly kind: 'frame' | 'register' }>;

export interface DbgLine {
  readonly ordinal: number;
  /** Index into `files`; absent for code that nobody wrote. */
  readonly file?: number;
  /** 0 for code that nobody wrote. */
  readonly line: number;
  readonly column: number;
  /** A statement begins here: a place for breakpoints, and where a step may end. */
  readonly statement: boolean;
}

export interface DbgGlobal {
  readonly name: string;
  /** The label in MVASM. */
  readonly symbol: string;
  readonly type: number;
  readonly file: number;
  readonly line: number;
  /** The function whose `static` it is. */
  readonly function?: string;
  /** Not seen from other files. */
  readonly local: boolean;
}

// `.sym`: what the debugger is told about a linked program.
//
// Version 1 is the proposal of the HSX specification, `symbols`, `instructions` and `memory_regions`. What is added to it
// stands beside its fields under names of its own (`debug`), so that readers of version 1 go on working.

import type { DbgSource, DbgVariable, DebugGrade } from './dbg.js';
import type { DebugType } from './debug-types.js';

export interface SymFile {
  readonly version: number;
  readonly hxe_path: string;
  /** Of the `.hxe` that it belongs to. */
  readonly hxe_crc: number;
  readonly symbols: {
    readonly functions: readonly SymFunction[];
    readonly variables: readonly SymVariable[];
    /** By code address, `0x0100`. */
    readonly labels: Readonly<Record<string, readonly string[]>>;
    /** By data address: labels of `.data`. */
    readonly data_labels?: Readonly<Record<string, readonly string[]>>;
  };
  /** Sorted by pc. */
  readonly instructions: readonly SymInstruction[];
  readonly memory_regions: readonly SymRegion[];
  readonly debug?: SymDebug;
}

export interface SymFunction {
  readonly name: string;
  readonly address: number;
  /** In bytes. */
  readonly size: number;
  readonly file?: string;
  readonly line?: number;
}

export interface SymVariable {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  /** As C writes it; absent where nobody knows it. */
  readonly type?: string;
  readonly scope: 'global' | 'file' | 'function';
  readonly file?: string;
  readonly line?: number;
}

export interface SymInstruction {
  readonly pc: number;
  readonly word: number;
  readonly mnemonic: string;
  readonly operands: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface SymRegion {
  readonly name: string;
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
  readonly type: 'text' | 'data' | 'bss' | 'stack' | 'registers';
}

/** What version 1 has no words for; all addresses are those of the linked program. */
export interface SymDebug {
  readonly grade: DebugGrade;
  readonly sources: readonly DbgSource[];
  readonly types: readonly DebugType[];
  /** Objects that were linked, in their order. */
  readonly modules: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
    readonly hasDebug: boolean;
  }[];
  readonly functions: readonly SymDebugFunction[];
  /** Sorted by pc; each holds up to the next. */
  readonly lines: readonly SymDebugLine[];
  readonly globals: readonly SymDebugGlobal[];
}

export interface SymDebugFunction {
  readonly name: string;
  readonly source: number;
  readonly line: number;
  readonly endLine?: number;
  /** End is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly body: number;
  readonly result?: number;
  readonly variables: readonly SymDebugVariable[];
}

/** As the compiler told it, with addresses in the place of ordinals. */
export type SymDebugVariable = DbgVariable;

export interface SymDebugLine {
  readonly pc: number;
  /** Absent for code that nobody wrote. */
  readonly source?: number;
  readonly line: number;
  readonly column: number;
  readonly statement: boolean;
}

export interface SymDebugGlobal {
  readonly name: string;
  readonly address: number;
  readonly type: number;
  readonly source: number;
  readonly line: number;
  readonly function?: string;
  readonly local: boolean;
  /** Index into `modules`: of the object that it is part of. */
  readonly module: number;
}

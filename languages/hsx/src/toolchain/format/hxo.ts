// `.hxo`: an object file. Code and data of one MVASM file with all references to names still open.
//
// Upstream's version 1 with two fields of ours: `bss`, the size of memory that begins as zeros, and `addend` of a relocation.
// Both are written only where they are needed, so that upstream's linker reads what needs neither.

import type { JsonObject } from './json-value.js';

export type HxoSection = 'text' | 'data' | 'bss';

export interface HxoSymbol {
  readonly section: HxoSection;
  /** In bytes, from the beginning of the section of this object. */
  readonly offset: number;
}

/** `symbol`: the whole address; `lo16` and `hi16` halves of it; `off16` counted from where data begins. */
export type RelocKind = 'symbol' | 'lo16' | 'hi16' | 'off16';

export type HxoReloc = {
  readonly symbol: string;
  readonly kind: RelocKind;
  /** In bytes; 0 where nothing is to be added. */
  readonly addend: number;
} & (
  | {
      readonly section: 'code';
      /** `imm12`: LDI; `mem`: the offset of a load or store; `jump`: its target; `imm32`: the second word of LDI32. */
      readonly type: 'imm12' | 'mem' | 'jump' | 'imm32';
      /** Of the word. */
      readonly index: number;
      /** The low 12 bits count words from this instruction. */
      readonly pcRelative: boolean;
    }
  | {
      readonly section: 'rodata';
      readonly type: 'data_word' | 'data_half' | 'data_byte';
      /** Of the byte. */
      readonly offset: number;
    }
);

/** What `.value`, `.cmd` and `.mailbox` said, as they said it. */
export interface HxoMetadata {
  readonly values: readonly JsonObject[];
  readonly commands: readonly JsonObject[];
  readonly mailboxes: readonly JsonObject[];
}

export interface HxoObject {
  readonly entry: number;
  readonly entrySymbol: string | undefined;
  readonly code: Uint32Array;
  readonly rodata: Uint8Array;
  /** Bytes of zeros behind all data. */
  readonly bss: number;
  /** What `.extern` named, sorted. */
  readonly externs: readonly string[];
  /** What `.import` named, sorted. */
  readonly imports: readonly string[];
  readonly relocs: readonly HxoReloc[];
  /** What other objects may use. */
  readonly symbols: ReadonlyMap<string, HxoSymbol>;
  /** All labels, the exported ones as well. */
  readonly localSymbols: ReadonlyMap<string, HxoSymbol>;
  readonly metadata: HxoMetadata;
}

export const noMetadata: HxoMetadata = { values: [], commands: [], mailboxes: [] };

// What debug information says, as data: lines, functions, variables and types. Code addresses are offsets into the module.

import type { DwarfProblem } from './reading/problem.js';

/** A part of the code, in offsets from the beginning of the module; `end` is exclusive. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
}

export interface LineRow {
  /** From the beginning of the module. */
  readonly address: number;
  /** Index into `DwarfData.sources`. */
  readonly source: number;
  /** Counts from 1; 0 for code that no line of the source stands for. */
  readonly line: number;
  /** Counts from 1; 0 where the compiler does not tell. */
  readonly column: number;
  readonly isStatement: boolean;
  readonly prologueEnd: boolean;
}

/** A number that the machine holds, or a pointer that memory holds. */
export type Base =
  | { readonly kind: 'local'; readonly index: number }
  | { readonly kind: 'global'; readonly index: number }
  /** 32 bits of memory, `offset` bytes behind what `base` holds. */
  | { readonly kind: 'pointer'; readonly base?: Base; readonly offset: number };

export type Location =
  | { readonly kind: 'local'; readonly index: number }
  | { readonly kind: 'global'; readonly index: number }
  /** In memory, `offset` bytes behind what `base` holds; at a fixed address without one. */
  | { readonly kind: 'memory'; readonly base?: Base; readonly offset: number }
  /** Nowhere: the value itself is what `base` holds and `offset` together. */
  | { readonly kind: 'value'; readonly base?: Base; readonly offset: bigint }
  /** Nowhere: these are the bytes of the value. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown'; readonly why: string };

export interface DeclaredAt {
  /** Index into `DwarfData.sources`; -1 where it is not told. */
  readonly source: number;
  readonly line: number;
}

/** A variable in one part of the code: one that moves has several of these. */
export interface LocalVariable {
  readonly name: string;
  /** By its number in `DwarfData.types`; absent for one without a type. */
  readonly type?: number;
  readonly isParameter: boolean;
  readonly location: Location;
  readonly range: CodeRange;
  readonly declared?: DeclaredAt;
}

export interface DwarfFunction {
  /** As the source writes it, with its namespaces. */
  readonly name: string;
  /** What linkers call it. */
  readonly linkageName?: string;
  readonly declared?: DeclaredAt;
  readonly ranges: readonly CodeRange[];
  /** Outer ones before inner ones. */
  readonly variables: readonly LocalVariable[];
  /** Of what it gives back; absent for nothing. */
  readonly result?: number;
}

export interface GlobalVariable {
  readonly name: string;
  readonly type?: number;
  readonly location: Location;
  readonly declared?: DeclaredAt;
}

export interface DwarfField {
  /** Empty for an unnamed member. */
  readonly name: string;
  readonly type: number | undefined;
  /** From the start of the value. */
  readonly bitOffset: number;
  readonly bitSize?: number;
  readonly isBase?: boolean;
}

export type Encoding = 'signed' | 'unsigned' | 'boolean' | 'float' | 'signed-char' | 'unsigned-char' | 'utf';

export type DwarfType = { readonly name: string; readonly size?: number } & (
  | { readonly kind: 'base'; readonly encoding: Encoding | undefined }
  | { readonly kind: 'pointer'; readonly target: number | undefined; readonly isReference: boolean }
  | { readonly kind: 'struct' | 'union'; readonly fields: readonly DwarfField[] }
  /** One of several structs, told by a number; one without `value` means all numbers that no other one means. */
  | {
      readonly kind: 'variants';
      readonly discriminant: DwarfField;
      readonly variants: readonly { readonly value?: bigint; readonly field: DwarfField }[];
    }
  /** Only its name is known. */
  | { readonly kind: 'declared' }
  | { readonly kind: 'array'; readonly element: number | undefined; readonly count?: number }
  | {
      readonly kind: 'enum';
      readonly underlying: number | undefined;
      readonly enumerators: readonly { readonly name: string; readonly value: bigint }[];
    }
  | { readonly kind: 'alias'; readonly target: number | undefined }
  | { readonly kind: 'function' }
);

/** Of one compiled file. */
export interface CompiledUnit {
  readonly name: string;
  readonly producer?: string;
}

export interface DwarfData {
  readonly units: readonly CompiledUnit[];
  /** Paths as the compiler wrote them, made whole with the folder that it ran in. */
  readonly sources: readonly string[];
  /** Sorted by address. */
  readonly lines: readonly LineRow[];
  readonly functions: readonly DwarfFunction[];
  readonly globals: readonly GlobalVariable[];
  /** Those that something refers to, by number. */
  readonly types: ReadonlyMap<number, DwarfType>;
  /** What could not be read and is left out. */
  readonly problems: readonly DwarfProblem[];
}

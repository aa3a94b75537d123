// A module as data: what every section holds, with the offsets of code.

import type { Instruction } from './instruction.js';
import type {
  FunctionType,
  GlobalType,
  MemoryType,
  ReferenceType,
  TableType,
  ValueType,
} from './value-types.js';

export type ExternalKind = 'function' | 'table' | 'memory' | 'global' | 'tag';

export type ImportedThing =
  | { readonly kind: 'function'; readonly type: number }
  | { readonly kind: 'table'; readonly type: TableType }
  | { readonly kind: 'memory'; readonly type: MemoryType }
  | { readonly kind: 'global'; readonly type: GlobalType }
  | { readonly kind: 'tag'; readonly type: number };

export interface Import {
  readonly module: string;
  readonly name: string;
  readonly thing: ImportedThing;
}

export interface Export {
  readonly name: string;
  readonly kind: ExternalKind;
  readonly index: number;
}

/** Instructions up to and with their `end`. */
export type ConstantExpression = readonly Instruction[];

export interface Global {
  readonly type: GlobalType;
  readonly init: ConstantExpression;
}

export interface LocalGroup {
  readonly count: number;
  readonly type: ValueType;
}

/** A function of the module itself. All offsets count from the beginning of the module. */
export interface FunctionBody {
  /** Among all functions: imported ones come first. */
  readonly index: number;
  readonly type: number;
  readonly locals: readonly LocalGroup[];
  /** Of the declarations of its locals: DWARF and linkers count from here. */
  readonly start: number;
  /** Of its first instruction. */
  readonly code: number;
  /** Behind its last `end`. */
  readonly end: number;
}

export type SegmentMode =
  | { readonly kind: 'active'; readonly index: number; readonly offset: ConstantExpression }
  | { readonly kind: 'passive' }
  | { readonly kind: 'declarative' };

export interface ElementSegment {
  readonly mode: SegmentMode;
  readonly type: ReferenceType;
  readonly items:
    | { readonly kind: 'functions'; readonly indices: readonly number[] }
    | { readonly kind: 'expressions'; readonly expressions: readonly ConstantExpression[] };
}

export interface DataSegment {
  readonly mode: SegmentMode;
  /** Where its bytes are in the module. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

export interface CustomSection {
  readonly name: string;
  /** Of its contents. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** A section as it lies there, for those who copy it. */
export interface RawSection {
  readonly id: number;
  /** Of its contents, behind the length. */
  readonly start: number;
  readonly end: number;
}

/** The custom section `name`; what is broken in it is left out. */
export interface ModuleNames {
  readonly module?: string;
  readonly functions: ReadonlyMap<number, string>;
  readonly locals: ReadonlyMap<number, ReadonlyMap<number, string>>;
  readonly globals: ReadonlyMap<number, string>;
}

export interface WasmModule {
  readonly bytes: Uint8Array;
  readonly sections: readonly RawSection[];
  readonly types: readonly FunctionType[];
  readonly imports: readonly Import[];
  readonly functions: readonly FunctionBody[];
  /** Of the module itself, without imported ones, as in all lists below. */
  readonly tables: readonly TableType[];
  readonly memories: readonly MemoryType[];
  /** Indices of function types. */
  readonly tags: readonly number[];
  readonly globals: readonly Global[];
  readonly exports: readonly Export[];
  readonly start?: number;
  readonly elements: readonly ElementSegment[];
  readonly dataCount?: number;
  readonly data: readonly DataSegment[];
  readonly customs: readonly CustomSection[];
  readonly names: ModuleNames;
}

export const sectionIds = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
  tag: 13,
} as const;

/** The order in which sections lie in a module. */
export const sectionOrder: readonly number[] = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];

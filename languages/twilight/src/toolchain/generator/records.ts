// What a function's code tells the debugger while it is written: places are marks until the module is laid out.

import type { Span } from '@sonde/front-end';
import type { Mark } from '@sonde/wasm';
import type { Local, Region, Scope } from '../checker/typed-places.js';
import type { Type } from '../checker/types.js';

/** Bits of a row of the source map. */
export const rowFlags = { statement: 1, prologueEnd: 2, epilogue: 4, generated: 8 } as const;

export interface RowRecord {
  readonly mark: Mark;
  readonly at: Span;
  readonly flags: number;
}

export interface MarkRange {
  readonly from: Mark;
  readonly to: Mark;
}

/** Where a variable is: in a local of WebAssembly, or in memory behind an address in one. */
export interface VariableRecord {
  readonly local: Local;
  readonly index: number;
  readonly inMemory: boolean;
  readonly ranges: MarkRange[];
}

export interface ScopeRecord {
  readonly scope: Scope;
  readonly ranges: MarkRange[];
}

export interface RegionRecord {
  readonly region: Region;
  readonly scope: Scope | undefined;
  readonly parent: Region | undefined;
  readonly range: MarkRange;
}

/** A part of what failed, kept in a local of WebAssembly for whoever looks. */
export interface FailureOperand {
  readonly name: string;
  readonly type: Type;
  readonly index: number;
  readonly inMemory: boolean;
}

/** Code that ends the transaction: from the first instruction after the check to behind its `unreachable`. */
export interface FailureRecord {
  readonly outcome: 'revert' | 'panic';
  readonly cause: FailureCause;
  /** Undefined where the text is made when it happens. */
  readonly text: string | undefined;
  readonly at: Span;
  readonly range: MarkRange;
  readonly operands: readonly FailureOperand[];
}

export type FailureCause =
  | 'overflow'
  | 'division'
  | 'bounds'
  | 'shift'
  | 'conversion'
  | 'require'
  | 'revert'
  | 'panic'
  | 'assert'
  | 'assertion'
  | 'stack'
  | 'unreachable';

/** Where something happens that a debugger may stop at. */
export interface EventRecord {
  readonly mark: Mark;
  readonly event: string;
}

export class FunctionRecords {
  readonly rows: RowRecord[] = [];
  readonly variables = new Map<Local, VariableRecord>();
  readonly scopes = new Map<Scope, ScopeRecord>();
  readonly regions: RegionRecord[] = [];
  readonly failures: FailureRecord[] = [];
  readonly emits: EventRecord[] = [];
  prologueEnd: Mark | undefined;
}

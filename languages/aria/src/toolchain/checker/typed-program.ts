// The typed program: what the checker gives, and what the code generator and the interpreter take.

import type { SourceRef } from '@sonde/engine';
import type { Span } from '@sonde/native-compiler';
import type { Block } from './typed-statements.js';
import type { AriaType } from './types.js';

export type * from './typed-expressions.js';
export type * from './typed-statements.js';
export type * from './types.js';
export type { BuiltinName } from './builtin-names.js';

/** Counts from 0 within a function; 0 is the function itself (its parameters). */
export type ScopeId = number & { readonly brand: 'ScopeId' };
/** Unique in the program. */
export type VariableId = number & { readonly brand: 'VariableId' };

export interface Variable {
  readonly id: VariableId;
  readonly name: string;
  /** What is stored: gc_ptr<T> for `gc T`, wild_ptr<T> for `wild T` and `wild T@`. */
  readonly type: AriaType;
  readonly at: Span;
  /** `counter` is what a for, till or loop counts with. */
  readonly role: 'parameter' | 'local' | 'counter' | 'global';
  /** The memory word it was declared with. */
  readonly word: 'plain' | 'stack' | 'gc' | 'wild' | 'wildx';
  /** Its name stands for what it points to (`wild T:x`, `T$:r`, `self`); reads and writes have a `dereference` already. */
  readonly readThrough: boolean;
  readonly constant: boolean;
  /** The scope it lives in; 0 for globals. */
  readonly scope: ScopeId;
}

export interface Scope {
  readonly id: ScopeId;
  /** Absent for scope 0. */
  readonly parent?: ScopeId;
  readonly at: Span;
}

export interface TypedFunction {
  /** As it is written: `len`. */
  readonly name: string;
  /** Unique in the program: `add`, `Point.len`. */
  readonly id: string;
  /** The struct it is a method of. */
  readonly owner?: string;
  /** The first parameter is `self`, of type T$. */
  readonly hasSelf: boolean;
  readonly at: Span;
  readonly nameAt: Span;
  readonly parameters: readonly Variable[];
  /** What `pass` passes; the function itself gives result<R>, an extern one gives R. */
  readonly result: AriaType;
  readonly extern: boolean;
  readonly async: boolean;
  /** Compiled apart and brought in by `jit_load`; uses nothing of the program but itself and extern functions. */
  readonly jit: boolean;
  /** The scope of `body` is a child of scope 0. Absent for extern functions. */
  readonly body?: Block;
  readonly scopes: readonly Scope[];
  /** In the order of their declarations, without the parameters; counters included. */
  readonly locals: readonly Variable[];
  /** The end of the body can be reached: only in a void function, where it passes. */
  readonly fallsOffEnd: boolean;
}

export interface StructField {
  readonly name: string;
  readonly type: AriaType;
  readonly at: Span;
}

export interface StructDeclaration {
  readonly name: string;
  readonly at: Span;
  readonly fields: readonly StructField[];
  readonly methods: readonly TypedFunction[];
}

export interface EnumDeclaration {
  readonly name: string;
  readonly at: Span;
  /** Values fit an int32. */
  readonly members: readonly { readonly name: string; readonly value: bigint; readonly at: Span }[];
}

export interface TypedProgram {
  readonly source: SourceRef;
  /** In an order in which a struct comes after those it holds by value. */
  readonly structs: ReadonlyMap<string, StructDeclaration>;
  readonly enums: ReadonlyMap<string, EnumDeclaration>;
  /** All with and without a body, methods too, by id. */
  readonly functions: ReadonlyMap<string, TypedFunction>;
  readonly globals: readonly Variable[];
  /**
   * What stands at module level, as the body of a void function `__aria_module_init` that runs before main. It declares the
   * globals; blocks inside of it have locals. Absent when there is nothing to run.
   */
  readonly moduleInit?: TypedFunction;
  /** Absent when the program has module level statements only. Its result is int32 or void; it has no parameters. */
  readonly main?: TypedFunction;
}

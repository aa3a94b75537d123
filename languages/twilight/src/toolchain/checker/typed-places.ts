// Places of a typed program: locals in scopes, parts of them, slots of storage; and the blocks that hold them.

import type { Span } from '@sonde/front-end';
import type { Failing, TypedExpression } from './typed-expressions.js';
import type { TypedPattern } from './typed-patterns.js';
import type { StorageVariable } from './typed-program.js';
import type { ArrayType, Type, VectorType } from './types.js';

export interface Local {
  /** Unique in its function, in the order of declaration. */
  readonly id: number;
  /** As it is written; a hidden one has a name that no source can have: `$key`. */
  readonly name: string;
  readonly type: Type;
  /** `hidden` ones are the compiler's own: debuggers do not show them. */
  readonly kind: 'parameter' | 'val' | 'var' | 'hidden';
  /** `owned`: its own value. `shared` and `exclusive`: the address of somebody else's, of a type that moves. */
  readonly holds: 'owned' | 'shared' | 'exclusive';
  readonly scope: Scope;
  readonly at: Span;
}

/** Locals become visible behind their statement, parameters and what a pattern binds at once. */
export interface Scope {
  /** Unique in its function. */
  readonly id: number;
  /** The scope whose names it sees besides its own: of a modifier none, of a body those of its function's parameters. */
  readonly parent: Scope | undefined;
  readonly at: Span;
  readonly locals: readonly Local[];
  /** Of the outermost scope of inlined code. */
  readonly region: Region | undefined;
}

/** A part of a place. */
export type Projection =
  | {
      readonly kind: 'field';
      readonly nth: number;
      readonly name: string;
      readonly type: Type;
      readonly at: Span;
    }
  | {
      readonly kind: 'index';
      readonly container: ArrayType | VectorType;
      /** Unsigned, of any width. */
      readonly index: TypedExpression;
      readonly type: Type;
      readonly outOfBounds: Failing;
      readonly at: Span;
    };

/** Something in memory: a local or a temporary, and the way to a part of it. */
export interface Place {
  readonly root:
    | { readonly kind: 'local'; readonly local: Local }
    | { readonly kind: 'temporary'; readonly value: TypedExpression };
  readonly path: readonly Projection[];
  readonly type: Type;
}

/** A place in storage with a key of its own: a variable, or an entry of a map, of a map in a map. */
export interface Slot {
  readonly variable: StorageVariable;
  /** Evaluated in order. */
  readonly keys: readonly TypedExpression[];
  readonly type: Type;
  readonly at: Span;
}

export interface Loop {
  /** Unique in its function. */
  readonly id: number;
  /** Checked before each turn, before the condition, and before going back; only with runtime assertions. */
  readonly invariants: readonly TypedAssertion[];
}

/** Code of one function inlined in another, or a body that is left before its function is. */
export interface Region {
  /** Unique in its function; a body that a modifier runs twice has two. */
  readonly id: number;
  readonly role: 'modifier' | 'body';
  /** Of the modifier, or of the function. */
  readonly name: string;
  /** Where the modifier is named; of a body the function's name. */
  readonly callAt: Span;
  /** Of the modifier or function as a whole. */
  readonly declaredAt: Span;
}

/** Only with runtime assertions; fails like `require`. */
export interface TypedAssertion {
  readonly assertion: 'pre' | 'post' | 'invariant';
  readonly condition: TypedExpression;
  readonly message: string;
  readonly at: Span;
}

/** `stops`: a debugger stops before it. `generated`: no statement of the source, such as a storage initialiser. */
interface StatementParts {
  readonly at: Span;
  readonly stops: boolean;
  readonly generated: boolean;
}

export type TypedStatement = StatementParts &
  (
    | { readonly kind: 'let'; readonly pattern: TypedPattern; readonly value: TypedExpression }
    | { readonly kind: 'expression'; readonly expression: TypedExpression }
    /** Where it is to be checked. */
    | { readonly kind: 'assertion'; readonly assertion: TypedAssertion }
    /** The value of `old(…)`, kept from the entry on; only with runtime assertions. */
    | { readonly kind: 'capture'; readonly local: Local; readonly value: TypedExpression }
  );

export interface TypedBlock {
  readonly kind: 'block';
  readonly type: Type;
  readonly at: Span;
  readonly scope: Scope;
  readonly statements: readonly TypedStatement[];
  readonly result: TypedExpression | undefined;
  /** A debugger stops before the result, as before a statement. */
  readonly resultStops: boolean;
}

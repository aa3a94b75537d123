// The typed program: what the checker gives, and all that code generator and debugger know of a program.
// Everything is resolved: no generics, no names, nothing implied. `types.ts` has the types, `typed-places.ts` statements and
// places, `typed-expressions.ts` and `typed-patterns.ts` the code.

import type { SourceText, Span } from '@sonde/front-end';
import type { SyntaxMode } from '../syntax/tree.js';
import type { ConstantValue } from './typed-expressions.js';
import type { Local, Scope, TypedBlock } from './typed-places.js';
import type { Type } from './types.js';

/** One file, which is one module. Offsets of spans tell the file: `text.holds(span)`. */
export interface SourceFile {
  readonly id: number;
  /** Relative to the package: `src/vault.twl`. */
  readonly path: string;
  /** `crate`, `crate::rates`. */
  readonly module: string;
  readonly mode: SyntaxMode;
  readonly text: SourceText;
}

export interface StorageVariable {
  readonly name: string;
  readonly nth: number;
  /** A map only here, or as the value of such a map. */
  readonly type: Type;
  readonly public: boolean;
  readonly at: Span;
}

export interface Event {
  readonly name: string;
  /** `Deposited(address,u64)`, what topic 0 is the Keccak-256 of. */
  readonly signature: string;
  readonly parameters: readonly { readonly name: string; readonly type: Type; readonly topic: boolean }[];
  readonly at: Span;
}

/** What a function touches. */
export interface Domain {
  readonly variable: string;
  /** Of an entry of a map, where the key is known: `0x…`, a number, a quoted string; else `*`. Undefined for a whole variable. */
  readonly key: string | undefined;
}

/** Of the function and all that it calls. */
export interface Effects {
  readonly reads: readonly Domain[];
  readonly writes: readonly Domain[];
  readonly emits: boolean;
  readonly prints: boolean;
  /** `#[reads(…)]`, `#[writes(…)]` replace what was inferred. */
  readonly declared: boolean;
}

export interface TypedFunction {
  /** Unique in the program. */
  readonly id: number;
  readonly name: string;
  /** `vault::Vault::deposit`, with `$u64` for each type argument: what the module exports. */
  readonly mangled: string;
  /** As people read it: `Vault::deposit`, `largest<u64>`. */
  readonly display: string;
  /**
   * `init` runs at deployment, `entry` is called from outside, `getter` is such a one that the compiler made for a public
   * storage variable, `test` is for `twilightc test`; the others are called by these.
   */
  readonly role: 'init' | 'entry' | 'getter' | 'internal' | 'test';
  readonly contract: string | undefined;
  readonly file: SourceFile;
  /** `init` that the source does not have, and getters. */
  readonly generated: boolean;
  readonly payable: boolean;
  readonly pipelineHint: string | undefined;
  readonly verify: boolean;
  readonly parameters: readonly Local[];
  readonly result: Type;
  /** The scope of the code's block has the parameters. */
  readonly code: TypedBlock;
  readonly locals: readonly Local[];
  readonly scopes: readonly Scope[];
  readonly effects: Effects;
  readonly recursive: boolean;
  readonly at: Span;
  readonly nameAt: Span;
}

export interface TypedContract {
  readonly name: string;
  readonly file: SourceFile;
  readonly storage: readonly StorageVariable[];
  readonly events: readonly Event[];
  /** Storage initialisers first, flagged as generated; made where the source has none. */
  readonly init: TypedFunction;
  /** `init`, entries, getters, and every other function that the module needs, free ones and instances, too. */
  readonly functions: readonly TypedFunction[];
  /** Each runs on fresh storage, without `init`; what they need besides is in `functions`. */
  readonly tests: readonly TypedFunction[];
  readonly at: Span;
}

export interface NamedConstant {
  /** `Vault::MAX` */
  readonly name: string;
  readonly type: Type;
  readonly value: ConstantValue;
}

export interface TypedProgram {
  readonly package: { readonly name: string; readonly version: string };
  readonly files: readonly SourceFile[];
  readonly contracts: readonly TypedContract[];
  /** Outside contracts, with what they need. */
  readonly tests: readonly TypedFunction[];
  readonly testFunctions: readonly TypedFunction[];
  readonly constants: readonly NamedConstant[];
  /** All that are used, by name. */
  readonly types: ReadonlyMap<string, Type>;
}

// What names stand for, and the scopes of items: modules and contracts.

import type {
  AliasTree,
  ConstTree,
  ContractTree,
  EnumTree,
  ErrorTree,
  FunctionTree,
  ImplTree,
  ModifierTree,
  StructTree,
  TraitTree,
  Visibility,
} from '../../syntax/tree.js';
import { Consequence } from '../mistake.js';
import type { Event, SourceFile, StorageVariable } from '../typed-program.js';
import type { Type } from '../types.js';

interface Declared<Kind extends string, Tree> {
  readonly kind: Kind;
  readonly tree: Tree;
  readonly scope: ItemScope;
  readonly visibility: Visibility;
  /** `Vault::Quote`, `fee`. */
  readonly name: string;
}

export type StructDefinition = Declared<'struct', StructTree>;
export type EnumDefinition = Declared<'enum', EnumTree>;
export type FunctionDefinition = Declared<'function', FunctionTree> & {
  /** Of a function in an impl, or in a trait as a default. */
  readonly impl?: ImplTree;
};
export type ConstDefinition = Declared<'const', ConstTree>;
export type AliasDefinition = Declared<'alias', AliasTree>;
export type TraitDefinition = Declared<'trait', TraitTree>;
export type ModifierDefinition = Declared<'modifier', ModifierTree>;
export type ErrorDefinition = Declared<'error', ErrorTree>;
export type ContractDefinition = Declared<'contract', ContractTree> & { readonly inside: ItemScope };

export type Definition =
  | StructDefinition
  | EnumDefinition
  | FunctionDefinition
  | ConstDefinition
  | AliasDefinition
  | TraitDefinition
  | ModifierDefinition
  | ErrorDefinition
  | ContractDefinition
  | { readonly kind: 'module'; readonly scope: ItemScope }
  | { readonly kind: 'storage'; readonly variable: StorageVariable }
  | { readonly kind: 'event'; readonly event: Event }
  /** A name of the standard library: `nova::env`, `nova::crypto::keccak256`. */
  | { readonly kind: 'library'; readonly path: string };

/** The names of a module or of a contract in it. */
export class ItemScope {
  readonly names = new Map<string, Definition>();
  /** What `use` could not bring in: that was told, and nothing that follows from it. */
  readonly broken = new Set<string>();

  constructor(
    readonly file: SourceFile,
    readonly parent: ItemScope | undefined,
    /** Of a contract. */
    readonly contract: string | undefined,
  ) {}

  find(name: string): Definition | undefined {
    if (this.broken.has(name)) throw new Consequence();
    return this.names.get(name) ?? this.parent?.find(name);
  }

  /** The scope of the whole file. */
  get module(): ItemScope {
    return this.parent?.module ?? this;
  }

  *visibleNames(): Iterable<string> {
    yield* this.names.keys();
    if (this.parent !== undefined) yield* this.parent.visibleNames();
  }
}

/** Where types are resolved: the names of the items, what type parameters stand for, and `Self`. */
export interface TypeEnvironment {
  readonly scope: ItemScope;
  readonly parameters: ReadonlyMap<string, Type>;
  readonly self: Type | undefined;
}

// What a program declares at module level, while it is being checked.

import type { Problems } from '@sonde/native-compiler';
import type { FunctionTree, VariableTree } from '../syntax/statement-tree.js';
import type { EnumDeclaration, StructDeclaration, TypedFunction, Variable } from './typed-program.js';

/** A function whose body comes later: calls may be checked before it is. */
export type FunctionDraft = { -readonly [Key in keyof TypedFunction]: TypedFunction[Key] };

export interface DeclaredFunction {
  /** Absent for one that was checked before: an expression may call it. */
  readonly tree?: FunctionTree;
  readonly draft: FunctionDraft;
}

/** What is known of a struct when all its fields are. */
export interface StructFacts {
  readonly size: number;
  readonly alignment: number;
  /** Somewhere in it is a gc reference. */
  readonly holdsGc: boolean;
}

export class ProgramNames {
  readonly structs = new Map<string, StructDeclaration>();
  /** So that structs in structs are measured once. */
  readonly facts = new Map<string, StructFacts>();
  readonly enums = new Map<string, EnumDeclaration>();
  /** By id. */
  readonly functions = new Map<string, DeclaredFunction>();
  readonly globals = new Map<string, Variable>();
  /** Constants at module level by name, to fold what types and patterns need of them before anything is checked. */
  readonly constants = new Map<string, VariableTree>();
  #variables = 0;

  constructor(readonly problems: Problems) {}

  nextVariable(): Variable['id'] {
    return this.#variables++ as Variable['id'];
  }

  isType(name: string): boolean {
    return this.structs.has(name) || this.enums.has(name);
  }
}

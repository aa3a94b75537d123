// What all parts of the checker share: types, problems, impls, and the functions that are still to be checked.

import type { Span } from '@sonde/front-end';
import type { ExpressionTree, ImplTree } from '../syntax/tree.js';
import type { FunctionDefinition, ItemScope, ConstDefinition } from './items/definitions.js';
import type { ProgramProblems } from '../problems/lint-levels.js';
import { hintInSolidity } from './solidity-hints.js';
import { CheckMistake, Consequence } from './mistake.js';
import { TypeTable } from './type-rules/type-table.js';
import type { TypedExpression } from './typed-expressions.js';
import type { Event, StorageVariable, TypedFunction } from './typed-program.js';
import type { TypedBlock } from './typed-places.js';
import type { Type } from './types.js';

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An `impl` with the scope that it stands in. */
export interface Impl {
  readonly tree: ImplTree;
  readonly scope: ItemScope;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
}

/** A function with types for its type parameters; its code is checked when its turn comes. */
export interface Instance {
  readonly definition: FunctionDefinition;
  readonly parameters: ReadonlyMap<string, Type>;
  readonly self: Type | undefined;
  readonly typed: Mutable<TypedFunction>;
  readonly callees: Set<Instance>;
  checked: boolean;
  /** Something in it is wrong: what follows from that is not told. */
  broken: boolean;
}

/** A contract while it is checked. */
export interface ContractFacts {
  readonly name: string;
  readonly scope: ItemScope;
  readonly storage: readonly StorageVariable[];
  readonly events: readonly Event[];
  readonly invariants: readonly {
    readonly condition: ExpressionTree;
    readonly message: string;
    readonly at: Span;
  }[];
  readonly initialisers: readonly { readonly variable: StorageVariable; readonly value: ExpressionTree }[];
}

export class Checker {
  readonly types = new TypeTable();
  readonly impls: Impl[] = [];
  readonly instances = new Map<string, Instance>();
  readonly waiting: Instance[] = [];
  readonly contracts = new Map<string, ContractFacts>();
  readonly constants = new Map<ConstDefinition, TypedExpression | 'evaluating' | 'broken'>();
  readonly modules = new Map<string, ItemScope>();
  /** Calls in conditions of assertions: what is called may not change anything. */
  readonly callsInAssertions: { readonly callee: Instance; readonly at: Span }[] = [];
  #ids = 0;

  constructor(
    /** Who is told; another one for what is checked later. */
    public problems: ProgramProblems,
    readonly packageName: string,
    /** `atDebugger`: it checks expressions of people there, who write addresses and hashes as it shows them. */
    readonly options: { readonly atDebugger?: boolean } = {},
  ) {}

  nextId(): number {
    return this.#ids++;
  }

  /** Runs a part of the checker; what is wrong there is told, and the rest goes on. */
  recovering<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  report(error: unknown): void {
    if (error instanceof CheckMistake) {
      const { at, message, hint } = error;
      const file = [...this.modules.values()].find(scope => scope.file.text.holds(at))?.file;
      const isSolidity = hint !== undefined && file?.mode === 'solidity';
      this.problems.error(at, message, isSolidity ? hintInSolidity(hint) : hint);
    } else if (!(error instanceof Consequence)) throw error;
  }
}

/** The code of a function before it is checked. */
export const noCode = (at: Span, unit: Type): TypedBlock => ({
  kind: 'block',
  type: unit,
  at,
  scope: { id: 0, parent: undefined, at, locals: [], region: undefined },
  statements: [],
  result: undefined,
  resultStops: false,
});

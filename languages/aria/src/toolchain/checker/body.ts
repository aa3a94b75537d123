// What is known while a function's body is checked: scopes, loops, picks, and what the function may do.

import type { Span } from '@sonde/native-compiler';
import type { ExpressionTree } from '../syntax/tree.js';
import type { ConstantLookup } from './fold.js';
import { CheckMistake } from './mistake.js';
import type { FunctionDraft, ProgramNames } from './program-names.js';
import { TypeResolver } from './resolve-types.js';
import type { LoopId, PickId, Scope, ScopeId, Variable } from './typed-program.js';

interface OpenScope {
  readonly id: ScopeId;
  readonly variables: Map<string, Variable>;
  readonly constants: Map<string, ExpressionTree>;
}

export interface OpenLoop {
  readonly id: LoopId;
  readonly label: string | undefined;
  /** How many defers are around it: a jump must not leave one. */
  readonly defers: number;
  /** Filled by `break`. */
  left: boolean;
}

export interface OpenPick {
  readonly id: PickId;
  readonly labels: ReadonlyMap<string, number>;
  readonly defers: number;
}

export class Body {
  readonly types: TypeResolver;
  readonly loops: OpenLoop[] = [];
  readonly picks: OpenPick[] = [];
  defers = 0;
  readonly #scopes: OpenScope[] = [];
  readonly #all: Scope[] = [];
  readonly #locals: Variable[] = [];
  #loops = 0;
  #picks = 0;

  constructor(
    readonly names: ProgramNames,
    readonly draft: FunctionDraft,
    readonly kind: 'function' | 'module',
  ) {
    this.types = new TypeResolver(names, this.constant);
  }

  /** Everything of the scopes, for the finished function. */
  get scopes(): readonly Scope[] {
    return this.#all;
  }

  get locals(): readonly Variable[] {
    return this.#locals;
  }

  /** May suspend: coroutines, and main, which then runs the others. */
  get mayAwait(): boolean {
    return this.kind === 'module' || this.draft.async || this.draft.id === 'main';
  }

  /** A scope that is never left: that of a single expression. */
  openScope(at: Span): ScopeId {
    const id = this.#all.length as ScopeId;
    const parent = this.#scopes.at(-1)?.id;
    this.#all.push({ id, at, ...(parent === undefined ? {} : { parent }) });
    this.#scopes.push({ id, variables: new Map(), constants: new Map() });
    return id;
  }

  inScope<T>(at: Span, check: (scope: ScopeId) => T): T {
    const id = this.openScope(at);
    try {
      return check(id);
    } finally {
      this.#scopes.pop();
    }
  }

  inLoop<T>(label: string | undefined, check: (loop: OpenLoop) => T): T {
    const loop = { id: this.#loops++ as LoopId, label, defers: this.defers, left: false };
    this.loops.push(loop);
    try {
      return check(loop);
    } finally {
      this.loops.pop();
    }
  }

  inPick<T>(labels: ReadonlyMap<string, number>, check: (pick: PickId) => T): T {
    const id = this.#picks++ as PickId;
    this.picks.push({ id, labels, defers: this.defers });
    try {
      return check(id);
    } finally {
      this.picks.pop();
    }
  }

  /** At module level, outside of blocks, variables are globals. */
  get declaresGlobals(): boolean {
    return this.kind === 'module' && this.#scopes.length === 2;
  }

  declare(variable: Omit<Variable, 'id' | 'scope'>, constant?: ExpressionTree): Variable {
    const scope = this.#scopes.at(-1)!;
    const global = variable.role === 'global';
    const before = global ? this.names.globals.get(variable.name) : scope.variables.get(variable.name);
    if (before) {
      throw new CheckMistake(
        variable.at,
        `${variable.name} is already declared here`,
        `The first one is in line ${before.at.line}.`,
      );
    }
    const declared: Variable = {
      ...variable,
      id: this.names.nextVariable(),
      scope: global ? (0 as ScopeId) : scope.id,
    };
    if (global) this.names.globals.set(variable.name, declared);
    scope.variables.set(variable.name, declared);
    if (constant) scope.constants.set(variable.name, constant);
    if (variable.role === 'local' || variable.role === 'counter') this.#locals.push(declared);
    return declared;
  }

  /** A parameter, which was made with the head of the function. */
  adopt(parameter: Variable): void {
    this.#scopes.at(-1)!.variables.set(parameter.name, parameter);
  }

  find(name: string): Variable | undefined {
    for (let index = this.#scopes.length - 1; index >= 0; index--) {
      const found = this.#scopes[index]!.variables.get(name);
      if (found) return found;
    }
    return this.kind === 'function' ? this.names.globals.get(name) : undefined;
  }

  readonly constant: ConstantLookup = name => {
    const variable = this.find(name);
    for (let index = this.#scopes.length - 1; index >= 0; index--) {
      const scope = this.#scopes[index]!;
      if (scope.variables.has(name)) return scope.constants.get(name);
    }
    if (variable && variable.role !== 'global') return undefined;
    return this.names.constants.get(name)?.initial;
  };

  /** Names that are visible, for a hint. */
  visible(): readonly string[] {
    return [...this.#scopes.flatMap(scope => [...scope.variables.keys()]), ...this.names.globals.keys()];
  }
}

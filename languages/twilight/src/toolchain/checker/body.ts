// The function that is being checked: its scopes, locals, loops and regions.

import { nearest, type Span } from '@sonde/front-end';
import type { Checker, ContractFacts, Instance, Mutable } from './checker.js';
import type { TypeEnvironment } from './items/definitions.js';
import { CheckMistake, Consequence } from './mistake.js';
import type { TypedExpression } from './typed-expressions.js';
import type { Local, Loop, Region, Scope, TypedAssertion } from './typed-places.js';
import type { Type } from './types.js';

type OpenScope = Mutable<Scope> & { readonly locals: Local[] };

/** A loop around what is being checked. */
export interface OpenLoop {
  readonly loop: Loop & { readonly invariants: TypedAssertion[] };
  /** Only `loop` has a value. */
  readonly hasValue: boolean;
  value: Type | undefined;
  result: Local | undefined;
  broken: boolean;
}

/** Where `return` goes: out of the function, or out of a region with the result in a local. */
export interface Exit {
  readonly type: Type;
  readonly region: Region | undefined;
  readonly result: Local | undefined;
}

/** What a match looks into. */
export interface MatchedPlace {
  readonly mayMove: boolean;
  moved: boolean;
}

export class Body {
  readonly locals: Local[] = [];
  readonly scopes: Scope[] = [];
  readonly loops: OpenLoop[] = [];
  readonly used = new Set<Local>();
  /** What patterns of a match bind: moving it moves what is matched, where that may be. */
  readonly matched = new Map<Local, MatchedPlace>();
  exit: Exit;
  /** What `_` stands for in a modifier. */
  placeholder: ((at: Span) => TypedExpression) | undefined;
  /** In an assertion: nothing may happen. `old` values are kept in these, and `result` is the function's. */
  assertion:
    | { readonly olds: { readonly local: Local; readonly value: TypedExpression }[]; readonly post: boolean }
    | undefined;
  /** In a test: it deploys its contract itself where `init` takes arguments. */
  inTest = false;
  #scope: OpenScope | undefined;
  readonly #names = new Map<Scope, Map<string, Local | 'broken'>>();
  #loops = 0;
  #regions = 0;

  constructor(
    readonly checker: Checker,
    /** The functions that it calls. */
    readonly callees: Set<Instance>,
    readonly environment: TypeEnvironment,
    readonly contract: ContractFacts | undefined,
    result: Type,
  ) {
    this.exit = { type: result, region: undefined, result: undefined };
  }

  get scope(): Scope {
    return this.#scope!;
  }

  get isSolidity(): boolean {
    return this.environment.scope.file.mode === 'solidity';
  }

  /** Runs with a scope of its own, whose names hide those of its parent. */
  within<T>(
    at: Span,
    run: (scope: Scope) => T,
    options: { readonly parent?: Scope | undefined; readonly region?: Region } = {},
  ): T {
    const before = this.#scope;
    const parent = 'parent' in options ? options.parent : before;
    const scope: OpenScope = { id: this.scopes.length, parent, at, locals: [], region: options.region };
    this.scopes.push(scope);
    this.#names.set(scope, new Map());
    this.#scope = scope;
    try {
      return run(scope);
    } finally {
      this.#warnUnused(scope);
      this.#scope = before;
    }
  }

  declare(name: string, type: Type, kind: Local['kind'], at: Span, holds: Local['holds'] = 'owned'): Local {
    const local: Local = { id: this.locals.length, name, type, kind, holds, scope: this.scope, at };
    this.locals.push(local);
    this.#scope!.locals.push(local);
    if (kind !== 'hidden') this.#names.get(this.scope)!.set(name, local);
    return local;
  }

  /** The compiler's own: no source can name it. */
  hidden(name: string, type: Type, at: Span): Local {
    return this.declare(`$${name}`, type, 'hidden', at);
  }

  /** A name for a hidden local, as long as this scope lasts: `result` in an assertion. */
  call(name: string, local: Local): void {
    this.#names.get(this.scope)!.set(name, local);
  }

  /** A local whose declaration makes no sense: what follows from that is not told. */
  declareBroken(name: string): void {
    this.#names.get(this.scope)!.set(name, 'broken');
  }

  find(name: string): Local | undefined {
    for (let scope: Scope | undefined = this.#scope; scope !== undefined; scope = scope.parent) {
      const found = this.#names.get(scope)?.get(name);
      if (found === 'broken') throw new Consequence();
      if (found !== undefined) {
        this.used.add(found);
        return found;
      }
    }
    return undefined;
  }

  *visibleNames(): Iterable<string> {
    for (let scope: Scope | undefined = this.#scope; scope !== undefined; scope = scope.parent)
      yield* this.#names.get(scope)?.keys() ?? [];
    yield* this.environment.scope.visibleNames();
  }

  /** Runs a check only for the type it gives: what it declares is forgotten. */
  tentatively<T>(run: () => T): T {
    const [locals, scopes, here] = [this.locals.length, this.scopes.length, this.scope.locals.length];
    try {
      return run();
    } finally {
      this.locals.length = locals;
      this.scopes.length = scopes;
      this.#scope!.locals.length = here;
    }
  }

  unknownName(name: string, at: Span): CheckMistake {
    const close = nearest(name, [...this.visibleNames()]);
    return new CheckMistake(
      at,
      `there is no ${name} here`,
      close === undefined ? undefined : `Do you mean ${close}?`,
    );
  }

  newLoop(hasValue: boolean): OpenLoop {
    const loop = { id: this.#loops++, invariants: [] };
    return { loop, hasValue, value: undefined, result: undefined, broken: false };
  }

  newRegion(role: Region['role'], name: string, callAt: Span, declaredAt: Span): Region {
    return { id: this.#regions++, role, name, callAt, declaredAt };
  }

  #warnUnused({ locals }: Scope): void {
    for (const local of locals) {
      if (this.used.has(local) || !/^va[lr]$/.test(local.kind) || local.name.startsWith('_')) continue;
      this.checker.problems.lint(
        'unused_variable',
        local.at,
        `${local.name} is never used`,
        'Begin its name with _ where that is meant.',
      );
    }
  }
}

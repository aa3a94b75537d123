// Who owns what when, in programs that are not debugged: an object is let go where its variable is used for the last time.
// Debug builds let go at the end of a variable's scope instead, so that a debugger never finds a variable without its value.

import type {
  Body,
  TypedExpression,
  TypedPattern,
  TypedProgram,
  Variable,
} from '../checker/typed-program.js';
import { partsOf, valueOf } from '../checker/typed-walk.js';

type Read = TypedExpression & { readonly kind: 'variable' };

export interface Ownership {
  /** `takes`: the variable is not used again. `shares`: it is let go before the value is used. Else its value is looked at only. */
  useOf(read: Read): 'takes' | 'shares' | 'looks';
  /** Whether a closure takes what it captures; else it shares it. `captures` is the set of its body. */
  takesCapture(captures: ReadonlySet<Variable>, variable: Variable): boolean;
  /** Variables that other ways use and this one does not: an arm, or the way of `?:`, `&&` and `||` that skips the right side. */
  endsAt(way: object): readonly Variable[];
  isUnused(variable: Variable): boolean;
  /** Variables are let go with their scope. */
  readonly byScope: boolean;
}

export const ownershipByScope: Ownership = {
  useOf: () => 'looks',
  takesCapture: () => false,
  endsAt: () => [],
  isUnused: () => false,
  byScope: true,
};

export const ownershipByUse = (program: TypedProgram): Ownership => new LastUses(program);

/** Each body is walked backwards, against the order in which the generator writes it. */
class LastUses implements Ownership {
  readonly byScope = false;
  readonly #takes = new Set<object>();
  readonly #shares = new Set<object>();
  readonly #captured = new Map<ReadonlySet<Variable>, Set<Variable>>();
  readonly #ends = new Map<object, readonly Variable[]>();
  readonly #unused = new Set<Variable>();
  /** Variables that are used further on. */
  #live = new Set<Variable>();
  /** Those that are still used behind the statement or arm of the moment: its values may be looked at as long as it takes. */
  #region: ReadonlySet<Variable> = new Set();
  #body: Body;

  constructor(program: TypedProgram) {
    this.#body = program.main.body;
    this.#statements(program.main.statements);
    for (const constant of program.constants) {
      this.#body = constant.variable.home;
      this.#statements([constant]);
    }
    for (const { body, parameters, code } of program.functions) this.#inside(body, parameters, code);
  }

  useOf(read: Read): 'takes' | 'shares' | 'looks' {
    if (this.#takes.has(read)) return 'takes';
    return this.#shares.has(read) ? 'shares' : 'looks';
  }

  takesCapture(captures: ReadonlySet<Variable>, variable: Variable): boolean {
    return this.#captured.get(captures)?.has(variable) ?? false;
  }

  endsAt(way: object): readonly Variable[] {
    return this.#ends.get(way) ?? [];
  }

  isUnused(variable: Variable): boolean {
    return this.#unused.has(variable);
  }

  /** Others belong to a cell, to the program or to a closure. */
  #isOwn(variable: Variable): boolean {
    return !variable.mutable && !variable.isGlobal && variable.home === this.#body;
  }

  #inside(body: Body, parameters: readonly Variable[], code: TypedExpression): void {
    const [outer, live, region] = [this.#body, this.#live, this.#region];
    [this.#body, this.#live, this.#region] = [body, new Set(), new Set()];
    this.#visit(code);
    for (const parameter of parameters) this.#bound(parameter);
    [this.#body, this.#live, this.#region] = [outer, live, region];
  }

  #bound(variable: Variable): void {
    if (this.#isOwn(variable) && !this.#live.has(variable)) this.#unused.add(variable);
    this.#live.delete(variable);
  }

  /** What happens behind it is known already. */
  #visit(node: TypedExpression): void {
    switch (node.kind) {
      case 'variable':
        return this.#read(node);
      case 'match':
        return this.#match(node);
      case 'default':
        this.#conditional(node, node.fallback);
        return this.#visit(node.value);
      case 'binary':
        if (node.operator === '&&' || node.operator === '||') this.#conditional(node, node.right);
        else this.#visit(node.right);
        return this.#visit(node.left);
      case 'block':
        return this.#statements(node.statements);
      case 'lambda':
      case 'spawn': {
        const { body, parameters, code, self } = node.lambda;
        this.#inside(body, parameters, code);
        return this.#capture(body.captures, self);
      }
      case 'handle':
        if (node.direct !== undefined) this.#visit(node.direct);
        if (node.handled !== undefined) {
          this.#inside(node.handled.body, [], node.handled.code);
          this.#capture(node.handled.body.captures, undefined);
        }
        for (const { body, parameters, code } of node.arms.toReversed()) {
          this.#inside(body, parameters, code);
          this.#capture(body.captures, undefined);
        }
        return;
      default:
        for (const part of partsOf(node).toReversed()) this.#visit(part);
    }
  }

  #read(node: Read): void {
    const { variable } = node;
    if (!this.#isOwn(variable)) return;
    if (!this.#live.has(variable)) this.#takes.add(node);
    else if (!this.#region.has(variable)) this.#shares.add(node);
    this.#live.add(variable);
  }

  #capture(captures: ReadonlySet<Variable>, self: Variable | undefined): void {
    const taken = new Set<Variable>();
    for (const variable of captures) {
      if (variable === self || !this.#isOwn(variable)) continue;
      if (!this.#live.has(variable)) taken.add(variable);
      this.#live.add(variable);
    }
    this.#captured.set(captures, taken);
  }

  #statements(statements: Extract<TypedExpression, { readonly kind: 'block' }>['statements']): void {
    const outer = this.#region;
    for (const statement of statements.toReversed()) {
      this.#region = new Set(this.#live);
      if (statement.kind === 'let') this.#bound(statement.variable);
      this.#visit(valueOf(statement));
    }
    this.#region = outer;
  }

  /** An expression that may not run; `skip` is the way past it. */
  #conditional(skip: object, part: TypedExpression): void {
    const after = new Set(this.#live);
    this.#apart(part);
    this.#ends.set(
      skip,
      [...this.#live].filter(variable => !after.has(variable)),
    );
  }

  #apart(part: TypedExpression): void {
    const outer = this.#region;
    this.#region = new Set(this.#live);
    this.#visit(part);
    this.#region = outer;
  }

  #match({ subject, arms }: TypedExpression & { readonly kind: 'match' }): void {
    const after = this.#live;
    const ways = arms.map(({ pattern, body }) => {
      this.#live = new Set(after);
      this.#apart(body);
      for (const variable of variablesOf(pattern)) this.#bound(variable);
      return this.#live;
    });
    const any = new Set(ways.flatMap(way => [...way]));
    arms.forEach((arm, nth) => {
      this.#ends.set(
        arm,
        [...any].filter(variable => !ways[nth]!.has(variable)),
      );
    });
    this.#live = arms.length === 0 ? after : any;
    this.#visit(subject);
  }
}

/** All that a pattern binds. */
function variablesOf(pattern: TypedPattern): readonly Variable[] {
  switch (pattern.kind) {
    case 'any':
    case 'literal':
      return [];
    case 'bind':
      return [pattern.variable];
    case 'success':
    case 'error':
      return variablesOf(pattern.part);
    case 'variant':
      return pattern.parts.flatMap(part => variablesOf(part.pattern));
    case 'list':
      return [...pattern.items.flatMap(variablesOf), ...(pattern.rest === undefined ? [] : [pattern.rest])];
    case 'fields':
      return pattern.fields.map(({ variable }) => variable);
    case 'parts':
      return pattern.parts.flatMap(variablesOf);
  }
}

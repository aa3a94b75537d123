// The code of a function: parameters, assertions, modifiers around it, its body.

import type { Span } from '@sonde/front-end';
import type { AssertionTree, BlockTree, FunctionTree } from '../../syntax/tree.js';
import { checkWithOlds, type CheckedAssertion } from './assertions.js';
import { Body } from '../body.js';
import { checkBlock } from './check-control.js';
import { requireType, shown } from '../expressions/check-expressions.js';
import type { Checker, Instance } from '../checker.js';
import { holdsOf, typeOfParameter } from '../items/functions.js';
import { isOwnInSolidity, mutableParameters, writeLocation } from '../expressions/locations.js';
import { checkAs } from '../expressions/check-expressions.js';
import { CheckMistake } from '../mistake.js';
import { withModifiers } from './modifiers.js';
import { checkOwnership } from './ownership.js';
import { generated, letHidden, place, read } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Local, Scope, TypedBlock, TypedStatement } from '../typed-places.js';
import type { Type } from '../types.js';

export function checkInstance(checker: Checker, instance: Instance): void {
  if (instance.checked) return;
  instance.checked = true;
  const { definition, typed, parameters, self } = instance;
  const { tree, scope } = definition;
  const environment = { scope, parameters, self };
  const contract = scope.contract === undefined ? undefined : checker.contracts.get(scope.contract);
  const body = new Body(checker, instance.callees, environment, contract, typed.result);
  body.inTest = typed.role === 'test';
  const errors = checker.problems.errorCount;
  typed.code = body.within(tree.at, inner => {
    typed.parameters = declareParameters(body, tree, self);
    return new FunctionCode(body, instance, inner).check();
  });
  typed.locals = body.locals;
  typed.scopes = body.scopes;
  if (checker.problems.errorCount === errors) checkOwnership(checker, typed);
  else instance.broken = true;
}

function declareParameters(body: Body, tree: FunctionTree, self: Type | undefined): Local[] {
  const declared: Local[] = [];
  const add = (name: string, type: Type, mutable: boolean, at: Span): void => {
    const local = body.declare(name, type, 'parameter', at, holdsOf(type, mutable));
    if (mutable || isOwnInSolidity(body, type)) mutableParameters.add(local);
    declared.push(local);
  };
  if (tree.self !== undefined) {
    if (self === undefined)
      throw new CheckMistake(tree.self.at, '`self` is for functions of an impl or a trait');
    add('self', self, tree.self.mutable, tree.self.at);
  }
  for (const parameter of tree.parameters) {
    if (declared.some(({ name }) => name === parameter.name.text && name !== '_'))
      throw new CheckMistake(parameter.name.at, `there is another parameter ${parameter.name.text}`);
    const type = typeOfParameter(body.checker, parameter.type, parameter.name.text, body.environment);
    add(parameter.name.text, type, parameter.mutable, parameter.name.at);
  }
  return declared;
}

/** The parts of one function's code. */
class FunctionCode {
  readonly #tree: FunctionTree;
  readonly #result: Type;

  constructor(
    private readonly body: Body,
    private readonly instance: Instance,
    private readonly scope: Scope,
  ) {
    this.#tree = instance.definition.tree;
    this.#result = instance.typed.result;
  }

  check(): TypedBlock {
    const tree = this.#tree;
    const { pres, inner, posts } = parted(tree.body!);
    const statements: TypedStatement[] = [...this.#initialisers()];
    const behind: TypedStatement[] = [];
    const isOutside = this.instance.typed.role === 'entry' || this.instance.typed.role === 'init';
    for (const pre of pres) this.#assertion(pre, statements, statements);
    if (this.instance.typed.role === 'entry') this.#invariants(statements);
    const needsExit = posts.length > 0 || (isOutside && (this.body.contract?.invariants.length ?? 0) > 0);
    const result =
      (needsExit || tree.modifiers.length > 0) && this.#result.kind !== 'unit'
        ? this.body.hidden('result', this.#result, tree.name.at)
        : undefined;
    for (const post of posts) this.#post(post, result, statements, behind);
    if (isOutside) this.#invariants(behind);
    if (result !== undefined)
      statements.push(letHidden(result, { kind: 'zero', type: this.#result, at: tree.name.at }));
    if (!needsExit && tree.modifiers.length === 0) return this.#block(statements, this.#plain(inner));
    const code = withModifiers(this.body, tree, this.scope, () => this.#region(inner, result));
    statements.push(generated(code), ...behind);
    return this.#block(statements, result && read(result, endOf(tree.body!.at)));
  }

  #block(statements: readonly TypedStatement[], result: TypedExpression | undefined): TypedBlock {
    const type = result?.type ?? this.body.checker.types.unit;
    return {
      kind: 'block',
      type,
      at: this.#tree.at,
      scope: this.scope,
      statements,
      result,
      resultStops: false,
    };
  }

  /** The body as the value of the function. */
  #plain(tree: BlockTree): TypedExpression {
    const typed = checkBlock(this.body, tree, this.#result);
    // A return that was refused is not missing.
    const mayBeRefused = tree.result === undefined && this.body.checker.problems.hasErrorIn(tree.at);
    if (!mayBeRefused) this.#requireResult(typed, tree);
    return typed;
  }

  /** The body as a part of the function: its value goes to a local. */
  #region(tree: BlockTree, result: Local | undefined): TypedExpression {
    const { body } = this;
    const { name, at } = this.#tree;
    const { unit } = body.checker.types;
    const region = body.newRegion('body', name.text, name.at, at);
    const before = body.exit;
    body.exit = { type: this.#result, region, result };
    try {
      return body.within(
        tree.at,
        scope => {
          const typed = this.#plain(tree);
          const kept: TypedExpression =
            result === undefined || typed.type.kind === 'never'
              ? typed
              : { kind: 'assign', place: place(result), value: typed, type: unit, at: tree.at };
          const code: TypedBlock = {
            kind: 'block',
            type: unit,
            at: tree.at,
            scope,
            statements: [generated(kept)],
            result: undefined,
            resultStops: false,
          };
          return { kind: 'region', region, body: code, type: unit, at: tree.at };
        },
        { parent: this.scope, region },
      );
    } finally {
      body.exit = before;
    }
  }

  #requireResult(typed: TypedBlock, tree: BlockTree): void {
    const wanted = this.#result;
    if (typed.type === wanted || typed.type.kind === 'never') return;
    const at = tree.result?.at ?? endOf(tree.at);
    if (tree.result === undefined && wanted.kind !== 'unit')
      throw new CheckMistake(
        at,
        `${this.#tree.name.text} must give ${shown(wanted)} on every way to its end`,
        'Return a value, or end with one without ;.',
      );
    requireType(typed, wanted, at);
  }

  /** Runs at deployment, before all else. */
  *#initialisers(): Iterable<TypedStatement> {
    if (this.instance.typed.role !== 'init') return;
    for (const { variable, value } of this.body.contract?.initialisers ?? []) {
      const statement = this.body.checker.recovering((): TypedStatement => {
        const slot = { variable, keys: [], type: variable.type, at: variable.at };
        const location = {
          kind: 'storage',
          slot,
          element: undefined,
          path: [],
          type: variable.type,
        } as const;
        const typed = this.body.within(value.at, () => checkAs(this.body, value, variable.type, 'borrow'), {
          parent: undefined,
        });
        const expression = writeLocation(this.body, location, typed, value.at);
        return { kind: 'expression', expression, at: variable.at, stops: true, generated: true };
      });
      if (statement !== undefined) yield statement;
    }
  }

  #assertion(tree: AssertionTree, olds: TypedStatement[], statements: TypedStatement[]): void {
    this.body.checker.recovering(() => this.#add(checkWithOlds(this.body, tree), olds, statements));
  }

  #post(
    tree: AssertionTree,
    result: Local | undefined,
    olds: TypedStatement[],
    statements: TypedStatement[],
  ): void {
    this.body.within(tree.at, () => {
      if (result !== undefined) this.body.call('result', result);
      this.#assertion(tree, olds, statements);
    });
  }

  #invariants(statements: TypedStatement[]): void {
    for (const invariant of this.body.contract?.invariants ?? [])
      this.body.within(
        invariant.at,
        () =>
          this.#assertion(
            { kind: 'assertion', assertion: 'invariant', ...invariant },
            statements,
            statements,
          ),
        { parent: undefined },
      );
  }

  #add({ typed, olds }: CheckedAssertion, captures: TypedStatement[], statements: TypedStatement[]): void {
    const { at } = typed;
    for (const { local, value } of olds)
      captures.push({ kind: 'capture', local, value, at, stops: false, generated: true });
    statements.push({
      kind: 'assertion',
      assertion: typed,
      at,
      stops: typed.assertion !== 'invariant',
      generated: false,
    });
  }
}

const endOf = (at: Span): Span => ({
  ...at,
  start: Math.max(at.start, at.end - 1),
  line: at.endLine,
  column: Math.max(1, at.endColumn - 1),
});

/** Assertions at the beginning and at the end of a body, and what is between. */
function parted(tree: BlockTree): {
  readonly pres: readonly AssertionTree[];
  readonly inner: BlockTree;
  readonly posts: readonly AssertionTree[];
} {
  const { statements } = tree;
  let first = 0;
  let last = statements.length;
  const is = (nth: number, kind: AssertionTree['assertion']): boolean => {
    const statement = statements[nth];
    return statement?.kind === 'assertion' && statement.assertion === kind;
  };
  while (is(first, 'pre')) first++;
  while (last > first && is(last - 1, 'post')) last--;
  return {
    pres: statements.slice(0, first) as AssertionTree[],
    inner: { ...tree, statements: statements.slice(first, last) },
    posts: statements.slice(last) as AssertionTree[],
  };
}

// An expression that a debugger evaluates, as a function of the contract: what is visible where it stands is its parameters.

import type { SourceText } from '@sonde/front-end';
import type { ExpressionTree, FunctionTree } from '../syntax/tree.js';
import { Body } from './body.js';
import { checkWaiting } from './check.js';
import type { Checker } from './checker.js';
import { checkAs } from './expressions/check-expressions.js';
import { instancesFrom } from './items/contracts.js';
import { inferEffects } from './items/effects.js';
import { instantiate } from './items/functions.js';
import { CheckMistake, Consequence } from './mistake.js';
import { ProgramProblems } from '../problems/lint-levels.js';
import type { TypedFunction } from './typed-program.js';
import type { Type } from './types.js';

export interface VisibleLocal {
  readonly name: string;
  readonly type: Type;
}

export interface CheckedExpression {
  readonly function: TypedFunction;
  /** With all that it calls. */
  readonly functions: readonly TypedFunction[];
}

/**
 * The program has been checked before. Ownership is not looked at: the expression gets copies, and nothing goes on behind it.
 * Throws a CheckMistake.
 */
export function checkExpressionAlone(
  checker: Checker,
  contract: string,
  { tree, text }: { readonly tree: ExpressionTree; readonly text: SourceText },
  locals: readonly VisibleLocal[],
  wanted: Type | undefined,
): CheckedExpression {
  const facts = checker.contracts.get(contract)!;
  const { at } = tree;
  const name = 'expression';
  // Without a body nobody checks it as a part of the program.
  const signature: FunctionTree = {
    kind: 'function',
    name: { text: name, at },
    visibility: 'public',
    attributes: [],
    generics: [],
    parameters: [],
    modifiers: [],
    at,
  };
  const problems = new ProgramProblems([text], { unused_must_use: 'allow' });
  checker.problems = problems;
  const instance = instantiate(
    checker,
    {
      kind: 'function',
      tree: signature,
      scope: facts.scope,
      visibility: 'public',
      name: `${contract}::${name}${checker.nextId()}`,
    },
    new Map(),
    undefined,
  );
  instance.checked = true;
  const { typed } = instance;
  const environment = { scope: facts.scope, parameters: new Map(), self: undefined };
  const body = new Body(checker, instance.callees, environment, facts, checker.types.unit);
  try {
    typed.code = body.within(at, scope => {
      typed.parameters = locals.map(local => body.declare(local.name, local.type, 'parameter', at));
      const result = checkAs(body, tree, wanted);
      typed.result = result.type.kind === 'never' ? checker.types.unit : result.type;
      return {
        kind: 'block',
        type: result.type,
        at,
        scope,
        statements: [],
        result,
        resultStops: false,
      };
    });
    typed.locals = body.locals;
    typed.scopes = body.scopes;
    checkWaiting(checker);
    const reached = [...instancesFrom([instance])];
    inferEffects(checker, reached);
    refuseProblems(problems, tree);
    return { function: typed, functions: reached.map(each => each.typed) };
  } catch (error) {
    // What it follows from was told.
    if (error instanceof Consequence) refuseProblems(problems, tree);
    throw error;
  }
}

/** Parts of an expression, such as the blocks in it, tell their mistakes and go on. */
function refuseProblems(problems: ProgramProblems, { at }: ExpressionTree): void {
  const first = problems.diagnostics().find(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const { line, column } = first.location ?? at;
  throw new CheckMistake({ ...at, line, column: column ?? at.column }, first.message, first.hint);
}

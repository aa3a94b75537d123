// Blocks and the statements in them.

import type { Span } from '@sonde/front-end';
import type {
  BlockTree,
  ExpressionTree,
  FunctionTree,
  LetTree,
  Name,
  StatementTree,
} from '../syntax/tree.js';
import { solveArithmetic } from './arithmetic.js';
import { infer, inferLambda } from './infer-expressions.js';
import type { Inference } from './inference.js';
import type { Body, TypedExpression, TypedStatement, Variable } from './typed-program.js';
import { unitType, type Type } from './types.js';

/** Its value is that of its last statement, if that is an expression. */
export function inferBlock(
  inference: Inference,
  { statements, at }: BlockTree,
  expected?: Type,
): TypedExpression {
  return inference.scoped(() => {
    const typed: TypedStatement[] = [];
    statements.forEach((statement, nth) => {
      const isLast = nth === statements.length - 1;
      const made = inferStatement(inference, statement, isLast ? expected : undefined);
      if (made !== undefined) typed.push(made);
      solveArithmetic(inference);
    });
    const last = typed.at(-1);
    const type = last?.kind === 'expression' ? last.expression.type : unitType;
    return { kind: 'block', statements: typed, type, at };
  });
}

function inferStatement(
  inference: Inference,
  tree: StatementTree,
  expected: Type | undefined,
): TypedStatement | undefined {
  switch (tree.kind) {
    case 'let': {
      const variable = letVariable(inference, tree);
      const value = letValue(inference, tree, variable);
      inference.declare(variable);
      return { kind: 'let', variable, value, at: tree.at };
    }
    case 'function':
      return localFunction(inference, tree);
    case 'assign':
      return inferAssign(inference, tree);
    case 'expression': {
      const expression = infer(inference, tree.expression, expected);
      return { kind: 'expression', expression, at: tree.at };
    }
    default:
      inference.error(tree.at, `${declarations[tree.kind]} stands at file level only`);
      return undefined;
  }
}

const declarations = {
  type: 'a type',
  effect: 'an effect',
  extern: 'an extern function',
  namespace: 'a namespace',
  module: 'a module',
  signature: 'a signature',
  import: 'an import',
  export: 'an export',
} as const;

export function letVariable(inference: Inference, { name, type, mutable }: LetTree): Variable {
  const declared = type === undefined ? inference.fresh() : inference.resolve(type);
  return inference.variable(name.text, declared, name.at, mutable);
}

export function letValue(inference: Inference, tree: LetTree, variable: Variable): TypedExpression {
  const value = infer(inference, tree.value, variable.type);
  solveArithmetic(inference);
  const what = tree.type === undefined ? '' : `let \`${tree.name.text}\`: `;
  return inference.fitted(variable.type, value, placeOfValue(tree.name, tree.value), what);
}

/** What is wrong with the value as a whole: where it begins, or with the name where it stands on lines of its own. */
export const placeOfValue = (name: Name, value: ExpressionTree): Span =>
  value.at.line === name.at.line ? value.at : name.at;

/** A function in a block is a closure that may call itself; it has one type, not many. */
function localFunction(inference: Inference, tree: FunctionTree): TypedStatement {
  const { name, at } = tree;
  if (tree.typeParameters.length > 0)
    inference.error(
      tree.typeParameters[0]!.at,
      'generic functions in blocks are not supported yet',
      'Move it to the file level.',
    );
  const variable = inference.declare(inference.variable(name.text, inference.fresh(), name.at));
  const lambda = {
    kind: 'lambda',
    parameters: tree.parameters,
    body: tree.body,
    at,
    ...(tree.result === undefined ? {} : { result: tree.result }),
  } as const;
  const value = inferLambda(inference, lambda, undefined, variable);
  return { kind: 'let', variable, value, at };
}

export function inferAssign(
  inference: Inference,
  { name, value, at }: Extract<StatementTree, { readonly kind: 'assign' }>,
): TypedStatement | undefined {
  const typed = infer(inference, value);
  solveArithmetic(inference);
  const variable = inference.lookup(name.text);
  if (variable === undefined) {
    inference.error(name.at, `unknown variable \`${name.text}\``, 'A new one begins with let.');
    return undefined;
  }
  inference.observer?.means(name.at, { kind: 'variable', variable });
  if (!inHandlerArm(inference.body)) {
    inference.error(
      at,
      'state mutation is only allowed inside an effect handler arm',
      'Give the new value another name with let.',
    );
    return undefined;
  }
  if (!variable.mutable) {
    inference.error(at, `\`${name.text}\` is not mut`, `Declare it with mut in line ${variable.at.line}.`);
    return undefined;
  }
  inference.expect(variable.type, typed.type, value.at);
  return { kind: 'assign', variable, value: typed, at };
}

function inHandlerArm(body: Body): boolean {
  for (let inner: Body | undefined = body; inner !== undefined; inner = inner.outer)
    if (inner.kind === 'arm') return true;
  return false;
}

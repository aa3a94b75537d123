// The type of an expression, and the expression with all that is implied in it written out.

import type { ExpressionTree, LambdaTree } from '../syntax/tree.js';
import { solveArithmetic } from './arithmetic.js';
import { inferCall, inferName, inferRecord } from './infer-calls.js';
import {
  inferAwait,
  inferHandle,
  inferPerform,
  inferRecv,
  inferResume,
  inferSend,
  inferSpawn,
} from './infer-effects.js';
import { inferMatch } from './infer-patterns.js';
import { inferBinary, inferUnary } from './infer-operators.js';
import { inferBlock } from './infer-statements.js';
import type { Inference } from './inference.js';
import type { TypedExpression, TypedLambda, Variable } from './typed-program.js';
import {
  boolType,
  errorType,
  floatType,
  intType,
  isNamed,
  listOf,
  mapOf,
  prune,
  resultOf,
  stringType,
  typeName,
  unitType,
  type FunctionType,
  type Type,
} from './types.js';

type Tree<Kind extends ExpressionTree['kind']> = Extract<ExpressionTree, { readonly kind: Kind }>;

/** `expected` is a hint for lambdas, whose parameters it may name; whether it fits is for the caller to see. */
export function infer(inference: Inference, tree: ExpressionTree, expected?: Type): TypedExpression {
  const { at } = tree;
  switch (tree.kind) {
    case 'int':
      return { kind: 'int', value: tree.value, type: intType, at };
    case 'float':
      return { kind: 'float', value: tree.value, type: floatType, at };
    case 'bool':
      return { kind: 'bool', value: tree.value, type: boolType, at };
    case 'unit':
      return { kind: 'unit', type: unitType, at };
    case 'string':
      return inferString(inference, tree);
    case 'name':
      return inferName(inference, tree);
    case 'call':
      return inferCall(inference, tree);
    case 'record':
      return inferRecord(inference, tree);
    case 'update':
      return inferUpdate(inference, tree);
    case 'field':
      return inferField(inference, tree);
    case 'index':
      return inferIndex(inference, tree);
    case 'unary':
      return inferUnary(inference, tree);
    case 'binary':
      return inferBinary(inference, tree);
    case 'default':
      return inferDefault(inference, tree);
    case 'match':
      return inferMatch(inference, tree, expected);
    case 'lambda':
      return inferLambda(inference, tree, expected);
    case 'block':
      return inferBlock(inference, tree, expected);
    case 'list':
      return inferList(inference, tree);
    case 'map':
      return inferMap(inference, tree);
    case 'spawn':
      return inferSpawn(inference, tree);
    case 'await':
      return inferAwait(inference, tree);
    case 'send':
      return inferSend(inference, tree);
    case 'recv':
      return inferRecv(inference, tree);
    case 'yield': {
      const value = tree.value === undefined ? undefined : infer(inference, tree.value);
      return { kind: 'yield', value, type: value?.type ?? unitType, at };
    }
    case 'perform':
      return inferPerform(inference, tree);
    case 'handle':
      return inferHandle(inference, tree);
    case 'resume':
      return inferResume(inference, tree);
  }
}

function inferString(inference: Inference, { pieces, at }: Tree<'string'>): TypedExpression {
  const typed = pieces.map(piece => {
    if (typeof piece === 'string') return piece;
    const value = infer(inference, piece);
    solveArithmetic(inference);
    inference.attempt(
      piece.at,
      () => `a value of type ${typeName(value.type)} has no text to interpolate`,
      () => inference.unifier.needShown(value.type),
    );
    return value;
  });
  return { kind: 'string', pieces: typed, type: stringType, at };
}

function inferField(inference: Inference, { target, name, at }: Tree<'field'>): TypedExpression {
  const record = infer(inference, target);
  const type = inference.fresh();
  needField(inference, record, name.text, type, name.at);
  return { kind: 'field', target: record, name: name.text, type, at };
}

function needField(
  inference: Inference,
  record: TypedExpression,
  name: string,
  type: Type,
  at: TypedExpression['at'],
): void {
  inference.observer?.means(at, { kind: 'field', owner: record.type, name, type });
  inference.attempt(
    at,
    reason =>
      reason.startsWith('there is no field')
        ? `a value of type ${typeName(record.type)} has no field \`${name}\``
        : `the field \`${name}\` has another type (${reason})`,
    () => inference.unifier.needField(record.type, name, { type, at }),
  );
}

function inferUpdate(inference: Inference, tree: Tree<'update'>): TypedExpression {
  const target = infer(inference, tree.target);
  const fields = tree.fields.map(({ name, value }) => {
    const type = inference.fresh();
    needField(inference, target, name.text, type, name.at);
    const typed = infer(inference, value, type);
    inference.expect(type, typed.type, value.at);
    return { name: name.text, value: typed };
  });
  return { kind: 'update', target, fields, type: target.type, at: tree.at };
}

function inferIndex(inference: Inference, tree: Tree<'index'>): TypedExpression {
  const target = infer(inference, tree.target);
  const index = infer(inference, tree.index);
  const element = inference.fresh();
  if (isNamed(target.type, 'Map')) inference.expect(target.type, mapOf(index.type, element), tree.index.at);
  else {
    inference.expect(listOf(element), target.type, tree.target.at);
    inference.expect(intType, index.type, tree.index.at);
  }
  return { kind: 'index', target, index, type: resultOf(element, errorType), at: tree.at };
}

/** Of a Result the value inside; anything else is taken as it is, because it cannot have failed. */
function inferDefault(inference: Inference, tree: Tree<'default'>): TypedExpression {
  const value = infer(inference, tree.value);
  solveArithmetic(inference);
  let inner: Type = prune(value.type);
  if (inner.kind === 'variable') {
    const type = inference.fresh();
    inference.expect(resultOf(type, inference.fresh()), value.type, tree.value.at);
    solveArithmetic(inference);
    inner = type;
  } else if (inner.kind === 'named' && inner.name === 'Result') inner = inner.args[0]!;
  const fallback = infer(inference, tree.fallback, inner);
  inference.expect(inner, fallback.type, tree.fallback.at);
  return { kind: 'default', value, fallback, type: inner, at: tree.at };
}

function inferList(inference: Inference, { items, at }: Tree<'list'>): TypedExpression {
  const element = inference.fresh();
  const typed = items.map(item => {
    const value = infer(inference, item, element);
    inference.expect(element, value.type, item.at);
    return value;
  });
  return { kind: 'list', items: typed, type: listOf(element), at };
}

function inferMap(inference: Inference, { entries, at }: Tree<'map'>): TypedExpression {
  const [key, value] = [inference.fresh(), inference.fresh()];
  const typed = entries.map(entry => {
    const made = { key: infer(inference, entry.key, key), value: infer(inference, entry.value, value) };
    inference.expect(key, made.key.type, entry.key.at);
    inference.expect(value, made.value.type, entry.value.at);
    return made;
  });
  return { kind: 'map', entries: typed, type: mapOf(key, value), at };
}

export function inferLambda(
  inference: Inference,
  tree: LambdaTree,
  expected?: Type,
  self?: Variable,
): TypedExpression & { readonly kind: 'lambda' } {
  const body = inference.newBody('lambda');
  const wanted = expected === undefined ? undefined : prune(expected);
  const given = wanted?.kind === 'function' ? wanted.parameters : [];
  const effects = inference.unifier.openRow();
  const declaredResult = tree.result === undefined ? undefined : inference.resolve(tree.result);
  const made = inference.inBody(body, effects, (): { lambda: TypedLambda; type: FunctionType } => {
    const parameters = tree.parameters.map(({ name, type }, nth) => {
      const own = type === undefined ? inference.fresh() : inference.resolve(type);
      const hint = given[nth];
      if (hint !== undefined && given.length === tree.parameters.length && type === undefined)
        inference.expect(hint, own, name.at);
      return inference.declare(inference.variable(name.text, own, name.at));
    });
    const result = declaredResult ?? inference.fresh();
    const type: FunctionType = {
      kind: 'function',
      parameters: parameters.map(parameter => parameter.type),
      result,
      effects,
    };
    if (self !== undefined) inference.expect(self.type, type, self.at);
    // A `resume` belongs to the arm it is written in, not to a lambda that may be called later.
    const arm = inference.arm;
    inference.arm = undefined;
    const code = infer(inference, tree.body, result);
    inference.arm = arm;
    inference.expect(result, code.type, tree.body.at, declaredResult === undefined ? '' : 'lambda body: ');
    return { lambda: { body, parameters, code, at: tree.at, ...(self === undefined ? {} : { self }) }, type };
  });
  return { kind: 'lambda', ...made, at: tree.at };
}

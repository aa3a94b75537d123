// Operators: checked arithmetic gives Results, comparisons and logic give bools.

import type { BinaryTree, ExpressionTree } from '../syntax/tree.js';
import { solveArithmetic, type Arithmetic } from './arithmetic.js';
import { infer } from './infer-expressions.js';
import type { Inference } from './inference.js';
import type { TypedExpression } from './typed-program.js';
import { boolType, isNamed, typeName, type Type } from './types.js';

export function inferUnary(
  inference: Inference,
  { operator, operand, at }: Extract<ExpressionTree, { readonly kind: 'unary' }>,
): TypedExpression {
  const typed = infer(inference, operand);
  if (operator === '!') {
    inference.expect(boolType, typed.type, operand.at);
    return { kind: 'not', operand: typed, type: boolType, at };
  }
  if (operator === '+') return { ...typed, at };
  const type = arithmetic(inference, 'negate', [typed], at);
  return { kind: 'negate', operand: typed, type, at };
}

function arithmetic(
  inference: Inference,
  operator: Arithmetic['operator'],
  operands: readonly TypedExpression[],
  at: ExpressionTree['at'],
): Type {
  const result = inference.fresh();
  inference.pending.push({ operator, operands, result, at });
  solveArithmetic(inference);
  return result;
}

export function inferBinary(inference: Inference, tree: BinaryTree): TypedExpression {
  const { operator, at } = tree;
  const left = infer(inference, tree.left);
  const right = infer(inference, tree.right);
  const made = { kind: 'binary', operator, left, right, at } as const;
  switch (operator) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return { ...made, type: arithmetic(inference, operator, [left, right], at) };
    case '&&':
    case '||':
      inference.expect(boolType, left.type, tree.left.at);
      inference.expect(boolType, right.type, tree.right.at);
      return { ...made, type: boolType };
    default:
      compare(inference, tree, left, right);
      return { ...made, type: boolType };
  }
}

function compare(
  inference: Inference,
  { operator, left, right }: BinaryTree,
  a: TypedExpression,
  b: TypedExpression,
): void {
  solveArithmetic(inference);
  inference.expect(a.type, b.type, right.at);
  const how = operator === '==' || operator === '!=' ? 'equal' : 'ordered';
  const hint = isNamed(a.type, 'Result')
    ? 'A Result is opened with match, or with ?: and another value.'
    : undefined;
  inference.attempt(
    left.at,
    () => `${operator} does not compare values of type ${typeName(a.type)}`,
    () => inference.unifier.needCompared(a.type, how),
    hint,
  );
}

// Assignments, plain and with an operator, and ++ and --.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { check, checkAs, checkPlain } from './check-expressions.js';
import { asCount, requireArithmetic } from './check-operators.js';
import { checkShiftCount } from './check-sides.js';
import { plainValue } from './convert.js';
import { CheckMistake } from './mistake.js';
import { requireAssignable } from './places.js';
import type { ArithmeticOperator, Expression } from './typed-program.js';
import { one, isNumber } from './types.js';

export function checkAssignment(body: Body, tree: Extract<ExpressionTree, { kind: 'assign' }>): Expression {
  const { operator, at } = tree;
  const target = check(body, tree.target);
  requireAssignable(target);
  const { type } = target;
  if (operator === '=') {
    return { kind: 'assign', target, value: checkAs(body, tree.value, type), type, at };
  }
  const arithmetic = operator.slice(0, -1) as ArithmeticOperator;
  const moves = arithmetic === '+' || arithmetic === '-';
  if (moves && (type.kind === 'pointer' || type.kind === 'wild')) {
    const value = asCount(body, checkPlain(body, tree.value));
    return { kind: 'compound-assign', operator: arithmetic, target, value, type, at };
  }
  if (type.kind !== 'string' || arithmetic !== '+') requireArithmetic(type, arithmetic, at);
  const shift = arithmetic === '<<' || arithmetic === '>>';
  const value = shift ? checkShiftCount(body, tree.value, type) : checkAs(body, tree.value, type);
  return { kind: 'compound-assign', operator: arithmetic, target, value, type, at };
}

export function checkIncrement(
  body: Body,
  { operator, prefix, operand, at }: Extract<ExpressionTree, { kind: 'increment' }>,
): Expression {
  const target = plainValue(body, check(body, operand));
  if (!isNumber(target.type)) throw new CheckMistake(at, `${one(target.type)} has no ${operator}`);
  requireAssignable(target);
  return {
    kind: 'increment',
    target,
    by: operator === '++' ? 1 : -1,
    gives: prefix ? 'new' : 'old',
    type: target.type,
    at,
  };
}

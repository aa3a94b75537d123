// Operators and conversions.

import type { BinaryOperator, BinaryTree, ExpressionTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression, checkInt, requireType, shown } from './check-expressions.js';
import { CheckMistake } from '../mistake.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { fits, highest, isComparable, isOrdered, lowest } from '../type-rules/type-facts.js';
import { arithmetic, compare, constant, failures } from '../typed-make.js';
import type { ArithmeticOperator, TypedExpression } from '../typed-expressions.js';
import type { EnumType, IntType, Type } from '../types.js';

const arithmetics: Readonly<Partial<Record<BinaryOperator, ArithmeticOperator>>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
};
const comparisons = { '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const;
const bitwise = { '&': 'and', '|': 'or', '^': 'xor' } as const;

export function checkBinary(body: Body, tree: BinaryTree, expected: Type | undefined): TypedExpression {
  const { operator, at } = tree;
  if (operator === '&&' || operator === '||') return checkLogic(body, tree, operator === '&&' ? 'and' : 'or');
  if (operator === '<<' || operator === '>>') return checkShift(body, tree, expected);
  if (operator in comparisons)
    return checkComparison(body, tree, comparisons[operator as keyof typeof comparisons]);
  const { left, right } = checkPair(body, tree, expected, 'value');
  const type = left.type;
  if (operator in bitwise) {
    if (type.kind !== 'int') throw wrongOperands(tree, type);
    return { kind: 'bitwise', operator: bitwise[operator as keyof typeof bitwise], left, right, type, at };
  }
  if (type.kind === 'string' && operator === '+')
    throw new CheckMistake(at, 'strings are not added', 'Join them with `a.concat(b)`.');
  if (type.kind !== 'int') throw wrongOperands(tree, type);
  return arithmetic(arithmetics[operator]!, type, left, right, at);
}

const wrongOperands = ({ operator, left }: BinaryTree, type: Type): CheckMistake =>
  new CheckMistake(left.at, `${operator} needs numbers, not ${shown(type)}`);

/** A literal has the type of the other side; so that side comes first. */
function checkPair(
  body: Body,
  tree: BinaryTree,
  expected: Type | undefined,
  want: 'value' | 'borrow',
): { readonly left: TypedExpression; readonly right: TypedExpression } {
  const hint = expected?.kind === 'int' ? expected : undefined;
  if (isBareNumber(tree.left) && !isBareNumber(tree.right)) {
    const right = checkExpression(body, tree.right, hint, want);
    const left = checkAs(body, tree.left, right.type, want);
    return { left, right };
  }
  const left = checkExpression(body, tree.left, hint, want);
  if (left.type.kind === 'never') return { left, right: checkExpression(body, tree.right, hint, want) };
  const right = checkAs(body, tree.right, left.type, want);
  return { left, right };
}

/** Made of numbers without a suffix alone. */
function isBareNumber(tree: ExpressionTree): boolean {
  if (tree.kind === 'int') return tree.suffix === undefined;
  if (tree.kind === 'unary') return isBareNumber(tree.operand);
  return tree.kind === 'binary' && isBareNumber(tree.left) && isBareNumber(tree.right);
}

function checkLogic(body: Body, tree: BinaryTree, operator: 'and' | 'or'): TypedExpression {
  const { bool } = body.checker.types;
  const left = checkAs(body, tree.left, bool);
  const right = checkAs(body, tree.right, bool);
  return { kind: 'logic', operator, left, right, type: bool, at: tree.at };
}

function checkComparison(
  body: Body,
  tree: BinaryTree,
  operator: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge',
): TypedExpression {
  const { left, right } = checkPair(body, tree, undefined, 'borrow');
  const { type } = left;
  const possible = operator === 'eq' || operator === 'ne' ? isComparable(type) : isOrdered(type);
  if (!possible)
    throw new CheckMistake(tree.at, `values of ${shown(type)} cannot be compared with ${tree.operator}`);
  return compare(body, operator, left, right, tree.at);
}

function checkShift(body: Body, tree: BinaryTree, expected: Type | undefined): TypedExpression {
  const left = checkExpression(body, tree.left, expected, 'value');
  if (left.type.kind !== 'int') throw wrongOperands(tree, left.type);
  const right = checkExpression(body, tree.right, body.checker.types.u32, 'value');
  if (right.type.kind !== 'int' || right.type.signed || (right.type.bits > 64 && !body.isSolidity))
    throw new CheckMistake(
      tree.right.at,
      `a shift is counted with ${body.isSolidity ? 'uint8 to uint256' : 'u8 to u64'}, not ${shown(right.type)}`,
    );
  const operator = tree.operator === '<<' ? 'left' : 'right';
  const count = narrowed(body, right, right.type);
  return {
    kind: 'shift',
    operator,
    left,
    right: count,
    tooFar: failures.shift,
    type: left.type,
    at: tree.at,
  };
}

/** Numbers of solidity are wide: a count that does not fit is too far in any case. */
function narrowed(body: Body, count: TypedExpression, from: IntType): TypedExpression {
  const { u64: to } = body.checker.types;
  if (from.bits <= 64) return count;
  return {
    kind: 'convert',
    mode: 'checked',
    from,
    to,
    operand: count,
    outOfRange: failures.shift,
    type: to,
    at: count.at,
  };
}

export function checkUnary(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'unary' }>,
  expected: Type | undefined,
): TypedExpression {
  const { operator, operand, at } = tree;
  // Only with its minus does the smallest number fit.
  if (operator === '-' && operand.kind === 'int' && (expected?.kind !== 'int' || expected.signed)) {
    const solidity = body.isSolidity && expected === undefined ? body.checker.types.int(256, true) : expected;
    return checkInt(body, -operand.value, operand.suffix, solidity, at);
  }
  const value = checkExpression(
    body,
    operand,
    operator === '!' && expected?.kind !== 'int' ? undefined : expected,
    'value',
  );
  const { type } = value;
  if (operator === '!') {
    if (type.kind === 'bool') return { kind: 'not', operand: value, type, at };
    if (type.kind === 'int') return { kind: 'invert', operand: value, type, at };
    throw new CheckMistake(at, `! needs a bool or a number, not ${shown(type)}`);
  }
  if (type.kind !== 'int') throw new CheckMistake(at, `- needs a number, not ${shown(type)}`);
  if (!type.signed) throw new CheckMistake(at, `${type.name} has no negative numbers`);
  return {
    kind: 'negate',
    mode: 'checked',
    operandType: type,
    operand: value,
    overflow: failures.overflow('-', type),
    type,
    at,
  };
}

/** `x as u64`: with a check. */
export function checkCast(body: Body, tree: Extract<ExpressionTree, { kind: 'cast' }>): TypedExpression {
  const to = resolveType(body.checker, tree.type, body.environment);
  if (to.kind !== 'int') throw new CheckMistake(tree.at, `there is no conversion to ${shown(to)}`);
  const operand = checkExpression(body, tree.operand, isBareNumber(tree.operand) ? to : undefined, 'value');
  if (operand.type.kind === 'enum' && body.isSolidity) return numbered(body, operand, operand.type, to);
  return converted(operand, to, 'checked', operand.type, tree.at);
}

/** `uint256(phase)`: the place of the variant among all. */
function numbered(body: Body, operand: TypedExpression, from: EnumType, to: IntType): TypedExpression {
  const { at } = operand;
  if (from.variants.some(({ shape }) => shape !== 'unit'))
    throw new CheckMistake(at, `${shown(from)} has variants with values, which have no number`);
  if (!fits(BigInt(from.variants.length - 1), to))
    throw new CheckMistake(at, `not every variant of ${shown(from)} has a number in ${to.name}`);
  const arms = from.variants.map((variant, nth) =>
    body.within(at, scope => ({
      pattern: { kind: 'variant', type: from, variant, parts: [], at } as const,
      guard: undefined,
      scope,
      body: constant(BigInt(nth), to, at),
      at,
    })),
  );
  return { kind: 'match', origin: 'method', subject: operand, arms, type: to, at };
}

export function converted(
  operand: TypedExpression,
  to: IntType,
  mode: 'widen' | 'checked' | 'try',
  type: Type,
  at: ExpressionTree['at'],
): TypedExpression {
  const from = operand.type;
  if (from.kind !== 'int') {
    requireType(operand, to, at);
    return operand;
  }
  const always = fits(lowest(from), to) && fits(highest(from), to);
  if (mode === 'widen' && !always)
    throw new CheckMistake(
      at,
      `not every ${from.name} fits into ${to.name}`,
      `Write \`${to.name}::try_from(…)?\`.`,
    );
  return {
    kind: 'convert',
    mode: mode === 'checked' && always ? 'widen' : mode,
    from,
    to,
    operand,
    outOfRange: failures.range(from, to),
    type: mode === 'try' ? type : to,
    at,
  };
}

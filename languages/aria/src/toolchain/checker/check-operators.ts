// Operators between and before values.

import type { BinaryOperator, ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { checkCall } from './check-calls.js';
import { check, checkAs, checkPlain } from './check-expressions.js';
import { integerLiteral } from './check-literals.js';
import { checkSides } from './check-sides.js';
import { convert } from './convert.js';
import { CheckMistake } from './mistake.js';
import type { ArithmeticOperator, ComparisonOperator, Expression } from './typed-program.js';
import {
  one,
  bool,
  int32,
  int64,
  isNumber,
  isPointer,
  isWhole,
  referenceType,
  sameType,
  string,
  type AriaType,
  type ResultType,
} from './types.js';

type BinaryTree = Extract<ExpressionTree, { kind: 'binary' }>;

const comparisons: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '<=', '>', '>=', '<=>']);
const ofBits: ReadonlySet<BinaryOperator> = new Set(['&', '|', '^', '<<', '>>']);

export function checkBinary(body: Body, tree: BinaryTree, wanted: AriaType | undefined): Expression {
  const { operator, left, right, at } = tree;
  switch (operator) {
    case '&&':
    case '||':
      return {
        kind: 'logic',
        operator,
        left: checkAs(body, left, bool),
        right: checkAs(body, right, bool),
        type: bool,
        at,
      };
    case '??':
      return checkCoalesce(body, tree, wanted);
    case '|>':
      return checkPipe(body, left, right, tree, wanted);
    case '<|':
      return checkPipe(body, right, left, tree, wanted);
    default:
      return comparisons.has(operator)
        ? checkComparison(body, tree, wanted)
        : checkArithmetic(body, tree, wanted);
  }
}

function checkArithmetic(body: Body, tree: BinaryTree, wanted: AriaType | undefined): Expression {
  const operator = tree.operator as ArithmeticOperator;
  const hint = wanted && isNumber(wanted) ? wanted : undefined;
  const [left, right] = checkSides(body, tree, hint);
  const { at } = tree;
  if (left.type.kind === 'pointer' || left.type.kind === 'wild') {
    if (operator === '+' || operator === '-') return offset(body, left, right, operator, at);
  }
  if (left.type.kind === 'string' && operator === '+') {
    return { kind: 'concatenate', parts: [left, right], type: string, at };
  }
  requireArithmetic(left.type, operator, at);
  return { kind: 'binary', operator, left, right, type: left.type, at };
}

/** Whether the type has the operator; throws what is wrong if it has not. */
export function requireArithmetic(type: AriaType, operator: ArithmeticOperator, at: Expression['at']): void {
  if (!isNumber(type)) {
    throw new CheckMistake(
      at,
      `${one(type)} has no operator ${operator}`,
      type.kind === 'bool' ? 'Bools have && || and !.' : undefined,
    );
  }
  if (!ofBits.has(operator) || type.kind === 'integer') return;
  const hint = type.kind === 'tbb' ? `Convert it first: (int${type.bits})….` : undefined;
  throw new CheckMistake(at, `${one(type)} has no bits to work on with ${operator}`, hint);
}

/** A pointer moved by a number of elements. */
export function offset(
  body: Body,
  pointer: Expression,
  count: Expression,
  operator: '+' | '-',
  at: Expression['at'],
): Expression {
  const wide = asCount(body, count);
  const moved: Expression =
    operator === '+' ? wide : { kind: 'negate', operand: wide, type: int64, at: count.at };
  return { kind: 'offset', pointer, count: moved, type: pointer.type, at };
}

/** Any integer, as an int64. */
export function asCount(body: Body, count: Expression): Expression {
  if (count.type.kind !== 'integer') return convert(body, count, int64);
  return sameType(count.type, int64) ? count : { kind: 'convert', operand: count, type: int64, at: count.at };
}

function checkComparison(body: Body, tree: BinaryTree, wanted: AriaType | undefined): Expression {
  const operator = tree.operator as ComparisonOperator;
  const { at } = tree;
  const type = operator !== '<=>' ? bool : wanted && isSigned(wanted) ? wanted : int32;
  const [left, right] = checkCompared(body, tree);
  const equality = operator === '==' || operator === '!=';
  const ordered = isNumber(left.type) || left.type.kind === 'string';
  const comparable =
    ordered || left.type.kind === 'bool' || left.type.kind === 'enum' || isPointer(left.type);
  if (ordered || (equality && (comparable || left.type.kind === 'function'))) {
    return { kind: 'compare', operator, left, right, type, at };
  }
  throw new CheckMistake(at, `two ${left.type.name} cannot be compared with ${operator}`);
}

const isSigned = (type: AriaType): boolean => type.kind === 'tbb' || (type.kind === 'integer' && type.signed);

function checkCompared(body: Body, tree: BinaryTree): readonly [Expression, Expression] {
  const { left, right } = tree;
  if (left.kind === 'null' && right.kind !== 'null') {
    const [second, first] = checkCompared(body, { ...tree, left: right, right: left });
    return [first, second];
  }
  if (right.kind === 'null') {
    const first = checkPlain(body, left);
    // `r.err == NULL` asks whether there is no error.
    if (isWhole(first.type)) return [first, integerLiteral(0n, 'number', first.type, right.at)];
    return [first, check(body, right, first.type)];
  }
  const [first, second] = checkSides(body, tree, undefined);
  if (sameType(first.type, second.type)) return [first, second];
  if (first.type.kind === 'wild') return [convert(body, first, second.type), second];
  return [first, convert(body, second, first.type)];
}

/** `a ?? b`. */
function checkCoalesce(body: Body, tree: BinaryTree, wanted: AriaType | undefined): Expression {
  const { at } = tree;
  const left = check(body, tree.left, wanted);
  if (left.type.kind === 'result') return unwrapOr(body, left, tree.right, at);
  if (left.type.kind !== 'pointer' && left.type.kind !== 'gc' && left.type.kind !== 'wild') {
    throw new CheckMistake(
      tree.left.at,
      `${one(left.type)} is never NULL`,
      '?? is for pointers and results.',
    );
  }
  const fallback = checkAs(body, tree.right, left.type);
  return { kind: 'coalesce', pointer: left, fallback, type: left.type, at };
}

/** `r ? fallback`. */
export function checkUnwrapOr(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'unwrap-or' }>,
  wanted: AriaType | undefined,
): Expression {
  const operand = check(body, tree.operand, wanted);
  if (operand.type.kind === 'result') return unwrapOr(body, operand, tree.fallback, tree.at);
  throw new CheckMistake(
    tree.operand.at,
    `${one(operand.type)} cannot fail`,
    '? is for results, which calls of functions give.',
  );
}

function unwrapOr(
  body: Body,
  operand: Expression,
  fallback: ExpressionTree,
  at: Expression['at'],
): Expression {
  const type = operand.type as ResultType;
  if (type.value.kind === 'void') throw new CheckMistake(at, 'this call gives no value');
  return {
    kind: 'unwrap-or',
    operand: operand as Expression & { type: ResultType },
    fallback: checkAs(body, fallback, type.value),
    type: type.value,
    at,
  };
}

/** `x |> f` and `x |> f(y)`: x is the first argument. */
function checkPipe(
  body: Body,
  value: ExpressionTree,
  callee: ExpressionTree,
  { at }: BinaryTree,
  wanted: AriaType | undefined,
): Expression {
  if (callee.kind === 'call') {
    return checkCall(body, { ...callee, arguments: [value, ...callee.arguments], at }, wanted);
  }
  return checkCall(body, { kind: 'call', callee, arguments: [value], at }, wanted);
}

export function checkUnary(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'unary' }>,
  wanted: AriaType | undefined,
): Expression {
  const { operator, at } = tree;
  if (operator === '!') return { kind: 'not', operand: checkAs(body, tree.operand, bool), type: bool, at };
  if (operator === '$') {
    const place = check(body, tree.operand);
    return convert(body, place, place.type.kind === 'reference' ? place.type : referenceType(place.type));
  }
  if (operator === '-' && tree.operand.kind === 'integer') {
    // Together, because the number alone may not fit: -128 of an int8.
    return integerLiteral(-tree.operand.value, 'number', wanted, at);
  }
  const operand = checkPlain(body, tree.operand, wanted);
  if (operator === '~') {
    if (operand.type.kind === 'integer') return { kind: 'complement', operand, type: operand.type, at };
    throw new CheckMistake(at, `${one(operand.type)} has no operator ~`);
  }
  if (operand.kind === 'float') return { ...operand, value: -operand.value, at };
  if (isNumber(operand.type)) return { kind: 'negate', operand, type: operand.type, at };
  throw new CheckMistake(at, `${one(operand.type)} cannot be negated`);
}

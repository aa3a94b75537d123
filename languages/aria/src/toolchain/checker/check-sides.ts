// Two expressions that meet: the sides of an operator, the alternatives of a condition. Both get one type.

import type { BinaryOperator, ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { check, checkAs, checkPlain } from './check-expressions.js';
import { hasFraction, isFlexible } from './check-literals.js';
import { convert, mismatch, plainValue } from './convert.js';
import { foldInteger } from './fold.js';
import { commonNumber } from './number-conversions.js';
import type { Expression } from './typed-program.js';
import {
  flt64,
  int32,
  int64,
  isNumber,
  isPointer,
  largest,
  sameType,
  smallest,
  type AriaType,
  type IntegerType,
} from './types.js';

type Pair = readonly [Expression, Expression];

interface Sides {
  readonly operator: BinaryOperator;
  readonly left: ExpressionTree;
  readonly right: ExpressionTree;
}

/** What is only made of literals follows the other side; of two numbers the wider one decides. */
export function checkSides(body: Body, { operator, left, right }: Sides, wanted: AriaType | undefined): Pair {
  if (isFlexible(left) && isFlexible(right)) {
    const fallback = hasFraction(left) || hasFraction(right) ? flt64 : undefined;
    const first = checkPlain(body, left, wanted ?? fallback);
    return [first, checkAs(body, right, first.type)];
  }
  if (operator === '<<' || operator === '>>') return checkShift(body, left, right, wanted);
  if (isFlexible(left)) {
    const second = checkPlain(body, right, wanted);
    const literal = check(body, left, literalType(body, operator, left, second.type, wanted));
    return turned(meet(body, second, literal));
  }
  const first = checkPlain(body, left, wanted);
  if (isPointer(first.type) && right.kind !== 'null') return [first, checkPlain(body, right)];
  const hint = isFlexible(right) ? literalType(body, operator, right, first.type, wanted) : first.type;
  return meet(body, first, check(body, right, hint));
}

/** The number that is shifted decides. */
function checkShift(
  body: Body,
  left: ExpressionTree,
  right: ExpressionTree,
  wanted: AriaType | undefined,
): Pair {
  if (isFlexible(left) && wanted?.kind !== 'integer') {
    const count = checkPlain(body, right);
    return [checkAs(body, left, count.type), count];
  }
  const first = checkPlain(body, left, wanted);
  return [first, checkShiftCount(body, right, first.type)];
}

/** How far may be told in any integer: only its lowest bits count. */
export function checkShiftCount(body: Body, tree: ExpressionTree, type: AriaType): Expression {
  const count = checkPlain(body, tree, isFlexible(tree) ? type : undefined);
  const other = type.kind === 'integer' && count.type.kind === 'integer' && !sameType(type, count.type);
  return other ? { kind: 'convert', operand: count, type, at: count.at } : convert(body, count, type);
}

const compared: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '<=', '>', '>=', '<=>']);

/**
 * The other side's type, or a wider one for a number that it does not hold. Not in a comparison: what never can be equal is
 * a mistake.
 */
function literalType(
  body: Body,
  operator: BinaryOperator,
  tree: ExpressionTree,
  other: AriaType,
  wanted: AriaType | undefined,
): AriaType {
  if (other.kind !== 'integer' || compared.has(operator)) return other;
  const value = foldInteger(tree, body.names, body.constant);
  if (value === undefined || holds(other, value)) return other;
  const bits = tree.kind === 'integer' && tree.radix !== 10 && value < 1n << BigInt(other.bits);
  if (bits) return other;
  const candidates = wanted?.kind === 'integer' ? [wanted] : [int32, int64];
  return candidates.find(type => type.bits > other.bits && holds(type, value)) ?? other;
}

const holds = (type: IntegerType, value: bigint): boolean =>
  value >= smallest(type) && value <= largest(type);

/** Both in one type. The first is a plain value. */
function meet(body: Body, first: Expression, second: Expression): Pair {
  if (!isNumber(first.type)) return [first, convert(body, second, first.type)];
  const plain = plainValue(body, second);
  const type = commonNumber(first.type, plain.type);
  if (type !== undefined) return [convert(body, first, type), convert(body, plain, type)];
  // Of one width, with and without a sign: nobody but the program can tell which of the two is meant.
  if (isNumber(plain.type)) throw mismatch(plain, first.type);
  return [first, convert(body, plain, first.type)];
}

const turned = ([first, second]: Pair): Pair => [second, first];

/** Two values, of which one will be taken. */
export function checkAlternatives(
  body: Body,
  first: ExpressionTree,
  second: ExpressionTree,
  wanted: AriaType | undefined,
): Pair {
  if (isFlexible(first) && !isFlexible(second)) {
    const right = checkPlain(body, second, wanted);
    return turned(meet(body, right, check(body, first, right.type)));
  }
  const left = checkPlain(body, first, wanted);
  return meet(body, left, check(body, second, left.type));
}

// Operators of the solidity mode, as operators of Twilight.

import { spanning, type Span } from '@sonde/front-end';
import { blockOf, methodCall } from '../make.js';
import type { BinaryOperator, ExpressionTree } from '../tree.js';
import { parsePostfix } from './parse-postfix.js';
import type { SolidityCursor } from './solidity-cursor.js';

/** The higher binds tighter; `**` binds to the right and is apart. */
const precedence = new Map<string, number>([
  ['||', 1],
  ['&&', 2],
  ['==', 3],
  ['!=', 3],
  ...['<', '<=', '>', '>='].map((sign): [string, number] => [sign, 4]),
  ['|', 5],
  ['^', 6],
  ['&', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
]);

const wrapping: Readonly<Record<string, string>> = {
  '+': 'wrapping_add',
  '-': 'wrapping_sub',
  '*': 'wrapping_mul',
};

export function parseExpression(cursor: SolidityCursor): ExpressionTree {
  return cursor.nested(() => {
    const target = parseConditional(cursor);
    const { text, kind, at } = cursor.peek();
    if (cursor.takes('=')) {
      const value = parseExpression(cursor);
      return { kind: 'assign', target, value, at: spanning(target.at, value.at) };
    }
    const operator = kind === 'sign' ? /^([-+*/%&|^]|<<|>>)=$/.exec(text)?.[1] : undefined;
    if (operator === undefined) return target;
    cursor.advance();
    const right = parseExpression(cursor);
    return changed(cursor, target, operator, right, spanning(target.at, right.at), at);
  });
}

/** `a += b` is `a = a + b`: the place is written twice, so nothing may happen twice in it. */
export function changed(
  cursor: SolidityCursor,
  target: ExpressionTree,
  operator: string,
  right: ExpressionTree,
  at: Span,
  sign: Span,
): ExpressionTree {
  if (!isRepeatable(target))
    throw cursor.mistake(
      'the place of this assignment calls something, which would happen twice',
      'Take the index into a variable first.',
      sign,
    );
  return { kind: 'assign', target, value: binary(cursor, operator, target, right, at), at };
}

function isRepeatable(place: ExpressionTree): boolean {
  switch (place.kind) {
    case 'path':
    case 'int':
    case 'string':
    case 'bool':
      return true;
    case 'field':
      return isRepeatable(place.target);
    case 'index':
      return isRepeatable(place.target) && isRepeatable(place.index);
    case 'binary':
      return isRepeatable(place.left) && isRepeatable(place.right);
    case 'cast':
      return isRepeatable(place.operand);
    // `msg.sender` and its like.
    case 'methodCall':
      return place.args.length === 0 && place.name.at === place.at && isRepeatable(place.target);
    default:
      return false;
  }
}

function binary(
  cursor: SolidityCursor,
  operator: string,
  left: ExpressionTree,
  right: ExpressionTree,
  at: Span,
): ExpressionTree {
  const method = cursor.unchecked ? wrapping[operator] : undefined;
  if (method !== undefined) return methodCall(at, left, method, [right]);
  return { kind: 'binary', operator: operator as BinaryOperator, left, right, at };
}

/** `c ? a : b` */
function parseConditional(cursor: SolidityCursor): ExpressionTree {
  const condition = parseBinary(cursor, 1);
  if (!cursor.takes('?')) return condition;
  const then = parseExpression(cursor);
  cursor.expect(':');
  const otherwise = parseExpression(cursor);
  return {
    kind: 'if',
    condition,
    then: blockOf(then),
    else: blockOf(otherwise),
    at: spanning(condition.at, otherwise.at),
  };
}

function parseBinary(cursor: SolidityCursor, lowest: number): ExpressionTree {
  let left = parsePower(cursor);
  for (;;) {
    const { text, kind } = cursor.peek();
    const rank = kind === 'sign' ? precedence.get(text) : undefined;
    if (rank === undefined || rank < lowest) return left;
    cursor.advance();
    const right = cursor.nested(() => parseBinary(cursor, rank + 1));
    left = binary(cursor, text, left, right, spanning(left.at, right.at));
  }
}

/** `a ** b`: of literals the value, else `a.pow(b)`, which wraps in an `unchecked` block. */
function parsePower(cursor: SolidityCursor): ExpressionTree {
  const base = parseUnary(cursor);
  if (!cursor.takes('**')) return base;
  const power = cursor.nested(() => parsePower(cursor));
  const at = spanning(base.at, power.at);
  if (base.kind === 'int' && power.kind === 'int' && power.value <= 256n)
    return { kind: 'int', value: base.value ** power.value, at };
  return methodCall(at, base, cursor.unchecked ? 'wrapping_pow' : 'pow', [power]);
}

function parseUnary(cursor: SolidityCursor): ExpressionTree {
  const { text, at } = cursor.peek();
  if (cursor.sees('!') || cursor.sees('-') || cursor.sees('~')) {
    cursor.advance();
    const operand = cursor.nested(() => parseUnary(cursor));
    const all = spanning(at, operand.at);
    // A literal has the type that is expected, which a receiver of a method has not.
    if (text === '-' && cursor.unchecked && operand.kind !== 'int')
      return methodCall(all, operand, 'wrapping_neg', []);
    return { kind: 'unary', operator: text === '-' ? '-' : '!', operand, at: all };
  }
  if (cursor.sees('++') || cursor.sees('--')) {
    cursor.advance();
    const place = cursor.nested(() => parseUnary(cursor));
    return countedBy(cursor, place, text, spanning(at, place.at), at);
  }
  if (cursor.takes('delete')) {
    const place = cursor.nested(() => parseUnary(cursor));
    return { kind: 'clear', place, at: spanning(at, place.at) };
  }
  const value = parsePostfix(cursor);
  const sign = cursor.peek();
  if (!cursor.sees('++') && !cursor.sees('--')) return value;
  cursor.advance();
  return countedBy(cursor, value, sign.text, cursor.from(value.at), sign.at);
}

/** `i++`: only as a statement, because an assignment has no value. */
function countedBy(
  cursor: SolidityCursor,
  place: ExpressionTree,
  sign: string,
  at: Span,
  signAt: Span,
): ExpressionTree {
  return changed(cursor, place, sign[0]!, { kind: 'int', value: 1n, at: signAt }, at, signAt);
}

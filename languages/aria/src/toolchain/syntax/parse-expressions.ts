// Expressions: precedence from assignment down to the operators that stand before their operand.

import { spanning } from '@sonde/native-compiler';
import { parsePostfix, refuseLambda } from './parse-postfix.js';
import { parseType } from './parse-types.js';
import type { TokenCursor } from './token-cursor.js';
import type { AssignmentOperator, BinaryOperator, ExpressionTree, UnaryOperator } from './tree.js';
import { plainTypeWords } from './words.js';

/** From the loosest to the tightest. All group from the left. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['|>', '<|'],
  ['??'],
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>=', '<=>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const levelOf: ReadonlyMap<string, number> = new Map(
  levels.flatMap((operators, level) => operators.map(operator => [operator, level] as const)),
);

const assignments: ReadonlySet<string> = new Set<AssignmentOperator>([
  ...(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='] as const),
]);

const prefixes: ReadonlySet<string> = new Set<UnaryOperator>(['-', '!', '~', '@', '#']);

export function parseExpression(cursor: TokenCursor): ExpressionTree {
  return cursor.nested(() => {
    const target = parseBinary(cursor, 0);
    const token = cursor.peek();
    if (token.kind !== 'sign' || !assignments.has(token.text)) return target;
    cursor.advance();
    const value = parseExpression(cursor);
    const operator = token.text as AssignmentOperator;
    return cursor.grown(
      { kind: 'assign', operator, target, value, at: spanning(target.at, value.at) },
      target,
      value,
    );
  });
}

/** Operators of this level and tighter ones. */
function parseBinary(cursor: TokenCursor, loosest: number): ExpressionTree {
  let left = parseUnary(cursor);
  for (;;) {
    const token = cursor.peek();
    const level = token.kind === 'sign' ? levelOf.get(token.text) : undefined;
    if (level === undefined || level < loosest) return left;
    cursor.advance();
    const right = parseBinary(cursor, level + 1);
    const operator = token.text as BinaryOperator;
    left = cursor.grown(
      { kind: 'binary', operator, left, right, at: spanning(left.at, right.at) },
      left,
      right,
    );
  }
}

/**
 * A prefix operator with its operand, or a postfix expression; with `? fallback` behind it, which binds tighter than any
 * operator between two operands. The fallback may have one of its own: `f(1) ? f(2) ? 3`.
 */
function parseUnary(cursor: TokenCursor): ExpressionTree {
  return cursor.nested(() => {
    const operand = parsePrefix(cursor);
    if (!cursor.takes('?')) return operand;
    const fallback = parseUnary(cursor);
    return cursor.grown(
      { kind: 'unwrap-or', operand, fallback, at: spanning(operand.at, fallback.at) },
      operand,
      fallback,
    );
  });
}

function parsePrefix(cursor: TokenCursor): ExpressionTree {
  const token = cursor.peek();
  if (token.kind === 'word') {
    if (token.text === 'await' || token.text === 'spawn') {
      cursor.advance();
      const operand = cursor.nested(() => parsePrefix(cursor));
      return cursor.grown({ kind: token.text, operand, at: spanning(token.at, operand.at) }, operand);
    }
    if (token.text === 'is') return parseConditional(cursor);
  }
  if (token.kind === 'sign') {
    if (token.text === '++' || token.text === '--') {
      cursor.advance();
      const operand = cursor.nested(() => parsePrefix(cursor));
      const at = spanning(token.at, operand.at);
      return cursor.grown({ kind: 'increment', operator: token.text, prefix: true, operand, at }, operand);
    }
    // `$` alone is the counter of a loop; in front of a name it makes a reference.
    const reference = token.text === '$' && cursor.peek(1).kind === 'name';
    if (prefixes.has(token.text) || reference) {
      cursor.advance();
      const operand = cursor.nested(() => parsePrefix(cursor));
      const operator = token.text as UnaryOperator;
      return cursor.grown({ kind: 'unary', operator, operand, at: spanning(token.at, operand.at) }, operand);
    }
    if (token.text === '(' && beginsCast(cursor)) return parseCast(cursor);
    if (token.text === '*') {
      refuseLambda(cursor, 1);
      throw cursor.mistake(
        `expected a value, found ${cursor.found()}`,
        'What p points to is written p[0] or p->field.',
      );
    }
  }
  return parsePostfix(cursor);
}

/** `is c : a : b`. */
function parseConditional(cursor: TokenCursor): ExpressionTree {
  const first = cursor.expect('is');
  return cursor.nested(() => {
    const condition = parseBinary(cursor, 0);
    cursor.expect(':');
    const then = parseBinary(cursor, 0);
    cursor.expect(':');
    const otherwise = parseBinary(cursor, 0);
    const at = spanning(first.at, otherwise.at);
    return cursor.grown({ kind: 'conditional', condition, then, otherwise, at }, condition, then, otherwise);
  });
}

/** At a `(`: a type in parentheses, and behind them something that can be converted. */
function beginsCast(cursor: TokenCursor): boolean {
  const word = cursor.peek(1);
  if (word.kind === 'word') return word.text === 'func' && cursor.sees('<', 2);
  if (word.kind !== 'name') return false;
  if (plainTypeWords.has(word.text)) return true;
  if (!cursor.typeNames.has(word.text)) return false;
  let ahead = 2;
  while (cursor.sees('@', ahead) || cursor.sees('*', ahead) || cursor.sees('$', ahead)) ahead++;
  return cursor.sees(')', ahead);
}

function parseCast(cursor: TokenCursor): ExpressionTree {
  const open = cursor.expect('(');
  const type = parseType(cursor);
  cursor.expect(')');
  const operand = cursor.nested(() => parsePrefix(cursor));
  return cursor.grown({ kind: 'cast', type, operand, at: spanning(open.at, operand.at) }, operand);
}

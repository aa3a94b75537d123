// Operators of twilight-native, from assignment down to what is applied behind a value.

import { spanning } from '@sonde/front-end';
import type { BinaryOperator, ExpressionTree } from '../tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parsePrimary } from './parse-primary.js';
import { parseType, parseTypeArguments, seesTypeArguments } from './parse-types.js';

/** The higher binds tighter. Comparisons do not stand in a row. */
const precedence = new Map<string, number>([
  ['||', 1],
  ['&&', 2],
  ...['==', '!=', '<', '<=', '>', '>='].map((sign): [string, number] => [sign, 3]),
  ['|', 4],
  ['^', 5],
  ['&', 6],
  ['<<', 7],
  ['>>', 7],
  ['+', 8],
  ['-', 8],
  ['*', 9],
  ['/', 9],
  ['%', 9],
]);

const comparison = 3;

/** With assignment, which is lowest and binds to the right. */
export function parseExpression(cursor: Cursor): ExpressionTree {
  return cursor.nested(() => {
    const target = parseBinary(cursor, 1);
    const { text, kind } = cursor.peek();
    if (kind === 'sign' && /^(?:[-+*/%&|^]|<<|>>)=$/.test(text)) {
      const operator = text.slice(0, -1);
      throw cursor.mistake(
        `there is no ${text} in twilight-native`,
        `Write \`a = a ${operator} b\`; only the solidity mode has ${text}.`,
      );
    }
    if (text === '++' || text === '--')
      throw cursor.mistake(`there is no ${text}`, `Write \`a = a ${text[0]} 1\`.`);
    if (!cursor.takes('=')) return target;
    const value = parseExpression(cursor);
    return { kind: 'assign', target, value, at: spanning(target.at, value.at) };
  });
}

function parseBinary(cursor: Cursor, lowest: number): ExpressionTree {
  let left = parseUnary(cursor);
  for (;;) {
    const { text, kind } = cursor.peek();
    const rank = kind === 'sign' ? precedence.get(text) : undefined;
    if (rank === undefined || rank < lowest) return left;
    cursor.advance();
    const right = cursor.nested(() => parseBinary(cursor, rank + 1));
    left = {
      kind: 'binary',
      operator: text as BinaryOperator,
      left,
      right,
      at: spanning(left.at, right.at),
    };
    const next = cursor.peek();
    if (rank === comparison && next.kind === 'sign' && precedence.get(next.text) === comparison)
      throw cursor.mistake('comparisons cannot stand in a row', 'Join two of them with &&.');
  }
}

function parseUnary(cursor: Cursor): ExpressionTree {
  const { text, at } = cursor.peek();
  if (cursor.sees('!') || cursor.sees('-')) {
    cursor.advance();
    const operand = cursor.nested(() => parseUnary(cursor));
    return { kind: 'unary', operator: text as '!' | '-', operand, at: spanning(at, operand.at) };
  }
  if (cursor.sees('&') || cursor.sees('*'))
    throw cursor.mistake(
      `there are no references, so there is no ${text}`,
      'Borrows are implicit: leave it away.',
    );
  return parseCasts(cursor);
}

/** `expr as u64`: binds tighter than operators of two sides. */
function parseCasts(cursor: Cursor): ExpressionTree {
  let operand = parsePostfix(cursor, parsePrimary(cursor));
  while (cursor.seesName('as')) {
    const { at } = cursor.advance();
    const type = parseType(cursor);
    cursor.problems.lint(
      'as_conversion',
      at,
      '`as` converts with a check that can revert',
      'Write `.into()` where the value always fits, `T::try_from(x)?` where it may not.',
    );
    operand = { kind: 'cast', operand, type, at: spanning(operand.at, type.at) };
  }
  return operand;
}

function parsePostfix(cursor: Cursor, target: ExpressionTree): ExpressionTree {
  let value = target;
  for (;;) {
    if (cursor.takes('?')) value = { kind: 'propagate', operand: value, at: cursor.from(target.at) };
    else if (cursor.sees('[')) value = parseIndex(cursor, value);
    else if (cursor.sees('.')) value = parseMember(cursor, value);
    else if (cursor.sees('(') && value.kind !== 'call' && !isStatementLike(value))
      throw cursor.mistake('this cannot be called', 'There are no function values.');
    else return value;
  }
}

/** A block that ends a statement is not called by the brackets that open the next. */
const isStatementLike = ({ kind }: ExpressionTree): boolean =>
  /^(?:block|if|match|loop|while|for)$/.test(kind);

function parseIndex(cursor: Cursor, target: ExpressionTree): ExpressionTree {
  cursor.expect('[');
  const index = cursor.inBrackets(() => parseExpression(cursor));
  cursor.expect(']');
  return { kind: 'index', target, index, at: cursor.from(target.at) };
}

function parseMember(cursor: Cursor, target: ExpressionTree): ExpressionTree {
  cursor.expect('.');
  const token = cursor.peek();
  if (token.kind === 'int') {
    cursor.advance();
    return { kind: 'field', target, name: { text: token.text, at: token.at }, at: cursor.from(target.at) };
  }
  const name = cursor.name('the name of a field or method');
  const generics = seesTypeArguments(cursor) ? parseTypeArguments(cursor) : undefined;
  if (!cursor.sees('(')) return { kind: 'field', target, name, at: cursor.from(target.at) };
  const args = parseArguments(cursor);
  return {
    kind: 'methodCall',
    target,
    name,
    ...(generics === undefined ? {} : { generics }),
    args,
    at: cursor.from(target.at),
  };
}

export const parseArguments = (cursor: Cursor): ExpressionTree[] =>
  cursor.bracketed('(', ')', () => parseExpression(cursor));

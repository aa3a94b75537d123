// Forms that look like calls and are none: require, revert, emit, print, panic!, assert!.

import type { ExpressionTree } from '../tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parseArguments, parseExpression } from './parse-expressions.js';
import { parsePath } from './parse-types.js';

/** `require(condition, "text")` */
export function parseRequire(cursor: Cursor): ExpressionTree {
  const { at } = cursor.advance();
  cursor.expect('(');
  const { condition, message } = cursor.inBrackets(() => parseCondition(cursor));
  return { kind: 'require', condition, ...(message === undefined ? {} : { message }), at: cursor.from(at) };
}

/** A condition, perhaps a text, and the closing bracket. */
export function parseCondition(cursor: Cursor): {
  readonly condition: ExpressionTree;
  readonly message?: string;
} {
  const condition = parseExpression(cursor);
  const message = cursor.takes(',') && !cursor.sees(')') ? cursor.string('a text') : undefined;
  cursor.takes(',');
  cursor.expect(')');
  return { condition, ...(message === undefined ? {} : { message }) };
}

/** `revert("text")` */
export function parseRevert(cursor: Cursor): ExpressionTree {
  const { at } = cursor.advance();
  cursor.expect('(');
  const message = cursor.sees(')') ? undefined : cursor.string('a text');
  cursor.expect(')');
  return { kind: 'revert', ...(message === undefined ? {} : { message }), at: cursor.from(at) };
}

export function parseEmit(cursor: Cursor): ExpressionTree {
  const { at } = cursor.advance();
  const event = parsePath(cursor, 'the name of an event');
  const args = parseArguments(cursor);
  return { kind: 'emit', event, args, at: cursor.from(at) };
}

/** `print("… {}", x)`, `panic!("…")` */
export function parseFormatted(cursor: Cursor, kind: 'print' | 'panic'): ExpressionTree {
  const { at } = cursor.advance();
  cursor.takes('!');
  cursor.expect('(');
  return cursor.nested(() =>
    cursor.inBrackets(() => {
      const format = kind === 'panic' && cursor.sees(')') ? 'panic' : cursor.string('a text in quotes');
      const args = cursor.takes(',') ? cursor.list(')', () => parseExpression(cursor)) : undefined;
      if (args === undefined) cursor.expect(')');
      return { kind, format, args: args ?? [], at: cursor.from(at) };
    }),
  );
}

/** `assert!(c, "text")`, `assert_eq!(a, b, "text")` */
export function parseAssertMacro(cursor: Cursor): ExpressionTree {
  const { at, text } = cursor.advance();
  cursor.expect('!');
  cursor.expect('(');
  return cursor.inBrackets(() => {
    const first = parseExpression(cursor);
    if (text === 'assert_eq') cursor.expect(',', 'assert_eq! compares two values.');
    const equals = text === 'assert_eq' ? parseExpression(cursor) : undefined;
    const message = cursor.takes(',') && !cursor.sees(')') ? cursor.string('a text') : undefined;
    cursor.takes(',');
    cursor.expect(')');
    return {
      kind: 'assert',
      condition: first,
      ...(equals === undefined ? {} : { equals }),
      ...(message === undefined ? {} : { message }),
      at: cursor.from(at),
    };
  });
}

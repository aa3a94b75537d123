// Loops: while, for in both shapes, till, loop, and when with its then and end.

import { spanning, type Span } from '@sonde/native-compiler';
import { parseVariable } from './parse-declarations.js';
import { parseExpression } from './parse-expressions.js';
import { beginsDeclaration, parseBlock, parseCondition } from './parse-statements.js';
import { parseType } from './parse-types.js';
import type { LoopTree } from './statement-tree.js';
import type { TokenCursor } from './token-cursor.js';
import type { Name } from './tree.js';

const loopWords: ReadonlySet<string> = new Set(['while', 'for', 'till', 'loop', 'when']);

export const isLoopWord = (word: string): boolean => loopWords.has(word);

/** At the word of the loop. */
export function parseLoop(cursor: TokenCursor, label: Name | undefined): LoopTree {
  const first = cursor.advance();
  const start = label?.at ?? first.at;
  const named = label === undefined ? {} : { label };
  switch (first.text) {
    case 'while': {
      const condition = parseCondition(cursor);
      const body = parseBlock(cursor);
      return { kind: 'while', condition, body, at: spanning(start, body.at), ...named };
    }
    case 'till': {
      cursor.expect('(');
      const limit = parseExpression(cursor);
      cursor.expect(',');
      const step = parseExpression(cursor);
      cursor.expect(')');
      const body = parseBlock(cursor);
      return { kind: 'till', limit, step, body, at: spanning(start, body.at), ...named };
    }
    case 'loop': {
      cursor.expect('(');
      const from = parseExpression(cursor);
      cursor.expect(',');
      const limit = parseExpression(cursor);
      cursor.expect(',');
      const step = parseExpression(cursor);
      cursor.expect(')');
      const body = parseBlock(cursor);
      return { kind: 'loop', start: from, limit, step, body, at: spanning(start, body.at), ...named };
    }
    case 'when':
      return parseWhen(cursor, start, named);
    default:
      return parseFor(cursor, start, named);
  }
}

function parseWhen(cursor: TokenCursor, start: Span, named: { label?: Name }): LoopTree {
  const condition = parseCondition(cursor);
  const body = parseBlock(cursor);
  const then = cursor.takes('then') ? parseBlock(cursor) : undefined;
  const end = cursor.takes('end') ? parseBlock(cursor) : undefined;
  return {
    kind: 'when',
    condition,
    body,
    at: spanning(start, (end ?? then ?? body).at),
    ...named,
    ...(then === undefined ? {} : { then }),
    ...(end === undefined ? {} : { end }),
  };
}

function parseFor(cursor: TokenCursor, start: Span, named: { label?: Name }): LoopTree {
  // `for (i in 0..9)` is also accepted; only the other shape has semicolons.
  const parenthesised = cursor.sees('(') && cursor.peek(1).kind === 'name' && cursor.sees('in', 2);
  if (cursor.sees('(') && !parenthesised) return parseCountedFor(cursor, start, named);
  if (parenthesised) cursor.advance();
  const type = cursor.sees('in', 1) ? undefined : parseType(cursor);
  if (type !== undefined) cursor.expect(':');
  const name = cursor.name('the name of a counter');
  cursor.expect('in');
  const from = parseExpression(cursor);
  const inclusive = cursor.sees('..');
  if (!inclusive && !cursor.sees('...')) {
    throw cursor.mistake(`expected a range, found ${cursor.found()}`, 'a..b includes b, a...b does not.');
  }
  cursor.advance();
  const to = parseExpression(cursor);
  if (parenthesised) cursor.expect(')');
  const body = parseBlock(cursor);
  const at = spanning(start, body.at);
  return {
    ...{ kind: 'for-range', name, from, to, inclusive, body, at, ...named },
    ...(type === undefined ? {} : { type }),
  };
}

/** `for (int32:i = 0; i < n; i++) { … }`, where each of the three may be missing. */
function parseCountedFor(cursor: TokenCursor, start: Span, named: { label?: Name }): LoopTree {
  cursor.expect('(');
  const initial = cursor.sees(';') ? undefined : parseInitial(cursor);
  if (initial === undefined) cursor.expect(';');
  const condition = cursor.sees(';') ? undefined : parseExpression(cursor);
  cursor.expect(';');
  const step = cursor.sees(')') ? undefined : parseExpression(cursor);
  cursor.expect(')');
  const body = parseBlock(cursor);
  return {
    ...{ kind: 'for', body, at: spanning(start, body.at), ...named },
    ...(initial === undefined ? {} : { initial }),
    ...(condition === undefined ? {} : { condition }),
    ...(step === undefined ? {} : { step }),
  };
}

/** With its `;`. */
function parseInitial(cursor: TokenCursor): Extract<LoopTree, { kind: 'for' }>['initial'] & object {
  if (beginsDeclaration(cursor)) return parseVariable(cursor);
  const expression = parseExpression(cursor);
  return { kind: 'expression', expression, at: spanning(expression.at, cursor.expect(';').at) };
}

// pick: cases of patterns, with labels in both spellings.

import { spanning } from '@sonde/native-compiler';
import { parseExpression } from './parse-expressions.js';
import { parseBlock, parseCondition } from './parse-statements.js';
import type { PatternTree, PickCaseTree, StatementTree } from './statement-tree.js';
import type { TokenCursor } from './token-cursor.js';
import type { Name } from './tree.js';

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

export function parsePick(cursor: TokenCursor): StatementTree {
  const first = cursor.expect('pick');
  const subject = parseCondition(cursor);
  const open = cursor.expect('{');
  const cases: PickCaseTree[] = [];
  while (!cursor.sees('}') && !cursor.atEnd) {
    cases.push(parseCase(cursor));
    // A comma or a semicolon may stand behind each case, the last one too.
    if (!cursor.takes(',')) cursor.takes(';');
  }
  const close = cursor.expect('}', `It would close the { of line ${open.at.line}.`);
  return { kind: 'pick', subject, cases, at: spanning(first.at, close.at) };
}

function parseCase(cursor: TokenCursor): PickCaseTree {
  const start = cursor.peek();
  let label: Name | undefined;
  if (start.kind === 'name') {
    label = cursor.name('a label');
    if (!cursor.takes('=>')) cursor.expect(':');
  }
  cursor.expect('(', 'A case is a pattern in parentheses and a block: (1) { … }.');
  const patterns: PatternTree[] = [];
  do patterns.push(parsePattern(cursor));
  while (cursor.takes(','));
  cursor.expect(')');
  const body = parseBlock(cursor);
  const at = spanning(start.at, body.at);
  return { patterns, body, at, ...(label === undefined ? {} : { label }) };
}

function parsePattern(cursor: TokenCursor): PatternTree {
  const { at, kind, text } = cursor.peek();
  if (cursor.takes('*')) return { kind: 'any', at };
  if (cursor.sees('!') && cursor.sees(')', 1)) {
    cursor.advance();
    return { kind: 'never', at };
  }
  if (kind === 'sign' && comparisons.has(text)) {
    cursor.advance();
    const value = parseExpression(cursor);
    return { kind: 'compare', operator: text as '<' | '<=' | '>' | '>=', value, at: spanning(at, value.at) };
  }
  const low = parseExpression(cursor);
  const inclusive = cursor.sees('..');
  if (!inclusive && !cursor.sees('...')) return { kind: 'value', value: low, at: low.at };
  cursor.advance();
  const high = parseExpression(cursor);
  return { kind: 'range', low, high, inclusive, at: spanning(low.at, high.at) };
}

// Patterns of the ML flavor: constructors bind what follows them by place.

import { spanning } from '@sonde/native-compiler';
import { fieldsPattern, listPattern, parseLiteralPattern, tuplePattern } from '../default/parse-patterns.js';
import { isUpper, type TokenCursor } from '../token-cursor.js';
import type { PatternTree } from '../tree.js';

/** `Node l n r`, or an atom. */
export function parsePattern(cursor: TokenCursor): PatternTree {
  return cursor.nested(() => {
    if (!cursor.is('name') || !isUpper(cursor.peek().text)) return parsePatternAtom(cursor);
    const name = cursor.path('a variant');
    const parts: PatternTree[] = [];
    while (beginsPatternAtom(cursor)) parts.push(parsePatternAtom(cursor));
    return { kind: 'variant', name, parts, at: spanning(name.at, cursor.last.at) };
  });
}

export const beginsPatternAtom = (cursor: TokenCursor): boolean =>
  /^(?:name|int|float|string)$/.test(cursor.peek().kind) ||
  ['(', '[', '{', '-', 'true', 'false'].some(text => cursor.sees(text));

/** What needs no parentheses behind a constructor. */
export function parsePatternAtom(cursor: TokenCursor): PatternTree {
  const token = cursor.peek();
  if (token.kind === 'name') {
    const name = cursor.path('a pattern');
    if (name.text === '_') return { kind: 'wildcard', at: name.at };
    if (isUpper(name.text)) return { kind: 'variant', name, parts: [], at: name.at };
    return { kind: 'binding', name, at: name.at };
  }
  const literal = parseLiteralPattern(cursor);
  if (literal !== undefined) return literal;
  if (cursor.sees('[')) return listPattern(cursor, parsePattern);
  if (cursor.sees('{')) return fieldsPattern(cursor);
  if (cursor.sees('(')) return tuplePattern(cursor, parsePattern);
  throw cursor.mistake(`expected a pattern, found ${cursor.found()}`);
}

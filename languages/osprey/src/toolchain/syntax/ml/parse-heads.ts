// Heads of bindings and lambdas in the ML flavor: `f x y` takes one after the other, `f (x, y)` both at once.

import { spanning } from '@sonde/native-compiler';
import { wildName } from '../make.js';
import { isUpper, type TokenCursor } from '../token-cursor.js';
import type { ParameterTree, PatternTree } from '../tree.js';
import { parsePattern, parsePatternAtom } from './parse-patterns.js';
import { parseType } from './parse-types.js';

/** One parameter: a name, or a pattern that may not fit. */
export type HeadPart =
  | ({ readonly kind: 'parameter' } & ParameterTree)
  | { readonly kind: 'pattern'; readonly pattern: PatternTree };

/** What one application takes: one part, several in parentheses, none for `()`. */
export type HeadGroup = readonly HeadPart[];

/** Up to `end`, which is not taken. */
export function parseGroups(cursor: TokenCursor, end: '=' | '=>'): HeadGroup[] {
  const groups: HeadGroup[] = [];
  while (!cursor.sees(end)) groups.push(parseGroup(cursor, groups.length));
  return groups;
}

function parseGroup(cursor: TokenCursor, nth: number): HeadGroup {
  const start = cursor.peek();
  if (!cursor.sees('(')) return [isName(cursor) ? parseParameter(cursor, nth) : atom(cursor)];
  cursor.advance();
  if (cursor.takes(')')) return [];
  const parts: HeadPart[] = [];
  do {
    if (!isName(cursor)) parts.push({ kind: 'pattern', pattern: parsePattern(cursor) });
    else {
      const parameter = parseParameter(cursor, nth + parts.length);
      parts.push(cursor.takes(':') ? { ...parameter, type: parseType(cursor) } : parameter);
    }
  } while (cursor.takes(','));
  const end = cursor.expect(')');
  const [only] = parts;
  if (parts.length > 1 || only?.kind !== 'pattern') return parts;
  return [{ kind: 'pattern', pattern: { ...only.pattern, at: spanning(start.at, end.at) } }];
}

const isName = (cursor: TokenCursor): boolean => cursor.is('name') && !isUpper(cursor.peek().text);

const atom = (cursor: TokenCursor): HeadPart => ({ kind: 'pattern', pattern: parsePatternAtom(cursor) });

function parseParameter(cursor: TokenCursor, nth: number): HeadPart & { readonly kind: 'parameter' } {
  const name = cursor.name('a parameter');
  return { kind: 'parameter', name: name.text === '_' ? wildName(name.at, nth) : name };
}

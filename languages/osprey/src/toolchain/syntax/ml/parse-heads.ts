// Heads of bindings and lambdas in the ML flavor: `f x y` takes one after the other, `f (x, y)` both at once.

import { spanning } from '@sonde/native-compiler';
import { wildName } from '../make.js';
import { isUpper, type TokenCursor } from '../token-cursor.js';
import type { ParameterTree, PatternTree } from '../tree.js';
import { parsePattern, parsePatternAtom } from './parse-patterns.js';
import { parseType } from './parse-types.js';

/** What one application gives: some parameters, none of them for `()`, or a pattern that may not fit. */
export type HeadGroup =
  | { readonly kind: 'parameters'; readonly parameters: readonly ParameterTree[] }
  | { readonly kind: 'pattern'; readonly pattern: PatternTree };

/** Up to `end`, which is not taken. */
export function parseGroups(cursor: TokenCursor, end: '=' | '=>'): HeadGroup[] {
  const groups: HeadGroup[] = [];
  while (!cursor.sees(end)) groups.push(parseGroup(cursor, groups.length));
  return groups;
}

function parseGroup(cursor: TokenCursor, nth: number): HeadGroup {
  const start = cursor.peek();
  if (start.kind === 'name' && !isUpper(start.text))
    return { kind: 'parameters', parameters: [parseParameter(cursor, nth)] };
  if (!cursor.sees('(')) return { kind: 'pattern', pattern: parsePatternAtom(cursor) };
  cursor.advance();
  if (cursor.takes(')')) return { kind: 'parameters', parameters: [] };
  if (!cursor.is('name') || isUpper(cursor.peek().text)) {
    const pattern = parsePattern(cursor);
    if (cursor.sees(',')) throw cursor.unsupported('patterns among several parameters', start.at);
    const end = cursor.expect(')');
    return { kind: 'pattern', pattern: { ...pattern, at: spanning(start.at, end.at) } };
  }
  const parameters: ParameterTree[] = [];
  do {
    if (!cursor.is('name') || isUpper(cursor.peek().text))
      throw cursor.unsupported('patterns among several parameters');
    const { name } = parseParameter(cursor, nth + parameters.length);
    const type = cursor.takes(':') ? parseType(cursor) : undefined;
    parameters.push(type === undefined ? { name } : { name, type });
  } while (cursor.takes(','));
  cursor.expect(')');
  return { kind: 'parameters', parameters };
}

function parseParameter(cursor: TokenCursor, nth: number): ParameterTree {
  const name = cursor.name('a parameter');
  return { name: name.text === '_' ? wildName(name.at, nth) : name };
}

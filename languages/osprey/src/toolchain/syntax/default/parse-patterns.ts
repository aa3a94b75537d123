// Patterns of the Default flavor.

import { spanning } from '@sonde/native-compiler';
import { fitting } from '../make.js';
import { isUpper, type TokenCursor } from '../token-cursor.js';
import type { Token } from '../tokens.js';
import type { Name, PatternTree } from '../tree.js';
import { parseType } from './parse-types.js';

export function parsePattern(cursor: TokenCursor): PatternTree {
  return cursor.nested(() => pattern(cursor));
}

function pattern(cursor: TokenCursor): PatternTree {
  const token = cursor.peek();
  if (token.kind === 'name') return named(cursor);
  const literal = parseLiteralPattern(cursor);
  if (literal !== undefined) return literal;
  if (cursor.sees('[')) return listPattern(cursor, parsePattern);
  if (cursor.sees('{')) return fieldsPattern(cursor);
  if (cursor.sees('(')) return tuplePattern(cursor, parsePattern);
  throw cursor.mistake(`expected a pattern, found ${cursor.found()}`);
}

/** Numbers, texts and truth; the same in both flavors. */
export function parseLiteralPattern(cursor: TokenCursor): PatternTree | undefined {
  const token = cursor.peek();
  if (token.kind === 'int' || token.kind === 'float') {
    cursor.advance();
    return { kind: 'literal', value: numberOf(token), at: token.at };
  }
  if ((cursor.sees('-') || cursor.sees('+')) && /^(?:int|float)$/.test(cursor.peek(1).kind)) {
    cursor.advance();
    const number = cursor.advance();
    const at = spanning(token.at, number.at);
    if (token.text === '+') return { kind: 'literal', value: numberOf(number), at };
    const value = number.kind === 'float' ? -Number(number.text) : -number.whole!;
    return { kind: 'literal', value, at };
  }
  if (token.kind === 'string') {
    cursor.advance();
    const pieces = token.pieces ?? [];
    const text = pieces.map(piece => {
      if (piece.kind === 'text') return piece.text;
      throw cursor.mistake('a pattern cannot have an interpolation', undefined, piece.at);
    });
    return { kind: 'literal', value: text.join(''), at: token.at };
  }
  if (cursor.sees('true') || cursor.sees('false')) {
    cursor.advance();
    return { kind: 'literal', value: token.text === 'true', at: token.at };
  }
  return undefined;
}

const numberOf = (token: Token): bigint | number =>
  token.kind === 'float' ? Number(token.text) : fitting(token);

function named(cursor: TokenCursor): PatternTree {
  const name = cursor.path('a pattern');
  if (name.text === '_') return { kind: 'wildcard', at: name.at };
  if (!isUpper(name.text)) {
    if (!cursor.takes(':')) return { kind: 'binding', name, at: name.at };
    const type = parseType(cursor);
    return { kind: 'binding', name, type, at: spanning(name.at, type.at) };
  }
  if (cursor.takes('{')) {
    const fields = cursor.names('}', 'the name of a field');
    return { kind: 'variant', name, named: fields, at: spanning(name.at, cursor.last.at) };
  }
  const parts: PatternTree[] = [];
  if (cursor.sees('(') && !cursor.peek().startsLine) {
    cursor.advance();
    while (!cursor.sees(')')) {
      parts.push(parsePattern(cursor));
      if (!cursor.takes(',')) break;
    }
    cursor.expect(')');
  }
  return { kind: 'variant', name, parts, at: spanning(name.at, cursor.last.at) };
}

export function listPattern(cursor: TokenCursor, item: (cursor: TokenCursor) => PatternTree): PatternTree {
  const start = cursor.expect('[');
  const items: PatternTree[] = [];
  let rest: Name | undefined;
  while (!cursor.sees(']')) {
    if (cursor.takes('...')) {
      rest = cursor.name('a name for the rest of the list');
      break;
    }
    items.push(item(cursor));
    if (!cursor.takes(',')) break;
  }
  const end = cursor.expect(']');
  return { kind: 'list', items, at: spanning(start.at, end.at), ...(rest === undefined ? {} : { rest }) };
}

/** `{ x, y, .. }` of a record; the two dots say what is true anyway, that there may be more. */
export function fieldsPattern(cursor: TokenCursor): PatternTree {
  const start = cursor.expect('{');
  const names: Name[] = [];
  while (!cursor.sees('}') && !cursor.takes('..')) {
    names.push(cursor.name('the name of a field'));
    if (!cursor.takes(',')) break;
  }
  if (cursor.sees('..')) cursor.advance();
  const end = cursor.expect('}');
  return { kind: 'fields', names, at: spanning(start.at, end.at) };
}

/** `(a, b)`; what stands alone in parentheses is only grouped. */
export function tuplePattern(cursor: TokenCursor, part: (cursor: TokenCursor) => PatternTree): PatternTree {
  const start = cursor.expect('(');
  const parts: PatternTree[] = [];
  while (!cursor.sees(')')) {
    parts.push(part(cursor));
    if (!cursor.takes(',')) break;
  }
  const end = cursor.expect(')');
  const at = spanning(start.at, end.at);
  return parts.length === 1 ? { ...parts[0]!, at } : { kind: 'tuple', parts, at };
}

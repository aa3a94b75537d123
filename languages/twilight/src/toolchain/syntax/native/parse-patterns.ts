// Patterns of twilight-native.

import type { PatternTree } from '../pattern-tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parsePath } from './parse-types.js';

export function parsePattern(cursor: Cursor): PatternTree {
  return cursor.nested(() => {
    const token = cursor.peek();
    const start = token.at;
    const pattern = parseOne(cursor);
    if (cursor.sees('..'))
      throw cursor.mistake(
        'there are no ranges in patterns',
        'Bind a name and compare behind `if`.',
        cursor.from(start),
      );
    if (cursor.sees('|'))
      throw cursor.mistake('there are no alternatives in patterns', 'Write an arm for each.');
    return pattern;
  });
}

function parseOne(cursor: Cursor): PatternTree {
  const { kind, text, at, string } = cursor.peek();
  if (kind === 'string') {
    cursor.advance();
    return { kind: 'literal', value: string ?? '', at };
  }
  if (kind === 'int' || cursor.sees('-')) return parseNumber(cursor);
  if (cursor.takes('true') || cursor.takes('false')) return { kind: 'literal', value: text === 'true', at };
  if (kind === 'name' && text === '_') {
    cursor.advance();
    return { kind: 'wildcard', at };
  }
  if (cursor.sees('(')) return parseTuple(cursor);
  if (cursor.sees('['))
    return {
      kind: 'list',
      parts: cursor.bracketed('[', ']', () => parsePattern(cursor)),
      at: cursor.from(at),
    };
  if (cursor.takes('mut')) return parseBinding(cursor, true);
  if (kind === 'name' && !/^(?:::|\(|\{)$/.test(cursor.peek(1).text)) return parseBinding(cursor, false);
  return parseNamed(cursor);
}

function parseNumber(cursor: Cursor): PatternTree {
  const start = cursor.peek().at;
  const negative = cursor.takes('-');
  if (!cursor.is('int')) throw cursor.mistake(`expected a number, found ${cursor.found()}`);
  const { whole = 0n, suffix } = cursor.advance();
  const value = negative ? -whole : whole;
  return { kind: 'literal', value, ...(suffix === undefined ? {} : { suffix }), at: cursor.from(start) };
}

function parseTuple(cursor: Cursor): PatternTree {
  const start = cursor.peek().at;
  const parts = cursor.bracketed('(', ')', () => parsePattern(cursor));
  if (parts.length === 1 && cursor.tokenBefore(1).text !== ',') return parts[0]!;
  return { kind: 'tuple', parts, at: cursor.from(start) };
}

function parseBinding(cursor: Cursor, mutable: boolean): PatternTree {
  const name = cursor.name('a name');
  const inner = cursor.takes('@') ? parsePattern(cursor) : undefined;
  return {
    kind: 'binding',
    name,
    mutable,
    ...(inner === undefined ? {} : { inner }),
    at: cursor.from(name.at),
  };
}

function parseNamed(cursor: Cursor): PatternTree {
  const path = parsePath(cursor, 'a pattern');
  if (cursor.sees('(')) {
    const parts = cursor.bracketed('(', ')', () => parsePattern(cursor));
    return { kind: 'parts', path, parts, at: cursor.from(path.at) };
  }
  if (!cursor.sees('{')) return { kind: 'path', path, at: path.at };
  let open = false;
  const fields: { readonly name: { text: string; at: typeof path.at }; readonly pattern: PatternTree }[] = [];
  cursor.expect('{');
  while (!cursor.sees('}')) {
    if (cursor.takes('..')) {
      open = true;
      break;
    }
    const mutable = cursor.takes('mut');
    const name = cursor.name('the name of a field');
    const pattern: PatternTree =
      !mutable && cursor.takes(':') ? parsePattern(cursor) : { kind: 'binding', name, mutable, at: name.at };
    fields.push({ name, pattern });
    if (!cursor.takes(',')) break;
  }
  cursor.expect('}');
  return { kind: 'fields', path, fields, open, at: cursor.from(path.at) };
}

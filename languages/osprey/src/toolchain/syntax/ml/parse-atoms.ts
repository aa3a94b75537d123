// Atoms of the ML flavor: what can be an argument without parentheses.

import { spanning } from '@sonde/native-compiler';
import { numeral } from '../make.js';
import { isUpper } from '../token-cursor.js';
import type { Token } from '../tokens.js';
import type { ExpressionTree, FieldValue } from '../tree.js';
import { parseExpression } from './parse-expressions.js';
import { parseTypeArguments } from '../default/parse-types.js';
import type { MlCursor } from './ml-cursor.js';
import { parseType } from './parse-types.js';

export const beginsAtom = (cursor: MlCursor): boolean =>
  /^(?:name|int|float|string)$/.test(cursor.peek().kind) ||
  ['(', '[', 'true', 'false'].some(text => cursor.sees(text));

export function parseAtom(cursor: MlCursor): ExpressionTree {
  let whole = parseSimple(cursor);
  for (let links = 0; ; links++) {
    cursor.requireShort(links);
    if (cursor.sees('.') && cursor.is('name', 1)) {
      cursor.advance();
      const name = cursor.name('the name of a field');
      whole = { kind: 'field', target: whole, name, at: spanning(whole.at, name.at) };
    } else if (cursor.sees('[') && !cursor.peek().spaced) {
      cursor.advance();
      const index = parseExpression(cursor);
      const end = cursor.expect(']');
      whole = { kind: 'index', target: whole, index, at: spanning(whole.at, end.at) };
    } else return whole;
  }
}

function parseSimple(cursor: MlCursor): ExpressionTree {
  const token = cursor.peek();
  switch (token.kind) {
    case 'int':
    case 'float':
      return numeral(cursor.advance());
    case 'string':
      return stringTree(cursor, cursor.advance());
    case 'name':
      return parseName(cursor);
    default:
  }
  if (cursor.sees('true') || cursor.sees('false')) {
    cursor.advance();
    return { kind: 'bool', value: token.text === 'true', at: token.at };
  }
  if (cursor.sees('[')) return parseListOrMap(cursor);
  if (cursor.sees('{'))
    throw cursor.mistake('expected an expression, found {', 'A record is Name(field = value).');
  if (!cursor.takes('(')) throw cursor.mistake(`expected an expression, found ${cursor.found()}`);
  if (cursor.sees(')')) return { kind: 'unit', at: spanning(token.at, cursor.advance().at) };
  const inside = parseExpression(cursor);
  if (cursor.sees(','))
    throw cursor.mistake('there are no tuples', 'Declare a record type: Point(x = 1, y = 2).');
  const end = cursor.expect(')');
  return { ...inside, at: spanning(token.at, end.at) };
}

function stringTree(cursor: MlCursor, token: Token): ExpressionTree {
  const pieces = (token.pieces ?? []).map(piece => {
    if (piece.kind === 'text') return piece.text;
    const inside = cursor.inside(piece.tokens);
    const expression = parseExpression(inside);
    if (!inside.atEnd) throw inside.mistake(`expected }, found ${inside.found()}`);
    return expression;
  });
  return { kind: 'string', pieces, at: token.at };
}

function parseName(cursor: MlCursor): ExpressionTree {
  const name = cursor.path('a name');
  const plain: ExpressionTree = { kind: 'name', name: name.text, at: name.at };
  const typeArguments = isUpper(name.text) ? parseTypeArguments(cursor, '(', parseType) : undefined;
  const fields = parseFieldValues(cursor, isUpper(name.text));
  if (fields === undefined) return plain;
  const at = spanning(name.at, fields.at(-1)!.value.at);
  return isUpper(name.text)
    ? { kind: 'record', name, fields, at, ...(typeArguments === undefined ? {} : { typeArguments }) }
    : { kind: 'update', target: plain, fields, at };
}

/** `(x = 1, y = 2)`, or for a constructor deeper lines `x = 1`; undefined, and nothing taken, where it is something else. */
function parseFieldValues(cursor: MlCursor, deeperLines: boolean): FieldValue[] | undefined {
  const named = cursor.is('name', 1) && cursor.sees('=', 2);
  const inLines = deeperLines && cursor.is('indent') && named;
  if (!inLines && !(cursor.sees('(') && named)) return undefined;
  cursor.advance();
  const fields: FieldValue[] = [];
  do {
    const name = cursor.name('the name of a field');
    cursor.expect('=');
    fields.push({ name, value: parseExpression(cursor) });
  } while (inLines ? cursor.takesKind('newline') : cursor.takes(','));
  if (inLines) cursor.expectKind('dedent', 'another field');
  else cursor.expect(')');
  return fields;
}

/** `[1, 2]`, `["a" => 1]` and `[=>]`, which is an empty map. */
function parseListOrMap(cursor: MlCursor): ExpressionTree {
  const start = cursor.expect('[');
  if (cursor.takes('=>')) {
    const end = cursor.expect(']');
    return { kind: 'map', entries: [], at: spanning(start.at, end.at) };
  }
  const items: ExpressionTree[] = [];
  const entries: { key: ExpressionTree; value: ExpressionTree }[] = [];
  while (!cursor.sees(']')) {
    const item = parseExpression(cursor);
    if (cursor.sees('=>') && items.length === 0) {
      cursor.advance();
      entries.push({ key: item, value: parseExpression(cursor) });
    } else if (entries.length > 0) throw cursor.mistake('expected => and a value for this key');
    else items.push(item);
    if (!cursor.takes(',')) break;
  }
  const end = cursor.expect(']');
  const at = spanning(start.at, end.at);
  return entries.length > 0 ? { kind: 'map', entries, at } : { kind: 'list', items, at };
}

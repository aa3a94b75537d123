// What stands behind a value: members, elements, calls; and the values themselves.

import { spanning } from '@sonde/native-compiler';
import { parseExpression } from './parse-expressions.js';
import { parseType } from './parse-types.js';
import type { TokenCursor } from './token-cursor.js';
import type { TemplateToken } from './tokens.js';
import type { ExpressionTree, FieldValue } from './tree.js';
import { plainTypeWords } from './words.js';

export function parsePostfix(cursor: TokenCursor): ExpressionTree {
  let object = parsePrimary(cursor);
  for (;;) {
    const token = cursor.peek();
    if (token.kind !== 'sign') return object;
    switch (token.text) {
      case '.':
      case '->':
      case '?.': {
        cursor.advance();
        const name = cursor.fieldName();
        const at = spanning(object.at, name.at);
        object = cursor.grown({ kind: 'member', access: token.text, object, name, at }, object);
        break;
      }
      case '[': {
        cursor.advance();
        const index = parseExpression(cursor);
        const at = spanning(object.at, cursor.expect(']').at);
        object = cursor.grown({ kind: 'index', object, index, at }, object, index);
        break;
      }
      case '(':
        object = parseCall(cursor, object);
        break;
      case '<':
        if (!isAlloc(object)) return object;
        object = parseAlloc(cursor, object);
        break;
      case '++':
      case '--': {
        cursor.advance();
        const at = spanning(object.at, token.at);
        object = cursor.grown(
          { kind: 'increment', operator: token.text, prefix: false, operand: object, at },
          object,
        );
        break;
      }
      default:
        return object;
    }
  }
}

function parseCall(cursor: TokenCursor, callee: ExpressionTree): ExpressionTree {
  cursor.expect('(');
  const values = parseList(cursor, ')');
  const at = spanning(callee.at, cursor.expect(')').at);
  return cursor.grown({ kind: 'call', callee, arguments: values, at }, callee, ...values);
}

/** `aria.alloc` is the one function that takes a type. */
const isAlloc = (tree: ExpressionTree): boolean =>
  tree.kind === 'member' &&
  tree.name.text === 'alloc' &&
  tree.object.kind === 'name' &&
  tree.object.name === 'aria';

function parseAlloc(cursor: TokenCursor, callee: ExpressionTree): ExpressionTree {
  cursor.expect('<');
  const typeArgument = parseType(cursor);
  cursor.expectClosingAngle();
  cursor.expect('(');
  const values = parseList(cursor, ')');
  const at = spanning(callee.at, cursor.expect(')').at);
  return cursor.grown({ kind: 'call', callee, typeArgument, arguments: values, at }, callee, ...values);
}

/** Up to the closing sign, which stays. A comma may follow the last one. */
function parseList(cursor: TokenCursor, close: ')' | ']'): readonly ExpressionTree[] {
  const values: ExpressionTree[] = [];
  while (!cursor.sees(close)) {
    values.push(parseExpression(cursor));
    if (!cursor.takes(',')) break;
  }
  return values;
}

function parsePrimary(cursor: TokenCursor): ExpressionTree {
  const token = cursor.peek();
  const { at } = token;
  switch (token.kind) {
    case 'integer':
      cursor.advance();
      return { kind: 'integer', value: token.value, radix: token.radix, at };
    case 'float':
      cursor.advance();
      return { kind: 'float', value: token.value, at };
    case 'char':
      cursor.advance();
      return { kind: 'char', value: token.value, at };
    case 'string':
      cursor.advance();
      return { kind: 'string', bytes: token.bytes, at };
    case 'template':
      cursor.advance();
      return parseTemplate(cursor, token);
    case 'name':
      refuseLambda(cursor, 0);
      cursor.advance();
      // In `for i in 0..n { …` the brace begins a block: only the name of a type makes a struct of it.
      if (cursor.sees('{') && cursor.typeNames.has(token.text)) {
        return parseStruct(cursor, { text: token.text, at });
      }
      return { kind: 'name', name: token.text, at };
    case 'word':
      return parseWord(cursor);
    case 'sign':
      break;
    case 'end':
      throw cursor.mistake(`expected a value, found ${cursor.found()}`);
  }
  if (cursor.takes('(')) {
    const inner = parseExpression(cursor);
    const close = cursor.expect(')');
    // The parentheses belong to it, so that what is underlined is what was written.
    return cursor.grown({ ...inner, at: spanning(at, close.at) }, inner);
  }
  if (cursor.takes('[')) {
    const elements = parseList(cursor, ']');
    const close = cursor.expect(']');
    return cursor.grown({ kind: 'array', elements, at: spanning(at, close.at) }, ...elements);
  }
  if (cursor.takes('$')) return { kind: 'counter', at };
  throw cursor.mistake(`expected a value, found ${cursor.found()}`);
}

/** A type before a parenthesis: `int32(int32:a) { … }`, or what other languages write for a conversion. */
export function refuseLambda(cursor: TokenCursor, ahead: number): void {
  const { kind, text, at } = cursor.peek(ahead);
  if (kind !== 'name' || !cursor.sees('(', ahead + 1)) return;
  if (!plainTypeWords.has(text) && !cursor.typeNames.has(text)) return;
  const type = cursor.peek(ahead + 2).text;
  const declares =
    cursor.sees(':', ahead + 3) || cursor.peek(ahead + 3).text === '@' || cursor.sees('[', ahead + 3);
  if (cursor.sees(')', ahead + 2) || (declares && (plainTypeWords.has(type) || cursor.typeNames.has(type)))) {
    throw cursor.mistake(
      'lambdas are not read',
      `Declare a function: func:name = ${text}(…) { … }; its name is a value of type func<…>.`,
      at,
    );
  }
  throw cursor.mistake(`${text} is a type and cannot be called`, `A conversion is written (${text})….`, at);
}

function parseWord(cursor: TokenCursor): ExpressionTree {
  const { text, at } = cursor.peek();
  const plain: Readonly<Record<string, ExpressionTree>> = {
    true: { kind: 'bool', value: true, at },
    false: { kind: 'bool', value: false, at },
    NULL: { kind: 'null', at },
    ERR: { kind: 'err', at },
  };
  const found = Object.hasOwn(plain, text) ? plain[text] : undefined;
  if (found === undefined) throw cursor.mistake(`expected a value, found ${cursor.found()}`);
  cursor.advance();
  return found;
}

function parseStruct(cursor: TokenCursor, name: { text: string; at: ExpressionTree['at'] }): ExpressionTree {
  cursor.expect('{');
  const fields: FieldValue[] = [];
  while (!cursor.sees('}')) {
    const field = cursor.fieldName();
    cursor.expect(':');
    const value = parseExpression(cursor);
    fields.push({ name: field, value, at: spanning(field.at, value.at) });
    if (!cursor.takes(',')) break;
  }
  const close = cursor.expect('}');
  const values = fields.map(({ value }) => value);
  return cursor.grown({ kind: 'struct', name, fields, at: spanning(name.at, close.at) }, ...values);
}

function parseTemplate(cursor: TokenCursor, token: TemplateToken): ExpressionTree {
  const parts = token.parts.map((part): ExpressionTree => {
    if ('bytes' in part) return { kind: 'string', bytes: part.bytes, at: part.at };
    const inside = cursor.inside(part.tokens);
    const value = parseExpression(inside);
    if (!inside.atEnd) throw inside.mistake(`expected }, found ${inside.found()}`);
    return value;
  });
  return cursor.grown({ kind: 'template', parts, at: token.at }, ...parts);
}

// What an expression of twilight-native begins with: literals, names, brackets, blocks and the forms with words of their own.

import type { ExpressionTree, PathTree } from '../tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parseBlock, parseFor, parseIf, parseMatch, parseWhile } from './parse-blocks.js';
import { parseArguments, parseExpression } from './parse-expressions.js';
import {
  parseAssertMacro,
  parseFormatted,
  parseEmit,
  parseRequire,
  parseRevert,
} from './parse-intrinsics.js';
import { hexDigitsOf } from '../scan-number.js';
import { parsePath, parseTypeArguments, seesTypeArguments } from './parse-types.js';

export function parsePrimary(cursor: Cursor): ExpressionTree {
  const { kind, text, at, whole, suffix, string } = cursor.peek();
  switch (kind) {
    case 'int':
      cursor.advance();
      return {
        kind: 'int',
        value: whole ?? 0n,
        ...(suffix === undefined ? {} : { suffix }),
        ...hexDigitsOf(text),
        at,
      };
    case 'string':
      cursor.advance();
      return { kind: 'string', value: string ?? '', at };
    case 'word':
      return parseWord(cursor);
    case 'name':
      return parseName(cursor);
    default:
      break;
  }
  if (text === '(' && kind === 'sign') return parseBrackets(cursor);
  if (text === '[' && kind === 'sign') return parseElements(cursor);
  if (text === '{' && kind === 'sign') return parseBlock(cursor);
  throw cursor.mistake(`expected an expression, found ${cursor.found()}`);
}

function parseWord(cursor: Cursor): ExpressionTree {
  const { text, at } = cursor.peek();
  switch (text) {
    case 'true':
    case 'false':
      cursor.advance();
      return { kind: 'bool', value: text === 'true', at };
    case 'if':
      return parseIf(cursor);
    case 'match':
      return parseMatch(cursor);
    case 'while':
      return parseWhile(cursor);
    case 'for':
      return parseFor(cursor);
    case 'loop': {
      cursor.advance();
      const body = parseBlock(cursor);
      return { kind: 'loop', body, at: cursor.from(at) };
    }
    case 'return':
      cursor.advance();
      return { kind: 'return', ...parseValue(cursor), at: cursor.from(at) };
    case 'break':
      cursor.advance();
      return { kind: 'break', ...parseValue(cursor), at: cursor.from(at) };
    case 'continue':
      cursor.advance();
      return { kind: 'continue', at };
    case 'emit':
      return parseEmit(cursor);
    case 'require':
      return parseRequire(cursor);
    case 'old':
      return parseOld(cursor);
    case 'storage':
      return parseStorage(cursor);
    case 'self':
    case 'super':
    case 'crate':
      return parseName(cursor);
    default:
      throw cursor.mistake(`expected an expression, found ${text}`, `\`${text}\` is a reserved word.`);
  }
}

/** Behind `return` and `break`, where there is one. */
function parseValue(cursor: Cursor): { readonly value?: ExpressionTree } {
  const ends = cursor.atEnd || /^[;})\],]$/.test(cursor.peek().text);
  return ends ? {} : { value: parseExpression(cursor) };
}

function parseOld(cursor: Cursor): ExpressionTree {
  const { at } = cursor.advance();
  cursor.expect('(');
  const operand = cursor.inBrackets(() => parseExpression(cursor));
  cursor.expect(')');
  return { kind: 'old', operand, at: cursor.from(at) };
}

function parseStorage(cursor: Cursor): ExpressionTree {
  const { at } = cursor.advance();
  cursor.expect('.', 'Name the variable: storage.total.');
  const name = cursor.name('the name of a storage variable');
  return { kind: 'storage', name, at: cursor.from(at) };
}

function parseBrackets(cursor: Cursor): ExpressionTree {
  const { at } = cursor.peek();
  const items = cursor.bracketed('(', ')', () => parseHole(cursor) ?? parseExpression(cursor));
  if (items.length === 1 && cursor.tokenBefore(1).text !== ',') return items[0]!;
  return { kind: 'tuple', items, at: cursor.from(at) };
}

function parseHole(cursor: Cursor): ExpressionTree | undefined {
  if (!cursor.seesName('_') || !(cursor.sees(',', 1) || cursor.sees(')', 1))) return undefined;
  return { kind: 'hole', at: cursor.advance().at };
}

/** `[1, 2]`, `[0; 8]` */
function parseElements(cursor: Cursor): ExpressionTree {
  const { at } = cursor.advance();
  return cursor.nested(() =>
    cursor.inBrackets(() => {
      if (cursor.takes(']')) return { kind: 'array', items: [], at: cursor.from(at) };
      const first = parseExpression(cursor);
      if (cursor.takes(';')) {
        const count = parseExpression(cursor);
        cursor.expect(']');
        return { kind: 'repeat', item: first, count, at: cursor.from(at) };
      }
      const rest = cursor.takes(',') ? cursor.list(']', () => parseExpression(cursor)) : undefined;
      if (rest === undefined) cursor.expect(']');
      return { kind: 'array', items: [first, ...(rest ?? [])], at: cursor.from(at) };
    }),
  );
}

/** A path, a call, a struct, or one of the forms that are no reserved words. */
function parseName(cursor: Cursor): ExpressionTree {
  const special = parseSpecial(cursor);
  if (special !== undefined) return special;
  const path = parseExpressionPath(cursor);
  if (cursor.sees('('))
    return { kind: 'call', callee: path, args: parseArguments(cursor), at: cursor.from(path.at) };
  if (cursor.sees('{') && cursor.bracesAllowed && looksLikeFields(cursor)) return parseStruct(cursor, path);
  return { kind: 'path', path, at: path.at };
}

function parseSpecial(cursor: Cursor): ExpressionTree | undefined {
  const { text } = cursor.peek();
  if (cursor.sees('!', 1) && cursor.sees('(', 2)) {
    if (text === 'panic') return parseFormatted(cursor, 'panic');
    if (text === 'assert' || text === 'assert_eq') return parseAssertMacro(cursor);
    throw cursor.mistake(`there is no macro ${text}!`, 'There are panic!, assert! and assert_eq!.');
  }
  if (!cursor.sees('(', 1)) return undefined;
  if (text === 'print') return parseFormatted(cursor, 'print');
  if (text === 'revert') return parseRevert(cursor);
  if (/^assert_(?:pre|post|invariant)$/.test(text))
    throw cursor.mistake(`${text} is a statement, not a value`);
  return undefined;
}

/** Type arguments stand behind the last segment, or behind the type whose function is named. */
function parseExpressionPath(cursor: Cursor): PathTree {
  const path = parsePath(cursor, 'an expression');
  if (cursor.sees('::') && cursor.sees('<', 1)) cursor.advance();
  if (!seesTypeArguments(cursor)) return path;
  const generics = parseTypeArguments(cursor);
  const segments = [...path.segments];
  if (cursor.takes('::')) segments.push(cursor.name('the name of a function'));
  return { segments, generics, at: cursor.from(path.at) };
}

/** `{ }`, `{ name, `, `{ name: `, `{ name }`: a block would not begin so behind a name. */
const looksLikeFields = (cursor: Cursor): boolean =>
  cursor.sees('}', 1) ||
  (cursor.is('name', 1) && (cursor.sees(':', 2) || cursor.sees(',', 2) || cursor.sees('}', 2)));

function parseStruct(cursor: Cursor, path: PathTree): ExpressionTree {
  const fields = cursor.bracketed('{', '}', () => {
    const name = cursor.name('the name of a field');
    const value: ExpressionTree = cursor.takes(':')
      ? parseExpression(cursor)
      : { kind: 'path', path: { segments: [name], at: name.at }, at: name.at };
    return { name, value };
  });
  return { kind: 'struct', path, fields, at: cursor.from(path.at) };
}

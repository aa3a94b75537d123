// What expressions of the Default flavor begin with: literals, names, brackets and the words that make a value.

import { endOf, spanning } from '@sonde/native-compiler';
import { conditional, numeral } from '../make.js';
import { isUpper, TokenCursor } from '../token-cursor.js';
import type { Token } from '../tokens.js';
import type { ExpressionTree, FieldValue, HandlerArmTree, MatchArmTree, Name } from '../tree.js';
import { parseParameters } from './parse-declarations.js';
import { parseArguments, parseBlock, parseExpression } from './parse-expressions.js';
import { parsePattern } from './parse-patterns.js';
import { effectName, parseType, parseTypeArguments } from './parse-types.js';

export function parsePrimary(cursor: TokenCursor): ExpressionTree {
  const token = cursor.peek();
  switch (token.kind) {
    case 'int':
    case 'float':
      return numeral(cursor.advance());
    case 'string':
      return stringTree(cursor, cursor.advance());
    case 'name':
      return parseName(cursor);
    case 'word':
      return parseWord(cursor, token);
    case 'sign':
      return parseSign(cursor, token);
    default:
      throw cursor.mistake(`expected an expression, found ${cursor.found()}`);
  }
}

function stringTree(cursor: TokenCursor, token: Token): ExpressionTree {
  const pieces = (token.pieces ?? []).map(piece => {
    if (piece.kind === 'text') return piece.text;
    const inside = new TokenCursor(piece.tokens, cursor.problems, cursor.depth);
    const expression = parseExpression(inside);
    if (!inside.atEnd) throw inside.mistake(`expected }, found ${inside.found()}`);
    return expression;
  });
  return { kind: 'string', pieces, at: token.at };
}

function parseName(cursor: TokenCursor): ExpressionTree {
  const name = cursor.path('a name');
  const plain: ExpressionTree = { kind: 'name', name: name.text, at: name.at };
  const typeArguments = isUpper(name.text) ? parseTypeArguments(cursor, '{') : undefined;
  if (!cursor.bracesAllowed || !cursor.sees('{') || cursor.peek().startsLine) return plain;
  const hasField = cursor.is('name', 1) && cursor.sees(':', 2);
  if (!hasField && !(isUpper(name.text) && cursor.sees('}', 1))) return plain;
  const fields = parseFieldValues(cursor);
  const at = spanning(name.at, cursor.last.at);
  return isUpper(name.text)
    ? { kind: 'record', name, fields, at, ...(typeArguments === undefined ? {} : { typeArguments }) }
    : { kind: 'update', target: plain, fields, at };
}

function parseFieldValues(cursor: TokenCursor): FieldValue[] {
  const fields: FieldValue[] = [];
  cursor.expect('{');
  cursor.inBrackets(() => {
    while (!cursor.sees('}')) {
      const name = cursor.name('the name of a field');
      cursor.expect(':');
      fields.push({ name, value: parseExpression(cursor) });
      if (!cursor.takes(',')) break;
    }
  });
  cursor.expect('}');
  return fields;
}

function parseWord(cursor: TokenCursor, { text, at }: Token): ExpressionTree {
  switch (text) {
    case 'true':
    case 'false':
      cursor.advance();
      return { kind: 'bool', value: text === 'true', at };
    case 'match':
      return parseMatch(cursor);
    case 'if':
      return parseIf(cursor);
    case 'fn':
      return parseLambda(cursor, 'fn');
    case 'handle':
      return parseHandle(cursor);
    case 'perform':
      return parsePerform(cursor);
    case 'resume': {
      cursor.advance();
      const { args } = parseArguments(cursor);
      if (args.length > 1) throw cursor.mistake('resume takes one value', undefined, args[1]!.at);
      const whole = spanning(at, cursor.last.at);
      return { kind: 'resume', at: whole, ...(args[0] === undefined ? {} : { value: args[0] }) };
    }
    case 'send':
    case 'recv': {
      cursor.advance();
      const { args } = parseArguments(cursor);
      const wanted = text === 'send' ? 2 : 1;
      if (args.length !== wanted)
        throw cursor.mistake(
          `${text} takes ${text === 'send' ? 'a channel and a value' : 'a channel'}`,
          undefined,
          at,
        );
      const whole = spanning(at, cursor.last.at);
      const [channel, value] = args as [ExpressionTree, ExpressionTree];
      return text === 'send'
        ? { kind: 'send', channel, value, at: whole }
        : { kind: 'recv', channel, at: whole };
    }
    case 'yield': {
      cursor.advance();
      const bare = cursor.peek().startsLine || cursor.sees('}') || cursor.atEnd;
      if (bare) return { kind: 'yield', at };
      const value = parseExpression(cursor);
      return { kind: 'yield', value, at: spanning(at, value.at) };
    }
    case 'select':
      throw cursor.mistake('`select` is not supported', 'Receive from each channel in a fiber of its own.');
    default:
      throw cursor.mistake(`expected an expression, found ${text}`);
  }
}

function parseSign(cursor: TokenCursor, { text, at }: Token): ExpressionTree {
  switch (text) {
    case '(': {
      cursor.advance();
      if (cursor.sees(')')) return { kind: 'unit', at: spanning(at, cursor.advance().at) };
      const inside = cursor.inBrackets(() => parseExpression(cursor));
      if (cursor.sees(',')) throw cursor.mistake('there are no tuples', 'Use a record: { x: 1, y: 2 }.');
      const end = cursor.expect(')');
      return { ...inside, at: spanning(at, end.at) };
    }
    case '[': {
      cursor.advance();
      const items: ExpressionTree[] = [];
      cursor.inBrackets(() => {
        while (!cursor.sees(']')) {
          items.push(parseExpression(cursor));
          if (!cursor.takes(',')) break;
        }
      });
      const end = cursor.expect(']');
      return { kind: 'list', items, at: spanning(at, end.at) };
    }
    case '{':
      return parseBraces(cursor);
    case '|':
      return parseLambda(cursor, '|');
    case '||':
      throw cursor.mistake('expected an expression, found ||', 'A function without parameters is fn() => …');
    default:
      throw cursor.mistake(`expected an expression, found ${text}`);
  }
}

/** A block, a map or a record without a name. */
function parseBraces(cursor: TokenCursor): ExpressionTree {
  const start = cursor.peek();
  if (cursor.sees('}', 1)) {
    cursor.advance();
    return { kind: 'map', entries: [], at: spanning(start.at, cursor.advance().at) };
  }
  if (cursor.is('name', 1) && cursor.sees(':', 2)) {
    const fields = parseFieldValues(cursor);
    return { kind: 'record', fields, at: spanning(start.at, cursor.last.at) };
  }
  if (!cursor.sees(':', 2)) return parseBlock(cursor);
  cursor.advance();
  const entries: { key: ExpressionTree; value: ExpressionTree }[] = [];
  cursor.inBrackets(() => {
    while (!cursor.sees('}')) {
      const key = parseExpression(cursor);
      cursor.expect(':');
      entries.push({ key, value: parseExpression(cursor) });
      if (!cursor.takes(',')) break;
    }
  });
  const end = cursor.expect('}');
  return { kind: 'map', entries, at: spanning(start.at, end.at) };
}

function parseMatch(cursor: TokenCursor): ExpressionTree {
  const start = cursor.expect('match');
  const subject = cursor.withoutBraces(() => parseExpression(cursor));
  const open = cursor.expect('{');
  const arms: MatchArmTree[] = [];
  cursor.inBrackets(() => {
    while (!cursor.sees('}') && !cursor.atEnd) {
      const pattern = parsePattern(cursor);
      cursor.expect('=>');
      const body = parseExpression(cursor);
      cursor.takes(',');
      arms.push({ pattern, body, at: spanning(pattern.at, body.at) });
    }
  });
  const end = cursor.expect('}', `It closes the match that begins in line ${open.at.line}.`);
  return { kind: 'match', subject, arms, at: spanning(start.at, end.at) };
}

function parseIf(cursor: TokenCursor): ExpressionTree {
  const start = cursor.expect('if');
  const condition = cursor.withoutBraces(() => parseExpression(cursor));
  const yes = parseBlock(cursor);
  if (!cursor.takes('else'))
    throw cursor.mistake(
      `expected else, found ${cursor.found()}`,
      'An if gives a value, so it needs both branches.',
      endOf(yes.at),
    );
  const no = cursor.sees('if') ? cursor.nested(() => parseIf(cursor)) : parseBlock(cursor);
  return conditional(condition, yes, no, spanning(start.at, no.at));
}

function parseLambda(cursor: TokenCursor, opening: 'fn' | '|'): ExpressionTree {
  const start = cursor.expect(opening);
  if (opening === 'fn') cursor.expect('(');
  const parameters = parseParameters(cursor, opening === 'fn' ? ')' : '|');
  const result = cursor.takes('->') ? parseType(cursor) : undefined;
  cursor.expect('=>');
  const body = parseExpression(cursor);
  const at = spanning(start.at, body.at);
  return { kind: 'lambda', parameters, body, at, ...(result === undefined ? {} : { result }) };
}

function parseHandle(cursor: TokenCursor): ExpressionTree {
  const start = cursor.expect('handle');
  const isStatic = cursor.peek().text === 'static';
  if (isStatic) cursor.advance();
  const effect = effectName(cursor);
  const arms: HandlerArmTree[] = [];
  while (!cursor.sees('in')) {
    const operation = cursor.name('an operation of the effect, or in');
    const parameters: Name[] = [];
    while (!cursor.sees('=>')) parameters.push(cursor.name('the name of a parameter, or =>'));
    cursor.expect('=>');
    const body = parseExpression(cursor);
    arms.push({ operation, parameters, body, at: spanning(operation.at, body.at) });
  }
  cursor.expect('in');
  const body = parseExpression(cursor);
  return { kind: 'handle', effect, isStatic, arms, body, at: spanning(start.at, body.at) };
}

function parsePerform(cursor: TokenCursor): ExpressionTree {
  const start = cursor.expect('perform');
  const effect = effectName(cursor);
  cursor.expect('.');
  const operation = cursor.name('an operation');
  const { args, names } = parseArguments(cursor);
  if (names !== undefined)
    throw cursor.mistake('operations take no named arguments', undefined, names[0]!.at);
  return { kind: 'perform', effect, operation, args, at: spanning(start.at, cursor.last.at) };
}

// Expressions of the ML flavor that begin with a word: match, handle, perform, resume, fibers and channels.

import { spanning } from '@sonde/native-compiler';
import { effectName } from '../default/parse-types.js';
import type { Token } from '../tokens.js';
import type { ExpressionTree, HandlerArmTree, MatchArmTree, Name } from '../tree.js';
import { beginsArgument, parseArgumentGroup, parseBody, parseExpression } from './parse-expressions.js';
import { parsePattern } from './parse-patterns.js';
import type { MlCursor } from './ml-cursor.js';
import { parseType } from './parse-types.js';

export function parseWordExpression(cursor: MlCursor, { text, at }: Token): ExpressionTree {
  switch (text) {
    case 'match':
      return parseMatch(cursor);
    case 'handle':
      return parseHandle(cursor);
    case 'perform': {
      cursor.advance();
      const effect = effectName(cursor, parseType);
      cursor.expect('.');
      const operation = cursor.name('an operation');
      const args = parseArguments(cursor);
      return { kind: 'perform', effect, operation, args, at: spanning(at, cursor.last.at) };
    }
    case 'resume': {
      cursor.advance();
      const [value, more] = parseArguments(cursor);
      if (more !== undefined) throw cursor.mistake('resume takes one value', undefined, more.at);
      const whole = spanning(at, cursor.last.at);
      return { kind: 'resume', at: whole, ...(value === undefined ? {} : { value }) };
    }
    case 'send':
    case 'recv':
    case 'await':
      return parseExchange(cursor, text, at);
    case 'spawn': {
      cursor.advance();
      const body = parseBody(cursor);
      return { kind: 'spawn', body, at: spanning(at, body.at) };
    }
    case 'yield': {
      cursor.advance();
      if (!beginsArgument(cursor)) return { kind: 'yield', at };
      const value = parseExpression(cursor);
      return { kind: 'yield', value, at: spanning(at, value.at) };
    }
    case 'select':
      throw cursor.mistake('`select` is not supported', 'Receive from each channel in a fiber of its own.');
    case 'handler':
    case 'do':
      throw cursor.mistake(`${text} is reserved and begins nothing`);
    default:
      throw cursor.mistake(`expected an expression, found ${text}`);
  }
}

function parseArguments(cursor: MlCursor): ExpressionTree[] {
  const args: ExpressionTree[] = [];
  while (beginsArgument(cursor)) args.push(...parseArgumentGroup(cursor).args);
  return args;
}

function parseExchange(cursor: MlCursor, word: 'send' | 'recv' | 'await', at: Token['at']): ExpressionTree {
  cursor.advance();
  const args = parseArguments(cursor);
  const [first, second] = args;
  const whole = spanning(at, cursor.last.at);
  if (word === 'send' && args.length === 2)
    return { kind: 'send', channel: first!, value: second!, at: whole };
  if (word === 'recv' && args.length === 1) return { kind: 'recv', channel: first!, at: whole };
  if (word === 'await' && args.length === 1) return { kind: 'await', fiber: first!, at: whole };
  const wanted = { send: 'a channel and a value', recv: 'a channel', await: 'a fiber' }[word];
  throw cursor.mistake(`${word} takes ${wanted}`, undefined, whole);
}

function parseMatch(cursor: MlCursor): ExpressionTree {
  const start = cursor.expect('match');
  const subject = parseExpression(cursor);
  cursor.expectKind('indent', 'the arms of the match on deeper lines');
  const arms: MatchArmTree[] = [];
  do {
    arms.push(
      cursor.scoped(() => {
        const pattern = parsePattern(cursor);
        cursor.bindPattern(pattern);
        cursor.expect('=>');
        const body = parseBody(cursor);
        return { pattern, body, at: spanning(pattern.at, body.at) };
      }),
    );
  } while (cursor.takesKind('newline'));
  cursor.expectKind('dedent', 'another arm of the match');
  return { kind: 'match', subject, arms, at: spanning(start.at, arms.at(-1)!.at) };
}

function parseHandle(cursor: MlCursor): ExpressionTree {
  const start = cursor.expect('handle');
  const isStatic = cursor.peek().text === 'static';
  if (isStatic) cursor.advance();
  const effect = effectName(cursor, parseType);
  cursor.expectKind('indent', 'the arms of the handler on deeper lines');
  const arms: HandlerArmTree[] = [];
  do {
    arms.push(cursor.scoped(() => parseHandlerArm(cursor)));
  } while (cursor.takesKind('newline'));
  cursor.expectKind('dedent', 'another arm of the handler');
  cursor.takesKind('newline');
  cursor.expect('in');
  const body = parseBody(cursor);
  return { kind: 'handle', effect, isStatic, arms, body, at: spanning(start.at, body.at) };
}

function parseHandlerArm(cursor: MlCursor): HandlerArmTree {
  const operation = cursor.name('an operation of the effect');
  const parameters: Name[] = [];
  while (!cursor.sees('=>')) {
    // `op () =>` takes nothing.
    if (cursor.sees('(') && cursor.sees(')', 1) && parameters.length === 0) {
      cursor.advance();
      cursor.advance();
    } else parameters.push(cursor.name('the name of a parameter, or =>'));
  }
  for (const { text } of parameters) cursor.bind(text);
  cursor.expect('=>');
  const body = parseBody(cursor);
  return { operation, parameters, body, at: spanning(operation.at, body.at) };
}

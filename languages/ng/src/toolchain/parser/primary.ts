// Expressions without an operator behind them: literals, names, what is in brackets, and unary operators.

import type { Expression, ExpressionOf, Name, Position } from '../ast.js';
import type { Token } from '../lexer/token.js';
import { isOperator } from '../lexer/words.js';
import { parseExpression, parseOperand } from './expressions.js';
import { parseNumber } from './literals.js';
import type { TokenStream } from './token-stream.js';
import { parseType } from './types.js';

export function parsePrimary(stream: TokenStream): Expression {
  const token = stream.token;
  const start = token.span.start;
  switch (token.kind) {
    case 'name':
      stream.take();
      return stream.expression({ kind: 'name', name: token.text }, start, []);
    case 'number':
      return parseNumber(stream);
    case 'string':
      stream.take();
      return stream.expression({ kind: 'string', value: token.text }, start, []);
    case 'fixed':
      return parseFixed(stream, token, start);
  }
}

function parseFixed(stream: TokenStream, token: Token & { kind: 'fixed' }, start: Position): Expression {
  switch (token.text) {
    case '(':
      return parseParentheses(stream, start);
    case '[':
      return parseArray(stream, start);
    case 'true':
    case 'false':
      stream.take();
      return stream.expression({ kind: 'boolean', value: token.text === 'true' }, start, []);
    case 'unit':
      stream.take();
      return stream.expression({ kind: 'unit' }, start, []);
    case 'new':
      return parseNew(stream, start);
    case 'cast':
      return parseCast(stream, start);
    case 'typeof':
      return parseTypeof(stream, start);
    case '...': {
      stream.take();
      const of = parseExpression(stream);
      return stream.expression({ kind: 'spread', of }, start, [of]);
    }
    case '^': {
      stream.take();
      const count = parseOperand(stream);
      return stream.expression({ kind: 'fromEnd', count }, start, [count]);
    }
    case '!':
    case '-':
    case '*':
    case '&':
    case '?':
    case 'ref':
    case 'move':
      return parseUnary(stream, token.text, start);
    default:
      return refusePrimary(stream, token.text);
  }
}

function parseUnary(
  stream: TokenStream,
  operator: ExpressionOf<'unary'>['operator'],
  start: Position,
): Expression {
  stream.take();
  const at = stream.at;
  const operand = parseOperand(stream);
  return stream.expression({ kind: 'unary', operator, operand }, start, [operand], at);
}

function refusePrimary(stream: TokenStream, text: string): never {
  if (isOperator(text)) {
    const hint = `\`${text}\` stands between two values; the first one is missing.`;
    return stream.refuse('Unexpected operator as unary operator', hint);
  }
  return stream.refuse(`Unexpected primary expression: ${text}`, 'A value is expected here.');
}

/** `(e)` is `e` itself, `(e,)` and `(e, e)` are tuples. */
function parseParentheses(stream: TokenStream, start: Position): Expression {
  stream.accept('(');
  const first = parseExpression(stream);
  if (!stream.is(',')) {
    stream.accept(')');
    return first;
  }
  const items = [first];
  while (stream.takeIf(',')) {
    if (stream.is(')')) break;
    items.push(parseExpression(stream));
  }
  stream.accept(')');
  return stream.expression({ kind: 'tuple', items }, start, items);
}

function parseArray(stream: TokenStream, start: Position): Expression {
  stream.accept('[');
  const items: Expression[] = [];
  while (!stream.is(']')) {
    items.push(parseExpression(stream));
    if (!stream.takeIf(',')) break;
  }
  stream.accept(']');
  return stream.expression({ kind: 'array', items }, start, items);
}

function parseNew(stream: TokenStream, start: Position): Expression {
  const at = stream.at;
  stream.accept('new');
  const type = parseType(stream);
  stream.accept('{');
  const fields: { name: Name; value: Expression }[] = [];
  while (!stream.is('}')) {
    const { text, span } = stream.acceptName();
    const name = { text, ...stream.node(span.start) };
    stream.accept(':');
    fields.push({ name, value: parseExpression(stream) });
    if (!stream.takeIf(',')) break;
  }
  stream.accept('}');
  return stream.expression(
    { kind: 'new', type, fields },
    start,
    [type, ...fields.map(({ value }) => value)],
    at,
  );
}

function parseCast(stream: TokenStream, start: Position): Expression {
  stream.accept('cast');
  stream.accept('<');
  const type = parseType(stream);
  stream.accept('>');
  const of = parseEnclosed(stream);
  return stream.expression({ kind: 'cast', of, type }, start, [of, type]);
}

function parseTypeof(stream: TokenStream, start: Position): Expression {
  stream.accept('typeof');
  const of = parseEnclosed(stream);
  return stream.expression({ kind: 'typeof', of }, start, [of]);
}

function parseEnclosed(stream: TokenStream): Expression {
  stream.accept('(');
  const expression = parseExpression(stream);
  stream.accept(')');
  return expression;
}

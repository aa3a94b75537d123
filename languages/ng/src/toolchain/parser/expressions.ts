// Expressions. There is no precedence: a binary operator has all that follows as its right operand; unary ones bind tighter.

import type { BinaryOperator, Expression, ExpressionOf, Name, Position, TypeNode } from '../ast.js';
import { isOperator } from '../lexer/words.js';
import { parsePrimary } from './primary.js';
import type { TokenStream } from './token-stream.js';
import { parseType, parseTypeArguments } from './types.js';

/** `stopAtBind`: a `=` ends it, as between a `where` and the body of a function. */
export function parseExpression(stream: TokenStream, stopAtBind = false): Expression {
  stream.enter();
  const start = stream.start;
  let expression = parsePrimary(stream);
  while (!endsExpression(stream) && !(stopAtBind && stream.is('='))) {
    expression = parseTail(stream, expression, start);
  }
  stream.leave();
  return expression;
}

const enders = [':', ',', '=>', '->', ')', '}', ']', ';', '{'] as const;

const endsExpression = (stream: TokenStream): boolean =>
  stream.atEnd() || enders.some(ender => stream.is(ender));

/** A primary expression with what binds to it more tightly than any operator in front: the operand of a unary operator. */
export function parseOperand(stream: TokenStream): Expression {
  stream.enter();
  const start = stream.start;
  let expression = parsePrimary(stream);
  for (;;) {
    const longer = parsePostfix(stream, expression, start);
    if (longer === undefined) break;
    expression = longer;
  }
  stream.leave();
  return expression;
}

function parsePostfix(stream: TokenStream, of: Expression, start: Position): Expression | undefined {
  if (stream.is('(')) return parseCall(stream, of, [], start);
  if (of.kind === 'name' && stream.beginsTypeArguments) return parseInstance(stream, of, start);
  if (stream.is('.')) return parseMember(stream, of, start);
  if (stream.is('[')) return parseIndex(stream, of, start);
  if (stream.is('::')) return parseQualified(stream, of, start);
  return undefined;
}

function parseTail(stream: TokenStream, left: Expression, start: Position): Expression {
  if (stream.is('|>')) return parsePipe(stream, left, start);
  if (stream.is('..') || stream.is('..=')) return parseRange(stream, left, start);
  const postfix = parsePostfix(stream, left, start);
  if (postfix !== undefined) return postfix;
  if (stream.takeIf('is')) {
    const type = parseType(stream);
    return stream.expression({ kind: 'is', of: left, type }, start, [left, type]);
  }
  if (stream.takeIf('?')) {
    if (!stream.is('...'))
      stream.refuse('Filter fold marker expects `?...`', 'A filter is written `p(xs)?...`.');
    stream.take();
    return stream.expression({ kind: 'each', of: left, filter: true }, start, [left]);
  }
  if (stream.takeIf('...'))
    return stream.expression({ kind: 'each', of: left, filter: false }, start, [left]);
  if (stream.is(':=')) return parseAssignment(stream, left, start);
  const operator = stream.token.text;
  if (stream.token.kind === 'fixed' && isOperator(operator)) return parseBinary(stream, left, start);
  return stream.refuse(
    `Unexpected token ${stream.shown}`,
    stream.shown === 'as'
      ? 'There is no `as`: `cast<T>(x)` converts.'
      : 'An operator or a `;` is missing in front of this.',
  );
}

function parseBinary(stream: TokenStream, left: Expression, start: Position): Expression {
  if (stream.is('=')) {
    const hint = '`=` only binds new names, in `val`. To change a value write `:=`, to compare write `==`.';
    stream.refuse('Invalid use of binding operator `=` in expression.', hint);
  }
  const operator = stream.take().text as BinaryOperator;
  const at = stream.at;
  const right = parseExpression(stream);
  return stream.expression({ kind: 'binary', operator, left, right }, start, [left, right], at);
}

function parseAssignment(stream: TokenStream, target: Expression, start: Position): Expression {
  const assignable =
    target.kind === 'name' ||
    (target.kind === 'member' && target.trait === undefined) ||
    (target.kind === 'unary' && target.operator === '*');
  if (!assignable) {
    const hint = 'A name, a field, an element or `*r` can be assigned to.';
    stream.refuse('Unexpected expression, expect identifier to assign', hint);
  }
  stream.accept(':=');
  const at = stream.at;
  const value = parseExpression(stream);
  return stream.expression({ kind: 'assign', target, value }, start, [target, value], at);
}

/** `a..b`; without `from` the stream stands in an index, behind the `[`. */
function parseRange(stream: TokenStream, from: Expression | undefined, start: Position): Expression {
  const inclusive = stream.take().text === '..=';
  const to = endsExpression(stream) ? undefined : parseExpression(stream);
  const ends = [...(from === undefined ? [] : [from]), ...(to === undefined ? [] : [to])];
  const fields = { kind: 'range', inclusive, ...(from && { from }), ...(to && { to }) } as const;
  return stream.expression(fields, start, ends);
}

function parsePipe(stream: TokenStream, value: Expression, start: Position): Expression {
  stream.accept('|>');
  const into = parseOperand(stream);
  // The original adds the value to the call that is there, or makes one.
  const at = into.kind === 'call' || into.kind === 'instance' ? into.at : stream.at;
  return stream.expression({ kind: 'pipe', value, into }, start, [value, into], at);
}

export function parseArguments(stream: TokenStream): readonly Expression[] {
  stream.accept('(');
  const args: Expression[] = [];
  while (!stream.is(')')) {
    args.push(parseExpression(stream));
    if (!stream.takeIf(',')) break;
  }
  stream.accept(')');
  return args;
}

function parseCall(
  stream: TokenStream,
  callee: Expression,
  typeArguments: readonly TypeNode[],
  start: Position,
): Expression {
  const args = parseArguments(stream);
  const parts = [callee, ...typeArguments, ...args];
  return stream.expression({ kind: 'call', callee, typeArguments, args }, start, parts);
}

function parseInstance(stream: TokenStream, callee: ExpressionOf<'name'>, start: Position): Expression {
  const typeArguments = parseTypeArguments(stream);
  if (stream.is('(')) return parseCall(stream, callee, typeArguments, start);
  return stream.expression({ kind: 'instance', name: callee.name, typeArguments }, start, typeArguments);
}

function parseMember(stream: TokenStream, of: Expression, start: Position): Expression {
  stream.accept('.');
  if (stream.isName() && stream.followedBy('::')) return parseQualifiedMember(stream, of, start);
  const at = stream.at;
  const name = parseMemberName(stream);
  const typeArguments: readonly TypeNode[] = [];
  if (name.isNumber || !stream.is('(')) {
    return stream.expression({ kind: 'member', of, name: name.name, typeArguments }, start, [of], at);
  }
  const args = parseArguments(stream);
  const fields = { kind: 'member', of, name: name.name, args, typeArguments } as const;
  return stream.expression(fields, start, [of, ...args], at);
}

function parseMemberName(stream: TokenStream): { readonly name: Name; readonly isNumber: boolean } {
  const start = stream.start;
  const { kind, text } = stream.token;
  if (kind === 'number') {
    const number = parsePrimary(stream) as ExpressionOf<'integer' | 'float'>;
    // `t.1.0` is read as the number 1.0, and means `t.1`.
    const index = number.kind === 'integer' ? number.value.toString() : String(Math.trunc(number.value));
    return { name: { text: index, ...stream.node(start) }, isNumber: true };
  }
  if (kind === 'fixed') {
    stream.refuse(
      "Expect identifier after '.'",
      'The name of a field or method, or an index, is expected here.',
    );
  }
  stream.take();
  return { name: { text, ...stream.node(start) }, isNumber: false };
}

/** `a.Show::show()`; the stream stands on the name of the trait. */
function parseQualifiedMember(stream: TokenStream, of: Expression, start: Position): Expression {
  const { at, text, span } = stream.take();
  const trait = stream.type({ kind: 'named', name: text, args: [] }, span.start, [], at);
  const name = parseMethodName(stream);
  const args = parseArguments(stream);
  const fields = { kind: 'member', of, name, trait, args, typeArguments: [] } as const;
  return stream.expression(fields, start, [of, ...args], at);
}

/** `Show::show(a)`; the stream stands on the `::`. */
function parseQualified(stream: TokenStream, of: Expression, start: Position): Expression {
  if (of.kind !== 'name') {
    const text = 'Trait-qualified call must start with a trait identifier';
    return stream.refuse(text, 'Write `Trait::method(value)` or `value.Trait::method()`.');
  }
  const at = stream.at;
  const trait: TypeNode = { kind: 'named', name: of.name, args: [], span: of.span, at: of.at };
  const name = parseMethodName(stream);
  const args = parseArguments(stream);
  return stream.expression({ kind: 'qualified', trait, name, args }, start, args, at);
}

function parseMethodName(stream: TokenStream): Name {
  stream.accept('::');
  if (!stream.isName()) {
    stream.refuse('Expect method identifier after trait qualifier', 'The name of a method is expected here.');
  }
  const { text, span } = stream.take();
  return { text, ...stream.node(span.start) };
}

function parseIndex(stream: TokenStream, of: Expression, start: Position): Expression {
  stream.accept('[');
  const index =
    stream.is('..') || stream.is('..=')
      ? parseRange(stream, undefined, stream.start)
      : parseExpression(stream);
  stream.accept(']');
  const element = stream.expression({ kind: 'index', of, index }, start, [of, index]);
  if (!stream.takeIf(':=')) return element;
  const value = parseExpression(stream);
  return stream.expression({ kind: 'assign', target: element, value }, start, [element, value]);
}

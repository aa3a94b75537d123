// Statements.

import type {
  Binding,
  LoopBinding,
  Name,
  Position,
  Statement,
  SwitchCase,
  ValueDeclaration,
} from '../ast.js';
import { parseExpression } from './expressions.js';
import type { TokenStream } from './token-stream.js';
import { parseType } from './types.js';

export function parseStatement(stream: TokenStream): Statement {
  stream.enter();
  const statement = parseAnyStatement(stream);
  stream.leave();
  return statement;
}

function parseAnyStatement(stream: TokenStream): Statement {
  const { kind, text, span } = stream.token;
  const start = span.start;
  if (kind !== 'fixed') return parseExpressionStatement(stream, start);
  switch (text) {
    case '{':
      return parseBlock(stream);
    case 'return':
    case '=>':
      return parseReturn(stream, start);
    case 'if':
      return parseIf(stream, start);
    case 'const':
      return stream.followedBy('if') ? parseIf(stream, start) : parseExpressionStatement(stream, start);
    case 'val':
      return parseValue(stream);
    case 'loop':
      return parseLoop(stream, start);
    case 'switch':
      return parseSwitch(stream, start);
    case 'next':
      return parseNext(stream, start);
    case ';':
      stream.take();
      return { kind: 'empty', ...stream.node(start) };
    default:
      return parseExpressionStatement(stream, start);
  }
}

function parseExpressionStatement(stream: TokenStream, start: Position): Statement {
  const expression = parseExpression(stream);
  stream.accept(';');
  return { kind: 'expression', expression, ...stream.node(start) };
}

function parseBlock(stream: TokenStream): Statement {
  const start = stream.start;
  stream.accept('{');
  const at = stream.at;
  const statements: Statement[] = [];
  while (!stream.is('}')) statements.push(parseStatement(stream));
  stream.accept('}');
  return { kind: 'block', statements, ...stream.node(start, at) };
}

function parseReturn(stream: TokenStream, start: Position): Statement {
  const arrow = stream.take().text === '=>';
  if (stream.takeIf(';')) return { kind: 'return', arrow, ...stream.node(start) };
  const at = stream.at;
  const value = parseExpression(stream);
  stream.accept(';');
  return { kind: 'return', value, arrow, ...stream.node(start, at) };
}

function parseIf(stream: TokenStream, start: Position): Statement {
  const at = stream.at;
  const constant = stream.takeIf('const');
  stream.accept('if');
  stream.accept('(');
  const test = parseExpression(stream);
  stream.accept(')');
  const then = parseStatement(stream);
  if (!stream.takeIf('else')) return { kind: 'if', constant, test, then, ...stream.node(start, at) };
  const otherwise = parseStatement(stream);
  return { kind: 'if', constant, test, then, else: otherwise, ...stream.node(start, at) };
}

/** `val x: T = e;`, `val (a, ...rest) = e;`, `val [a, b] = e;` */
export function parseValue(stream: TokenStream): ValueDeclaration {
  const start = stream.start;
  stream.accept('val');
  if (stream.is('(') || stream.is('[')) return parsePattern(stream, start);
  const name = stream.acceptName();
  const type = stream.takeIf(':') ? { type: parseType(stream) } : {};
  const binding = { name: name.text, ...type, rest: false, ...stream.node(name.span.start, name.at) };
  const value = parseBoundValue(stream);
  return { kind: 'val', pattern: 'name', bindings: [binding], value, exported: false, ...stream.node(start) };
}

function parsePattern(stream: TokenStream, start: Position): ValueDeclaration {
  const pattern = stream.take().text === '(' ? 'tuple' : 'array';
  const closing = pattern === 'tuple' ? ')' : ']';
  const at = stream.at;
  const bindings: Binding[] = [];
  while (!stream.is(closing)) {
    const binding = parseBinding(stream);
    bindings.push(binding);
    if (!stream.is(',')) break;
    if (binding.rest) stream.refuse('Unpacking binding must be last one', 'Nothing can follow a `...rest`.');
    stream.take();
  }
  stream.accept(closing);
  const value = parseBoundValue(stream);
  return { kind: 'val', pattern, bindings, value, exported: false, ...stream.node(start, at) };
}

function parseBinding(stream: TokenStream): Binding {
  const start = stream.start;
  const at = stream.at;
  const rest = stream.takeIf('...');
  if (!stream.isName()) {
    if (rest) return { name: '', rest, ...stream.node(start, at) };
    stream.refuse(
      'Expected identifier or unpacking in value binding.',
      'A name or `...rest` is expected here.',
    );
  }
  const name = stream.take().text;
  const type = stream.takeIf(':') ? { type: parseType(stream) } : {};
  return { name, ...type, rest, ...stream.node(start, at) };
}

/** ` = e;` */
function parseBoundValue(stream: TokenStream): ValueDeclaration['value'] {
  if (!stream.is('=')) {
    const text = `Unexpected token ${stream.shown}, expect bind operator \`=\`.`;
    stream.refuse(text, 'A `val` needs a value: `val name = value;`.');
  }
  stream.take();
  const value = parseExpression(stream);
  stream.accept(';');
  return value;
}

function parseLoop(stream: TokenStream, start: Position): Statement {
  stream.accept('loop');
  const at = stream.at;
  const bindings: LoopBinding[] = [];
  while (stream.isName()) {
    bindings.push(parseLoopBinding(stream));
    if (!stream.takeIf(',')) break;
  }
  const body = parseStatement(stream);
  return { kind: 'loop', bindings, body, ...stream.node(start, at) };
}

function parseLoopBinding(stream: TokenStream): LoopBinding {
  const name = stream.acceptName();
  const at = stream.at;
  if (stream.atEnd()) stream.refuseEnd();
  const type = stream.takeIf(':') ? { type: parseType(stream) } : {};
  if (stream.atEnd()) stream.refuseEnd();
  const value = stream.takeIf('=') ? { value: parseExpression(stream) } : {};
  return { name: name.text, ...type, ...value, ...stream.node(name.span.start, at) };
}

function parseNext(stream: TokenStream, start: Position): Statement {
  stream.accept('next');
  const at = stream.at;
  const values = [];
  while (!stream.is(';')) {
    values.push(parseExpression(stream));
    if (!stream.is(';')) stream.accept(',');
  }
  stream.accept(';');
  return { kind: 'next', values, ...stream.node(start, at) };
}

function parseSwitch(stream: TokenStream, start: Position): Statement {
  stream.accept('switch');
  stream.accept('(');
  const subject = parseExpression(stream);
  stream.accept(')');
  stream.accept('{');
  const at = stream.at;
  const cases: SwitchCase[] = [];
  while (stream.is('case')) cases.push(parseCase(stream));
  // It comes last: a `case` behind it is a token that is in the way.
  const otherwise = stream.takeIf('otherwise') ? { otherwise: parseBlock(stream) } : {};
  stream.accept('}');
  return { kind: 'switch', subject, cases, ...otherwise, ...stream.node(start, at) };
}

function parseCase(stream: TokenStream): SwitchCase {
  const start = stream.start;
  const at = stream.at;
  stream.accept('case');
  const variant = parseName(stream, stream.isName());
  const bindings: Name[] = [];
  if (stream.takeIf('(')) {
    while (!stream.is(')')) {
      bindings.push(parseName(stream, true));
      stream.takeIf(',');
    }
    stream.accept(')');
  }
  const body = parseBlock(stream);
  return { variant, bindings, body, ...stream.node(start, at) };
}

function parseName(stream: TokenStream, isThere: boolean): Name {
  const start = stream.start;
  const at = stream.at;
  const text = isThere ? stream.acceptName().text : '';
  const { span } = stream.node(start, at);
  return { text, span: text === '' ? { start, end: start } : span, at };
}

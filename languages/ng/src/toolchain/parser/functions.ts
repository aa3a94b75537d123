// Declarations of functions and methods.

import type { FunctionDeclaration, Name, Parameter } from '../ast.js';
import { parseExpression } from './expressions.js';
import { parseTypeParameters, parseWhere } from './generics.js';
import { parseStatement } from './statements.js';
import type { TokenStream } from './token-stream.js';
import { parseType } from './types.js';

/** `constant`: a `const` in front of it is the next token. `signature`: it may go without a body, as in a trait. */
export function parseFunction(
  stream: TokenStream,
  { constant = false, signature = false } = {},
): FunctionDeclaration {
  const start = stream.start;
  if (constant) stream.accept('const');
  const at = stream.at;
  stream.accept('fun');
  const before = stream.is('<') ? parseTypeParameters(stream) : [];
  if (!stream.isName())
    stream.refuse('Expected function name', stream.nameHint('The name of the function is expected here.'));
  const { text, span } = stream.take();
  const name: Name = { text, ...stream.node(span.start) };
  const generics = before.length === 0 && stream.is('<') ? parseTypeParameters(stream) : before;
  const parameters = parseParameters(stream);
  const result = stream.takeIf('->') ? { result: parseType(stream) } : {};
  const where = parseWhere(stream);
  const body = parseBody(stream, text, signature, result.result !== undefined);
  return {
    ...{ kind: 'function', name, generics, parameters, ...result, where, body, constant, exported: false },
    ...stream.node(start, at),
  };
}

function parseParameters(stream: TokenStream): readonly Parameter[] {
  const parameters: Parameter[] = [];
  if (!stream.takeIf('(')) return parameters;
  while (stream.isName()) {
    parameters.push(parseParameter(stream));
    if (!stream.takeIf(',')) break;
  }
  if (stream.isKeyword)
    stream.refuse(`Unexpected token ${stream.shown}`, stream.nameHint('A `)` is expected here.'));
  stream.accept(')');
  return parameters;
}

function parseParameter(stream: TokenStream): Parameter {
  const { text, span, at: nameAt } = stream.acceptName();
  const type = stream.takeIf(':') ? { type: parseType(stream) } : {};
  const pack = type.type !== undefined && stream.takeIf('...');
  // With a type the original makes the node a second time, behind the type.
  const at = type.type === undefined ? nameAt : stream.at;
  const value = stream.takeIf('=') ? { default: parseExpression(stream) } : {};
  return { name: text, ...type, pack, ...value, ...stream.node(span.start, at) };
}

function parseBody(
  stream: TokenStream,
  name: string,
  signature: boolean,
  hasResult: boolean,
): FunctionDeclaration['body'] {
  if (signature && stream.takeIf(';')) return 'signature';
  if (!stream.takeIf('=')) return parseStatement(stream);
  if (stream.takeIf('native')) {
    if (!hasResult) {
      const text = `Native function '${name}' must declare a return type.`;
      stream.refuse(text, 'Write `-> unit` if it gives nothing back.');
    }
    stream.accept(';');
    return 'native';
  }
  if (stream.takeIf('delete')) {
    stream.accept(';');
    return 'delete';
  }
  const start = stream.start;
  const value = parseExpression(stream);
  const at = stream.at;
  stream.accept(';');
  return { kind: 'return', value, arrow: false, ...stream.node(start, at) };
}

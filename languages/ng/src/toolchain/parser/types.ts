// Types as programs write them.

import type { Position, TypeNode } from '../ast.js';
import type { Token } from '../lexer/token.js';
import { isTypeWord } from '../lexer/words.js';
import { parseConstantNumber } from './literals.js';
import type { TokenStream } from './token-stream.js';

/** `T`, `T name` (which is `name<T>`), `T | T`. */
export function parseType(stream: TokenStream): TypeNode {
  stream.enter();
  const start = stream.start;
  const first = parseSuffixed(stream, start);
  stream.leave();
  if (!stream.is('|')) return first;
  const at = stream.at;
  const members = [first];
  while (stream.takeIf('|')) members.push(parseSuffixed(stream, stream.start));
  return stream.type({ kind: 'either', members }, start, members, at);
}

/** `i32 Option list` is `list<Option<i32>>`, `(string, i32) Map` is `Map<string, i32>`. */
function parseSuffixed(stream: TokenStream, start: Position): TypeNode {
  let type = parseBase(stream);
  while (stream.isName() || stream.is('ref')) {
    const name = stream.take().text;
    type = applied(stream, name, type.kind === 'tuple' ? type.items : [type], start);
  }
  return type;
}

function parseBase(stream: TokenStream): TypeNode {
  const token = stream.token;
  const start = token.span.start;
  if (token.kind === 'name') return parseNamed(stream, token);
  if (token.kind === 'fixed') {
    if (isTypeWord(token.text) || token.text === 'unit') {
      stream.take();
      return stream.type({ kind: 'named', name: token.text, args: [] }, start, [], token.at);
    }
    if (token.text === '[') {
      stream.take();
      const element = parseType(stream);
      stream.accept(']');
      return stream.type({ kind: 'named', name: 'vector', args: [element] }, start, [element], token.at);
    }
    if (token.text === '(') return parseTuple(stream, token);
    if (token.text === 'ref') {
      stream.take();
      if (!stream.is('<')) {
        stream.refuse("Expected '<' after ref in type annotation", 'A reference is written `ref<T>`.');
      }
      return applied(stream, 'ref', parseTypeArguments(stream), start, token.at);
    }
  }
  return stream.refuse('Unknown type annotation', 'A type is expected here.');
}

function parseNamed(stream: TokenStream, token: Token): TypeNode {
  if (token.text === '_') {
    const text = "Type placeholder '_' is only allowed in generic parameter kind declarations";
    stream.refuse(text, 'Name the type.');
  }
  stream.take();
  const args = hasTypeArguments(stream) ? parseTypeArguments(stream) : [];
  return stream.type({ kind: 'named', name: token.text, args }, token.span.start, args, token.at);
}

/** Behind the name of a type a `<` may still be a comparison, as in `x is T < y`. */
function hasTypeArguments(stream: TokenStream): boolean {
  if (!stream.is('<')) return false;
  const next = stream.ahead(1);
  if (next === undefined) stream.refuseEnd();
  if (next.kind !== 'fixed') return true;
  return isTypeWord(next.text) || ['unit', 'ref', '[', '(', 'true', 'false', '>'].includes(next.text);
}

function parseTuple(stream: TokenStream, token: Token): TypeNode {
  stream.accept('(');
  const items: TypeNode[] = [];
  while (!stream.is(')')) {
    items.push(parsePacked(stream, 'Tuple type spread only supports a pack name'));
    if (!stream.takeIf(',')) break;
  }
  stream.accept(')');
  return stream.type({ kind: 'tuple', items }, token.span.start, items, token.at);
}

/** `<A, B>`; the original lets the commas be left out. */
export function parseTypeArguments(stream: TokenStream): readonly TypeNode[] {
  stream.accept('<');
  const args: TypeNode[] = [];
  while (!stream.is('>') && !stream.is('>>') && !stream.atEnd()) {
    args.push(parseTypeArgument(stream));
    stream.takeIf(',');
  }
  stream.acceptClosing();
  return args;
}

function parseTypeArgument(stream: TokenStream): TypeNode {
  const { kind, at, span, text } = stream.token;
  const start = span.start;
  if (kind === 'number') {
    return stream.type({ kind: 'constant', value: parseConstantNumber(stream) }, start, [], at);
  }
  if (kind === 'string') {
    stream.take();
    const value = stream.expression({ kind: 'string', value: text }, start, [], at);
    return stream.type({ kind: 'constant', value }, start, [], at);
  }
  if (stream.is('true') || stream.is('false')) {
    stream.take();
    const value = stream.expression({ kind: 'boolean', value: text === 'true' }, start, [], at);
    return stream.type({ kind: 'constant', value }, start, [], at);
  }
  return parsePacked(stream, 'Type argument spread only supports a pack name');
}

/** `T` or `T...`. */
function parsePacked(stream: TokenStream, refusal: string): TypeNode {
  const start = stream.start;
  const type = parseType(stream);
  if (!stream.takeIf('...')) return type;
  if (type.kind === 'reference' || (type.kind === 'named' && type.args.length > 0)) {
    stream.refuse(refusal, 'Only a plain name can be spread: `T...`.');
  }
  return stream.type({ kind: 'pack', of: type }, start, [type]);
}

function applied(
  stream: TokenStream,
  name: string,
  args: readonly TypeNode[],
  start: Position,
  at = stream.at,
): TypeNode {
  const [target] = args;
  if (name === 'ref' && args.length === 1 && target !== undefined) {
    return stream.type({ kind: 'reference', target }, start, args, at);
  }
  return stream.type({ kind: 'named', name, args }, start, args, at);
}

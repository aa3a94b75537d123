// Type parameters and the conditions on them.

import type { GenericParameter, TypeNode, WhereBound } from '../ast.js';
import { parseExpression } from './expressions.js';
import type { TokenStream } from './token-stream.js';
import { parseType } from './types.js';

/** `<T, U: Show, F<_>, Rest..., const N: u32>`; the original lets the commas be left out. */
export function parseTypeParameters(stream: TokenStream): readonly GenericParameter[] {
  stream.accept('<');
  const parameters: GenericParameter[] = [];
  while (!stream.is('>') && !stream.atEnd()) {
    parameters.push(parseTypeParameter(stream));
    stream.takeIf(',');
  }
  stream.acceptClosing();
  return parameters;
}

function parseTypeParameter(stream: TokenStream): GenericParameter {
  const start = stream.start;
  const isConstant = stream.takeIf('const');
  if (!stream.isName())
    stream.refuse(
      'Expected generic type parameter name',
      stream.nameHint('A name is expected here: `<T, U>`.'),
    );
  const at = stream.at;
  const name = stream.take().text;
  if (isConstant) {
    if (!stream.is(':')) {
      stream.refuse("Expected ':' after const generic parameter name", 'Write its type: `<const N: u32>`.');
    }
    stream.take();
    const constant = parseType(stream);
    return {
      name,
      bounds: [],
      constant,
      pack: false,
      arity: 0,
      variadicTail: false,
      ...stream.node(start, at),
    };
  }
  const kind = stream.is('<') ? parsePlaceholders(stream) : { arity: 0, variadicTail: false };
  const pack = stream.takeIf('...');
  const bounds: readonly TypeNode[] = stream.takeIf(':') ? [parseType(stream)] : [];
  return { name, bounds, pack, ...kind, ...stream.node(start, at) };
}

/** `<_, _>` behind a parameter that takes types itself. */
function parsePlaceholders(stream: TokenStream): Pick<GenericParameter, 'arity' | 'variadicTail'> {
  const hint = 'Write one `_` for each type it takes, and `...` at the end for any number: `F<_, ...>`.';
  stream.accept('<');
  let arity = 0;
  let variadicTail = false;
  while (!stream.is('>') && !stream.is('>>') && !stream.atEnd()) {
    if (stream.takeIf('...')) {
      variadicTail = true;
      if (!stream.is('>') && !stream.is('>>')) {
        stream.refuse('Variadic kind placeholder must be the final placeholder', hint);
      }
      break;
    }
    if (!stream.isName() || stream.token.text !== '_') {
      stream.refuse("Expected '_' placeholder in generic type constructor parameter", hint);
    }
    stream.take();
    arity += 1;
    stream.takeIf(',');
  }
  if (arity === 0 && !variadicTail) {
    stream.refuse("Generic type constructor parameter must declare at least one '_' placeholder", hint);
  }
  stream.acceptClosing();
  return { arity, variadicTail };
}

/** `where T: Show + Eq && U: Show`; what does not begin like a bound is a condition, and takes the rest. */
export function parseWhere(stream: TokenStream): readonly WhereBound[] {
  if (!stream.takeIf('where')) return [];
  const bounds: WhereBound[] = [];
  while (!stream.atEnd()) {
    bounds.push(parseBound(stream));
    if (!stream.takeIf('&&')) break;
  }
  return bounds;
}

function parseBound(stream: TokenStream): WhereBound {
  const start = stream.start;
  if (!stream.isName() || !stream.followedBy(':')) {
    const condition = parseExpression(stream, true);
    return { kind: 'condition', condition, ...stream.node(start) };
  }
  const type = parseType(stream);
  stream.accept(':');
  const bounds = [parseType(stream)];
  const at = stream.at;
  while (stream.takeIf('+')) bounds.push(parseType(stream));
  return { kind: 'bound', type, bounds, ...stream.node(start, at) };
}

// Types and effect rows of the Default flavor.

import { spanning } from '@sonde/native-compiler';
import type { TokenCursor } from '../token-cursor.js';
import type { Name, TypeTree } from '../tree.js';

export function parseType(cursor: TokenCursor): TypeTree {
  return cursor.nested(() => {
    const start = cursor.peek();
    const isFunction = cursor.sees('fn');
    if (isFunction) cursor.advance();
    if (isFunction || cursor.sees('(')) {
      cursor.expect('(');
      const parameters = typesUpTo(cursor, ')');
      cursor.expect('->', 'A type in parentheses is that of a function: (int) -> int');
      const result = parseType(cursor);
      const effects = parseEffects(cursor);
      const at = spanning(start.at, cursor.last.at);
      return { kind: 'function', parameters, result, at, ...(effects === undefined ? {} : { effects }) };
    }
    const name = cursor.path('a type');
    if (cursor.sees('[') && !cursor.peek().spaced) throw cursor.unsupported('array types');
    const args = cursor.takes('<') ? typesUpTo(cursor, '>') : [];
    return { kind: 'named', name: name.text, args, at: spanning(start.at, cursor.last.at) };
  });
}

export function typesUpTo(cursor: TokenCursor, close: string): TypeTree[] {
  const types: TypeTree[] = [];
  while (!cursor.sees(close)) {
    types.push(parseType(cursor));
    if (!cursor.takes(',')) break;
  }
  cursor.expect(close);
  return types;
}

/** `!Log` or `![Log, Ask]`; undefined where nothing is said. */
export function parseEffects(cursor: TokenCursor): readonly Name[] | undefined {
  if (!cursor.takes('!')) return undefined;
  if (!cursor.takes('[')) return [effectName(cursor)];
  const names: Name[] = [];
  while (!cursor.sees(']')) {
    names.push(effectName(cursor));
    if (!cursor.takes(',')) break;
  }
  cursor.expect(']');
  return names;
}

export function effectName(cursor: TokenCursor): Name {
  const name = cursor.typePath('the name of an effect');
  if (cursor.sees('<')) throw cursor.unsupported('generic effects');
  return name;
}

/** `<A, B>` behind the name of a declaration. */
export function parseTypeParameters(cursor: TokenCursor): readonly Name[] {
  if (!cursor.takes('<')) return [];
  const names: Name[] = [];
  while (!cursor.sees('>')) {
    skipVariance(cursor);
    names.push(cursor.typeName('a type parameter'));
    if (!cursor.takes(',')) break;
  }
  cursor.expect('>');
  return names;
}

/** `in T` and `out T` say how a type may be used; types here are the same or they are not. */
export function skipVariance(cursor: TokenCursor): void {
  if (cursor.sees('in') || (cursor.peek().text === 'out' && cursor.is('name', 1))) cursor.advance();
}

// Types and effect rows of the Default flavor.

import { spanning } from '@sonde/native-compiler';
import { SyntaxMistake, type TokenCursor } from '../token-cursor.js';
import type { EffectName, Name, TypeTree } from '../tree.js';

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
    // `List[int]` is `List<int>`.
    const bracket = cursor.sees('[') && !cursor.peek().spaced;
    if (bracket) cursor.advance();
    const args = bracket ? typesUpTo(cursor, ']') : cursor.takes('<') ? typesUpTo(cursor, '>') : [];
    return { kind: 'named', name: name.text, args, at: spanning(start.at, cursor.last.at) };
  });
}

export function typesUpTo(cursor: TokenCursor, close: string, read = parseType): TypeTree[] {
  const types: TypeTree[] = [];
  while (!cursor.sees(close)) {
    types.push(read(cursor));
    if (!cursor.takes(',')) break;
  }
  cursor.expect(close);
  return types;
}

/** `!Log` or `![Log, Ask]`; undefined where nothing is said. */
export function parseEffects(cursor: TokenCursor): readonly EffectName[] | undefined {
  if (!cursor.takes('!')) return undefined;
  if (!cursor.takes('[')) return [effectName(cursor)];
  const names: EffectName[] = [];
  while (!cursor.sees(']')) {
    names.push(effectName(cursor));
    if (!cursor.takes(',')) break;
  }
  cursor.expect(']');
  return names;
}

export function effectName(cursor: TokenCursor, read = parseType): EffectName {
  const name = cursor.typePath('the name of an effect');
  return cursor.takes('<') ? { ...name, args: typesUpTo(cursor, '>', read) } : name;
}

/** `<int, string>` in front of what must follow; undefined, and nothing taken, where it is a comparison. */
export function parseTypeArguments(
  cursor: TokenCursor,
  follows: string,
  read = parseType,
): readonly TypeTree[] | undefined {
  if (!cursor.sees('<') || cursor.peek().spaced) return undefined;
  const before = cursor.position;
  try {
    cursor.advance();
    const types = typesUpTo(cursor, '>', read);
    if (cursor.sees(follows)) return types;
  } catch (error) {
    if (!(error instanceof SyntaxMistake)) throw error;
  }
  cursor.position = before;
  return undefined;
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

// Types and effect rows of the ML flavor: arrows group to the right, and `Unit -> T` takes no argument.

import { spanning } from '@sonde/native-compiler';
import { effectName, parseTypeParameters as parseAngles, skipVariance } from '../default/parse-types.js';
import { isUpper, type TokenCursor } from '../token-cursor.js';
import type { EffectName, Name, TypeTree } from '../tree.js';

/** `Box T` or `Box<T>` where something is declared. */
export function parseTypeParameters(cursor: TokenCursor): readonly Name[] {
  if (cursor.sees('<')) return parseAngles(cursor);
  const names: Name[] = [];
  for (;;) {
    skipVariance(cursor);
    if (!cursor.is('name') || !isUpper(cursor.peek().text)) return names;
    names.push(cursor.typeName('a type parameter'));
  }
}

export function parseType(cursor: TokenCursor): TypeTree {
  return cursor.nested(() => {
    const start = cursor.peek();
    const parameters = parseGroup(cursor);
    if (!cursor.takes('->')) {
      if (parameters.length === 1) return parameters[0]!;
      throw cursor.mistake('expected -> behind the types of parameters', undefined, start.at);
    }
    const result = parseType(cursor);
    const at = spanning(start.at, result.at);
    return { kind: 'function', parameters: withoutUnit(parameters), result, at };
  });
}

/** A type, or several in parentheses. */
function parseGroup(cursor: TokenCursor): TypeTree[] {
  if (!cursor.takes('(')) return [parseTypeApplication(cursor)];
  const types: TypeTree[] = [];
  while (!cursor.sees(')')) {
    types.push(parseType(cursor));
    if (!cursor.takes(',')) break;
  }
  cursor.expect(')');
  return types;
}

export const withoutUnit = (types: readonly TypeTree[]): readonly TypeTree[] =>
  types.length === 1 && types[0]!.kind === 'named' && types[0]!.name === 'Unit' ? [] : types;

export function parseTypeAtom(cursor: TokenCursor): TypeTree {
  if (cursor.sees('(')) {
    const start = cursor.peek();
    const types = parseGroup(cursor);
    if (types.length === 1) return types[0]!;
    throw cursor.mistake('expected one type', undefined, start.at);
  }
  const name = cursor.path('a type');
  const args: TypeTree[] = [];
  if (cursor.takes('<')) {
    while (!cursor.sees('>')) {
      args.push(parseType(cursor));
      if (!cursor.takes(',')) break;
    }
    cursor.expect('>');
  }
  return { kind: 'named', name: name.text, args, at: spanning(name.at, cursor.last.at) };
}

/** `List int` is `List<int>`. */
export function parseTypeApplication(cursor: TokenCursor): TypeTree {
  const head = parseTypeAtom(cursor);
  if (head.kind !== 'named' || head.args.length > 0 || !isUpper(head.name)) return head;
  const args: TypeTree[] = [];
  while (beginsTypeAtom(cursor)) args.push(parseTypeAtom(cursor));
  return args.length === 0 ? head : { ...head, args, at: spanning(head.at, args.at(-1)!.at) };
}

export const beginsTypeAtom = (cursor: TokenCursor): boolean => cursor.is('name') || cursor.sees('(');

/** `! Log` or `! [Log, Ask]` behind the type of a signature; it belongs to the innermost arrow. */
export function parseRow(cursor: TokenCursor): readonly EffectName[] | undefined {
  if (!cursor.takes('!')) return undefined;
  if (!cursor.takes('[')) return [effectName(cursor, parseType)];
  const names: EffectName[] = [];
  while (cursor.is('name')) {
    names.push(effectName(cursor, parseType));
    if (!cursor.takes(',')) break;
  }
  cursor.expect(']');
  return names;
}

/** The effects of a signature belong to its innermost arrow. */
export function withRow(type: TypeTree, effects: readonly EffectName[] | undefined): TypeTree {
  if (type.kind !== 'function' || effects === undefined) return type;
  if (type.result.kind === 'function') return { ...type, result: withRow(type.result, effects) };
  return { ...type, effects };
}

// Paths and types of twilight-native.

import { spanning } from '@sonde/front-end';
import type { Cursor } from '../twilight-cursor.js';
import type { GenericTree, Name, PathTree } from '../tree.js';
import type { TypeTree } from '../type-tree.js';
import { parseExpression } from './parse-expressions.js';

export function parseSegment(cursor: Cursor, what: string): Name {
  const token = cursor.peek();
  if (token.kind === 'word' && /^(?:self|super|crate)$/.test(token.text)) {
    cursor.advance();
    return { text: token.text, at: token.at };
  }
  return cursor.name(what);
}

/** `a::b::c`, without type arguments. */
export function parsePath(cursor: Cursor, what: string): PathTree {
  const segments = [parseSegment(cursor, what)];
  while (cursor.sees('::') && !cursor.sees('*', 1) && !cursor.sees('{', 1) && !cursor.sees('<', 1)) {
    cursor.advance();
    segments.push(parseSegment(cursor, 'a name'));
  }
  return { segments, at: spanning(segments[0]!.at, segments.at(-1)!.at) };
}

export function parseType(cursor: Cursor): TypeTree {
  return cursor.nested(() => {
    const start = cursor.peek().at;
    if (cursor.takes('(')) {
      const items = cursor.list(')', () => parseType(cursor));
      return items.length === 1 && cursor.tokenBefore(1).text !== ','
        ? items[0]!
        : { kind: 'tuple', items, at: cursor.from(start) };
    }
    if (cursor.takes('impl')) return { kind: 'impl', bounds: parseBounds(cursor), at: cursor.from(start) };
    if (cursor.sees('&'))
      throw cursor.mistake('there are no references', 'Borrows are implicit: leave & away.');
    if (cursor.seesName('array') && cursor.sees('<', 1)) return parseArray(cursor);
    const path = parsePath(cursor, 'a type');
    const args = cursor.sees('<') ? parseTypeArguments(cursor) : [];
    return { kind: 'named', path, args, at: cursor.from(start) };
  });
}

/** `array<u8, 4>` */
function parseArray(cursor: Cursor): TypeTree {
  const start = cursor.advance().at;
  cursor.expect('<');
  const element = parseType(cursor);
  cursor.expect(',', 'An array has a type and a length: array<u8, 4>.');
  const length = cursor.is('int') ? parseLength(cursor) : pathLength(cursor);
  cursor.expectClosingAngle();
  return { kind: 'array', element, length, at: cursor.from(start) };
}

function parseLength(cursor: Cursor): Extract<TypeTree, { kind: 'array' }>['length'] {
  const { whole, at } = cursor.advance();
  return { kind: 'int', value: whole ?? 0n, at };
}

/** A constant, or an expression in brackets: the `>` behind it closes the type. */
function pathLength(cursor: Cursor): Extract<TypeTree, { kind: 'array' }>['length'] {
  if (cursor.takes('(')) {
    const inner = cursor.inBrackets(() => parseExpression(cursor));
    cursor.expect(')');
    return inner;
  }
  const path = parsePath(cursor, 'a length');
  return { kind: 'path', path, at: path.at };
}

export function parseTypeArguments(cursor: Cursor): readonly TypeTree[] {
  cursor.expect('<');
  const args: TypeTree[] = [];
  while (!cursor.sees('>')) {
    args.push(parseType(cursor));
    if (!cursor.takes(',')) break;
  }
  cursor.expectClosingAngle();
  return args;
}

/** Whether `<` here opens type arguments: only types stand between it and its `>`, and something is called or named behind. */
export function seesTypeArguments(cursor: Cursor): boolean {
  if (!cursor.sees('<')) return false;
  let depth = 0;
  for (let ahead = 0; ahead < 200; ahead++) {
    const { kind, text } = cursor.peek(ahead);
    if (text === '<' && kind === 'sign') depth++;
    else if ((text === '>' || text === '>>') && kind === 'sign') {
      depth -= text.length;
      if (depth < 0) return false;
      if (depth === 0) return cursor.sees('(', ahead + 1) || cursor.sees('::', ahead + 1);
    } else if (kind === 'sign' ? !/^(?:::|,|\(|\))$/.test(text) : kind !== 'name' && kind !== 'int')
      return false;
  }
  return false;
}

export function parseGenerics(cursor: Cursor): GenericTree[] {
  if (!cursor.takes('<')) return [];
  const generics: GenericTree[] = [];
  while (!cursor.sees('>')) {
    const name = cursor.name('a type parameter');
    generics.push({ name, bounds: cursor.takes(':') ? parseBounds(cursor) : [] });
    if (!cursor.takes(',')) break;
  }
  cursor.expectClosingAngle();
  return generics;
}

function parseBounds(cursor: Cursor): PathTree[] {
  const bounds = [parsePath(cursor, 'a trait')];
  while (cursor.takes('+')) bounds.push(parsePath(cursor, 'a trait'));
  return bounds;
}

/** `where T: Shape`: the same as bounds at the parameters. */
export function parseWhere(cursor: Cursor, generics: readonly GenericTree[]): readonly GenericTree[] {
  if (!cursor.takesName('where')) return generics;
  const more = new Map<string, PathTree[]>();
  for (;;) {
    const name = cursor.name('a type parameter');
    if (!generics.some(generic => generic.name.text === name.text))
      cursor.problems.error(name.at, `${name.text} is no type parameter here`);
    cursor.expect(':');
    more.set(name.text, [...(more.get(name.text) ?? []), ...parseBounds(cursor)]);
    if (!cursor.takes(',') || !cursor.is('name')) break;
  }
  return generics.map(({ name, bounds }) => ({ name, bounds: [...bounds, ...(more.get(name.text) ?? [])] }));
}

// Types, effects and extern functions of the ML flavor.

import { spanning } from '@sonde/native-compiler';
import { beginsVariant } from '../default/parse-declarations.js';
import { isUpper, type TokenCursor } from '../token-cursor.js';
import type { EffectTree, ExternTree, Name, TypeDeclarationTree, TypeTree, VariantTree } from '../tree.js';
import {
  beginsTypeAtom,
  parseType,
  parseTypeApplication,
  parseTypeAtom,
  parseTypeParameters,
  withoutUnit,
} from './parse-types.js';

type Field = VariantTree['fields'][number];

export function parseTypeDeclaration(cursor: TokenCursor): TypeDeclarationTree {
  const start = cursor.expect('type');
  const name = cursor.typeName('a type');
  const parameters = parseTypeParameters(cursor);
  cursor.expect('=');
  const inLines = cursor.takesKind('indent');
  if (!inLines && !beginsVariant(cursor) && !cursor.sees('|')) {
    const alias = parseType(cursor);
    const at = spanning(start.at, alias.at);
    return { kind: 'type', name, parameters, shape: 'alias', variants: [], alias, at };
  }
  const isRecord = cursor.is('name') && !isUpper(cursor.peek().text);
  const variants = isRecord
    ? [{ name, fields: parseFieldLines(cursor), positional: false }]
    : parseVariants(cursor, inLines);
  if (inLines) cursor.expectKind('dedent', 'the end of the type');
  const at = spanning(start.at, cursor.last.at.end > start.at.end ? cursor.last.at : name.at);
  return { kind: 'type', name, parameters, shape: isRecord ? 'record' : 'union', variants, at };
}

function parseFieldLines(cursor: TokenCursor): Field[] {
  const fields: Field[] = [];
  do fields.push(parseField(cursor));
  while (cursor.takesKind('newline'));
  return fields;
}

function parseField(cursor: TokenCursor): Field {
  const name = cursor.name('the name of a field');
  cursor.expect(':');
  return { name, type: parseType(cursor) };
}

/** Between `|`, or one to a line. */
function parseVariants(cursor: TokenCursor, inLines: boolean): VariantTree[] {
  const variants: VariantTree[] = [];
  cursor.takes('|');
  for (;;) {
    variants.push(parseVariant(cursor));
    const separated = cursor.takes('|');
    const nextLine = inLines && !separated && cursor.takesKind('newline');
    if (nextLine) cursor.takes('|');
    if (!separated && !nextLine) return variants;
  }
}

function parseVariant(cursor: TokenCursor): VariantTree {
  const name = cursor.typeName('a variant');
  if (cursor.sees('(') && cursor.is('name', 1) && cursor.sees(':', 2)) {
    cursor.advance();
    const fields: Field[] = [];
    do fields.push(parseField(cursor));
    while (cursor.takes(','));
    cursor.expect(')');
    return { name, fields, positional: false };
  }
  // Its fields on deeper lines.
  if (cursor.is('indent') && cursor.is('name', 1) && cursor.sees(':', 2)) {
    cursor.advance();
    const fields = parseFieldLines(cursor);
    cursor.expectKind('dedent', 'another field');
    return { name, fields, positional: false };
  }
  const types: TypeTree[] = [];
  while (beginsTypeAtom(cursor)) types.push(parseTypeAtom(cursor));
  const fields = types.map((type, index) => ({ name: { text: `_${index}`, at: type.at }, type }));
  return { name, fields, positional: types.length > 0 };
}

export function parseEffect(cursor: TokenCursor): EffectTree {
  const start = cursor.peek();
  const isStatic = start.text === 'static';
  if (isStatic) cursor.advance();
  cursor.expect('effect');
  const name = cursor.typeName('the name of an effect');
  const parameters = parseTypeParameters(cursor);
  cursor.expectKind('indent', 'the operations of the effect on deeper lines');
  const operations: EffectTree['operations'][number][] = [];
  do {
    const operation = cursor.name('an operation');
    cursor.expect(':');
    const parameters = parseOperands(cursor);
    cursor.expect('=>', 'An operation is written name : int => string.');
    operations.push({ name: operation, parameters, result: parseType(cursor) });
  } while (cursor.takesKind('newline'));
  cursor.expectKind('dedent', 'another operation');
  const at = spanning(start.at, operations.at(-1)!.result.at);
  return { kind: 'effect', name, parameters, isStatic, operations, at };
}

/** `int`, `(int, int)` or `int -> int`, which all stand before the arrow of an operation. */
function parseOperands(cursor: TokenCursor): readonly TypeTree[] {
  const types: TypeTree[] = [];
  do {
    if (cursor.takes('(')) {
      while (!cursor.sees(')')) {
        types.push(parseType(cursor));
        if (!cursor.takes(',')) break;
      }
      cursor.expect(')');
    } else types.push(parseTypeApplication(cursor));
  } while (cursor.takes('->'));
  return withoutUnit(types);
}

/** `extern name (text : string) (n : int) -> int`, or `extern name : (string, int) -> int`. */
export function parseExtern(cursor: TokenCursor): ExternTree {
  const start = cursor.expect('extern');
  const name: Name = cursor.name('the name of a function');
  if (!cursor.takes(':')) return parseNamedExtern(cursor, start.at, name);
  const type = parseType(cursor);
  if (type.kind !== 'function')
    throw cursor.mistake('an extern has the type of a function', undefined, type.at);
  const parameters = type.parameters.map((parameter, index) => ({
    name: { text: `p${index}`, at: parameter.at },
    type: parameter,
  }));
  return { kind: 'extern', name, parameters, result: type.result, at: spanning(start.at, type.at) };
}

function parseNamedExtern(cursor: TokenCursor, start: Name['at'], name: Name): ExternTree {
  const parameters: Field[] = [];
  while (cursor.takes('(')) {
    while (!cursor.sees(')')) {
      parameters.push(parseField(cursor));
      if (!cursor.takes(',')) break;
    }
    cursor.expect(')');
  }
  const result = cursor.takes('->') ? parseType(cursor) : undefined;
  const at = spanning(start, cursor.last.at);
  return { kind: 'extern', name, parameters, at, ...(result === undefined ? {} : { result }) };
}

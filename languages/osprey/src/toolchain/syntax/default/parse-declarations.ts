// Functions, types and effects of the Default flavor.

import { spanning } from '@sonde/native-compiler';
import { wildName } from '../make.js';
import { isUpper, type TokenCursor } from '../token-cursor.js';
import type {
  EffectTree,
  ExternTree,
  FunctionTree,
  ParameterTree,
  TypeDeclarationTree,
  VariantTree,
} from '../tree.js';
import { parseBlock, parseExpression } from './parse-expressions.js';
import { parseEffects, parseType, parseTypeParameters, typesUpTo } from './parse-types.js';

export function parseFunction(cursor: TokenCursor): FunctionTree {
  const start = cursor.expect('fn');
  const head = parseFunctionHead(cursor);
  const body = cursor.sees('{') ? parseBlock(cursor) : (cursor.expect('='), parseExpression(cursor));
  return { kind: 'function', ...head, body, at: spanning(start.at, body.at) };
}

/** What stands before the body. */
export function parseFunctionHead(cursor: TokenCursor): Omit<FunctionTree, 'kind' | 'body' | 'at'> {
  const name = cursor.name('the name of a function');
  const typeParameters = parseTypeParameters(cursor);
  cursor.expect('(');
  const parameters = parseParameters(cursor, ')');
  const result = cursor.takes('->') ? parseType(cursor) : undefined;
  const effects = parseEffects(cursor);
  return {
    name,
    typeParameters,
    parameters,
    ...(result === undefined ? {} : { result }),
    ...(effects === undefined ? {} : { effects }),
  };
}

/** Up to the closing sign, which is taken. */
export function parseParameters(cursor: TokenCursor, close: string): ParameterTree[] {
  const parameters: ParameterTree[] = [];
  while (!cursor.sees(close)) {
    const written = cursor.name('the name of a parameter');
    const name = written.text === '_' ? wildName(written.at, parameters.length) : written;
    const type = cursor.takes(':') ? parseType(cursor) : undefined;
    parameters.push(type === undefined ? { name } : { name, type });
    if (!cursor.takes(',')) break;
  }
  cursor.expect(close);
  return parameters;
}

export function parseExtern(cursor: TokenCursor): ExternTree {
  const start = cursor.expect('extern');
  cursor.expect('fn');
  const name = cursor.name('the name of a function');
  cursor.expect('(');
  const parameters = parseParameters(cursor, ')');
  const result = cursor.takes('->') ? parseType(cursor) : undefined;
  const at = spanning(start.at, cursor.last.at);
  return { kind: 'extern', name, parameters, at, ...(result === undefined ? {} : { result }) };
}

export function parseTypeDeclaration(cursor: TokenCursor): TypeDeclarationTree {
  const start = cursor.expect('type');
  const name = cursor.typeName('a type');
  const parameters = parseTypeParameters(cursor);
  cursor.expect('=');
  if (cursor.takes('{')) {
    const fields = parseFields(cursor, '}');
    const variants = [{ name, fields, positional: false }];
    const at = spanning(start.at, cursor.last.at);
    return { kind: 'type', name, parameters, shape: 'record', variants, at };
  }
  if (!beginsVariant(cursor)) {
    const alias = parseType(cursor);
    const at = spanning(start.at, alias.at);
    return { kind: 'type', name, parameters, shape: 'alias', variants: [], alias, at };
  }
  const variants: VariantTree[] = [];
  do variants.push(parseVariant(cursor));
  while (cursor.takes('|'));
  return { kind: 'type', name, parameters, shape: 'union', variants, at: spanning(start.at, cursor.last.at) };
}

/** `List<int>`, `int`, `(int) -> int` and `app::Point` are other types; `Red` alone is a variant. */
export function beginsVariant(cursor: TokenCursor): boolean {
  const { kind, text } = cursor.peek();
  return kind === 'name' && isUpper(text) && !cursor.sees('<', 1) && !cursor.sees('::', 1);
}

function parseVariant(cursor: TokenCursor): VariantTree {
  const name = cursor.typeName('a variant');
  if (cursor.takes('{')) return { name, fields: parseFields(cursor, '}'), positional: false };
  if (!cursor.takes('(')) return { name, fields: [], positional: false };
  const types = typesUpTo(cursor, ')');
  const fields = types.map((type, index) => ({ name: { text: `_${index}`, at: type.at }, type }));
  return { name, fields, positional: true };
}

function parseFields(cursor: TokenCursor, close: string): VariantTree['fields'] {
  const fields: { name: ReturnType<TokenCursor['name']>; type: ReturnType<typeof parseType> }[] = [];
  while (!cursor.sees(close)) {
    const name = cursor.name('the name of a field');
    cursor.expect(':');
    fields.push({ name, type: parseType(cursor) });
    if (!cursor.takes(',')) break;
  }
  cursor.expect(close);
  return fields;
}

export function parseEffect(cursor: TokenCursor): EffectTree {
  const start = cursor.peek();
  const isStatic = start.text === 'static';
  if (isStatic) cursor.advance();
  cursor.expect('effect');
  const name = cursor.typeName('the name of an effect');
  const parameters = parseTypeParameters(cursor);
  cursor.expect('{');
  const operations: EffectTree['operations'][number][] = [];
  while (!cursor.sees('}')) {
    const operation = cursor.name('an operation');
    cursor.expect(':');
    const type = parseType(cursor);
    if (type.kind !== 'function')
      throw cursor.mistake('an operation has the type of a function: fn(int) -> int', undefined, type.at);
    operations.push({ name: operation, parameters: type.parameters, result: type.result });
    cursor.takes(',');
  }
  const end = cursor.expect('}');
  return { kind: 'effect', name, parameters, isStatic, operations, at: spanning(start.at, end.at) };
}

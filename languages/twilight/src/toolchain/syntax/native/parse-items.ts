// Items of twilight-native: functions, structs, enums, traits, impls, constants, aliases.

import { itemParts } from '../make.js';
import type {
  AliasTree,
  AttributeTree,
  ConstTree,
  EnumTree,
  FieldsTree,
  FieldTree,
  FunctionTree,
  ImplTree,
  ItemParts,
  ParameterTree,
  StructTree,
  TraitTree,
  Visibility,
} from '../tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parseBlock } from './parse-blocks.js';
import { parseArguments, parseExpression } from './parse-expressions.js';
import { parseGenerics, parsePath, parseType, parseWhere } from './parse-types.js';

/** What stands before the word of an item. */
export type Before = Pick<ItemParts, 'attributes' | 'visibility' | 'documentation' | 'at'>;

export function parseBefore(cursor: Cursor): Before {
  const { at, documentation } = cursor.peek();
  const attributes = parseAttributes(cursor);
  const visibility = parseVisibility(cursor);
  return { attributes, visibility, ...(documentation === undefined ? {} : { documentation }), at };
}

export function parseAttributes(cursor: Cursor): AttributeTree[] {
  const attributes: AttributeTree[] = [];
  while (cursor.sees('#')) {
    const { at } = cursor.advance();
    if (cursor.sees('!'))
      throw cursor.mistake('the syntax directive must be the first thing in the file', undefined, at);
    cursor.expect('[');
    const name = parsePath(cursor, 'the name of an attribute');
    const args = cursor.sees('(') ? parseArguments(cursor) : [];
    cursor.expect(']');
    attributes.push({ name: name.segments.map(({ text }) => text).join('::'), args, at: cursor.from(at) });
  }
  return attributes;
}

export function parseVisibility(cursor: Cursor): Visibility {
  if (!cursor.takes('pub')) return 'private';
  if (!cursor.sees('(') || !cursor.sees('crate', 1)) return 'public';
  cursor.advance();
  cursor.advance();
  cursor.expect(')');
  return 'crate';
}

export function parseFunction(cursor: Cursor, before: Before, signature = false): FunctionTree {
  cursor.expect('fn');
  const name = cursor.name('the name of a function');
  const declared = parseGenerics(cursor);
  let self: FunctionTree['self'];
  const parameters: ParameterTree[] = [];
  cursor.bracketed('(', ')', () => {
    parseAttributes(cursor);
    const { at } = cursor.peek();
    const mutable = cursor.takes('mut');
    if (cursor.sees('self')) {
      if (parameters.length > 0 || self !== undefined) throw cursor.mistake('self comes first');
      cursor.advance();
      self = { mutable, at: cursor.from(at) };
      return;
    }
    const parameter = cursor.name('the name of a parameter');
    cursor.expect(':', 'Parameters have a type.');
    const type = parseType(cursor);
    parameters.push({ name: parameter, mutable, type, at: cursor.from(at) });
  });
  const result = cursor.takes('->') ? parseType(cursor) : undefined;
  const generics = parseWhere(cursor, declared);
  if (signature && !cursor.sees('{')) cursor.expect(';');
  const body = signature && cursor.last.text === ';' ? undefined : parseBlock(cursor);
  return {
    kind: 'function',
    ...itemParts(name, cursor.from(before.at), before),
    generics,
    ...(self === undefined ? {} : { self }),
    parameters,
    ...(result === undefined ? {} : { result }),
    modifiers: [],
    ...(body === undefined ? {} : { body }),
  };
}

export function parseStruct(cursor: Cursor, before: Before): StructTree {
  cursor.expect('struct');
  const name = cursor.name('the name of a struct');
  const declared = parseGenerics(cursor);
  let generics = parseWhere(cursor, declared);
  const fields = parseFields(cursor);
  if (generics === declared) generics = parseWhere(cursor, declared);
  if (fields.shape !== 'named') cursor.expect(';', 'A struct without named fields ends with ;.');
  return { kind: 'struct', ...itemParts(name, cursor.from(before.at), before), generics, ...fields };
}

/** Fields are separated by commas, or by semicolons as in some of the language's own examples. */
function parseFields(cursor: Cursor): FieldsTree {
  if (cursor.sees('(')) {
    const types = cursor.bracketed('(', ')', () => ({
      visibility: parseVisibility(cursor),
      type: parseType(cursor),
    }));
    const fields = types.map(({ visibility, type }, nth): FieldTree => ({
      name: { text: `${nth}`, at: type.at },
      visibility,
      type,
    }));
    return { shape: 'tuple', fields };
  }
  if (!cursor.sees('{')) return { shape: 'unit', fields: [] };
  cursor.expect('{');
  const fields: FieldTree[] = [];
  while (!cursor.sees('}') && !cursor.atEnd) {
    parseAttributes(cursor);
    const visibility = parseVisibility(cursor);
    const name = cursor.name('the name of a field');
    cursor.expect(':', 'Fields have a type.');
    fields.push({ name, visibility, type: parseType(cursor) });
    if (!cursor.takes(',') && !cursor.takes(';')) break;
  }
  cursor.expect('}');
  return { shape: 'named', fields };
}

export function parseEnum(cursor: Cursor, before: Before): EnumTree {
  cursor.expect('enum');
  const name = cursor.name('the name of an enum');
  const declared = parseGenerics(cursor);
  const generics = parseWhere(cursor, declared);
  const variants = cursor.bracketed('{', '}', () => {
    parseAttributes(cursor);
    const variant = cursor.name('the name of a variant');
    return { name: variant, ...parseFields(cursor), at: cursor.from(variant.at) };
  });
  return { kind: 'enum', ...itemParts(name, cursor.from(before.at), before), generics, variants };
}

export function parseConst(cursor: Cursor, before: Before): ConstTree {
  cursor.expect('const');
  const name = cursor.name('the name of a constant');
  cursor.expect(':', 'Constants have a type.');
  const type = parseType(cursor);
  cursor.expect('=');
  const value = parseExpression(cursor);
  cursor.expect(';', 'Constants end with ;.');
  return { kind: 'const', ...itemParts(name, cursor.from(before.at), before), type, value };
}

export function parseAlias(cursor: Cursor, before: Before): AliasTree {
  cursor.expect('type');
  const name = cursor.name('the name of a type');
  const generics = parseGenerics(cursor);
  const type = cursor.takes('=') ? parseType(cursor) : undefined;
  cursor.expect(';');
  return {
    kind: 'alias',
    ...itemParts(name, cursor.from(before.at), before),
    generics,
    ...(type === undefined ? {} : { type }),
  };
}

export function parseTrait(cursor: Cursor, before: Before): TraitTree {
  cursor.expect('trait');
  const name = cursor.name('the name of a trait');
  const generics = parseWhere(cursor, parseGenerics(cursor));
  const functions: FunctionTree[] = [];
  const aliases: AliasTree[] = [];
  parseMembers(cursor, inner => {
    if (cursor.sees('type')) aliases.push(parseAlias(cursor, inner));
    else functions.push(parseFunction(cursor, inner, true));
  });
  return { kind: 'trait', ...itemParts(name, cursor.from(before.at), before), generics, functions, aliases };
}

export function parseImpl(cursor: Cursor, before: Before): ImplTree {
  cursor.expect('impl');
  const declared = parseGenerics(cursor);
  const first = parseType(cursor);
  let trait: ImplTree['trait'];
  let target = first;
  if (cursor.takes('for')) {
    if (first.kind !== 'named') throw cursor.mistake('expected the name of a trait', undefined, first.at);
    trait = first.path;
    target = parseType(cursor);
  }
  const generics = parseWhere(cursor, declared);
  const functions: FunctionTree[] = [];
  const consts: ConstTree[] = [];
  const aliases: AliasTree[] = [];
  parseMembers(cursor, inner => {
    if (cursor.sees('const')) consts.push(parseConst(cursor, inner));
    else if (cursor.sees('type')) aliases.push(parseAlias(cursor, inner));
    else functions.push(parseFunction(cursor, inner));
  });
  const name = { text: target.kind === 'named' ? target.path.segments.at(-1)!.text : 'impl', at: target.at };
  const parts = itemParts(name, cursor.from(before.at), before);
  return {
    kind: 'impl',
    ...parts,
    generics,
    ...(trait === undefined ? {} : { trait }),
    target,
    functions,
    consts,
    aliases,
  };
}

/** Between braces; one that is wrong does not hide the others. */
export function parseMembers(cursor: Cursor, read: (before: Before) => void): void {
  cursor.expect('{');
  cursor.nested(() =>
    cursor.inBrackets(() => {
      while (!cursor.sees('}') && !cursor.atEnd)
        cursor.recovering(() => {
          if (!cursor.takes(';')) read(parseBefore(cursor));
        });
    }),
  );
  cursor.expect('}');
}

// From types as they are written to types.

import { nearest, type Span } from '@sonde/front-end';
import type { FieldsTree, PathTree } from '../../syntax/tree.js';
import type { TypeTree } from '../../syntax/type-tree.js';
import type { Checker, Mutable } from '../checker.js';
import { constantLength } from '../items/constants.js';
import type { Definition, EnumDefinition, StructDefinition, TypeEnvironment } from '../items/definitions.js';
import { CheckMistake, Consequence } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { isKey, partsOf } from './type-facts.js';
import type { EnumType, Field, StructType, Type, Variant } from '../types.js';

/** Types in types: one more is refused, because it would never end. */
const longestName = 2000;

const aliases: Readonly<Record<string, string>> = {
  timestamp: 'u64',
  blocknumber: 'u64',
  Address: 'address',
  Hash256: 'hash256',
};

export function resolveType(checker: Checker, tree: TypeTree, environment: TypeEnvironment): Type {
  const { types } = checker;
  switch (tree.kind) {
    case 'tuple':
      return types.tuple(tree.items.map(item => resolveType(checker, item, environment)));
    case 'array': {
      const element = resolveType(checker, tree.element, environment);
      return types.array(element, constantLength(checker, tree.length, environment));
    }
    case 'impl':
      throw new CheckMistake(tree.at, '`impl` types are only for parameters');
    case 'named':
      return named(checker, tree, environment);
  }
}

function named(
  checker: Checker,
  tree: Extract<TypeTree, { kind: 'named' }>,
  environment: TypeEnvironment,
): Type {
  const { path, at } = tree;
  const name = path.segments.map(({ text }) => text).join('::');
  const args = tree.args.map(arg => resolveType(checker, arg, environment));
  const simple = path.segments.length === 1 ? builtIn(checker, name, args, at, environment) : undefined;
  if (simple !== undefined) return simple;
  const found = resolvePath(checker, path, environment.scope);
  if (found === undefined) throw unknownType(path, environment);
  return definedType(checker, found, args, at);
}

function builtIn(
  checker: Checker,
  written: string,
  args: readonly Type[],
  at: Span,
  { parameters, self, scope }: TypeEnvironment,
): Type | undefined {
  const { types } = checker;
  const parameter = parameters.get(written);
  if (parameter !== undefined) return noArguments(parameter, written, args, at);
  if (written === 'Self' && self !== undefined) return noArguments(self, written, args, at);
  const name = aliases[written] ?? written;
  const number = /^([ui])(\d+)$/.exec(name);
  if (number !== null && isWidth(Number(number[2]), scope.file.mode === 'solidity'))
    return noArguments(types.int(Number(number[2]), number[1] === 'i'), written, args, at);
  switch (name) {
    case 'bool':
    case 'string':
    case 'address':
      return noArguments(types[name], written, args, at);
    case 'hash256':
      return noArguments(types.hash, written, args, at);
    case 'vector':
      return types.vector(exactly(args, 1, name, at)[0]!);
    case 'Option':
      return types.option(exactly(args, 1, name, at)[0]!);
    case 'Result': {
      const [value, error] = exactly(args, 2, name, at);
      return types.result(value!, error!);
    }
    case 'map': {
      const [key, value] = exactly(args, 2, name, at);
      if (!isKey(key!))
        throw new CheckMistake(
          at,
          `${key!.name} cannot be the key of a map`,
          'Keys are numbers, bools, strings, addresses and hashes.',
        );
      return types.map(key!, value!);
    }
    default:
      return undefined;
  }
}

/** Solidity has all multiples of 8. */
const isWidth = (bits: number, every: boolean): boolean =>
  every ? bits % 8 === 0 && bits > 0 && bits <= 256 : [8, 16, 32, 64, 128, 256].includes(bits);

function noArguments(type: Type, name: string, args: readonly Type[], at: Span): Type {
  exactly(args, 0, name, at);
  return type;
}

function exactly(args: readonly Type[], count: number, name: string, at: Span): readonly Type[] {
  if (args.length === count) return args;
  const needs =
    count === 0 ? 'no type arguments' : count === 1 ? 'one type argument' : `${count} type arguments`;
  throw new CheckMistake(at, `${name} takes ${needs}, not ${args.length}`);
}

export function definedType(checker: Checker, found: Definition, args: readonly Type[], at: Span): Type {
  switch (found.kind) {
    case 'struct':
      return structType(checker, found, args, at);
    case 'enum':
      return enumType(checker, found, args, at);
    case 'alias': {
      const { tree, scope } = found;
      if (tree.type === undefined) throw new CheckMistake(at, `${tree.name.text} has no type here`);
      const parameters = bound(tree.generics, args, tree.name.text, at);
      return guarded(checker, tree, at, () =>
        resolveType(checker, tree.type!, { scope, parameters, self: undefined }),
      );
    }
    default:
      throw new CheckMistake(at, `${describe(found)} is no type`);
  }
}

const resolving = new WeakMap<Checker, Set<unknown>>();

/** An alias of itself would never end. */
function guarded<T>(checker: Checker, key: unknown, at: Span, run: () => T): T {
  const active = resolving.get(checker) ?? new Set();
  resolving.set(checker, active);
  if (active.has(key)) throw new CheckMistake(at, 'this type is an alias of itself');
  active.add(key);
  try {
    return run();
  } finally {
    active.delete(key);
  }
}

export const describe = (found: Definition): string =>
  'name' in found
    ? `the ${found.kind} ${found.name}`
    : found.kind === 'library'
      ? found.path
      : `a ${found.kind}`;

function bound(
  generics: StructDefinition['tree']['generics'],
  args: readonly Type[],
  name: string,
  at: Span,
): Map<string, Type> {
  exactly(args, generics.length, name, at);
  return new Map(generics.map((generic, nth) => [generic.name.text, args[nth]!]));
}

const instanceName = (name: string, args: readonly Type[], at: Span): string => {
  const whole = args.length === 0 ? name : `${name}<${args.map(arg => arg.name).join(',')}>`;
  if (whole.length > longestName) throw new CheckMistake(at, 'this type contains itself without end');
  return whole;
};

export function structType(
  checker: Checker,
  found: StructDefinition,
  args: readonly Type[],
  at: Span,
): StructType {
  const { tree, scope } = found;
  const parameters = bound(tree.generics, args, tree.name.text, at);
  const name = instanceName(found.name, args, at);
  const fields: Field[] = [];
  const { type, isNew } = checker.types.declared<StructType>(name, () => ({
    kind: 'struct',
    name,
    shape: tree.shape,
    fields,
    at: tree.name.at,
  }));
  if (!isNew) return type;
  declarationOf.set(type, { definition: found, args });
  fields.push(...fieldsOf(checker, tree, { scope, parameters, self: type }));
  refuseEndless(checker, type, tree.name.at);
  return type;
}

export function enumType(checker: Checker, found: EnumDefinition, args: readonly Type[], at: Span): EnumType {
  const { tree, scope } = found;
  const parameters = bound(tree.generics, args, tree.name.text, at);
  const name = instanceName(found.name, args, at);
  const variants: Variant[] = [];
  const { type, isNew } = checker.types.declared<EnumType>(name, () => ({
    kind: 'enum',
    name,
    family: 'user',
    variants,
    at: tree.name.at,
  }));
  if (!isNew) return type;
  declarationOf.set(type, { definition: found, args });
  if (tree.variants.length === 0) throw new CheckMistake(tree.name.at, `${tree.name.text} has no variants`);
  if (tree.variants.length > 256) throw new CheckMistake(tree.name.at, 'an enum has at most 256 variants');
  for (const [tag, variant] of tree.variants.entries()) {
    if (variants.some(other => other.name === variant.name.text))
      checker.problems.error(variant.name.at, `there is another variant ${variant.name.text}`);
    const fields = fieldsOf(checker, variant, { scope, parameters, self: type });
    variants.push({ name: variant.name.text, tag, shape: variant.shape, fields });
  }
  refuseEndless(checker, type, tree.name.at);
  return type;
}

/** What a struct or enum was declared as, for impls. */
export const declarationOf = new WeakMap<
  Type,
  { readonly definition: StructDefinition | EnumDefinition; readonly args: readonly Type[] }
>();

function fieldsOf(checker: Checker, { fields, shape }: FieldsTree, environment: TypeEnvironment): Field[] {
  const made: Mutable<Field>[] = [];
  for (const [nth, field] of fields.entries()) {
    if (made.some(other => other.name === field.name.text))
      checker.problems.error(field.name.at, `there is another field ${field.name.text}`);
    const type = resolveType(checker, field.type, environment);
    const isPublic = field.visibility !== 'private' || shape === 'tuple' || environment.self?.kind === 'enum';
    made.push({ name: field.name.text, nth, type, public: isPublic });
  }
  return made;
}

/** A value that contains itself has no size; vectors and maps are apart from what holds them. */
function refuseEndless(checker: Checker, start: Type, at: Span): void {
  const seen = new Set<Type>();
  const contains = (type: Type): boolean => {
    const parts = type.kind === 'array' ? [type.element] : partsOf(type);
    return parts.some(part => {
      if (part === start) return true;
      if (seen.has(part)) return false;
      seen.add(part);
      return contains(part);
    });
  };
  if (!contains(start)) return;
  checker.problems.error(at, `${start.name} contains itself, so it has no size`, 'Put a vector between.');
  throw new Consequence();
}

function unknownType(path: PathTree, { scope, parameters }: TypeEnvironment): CheckMistake {
  const name = path.segments.at(-1)!.text;
  const known = [...parameters.keys(), ...scope.visibleNames(), ...knownTypes];
  const close = nearest(name, known);
  return new CheckMistake(
    path.at,
    `there is no type ${path.segments.map(({ text }) => text).join('::')}`,
    close === undefined ? undefined : `Do you mean ${close}?`,
  );
}

const knownTypes =
  `bool string address hash256 timestamp blocknumber vector map array Option Result u8 u16 u32 u64 u128 u256 i8
  i16 i32 i64 i128 i256`.split(/\s+/);

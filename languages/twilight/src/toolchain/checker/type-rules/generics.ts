// Type parameters: what they stand for, found by comparing types with what is given.

import type { Checker } from '../checker.js';
import type { EnumDefinition, StructDefinition } from '../items/definitions.js';
import { declarationOf, enumType, structType } from './resolve-types.js';
import type { ParameterType, Type } from '../types.js';

/** Compares a type that may mention parameters with one that does not; false where they cannot be the same. */
export function unify(pattern: Type, actual: Type, bindings: Map<ParameterType, Type>): boolean {
  if (pattern === actual || actual.kind === 'never') return true;
  if (pattern.kind === 'parameter') {
    const known = bindings.get(pattern);
    if (known === undefined) bindings.set(pattern, actual);
    return known === undefined || known === actual;
  }
  const [left, right] = [argumentsOf(pattern), argumentsOf(actual)];
  return (
    left !== undefined &&
    right !== undefined &&
    left.head === right.head &&
    left.args.length === right.args.length &&
    left.args.every((arg, nth) => unify(arg, right.args[nth]!, bindings))
  );
}

/** What a type is made of: its head, and the types it is applied to. */
function argumentsOf(type: Type): { readonly head: unknown; readonly args: readonly Type[] } | undefined {
  switch (type.kind) {
    case 'vector':
      return { head: 'vector', args: [type.element] };
    case 'array':
      return { head: `array ${type.length}`, args: [type.element] };
    case 'map':
      return { head: 'map', args: [type.key, type.value] };
    case 'tuple':
      return { head: 'tuple', args: type.fields.map(field => field.type) };
    case 'struct':
    case 'enum': {
      if (type.kind === 'enum' && type.family !== 'user')
        return {
          head: type.family,
          args: type.variants.flatMap(({ fields }) => fields.map(field => field.type)),
        };
      const declared = declarationOf.get(type);
      return declared && { head: declared.definition, args: declared.args };
    }
    default:
      return undefined;
  }
}

export function mentionsParameter(type: Type): boolean {
  return type.kind === 'parameter' || (argumentsOf(type)?.args.some(mentionsParameter) ?? false);
}

/** A type with its parameters replaced. */
export function substituted(checker: Checker, type: Type, bindings: ReadonlyMap<ParameterType, Type>): Type {
  const { types } = checker;
  if (type.kind === 'parameter') return bindings.get(type) ?? type;
  if (!mentionsParameter(type)) return type;
  const inner = (one: Type): Type => substituted(checker, one, bindings);
  switch (type.kind) {
    case 'vector':
      return types.vector(inner(type.element));
    case 'array':
      return types.array(inner(type.element), type.length);
    case 'map':
      return types.map(inner(type.key), inner(type.value));
    case 'tuple':
      return types.tuple(type.fields.map(field => inner(field.type)));
    case 'struct':
    case 'enum': {
      if (type.kind === 'enum' && type.family === 'option')
        return types.option(inner(type.variants[1]!.fields[0]!.type));
      if (type.kind === 'enum' && type.family === 'result')
        return types.result(
          inner(type.variants[0]!.fields[0]!.type),
          inner(type.variants[1]!.fields[0]!.type),
        );
      const declared = declarationOf.get(type)!;
      const args = declared.args.map(inner);
      const { definition } = declared;
      return definition.kind === 'struct'
        ? structType(checker, definition, args, definition.tree.at)
        : enumType(checker, definition, args, definition.tree.at);
    }
    default:
      return type;
  }
}

/** A generic type without arguments is the expected one, where that is one of it. */
export function inferredArguments(
  found: StructDefinition | EnumDefinition,
  expected: Type | undefined,
): Type | undefined {
  return expected !== undefined && declarationOf.get(expected)?.definition === found ? expected : undefined;
}

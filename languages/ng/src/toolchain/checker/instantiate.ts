// Generic types with types for their parameters.

import type { Node, TypeDeclaration } from '../ast.js';
import { fail, failAt, inFile } from './problems.js';
import { listMatches, openNames, specificity } from './patterns.js';
import { fillRecord } from './records.js';
import { resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { instanceText } from './type-text.js';
import { recordType, typeText, untyped, type GenericType, type Type, type UnionType } from './types.js';
import type { UnitState } from './unit-state.js';
import { fillVariants } from './variants.js';
import { whereHolds } from './where.js';

/** Types that grow with every instance never end; no program needs this many inside each other. */
const deepest = 64;

export function instantiate(
  generic: GenericType,
  args: readonly Type[],
  state: UnitState,
  where: Node,
): Type {
  checkArguments(generic, args, where);
  const name = instanceText(generic.name, args);
  const known = generic.instances.get(name);
  if (known !== undefined) return known;

  const special = specialisedType(generic.name, args, generic.scope, state, where);
  if (special !== undefined) {
    generic.instances.set(name, special);
    return special;
  }
  if (state.depth >= deepest) fail(`Generic type '${generic.name}' is nested too deeply`, where);
  const scope = generic.scope.inner();
  for (const [index, { name: parameter }] of generic.declaration.generics.entries())
    scope.declare(parameter, args[index] ?? untyped);
  state.depth++;
  try {
    return build(generic, name, args, scope, state, where);
  } catch (problem) {
    generic.instances.delete(name);
    throw inFile(problem, generic.file);
  } finally {
    state.depth--;
  }
}

/** The instance is known under its name before its parts are looked at, because they may name it again. */
function build(
  generic: GenericType,
  name: string,
  args: readonly Type[],
  scope: Scope,
  state: UnitState,
  where: Node,
): Type {
  const { shape } = generic.declaration;
  const { module } = generic;
  switch (shape.kind) {
    case 'record': {
      const record = recordType(name, module, 'fields', args);
      generic.instances.set(name, record);
      fillRecord(record, shape, scope, state);
      return record;
    }
    case 'variants': {
      const union: UnionType = { kind: 'union', name, module, typeArguments: args, variants: new Map() };
      generic.instances.set(name, union);
      fillVariants(union, shape.variants, scope, state);
      return union;
    }
    case 'alias': {
      const alias: Type = { kind: 'alias', name, module, target: untyped };
      generic.instances.set(name, alias);
      alias.target = resolveType(shape.type, scope, state);
      return alias;
    }
    case 'wraps': {
      const wrapper: Type = { kind: 'newtype', name, module, wrapped: untyped };
      generic.instances.set(name, wrapper);
      wrapper.wrapped = resolveType(shape.type, scope, state);
      return wrapper;
    }
    case 'native': {
      const native = recordType(name, module, 'native', args);
      generic.instances.set(name, native);
      return native;
    }
    case 'delete':
      return failAt(`Type alias is deleted: type ${typeText(generic)} = delete;`, generic.declaration, where);
    case 'abstract':
      return fail(
        `Abstract type alias cannot be instantiated without a matching specialization: ${generic.name}`,
        where,
      );
  }
}

function checkArguments(generic: GenericType, args: readonly Type[], where: Node): void {
  const { generics } = generic.declaration;
  if (generics.some(({ pack }) => pack))
    fail('Generic type parameter packs are not supported for type declarations yet', where);
  if (args.length !== generics.length)
    fail(
      `Generic type '${generic.name}' expects ${generics.length} type arguments, got ${args.length}`,
      where,
    );
  for (const [index, { name, constant }] of generics.entries()) {
    const isConstant = args[index]?.kind === 'constant';
    if (constant !== undefined && !isConstant)
      fail(`Generic parameter '${name}' expects a compile-time constant argument`, where);
    if (constant === undefined && isConstant)
      fail(`Generic parameter '${name}' expects a type argument`, where);
  }
}

/** A declaration like `type <T> Name<vector<T>> = …;` that fits these arguments best. */
export function specialisedType(
  name: string,
  args: readonly Type[],
  scope: Scope,
  state: UnitState,
  where: Node,
): Type | undefined {
  const candidates = state.specialisations.get(name);
  if (candidates === undefined) return undefined;
  let best: { declaration: TypeDeclaration; bindings: Map<string, Type>; score: number } | undefined;
  for (const declaration of candidates) {
    const open = openNames(declaration.generics);
    const bindings = new Map<string, Type>();
    if (!listMatches(declaration.args, args, open, bindings)) continue;
    if (!whereHolds(declaration.where, bindings, scope, state)) continue;
    const score = declaration.args.reduce((sum, arg) => sum + specificity(arg, open), 0);
    if (best === undefined || score > best.score) best = { declaration, bindings, score };
  }
  if (best === undefined) return undefined;

  const { declaration, bindings } = best;
  const { shape } = declaration;
  const instance = instanceText(name, args);
  if (shape.kind === 'delete')
    failAt(`Type specialization is deleted: type ${instance} = delete;`, declaration, where);
  if (shape.kind === 'abstract')
    failAt(
      `Abstract type alias cannot be instantiated without a matching specialization: type ${instance};`,
      declaration,
      where,
    );
  if (shape.kind !== 'alias') return recordType(instance, state.module, 'native', args);
  const inner = scope.inner();
  for (const [parameter, type] of bindings) inner.declare(parameter, type);
  return resolveType(shape.type, inner, state);
}

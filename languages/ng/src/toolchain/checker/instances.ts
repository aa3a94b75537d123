// Instances of generic functions: their bodies, checked once for every set of types.

import type { FunctionDeclaration } from '../ast.js';
import type { FunctionInstance } from '../checked.js';
import type { Call } from './calls.js';
import { typesMatch } from './matching.js';
import { fail, failAt, inFile } from './problems.js';
import { resolvePack, resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { checkStatement } from './statements.js';
import { instanceText, mangledName } from './type-text.js';
import { plain, typeText, untyped, type GenericFunction, type Type } from './types.js';
import { contextAt, newNotes, type Context, type KnownInstances } from './unit-state.js';

/** Instances that make ever new instances never end. */
const deepest = 64;

export function scopeWith(types: ReadonlyMap<string, Type>, around: Scope): Scope {
  const scope = around.inner();
  for (const [name, type] of types) scope.declare(name, type);
  return scope;
}

/** Undefined for a parameter without a type. */
export function parameterTypes(
  { parameters }: FunctionDeclaration,
  scope: Scope,
  { state }: Context,
): (Type | undefined)[] {
  return parameters.map(({ type, pack }) => {
    if (type === undefined) return undefined;
    return pack ? resolvePack(type, scope, state) : resolveType(type, scope, state);
  });
}

export function instanceResult(
  generic: GenericFunction,
  declaration: FunctionDeclaration,
  types: ReadonlyMap<string, Type>,
  given: readonly Type[],
  { node }: Call,
  context: Context,
): Type {
  const { state } = context;
  const args = declaration.generics.map(({ name }) => types.get(name) ?? untyped);
  // Overloads would share the names of their instances.
  const overload = generic.overloads.indexOf(declaration);
  const tableName = overload > 0 ? `${generic.name}#${overload}` : generic.name;
  const key = instanceText(tableName, args);
  const known = state.knownInstances.get(generic) ?? (new Map() as KnownInstances);
  state.knownInstances.set(generic, known);
  const earlier = known.get(key);
  if (earlier !== undefined) {
    if (earlier.instance !== undefined) context.notes.instances.set(node, earlier.instance);
    return earlier.result;
  }
  const scope = scopeWith(types, generic.scope);
  const declared = declaration.result === undefined ? untyped : resolveType(declaration.result, scope, state);
  if (typeof declaration.body === 'string') {
    known.set(key, { result: declared });
    return declared;
  }
  if (state.depth >= deepest)
    fail(`Generic function '${generic.name}' needs instances without end: ${key}`, node);
  const instance: FunctionInstance = {
    mangledName: mangledName(generic.module, tableName, args),
    shownName: shownInstance(generic.name, args),
    module: generic.module,
    declaration,
    typeArguments: types,
    annotations: newNotes(),
  };
  const entry = { result: declared, instance };
  known.set(key, entry);
  const place = state.instances.push(instance) - 1;
  context.notes.instances.set(node, instance);
  state.depth++;
  try {
    entry.result = bodyResult(instance, declared, given, scope, context);
    return entry.result;
  } catch (problem) {
    known.delete(key);
    state.instances.splice(place);
    throw inFile(problem, generic.file);
  } finally {
    state.depth--;
  }
}

/** People write the types of a pack one after the other. */
const shownInstance = (name: string, args: readonly Type[]): string =>
  instanceText(
    name,
    args.flatMap(type => (type.kind === 'pack' ? type.items : [type])),
  );

function bodyResult(
  instance: FunctionInstance,
  declared: Type,
  given: readonly Type[],
  around: Scope,
  { state, quiet }: Context,
): Type {
  const { declaration } = instance;
  const notes = instance.annotations as ReturnType<typeof newNotes>;
  const scope = around.inner();
  const context = contextAt(state, scope, notes);
  const next: Type[] = [];
  let rest = false;
  for (const [index, type] of parameterTypes(declaration, around, context).entries()) {
    const parameter = declaration.parameters[index];
    if (parameter === undefined) continue;
    const actual: Type = rest ? untyped : (type ?? given[index] ?? untyped);
    scope.declare(parameter.name, actual);
    if (actual.kind !== 'untyped') notes.declared.set(parameter, actual);
    if (!rest) next.push(actual);
    rest ||= actual.kind === 'pack';
  }
  const result = plain(declared).kind === 'untyped' ? undefined : declared;
  const { body } = declaration;
  if (typeof body === 'string') return declared;
  const found = checkStatement(body, { ...context, next, expected: result, result, quiet });
  if (found === undefined || found.kind === 'untyped') return declared;
  if (result !== undefined && !typesMatch(result, found))
    failAt(
      `Return Type Mismatch in generic instantiation: ${typeText(found)} to ${typeText(result)}`,
      declaration,
    );
  return found;
}

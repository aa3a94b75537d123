// Calls of generic functions: types for their parameters, and a body checked with them.

import type { Expression, FunctionDeclaration, GenericParameter, TypeNode } from '../ast.js';
import type { FunctionInstance } from '../checked.js';
import { argumentTypes, checkOwnership, namesUniquePointer } from './arguments.js';
import type { Call } from './calls.js';
import { inferTypes } from './inference.js';
import { typesMatch } from './matching.js';
import { deletedText, typeNodeText } from './node-text.js';
import { listMatches, openNames, overloadSpecificity, patternMatches } from './patterns.js';
import { fail, failAt } from './problems.js';
import { resolvePack, resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { checkStatement } from './statements.js';
import { noteTraitObject } from './trait-objects.js';
import { satisfies, traitNamed } from './traits.js';
import { instanceText, mangledName } from './type-text.js';
import { plain, typeText, untyped, type GenericFunction, type Type } from './types.js';
import { contextAt, newNotes, operandContext, type Context, type KnownInstances } from './unit-state.js';
import { bindWhere, checkConditions, openTypes, whereHolds } from './where.js';

/** Instances that make ever new instances never end. */
const deepest = 64;

export function genericCallType(generic: GenericFunction, call: Call, context: Context): Type {
  const { node, args } = call;
  const first = generic.overloads[0];
  const given = argumentTypes(args, operandContext(context, context.mayNameMoved), {
    before: (arg, position) => checkOwnership(arg, namesUniquePointer(first?.parameters[position]?.type)),
  });
  const declaration = chooseOverload(generic, given, call.typeArguments.length, context);
  if (declaration === undefined) failAt(`No matching generic function overload: ${generic.name}`, node);
  if (declaration.body === 'delete')
    failAt(`Function overload is deleted: ${deletedText(declaration)}`, node);

  const types = openTypes(declaration.generics);
  bindWhere(types, declaration.where);
  takeWrittenTypes(generic, declaration.generics, call, types, context);
  const parameters = parameterTypes(declaration, scopeWith(types, generic.scope), context);
  checkArity(parameters, given.length, node);
  checkWhereTraits(declaration, types, call, context);
  inferFromArguments(declaration, given, types, generic.scope, call, context);
  inferFromExpected(declaration, types, generic.scope, node, context);
  for (const { name } of declaration.generics) {
    const type = types.get(name);
    if (type?.kind === 'constant' && type.parameter)
      failAt(`Could not infer const generic parameter '${name}'`, node);
  }
  const scope = scopeWith(types, generic.scope);
  checkConditions(declaration.where, scope, context.state, node);
  checkBounds(declaration.generics, types, node, context);
  noteObjects(parameterTypes(declaration, scope, context), args, context);
  return instanceResult(generic, declaration, types, given, call, context);
}

function scopeWith(types: ReadonlyMap<string, Type>, around: Scope): Scope {
  const scope = around.inner();
  for (const [name, type] of types) scope.declare(name, type);
  return scope;
}

// Overloads

function chooseOverload(
  generic: GenericFunction,
  given: readonly Type[],
  written: number,
  context: Context,
): FunctionDeclaration | undefined {
  let best: { declaration: FunctionDeclaration; score: number } | undefined;
  for (const declaration of generic.overloads) {
    if (written > 0 && declaration.generics.length !== written) continue;
    if (!overloadFits(declaration, given, context)) continue;
    const score = overloadSpecificity(declaration);
    if (best === undefined || score > best.score) best = { declaration, score };
  }
  if (best !== undefined) return best.declaration;
  const [only, ...others] = generic.overloads;
  return others.length === 0 && only?.body !== 'delete' ? only : undefined;
}

function overloadFits(
  { generics, parameters, where }: FunctionDeclaration,
  given: readonly Type[],
  context: Context,
): boolean {
  const open = openNames(generics);
  const bindings = openTypes(generics);
  const last = parameters.at(-1);
  const packed = last !== undefined && isPack(last.pack, last.type);
  const fixed = packed ? parameters.slice(0, -1) : parameters;
  if (packed ? given.length < fixed.length : given.length !== fixed.length) return false;
  for (const [index, { type }] of fixed.entries()) {
    const actual = given[index];
    if (type !== undefined && actual !== undefined && !patternMatches(type, actual, open, bindings))
      return false;
  }
  if (packed && last.type !== undefined) {
    const node: TypeNode =
      last.type.kind === 'pack' ? last.type : { ...last.type, kind: 'pack', of: last.type };
    listMatches([node], given.slice(fixed.length), open, bindings);
  }
  return whereHolds(where, bindings, context.scope, context.state);
}

const isPack = (pack: boolean, type: TypeNode | undefined): boolean => pack || type?.kind === 'pack';

// Types

function takeWrittenTypes(
  generic: GenericFunction,
  generics: readonly GenericParameter[],
  { node, typeArguments }: Call,
  types: Map<string, Type>,
  context: Context,
): void {
  if (typeArguments.length === 0) return;
  if (typeArguments.length !== generics.length)
    failAt(
      `Generic function '${generic.name}' expects ${generics.length} type argument(s), got ${typeArguments.length}`,
      node,
    );
  for (const [index, argument] of typeArguments.entries()) {
    const parameter = generics[index];
    if (parameter !== undefined) types.set(parameter.name, writtenType(parameter, argument, context));
  }
}

function writtenType(
  { name, constant, arity, variadicTail }: GenericParameter,
  argument: TypeNode,
  { scope, state }: Context,
): Type {
  if (arity > 0 || variadicTail) return constructorNamed(name, argument, scope);
  const type = resolveType(argument, scope, state);
  if (constant !== undefined && type.kind !== 'constant')
    failAt(`Generic parameter '${name}' expects a compile-time constant argument`, argument);
  if (constant === undefined && type.kind === 'constant')
    failAt(`Generic parameter '${name}' expects a type argument`, argument);
  return type;
}

/** For `F<_>`: a generic type by its name alone. */
function constructorNamed(parameter: string, argument: TypeNode, scope: Scope): Type {
  const text = typeNodeText(argument);
  if (argument.kind !== 'named' || argument.args.length > 0)
    failAt(
      `Generic parameter '${parameter}' expects a type constructor, not an instantiated type: ${text}`,
      argument,
    );
  return scope.lookup(argument.name) ?? failAt(`Unknown type constructor: ${text}`, argument);
}

/** Undefined for a parameter without a type. */
function parameterTypes(
  { parameters }: FunctionDeclaration,
  scope: Scope,
  { state }: Context,
): (Type | undefined)[] {
  return parameters.map(({ type, pack }) => {
    if (type === undefined) return undefined;
    return pack ? resolvePack(type, scope, state) : resolveType(type, scope, state);
  });
}

const takesRest = (type: Type | undefined): boolean =>
  type !== undefined && (type.kind === 'pack' || (type.kind === 'parameter' && type.pack));

function checkArity(parameters: readonly (Type | undefined)[], given: number, node: Expression): void {
  const single = parameters.filter(type => !takesRest(type)).length;
  if (single < parameters.length) {
    if (given < single)
      failAt(`Too few arguments for generic function: expected at least ${single}, got ${given}`, node);
    return;
  }
  if (given !== single)
    failAt(`Arity mismatch in generic function call: expected ${single} arguments, got ${given}`, node);
}

/** Bounds in a `where` are held only against types that are written at the call. */
function checkWhereTraits(
  { where }: FunctionDeclaration,
  types: ReadonlyMap<string, Type>,
  { node, typeArguments }: Call,
  { scope, state }: Context,
): void {
  if (typeArguments.length === 0) return;
  for (const bound of where) {
    if (bound.kind !== 'bound' || bound.type.kind !== 'named') continue;
    const subject = types.get(bound.type.name);
    for (const traitNode of bound.bounds) {
      const trait = traitNamed(typeNodeText(traitNode), scope);
      if (subject !== undefined && trait !== undefined && !satisfies(subject, trait, scope, state))
        failAt(`Type '${typeText(subject)}' does not implement trait '${trait.name}'`, node);
    }
  }
}

function inferFromArguments(
  declaration: FunctionDeclaration,
  given: readonly Type[],
  types: Map<string, Type>,
  around: Scope,
  { node, args }: Call,
  { state }: Context,
): void {
  for (const [index, { type, pack }] of declaration.parameters.entries()) {
    if (type === undefined) continue;
    const scope = scopeWith(types, around);
    const wanted = pack ? resolvePack(type, scope, state) : resolveType(type, scope, state);
    const where = args[index] ?? node;
    if (takesRest(wanted)) {
      const [only] = wanted.kind === 'pack' ? wanted.items : [wanted];
      const rest = given.slice(index);
      if (only?.kind === 'parameter' && only.pack) types.set(only.name, { kind: 'pack', items: rest });
      else if (only !== undefined) for (const item of rest) inferTypes(only, item, types, where);
      return;
    }
    const actual = given[index];
    if (actual !== undefined && wanted.kind !== 'untyped') inferTypes(wanted, actual, types, where);
  }
}

function inferFromExpected(
  { result }: FunctionDeclaration,
  types: Map<string, Type>,
  around: Scope,
  node: Expression,
  { expected, state }: Context,
): void {
  if (expected === undefined || result === undefined) return;
  inferTypes(resolveType(result, scopeWith(types, around), state), expected, types, node);
}

function checkBounds(
  generics: readonly GenericParameter[],
  types: ReadonlyMap<string, Type>,
  node: Expression,
  { scope, state }: Context,
): void {
  for (const { name, bounds } of generics) {
    const type = types.get(name) ?? untyped;
    const written = bounds[0] === undefined ? '' : typeNodeText(bounds[0]);
    const bound = written === '' && type.kind === 'parameter' ? type.bound : written;
    const trait = bound === '' ? undefined : traitNamed(bound, scope);
    if (trait !== undefined && !satisfies(type, trait, scope, state))
      failAt(`Type '${typeText(type)}' does not implement trait '${trait.name}'`, node);
  }
}

function noteObjects(
  parameters: readonly (Type | undefined)[],
  args: readonly Expression[],
  { notes }: Context,
): void {
  if (args.some(({ kind }) => kind === 'spread')) return;
  for (const [index, arg] of args.entries()) noteTraitObject(arg, parameters[index], notes);
}

// Instances

function instanceResult(
  generic: GenericFunction,
  declaration: FunctionDeclaration,
  types: ReadonlyMap<string, Type>,
  given: readonly Type[],
  { node }: Call,
  context: Context,
): Type {
  const { state } = context;
  const args = declaration.generics.map(({ name }) => types.get(name) ?? untyped);
  const key = instanceText(generic.name, args);
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
    mangledName: mangledName(generic.module, generic.name, args),
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
    throw problem;
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

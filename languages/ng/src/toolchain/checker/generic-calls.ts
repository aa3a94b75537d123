// Calls of generic functions: types for their parameters, and a body checked with them.

import type { Expression, FunctionDeclaration, GenericParameter, TypeNode } from '../ast.js';
import { argumentTypes, checkOwnership, namesUniquePointer } from './arguments.js';
import type { Call } from './calls.js';
import { inferTypes } from './inference.js';
import { instanceResult, parameterTypes, scopeWith } from './instances.js';
import { deletedText, typeNodeText } from './node-text.js';
import { listMatches, openNames, overloadSpecificity, patternMatches } from './patterns.js';
import { failAt } from './problems.js';
import { resolvePack, resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { noteTraitObject } from './trait-objects.js';
import { satisfies, traitNamed } from './traits.js';
import { typeText, untyped, type GenericFunction, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';
import { bindWhere, checkConditions, openTypes, whereHolds } from './where.js';

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

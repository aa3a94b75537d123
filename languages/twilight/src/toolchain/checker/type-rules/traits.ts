// Which impls a type has, and whether it has a trait.

import type { Span } from '@sonde/front-end';
import type { PathTree } from '../../syntax/tree.js';
import type { Checker, Impl } from '../checker.js';
import type { FunctionDefinition, ItemScope, TraitDefinition } from '../items/definitions.js';
import { unify } from './generics.js';
import { builtInTraits } from '../items/library.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { resolveType } from './resolve-types.js';
import { isComparable, isCopy, isDisplayable, isKey, isOrdered } from './type-facts.js';
import type { ParameterType, Type } from '../types.js';

export interface MatchedImpl {
  readonly impl: Impl;
  readonly parameters: ReadonlyMap<string, Type>;
}

/** The impls whose target a type is. */
export function* implsFor(checker: Checker, type: Type): Iterable<MatchedImpl> {
  for (const impl of checker.impls) {
    const { generics, target } = impl.tree;
    const parameters = new Map<string, Type>(
      generics.map(({ name, bounds }) => [name.text, checker.types.parameter(name.text, bounds.map(lastOf))]),
    );
    const pattern = checker.recovering(() =>
      resolveType(checker, target, { scope: impl.scope, parameters, self: undefined }),
    );
    const bindings = new Map<ParameterType, Type>();
    if (pattern === undefined || !unify(pattern, type, bindings)) continue;
    const bound = [...parameters].map(([name, parameter]): [string, Type] => [
      name,
      bindings.get(parameter as ParameterType) ?? parameter,
    ]);
    if (
      bound.every(([, one], nth) =>
        generics[nth]!.bounds.every(trait => hasTrait(checker, one, trait, impl.scope)),
      )
    )
      yield { impl, parameters: new Map(bound) };
  }
}

export const lastOf = ({ segments }: PathTree): string => segments.at(-1)!.text;

export interface FoundFunction {
  readonly definition: FunctionDefinition;
  readonly parameters: ReadonlyMap<string, Type>;
  readonly self: Type;
}

/** A function of a type by its name: of its impls, of the traits it has, of the bounds of a type parameter. */
export function functionOf(
  checker: Checker,
  type: Type,
  name: string,
  scope: ItemScope,
): FoundFunction | undefined {
  if (type.kind === 'parameter') return functionOfBounds(type, name, scope);
  const defaults: FoundFunction[] = [];
  for (const { impl, parameters } of implsFor(checker, type)) {
    const definition = impl.functions.get(name);
    if (definition !== undefined) return { definition, parameters, self: type };
    const trait = impl.tree.trait && traitNamed(checker, impl.tree.trait, impl.scope);
    const tree = trait?.tree.functions.find(one => one.name.text === name && one.body !== undefined);
    if (trait !== undefined && tree !== undefined)
      defaults.push({ definition: traitFunction(trait, tree), parameters, self: type });
  }
  return defaults[0];
}

function functionOfBounds(type: ParameterType, name: string, scope: ItemScope): FoundFunction | undefined {
  for (const bound of type.bounds) {
    const trait = scope.find(bound);
    if (trait?.kind !== 'trait') continue;
    const tree = trait.tree.functions.find(one => one.name.text === name);
    if (tree !== undefined)
      return { definition: traitFunction(trait, tree), parameters: new Map(), self: type };
  }
  return undefined;
}

const made = new WeakMap<object, FunctionDefinition>();

function traitFunction(trait: TraitDefinition, tree: FunctionDefinition['tree']): FunctionDefinition {
  const known = made.get(tree);
  if (known !== undefined) return known;
  const definition: FunctionDefinition = {
    kind: 'function',
    tree,
    scope: trait.scope,
    visibility: 'public',
    name: `${trait.name}::${tree.name.text}`,
  };
  made.set(tree, definition);
  return definition;
}

export function traitNamed(checker: Checker, path: PathTree, scope: ItemScope): TraitDefinition | undefined {
  const found = resolvePath(checker, path, scope);
  return found?.kind === 'trait' ? found : undefined;
}

export function hasTrait(checker: Checker, type: Type, path: PathTree, scope: ItemScope): boolean {
  const name = lastOf(path);
  const trait = traitNamed(checker, path, scope);
  if (trait === undefined) {
    if (!builtInTraits.has(name)) throw new CheckMistake(path.at, `there is no trait ${name}`);
    return hasBuiltInTrait(type, name);
  }
  if (type.kind === 'parameter') return type.bounds.includes(name);
  for (const { impl } of implsFor(checker, type))
    if (impl.tree.trait !== undefined && traitNamed(checker, impl.tree.trait, impl.scope) === trait)
      return true;
  return false;
}

function hasBuiltInTrait(type: Type, name: string): boolean {
  if (type.kind === 'parameter' && type.bounds.includes(name)) return true;
  switch (name) {
    case 'Copy':
      return isCopy(type);
    case 'Eq':
      return isComparable(type);
    case 'Ord':
      return isOrdered(type);
    case 'Hash':
      return isKey(type);
    case 'Display':
      return isDisplayable(type);
    default:
      return type.kind !== 'map';
  }
}

export function requireTrait(checker: Checker, type: Type, path: PathTree, scope: ItemScope, at: Span): void {
  if (hasTrait(checker, type, path, scope)) return;
  throw new CheckMistake(
    at,
    `${type.name} does not have the trait ${lastOf(path)}`,
    `Write impl ${lastOf(path)} for ${type.name}.`,
  );
}

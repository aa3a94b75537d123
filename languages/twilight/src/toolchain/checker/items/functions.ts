// Signatures of functions and their instances.

import type { FunctionTree, GenericTree, PathTree } from '../../syntax/tree.js';
import type { TypeTree } from '../../syntax/type-tree.js';
import { Body } from '../body.js';
import { noCode, type Checker, type Instance } from '../checker.js';
import type { FunctionDefinition, ItemScope, TypeEnvironment } from './definitions.js';
import { mentionsParameter } from '../type-rules/generics.js';
import { CheckMistake } from '../mistake.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { lastOf } from '../type-rules/traits.js';
import { isCopy } from '../type-rules/type-facts.js';
import type { Local } from '../typed-places.js';
import type { Effects, TypedFunction } from '../typed-program.js';
import type { ParameterType, Type } from '../types.js';

/** `impl Shape` of a parameter is a type parameter without a name. */
export function genericsOf({ generics, parameters }: FunctionTree): readonly GenericTree[] {
  const hidden = parameters.flatMap(({ type, name }) =>
    type.kind === 'impl' ? [{ name: { text: `impl ${name.text}`, at: type.at }, bounds: type.bounds }] : [],
  );
  return [...generics, ...hidden];
}

export const parameterTypes = (
  checker: Checker,
  generics: readonly GenericTree[],
): Map<string, ParameterType> =>
  new Map(
    generics.map(
      ({ name, bounds }: { readonly name: GenericTree['name']; readonly bounds: readonly PathTree[] }) => [
        name.text,
        checker.types.parameter(name.text, bounds.map(lastOf)),
      ],
    ),
  );

export function typeOfParameter(
  checker: Checker,
  type: TypeTree,
  name: string,
  environment: TypeEnvironment,
): Type {
  if (type.kind === 'impl') return environment.parameters.get(`impl ${name}`)!;
  return resolveType(checker, type, environment);
}

/** How a parameter is passed: what is copied by value, what moves by its address. */
export const passingOf = (type: Type, mutable: boolean): 'value' | 'shared' | 'exclusive' =>
  isCopy(type) ? 'value' : mutable ? 'exclusive' : 'shared';

export const holdsOf = (type: Type, mutable: boolean): Local['holds'] => {
  const passing = passingOf(type, mutable);
  return passing === 'value' ? 'owned' : passing;
};

const noEffects: Effects = { reads: [], writes: [], emits: false, prints: false, declared: false };

/** The function with these types; its code is checked later. */
export function instantiate(
  checker: Checker,
  definition: FunctionDefinition,
  parameters: ReadonlyMap<string, Type>,
  self: Type | undefined,
): Instance {
  const { tree, scope } = definition;
  const args = [...parameters.values()];
  const key = [
    definition.name,
    scope.file.module,
    tree.at.start,
    self?.name ?? '',
    ...args.map(({ name }) => name),
  ].join(' ');
  const known = checker.instances.get(key);
  if (known !== undefined) return known;
  if (key.length > 2000)
    throw new CheckMistake(tree.name.at, `${tree.name.text} needs itself with ever larger types`);
  const result =
    tree.result === undefined
      ? checker.types.unit
      : resolveType(checker, tree.result, { scope, parameters, self });
  const suffix = args.map(({ name }) => `$${name}`).join('');
  const owner = self === undefined ? definition.name : `${self.name}::${tree.name.text}`;
  const display =
    args.length === 0 || self !== undefined ? owner : `${owner}<${args.map(({ name }) => name).join(', ')}>`;
  const typed: Instance['typed'] = {
    id: checker.nextId(),
    name: tree.name.text,
    mangled: `${checker.packageName}::${owner}${suffix}`,
    display,
    role: roleOf(tree, scope),
    contract: scope.contract,
    file: scope.file,
    generated: false,
    payable: tree.attributes.some(({ name }) => name === 'payable'),
    pipelineHint: hintOf(tree),
    verify: tree.attributes.some(({ name }) => name === 'verify'),
    parameters: [],
    result,
    code: noCode(tree.at, checker.types.unit),
    locals: [],
    scopes: [],
    effects: noEffects,
    recursive: false,
    at: tree.at,
    nameAt: tree.name.at,
  };
  const instance: Instance = {
    definition,
    parameters,
    self,
    typed,
    callees: new Set(),
    checked: false,
    broken: false,
  };
  checker.instances.set(key, instance);
  const abstract = [...args, ...(self === undefined ? [] : [self])].some(mentionsParameter);
  if (tree.body !== undefined && !abstract) checker.waiting.push(instance);
  return instance;
}

function roleOf(tree: FunctionTree, { contract }: ItemScope): TypedFunction['role'] {
  if (tree.attributes.some(({ name }) => name === 'test')) return 'test';
  if (contract === undefined || tree.self !== undefined) return 'internal';
  if (tree.name.text === 'init') return 'init';
  return tree.visibility === 'public' ? 'entry' : 'internal';
}

function hintOf({ attributes }: FunctionTree): string | undefined {
  const [value] = attributes.find(({ name }) => name === 'pipeline')?.args ?? [];
  return value?.kind === 'string' ? value.value : undefined;
}

/** A body for expressions outside functions: constants, lengths of arrays. */
export function detachedBody(
  checker: Checker,
  scope: ItemScope,
  result: Type,
  environment: TypeEnvironment = { scope, parameters: new Map(), self: undefined },
): Body {
  return new Body(checker, new Set(), environment, undefined, result);
}

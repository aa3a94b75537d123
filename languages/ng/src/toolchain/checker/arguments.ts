// Arguments of calls: their types, and whether a function takes them.

import type { Expression, Node, TypeNode } from '../ast.js';
import { spreadType } from './collections.js';
import { typeOf } from './expressions.js';
import { failAt } from './problems.js';
import { accepts } from './traits.js';
import { plain, untyped, withoutArguments, type FunctionType, type Type } from './types.js';
import type { Context } from './unit-state.js';

/** Tuples that are spread count with all their items. `before` is called with the position of each argument. */
export function argumentTypes(
  args: readonly Expression[],
  context: Context,
  options: { readonly said?: Node; readonly before?: (arg: Expression, position: number) => void } = {},
): Type[] {
  const types: Type[] = [];
  for (const arg of args) {
    options.before?.(arg, types.length);
    if (arg.kind !== 'spread') {
      types.push(typeOf(arg, context));
      continue;
    }
    const { items } = spreadType(arg, context);
    if (items.length === 0)
      failAt('Spread call arguments require compile-time tuple arity', options.said ?? arg, arg);
    types.push(...items);
  }
  return types;
}

export function canTake(callee: FunctionType, given: readonly Type[], { scope, state }: Context): boolean {
  const required = callee.parameters.filter(({ kind }) => kind !== 'defaulted').length;
  if (given.length < required || given.length > callee.parameters.length) return false;
  return given.every((type, index) => accepts(callee.parameters[index] ?? untyped, type, scope, state));
}

/** A `UniquePtr` has one owner, so it must be given away explicitly. */
export function checkOwnership(arg: Expression, owned: boolean): void {
  if (!owned || (arg.kind === 'unary' && arg.operator === 'move')) return;
  failAt('UniquePtr value must be passed with move', arg);
}

export function isUniquePointer(type: Type | undefined): boolean {
  const seen = type === undefined ? undefined : plain(type);
  return seen?.kind === 'record' && withoutArguments(seen.name) === 'UniquePtr';
}

export const namesUniquePointer = (node: TypeNode | undefined): boolean =>
  node?.kind === 'named' && node.name === 'UniquePtr';

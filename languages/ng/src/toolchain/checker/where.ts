// Conditions on type parameters: `where T: Show && is_number<T>`.

import type { GenericParameter, Node, WhereBound } from '../ast.js';
import { constantCondition, mentionsOpenName } from './constants.js';
import { nodeText, typeNodeText } from './node-text.js';
import { fail, failAt } from './problems.js';
import type { Scope } from './scope.js';
import { satisfies, traitNamed } from './traits.js';
import type { Type } from './types.js';
import { contextAt, newNotes, type UnitState } from './unit-state.js';

/** The types that stand for the parameters inside the declaration itself. */
export function openTypes(generics: readonly GenericParameter[]): Map<string, Type> {
  return new Map(generics.map(generic => [generic.name, openType(generic)]));
}

function openType({ name, bounds, constant, pack, arity, variadicTail }: GenericParameter): Type {
  if (constant !== undefined) return { kind: 'constant', value: name, parameter: true };
  const bound = bounds[0] === undefined ? '' : typeNodeText(bounds[0]);
  return { kind: 'parameter', name, bound, pack, arity, variadicTail };
}

/** A bound in a `where` is as good as one at the parameter; the last one counts. */
export function bindWhere(types: Map<string, Type>, where: readonly WhereBound[]): void {
  for (const bound of where) {
    if (bound.kind === 'condition') continue;
    if (bound.type.kind !== 'named' || bound.type.args.length > 0)
      fail('Phase 1 where clauses only support `T: Trait` bounds', bound);
    const { name } = bound.type;
    const type = types.get(name);
    if (type === undefined) failAt(`Unknown type parameter in where clause: ${name}`, bound);
    if (type.kind !== 'parameter') failAt(`Where clause subject must be a generic parameter: ${name}`, bound);
    const last = bound.bounds.at(-1);
    if (last !== undefined) type.bound = typeNodeText(last);
  }
}

/** Whether a declaration with this `where` may be meant. */
export function whereHolds(
  where: readonly WhereBound[],
  bindings: ReadonlyMap<string, Type>,
  scope: Scope,
  state: UnitState,
): boolean {
  if (where.length === 0) return true;
  const inner = scope.inner();
  for (const [name, type] of bindings) inner.declare(name, type);
  const context = contextAt(state, inner, newNotes());
  return where.every(bound => {
    if (bound.kind === 'condition') return constantCondition(bound.condition, context) === true;
    const subject =
      bound.type.kind === 'named' && bound.type.args.length === 0 ? inner.lookup(bound.type.name) : undefined;
    if (subject === undefined) return false;
    return bound.bounds.every(node => {
      const trait = traitNamed(typeNodeText(node), inner);
      return trait !== undefined && satisfies(subject, trait, inner, state);
    });
  });
}

/** Conditions must hold; one that cannot be decided yet because of open names may wait. */
export function checkConditions(
  where: readonly WhereBound[],
  scope: Scope,
  state: UnitState,
  said: Node,
): void {
  for (const bound of where) {
    if (bound.kind !== 'condition') continue;
    const value = constantCondition(bound.condition, contextAt(state, scope, newNotes()));
    if (value === true) continue;
    if (value === false) failAt(`Where predicate is not satisfied: ${nodeText(bound.condition)}`, said);
    if (!mentionsOpenName(bound.condition, scope))
      failAt(`Unable to evaluate where predicate: ${nodeText(bound.condition)}`, bound);
  }
}

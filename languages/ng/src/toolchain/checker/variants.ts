// The variants of tagged unions, and finding one by its name.

import type { VariantDeclaration } from '../ast.js';
import { resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import type { GenericType, Type, UnionType, Variant, VariantType } from './types.js';
import type { UnitState } from './unit-state.js';

export function fillVariants(
  union: UnionType,
  declarations: readonly VariantDeclaration[],
  scope: Scope,
  state: UnitState,
): void {
  for (const { name, payload } of declarations) {
    const types = payload.map(({ type }) => resolveType(type, scope, state));
    union.variants.set(name, { payload: types, names: payloadNames(payload) });
  }
}

/** None has a name, or (a payload without one is called by its index) all have. */
function payloadNames(payload: VariantDeclaration['payload']): readonly string[] {
  if (payload.every(({ name }) => name === undefined)) return [];
  return payload.map(({ name }, index) => name ?? String(index));
}

export const variantOf = (union: UnionType, name: string, { payload, names }: Variant): VariantType => ({
  kind: 'variant',
  union: union.name,
  module: union.module,
  name,
  payload,
  names,
});

/** The declared union with a variant of this name; failing that, a union that some visible value has. */
export function unionWith(variant: string, scope: Scope): UnionType | undefined {
  let ofValue: UnionType | undefined;
  for (const [name, type] of scope.unions()) {
    if (type.kind !== 'union' || !type.variants.has(variant)) continue;
    if (type.name === name) return type;
    ofValue ??= type;
  }
  return ofValue;
}

/** The generic union with a variant of this name. */
export function genericUnionWith(
  variant: string,
  scope: Scope,
): { readonly generic: GenericType; readonly declaration: VariantDeclaration } | undefined {
  for (const [, type] of scope.unions()) {
    if (type.kind !== 'genericType' || type.declaration.shape.kind !== 'variants') continue;
    const declaration = type.declaration.shape.variants.find(({ name }) => name === variant);
    if (declaration !== undefined) return { generic: type, declaration };
  }
  return undefined;
}

/** A reference to a variant is one to its union. */
export function widened(type: Type, scope: Scope): Type {
  if (type.kind !== 'variant') return type;
  const union = scope.lookup(type.union);
  return union?.kind === 'union' ? union : type;
}

// Types of vectors, maps and strings as the debugger describes them: handles, and what is in the blocks behind them.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { blockSuffix } from './type-descriptions.js';

/** The block that a handle leads to; undefined for what is no handle. */
export function blockOf(type: TypeDescription, types: TypeTable): TypeDescription | undefined {
  if (type.kind !== 'pointer') return undefined;
  const block = types.get(type.target);
  return block.kind === 'struct' && block.name === `${type.name}${blockSuffix}` ? block : undefined;
}

/** What the items of a vector or map are. */
export function itemType(type: TypeDescription, types: TypeTable): TypeId | undefined {
  const block = blockOf(type, types);
  const items = block?.kind === 'struct' ? block.fields.find(({ name }) => name === 'items') : undefined;
  const pointer = items && types.get(items.type);
  return pointer?.kind === 'pointer' ? pointer.target : undefined;
}

export type ContainerType =
  | { readonly kind: 'map'; readonly key: TypeId; readonly value: TypeId }
  | { readonly kind: 'vector'; readonly element: TypeId };

/** Undefined for what has neither entries nor elements behind a handle. */
export function containerType(type: TypeDescription, types: TypeTable): ContainerType | undefined {
  const item = itemType(type, types);
  if (item === undefined) return undefined;
  if (type.name.startsWith('vector<')) return { kind: 'vector', element: item };
  const entry = types.resolve(item);
  const [key, value] = entry.kind === 'struct' ? entry.fields : [];
  return key === undefined || value === undefined
    ? undefined
    : { kind: 'map', key: key.type, value: value.type };
}

// The type of watched bytes of which nothing else is known.

import { typeId, type TypeId } from '../ids.js';
import type { TypeTable } from '../types.js';

/** The unsigned integer of that size, where the language has one. */
export function unsignedType(types: TypeTable, size: number): TypeId {
  for (const [id, type] of types.entries())
    if (type.kind === 'integer' && !type.signed && type.size === size) return id;
  return typeId(0);
}

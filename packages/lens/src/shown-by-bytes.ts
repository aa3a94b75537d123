// Types whose values are shown by their bytes alone: no renderer, no formatter of the engine, no memory elsewhere.

import type { TypeId, TypeTable } from '@sonde/engine';
import { flatFields } from './parts.js';

const deepest = 16;

/** `isSpecial`: whether somebody shows the values of a type in a way of his own. */
export function isShownByBytes(
  id: TypeId,
  types: TypeTable,
  isSpecial: (id: TypeId) => boolean,
  depth = 0,
): boolean {
  const type = types.resolve(id);
  if (depth > deepest || isSpecial(id) || type.formatted === true) return false;
  const isInnerShown = (inner: TypeId): boolean => isShownByBytes(inner, types, isSpecial, depth + 1);
  switch (type.kind) {
    case 'integer':
    case 'float':
    case 'boolean':
    case 'character':
    case 'enum':
      return true;
    case 'pointer': {
      // Inside of something else an address is enough, unless it leads to text or to code.
      const target = types.resolve(type.target).kind;
      return depth > 0 && type.reference !== true && target !== 'character' && target !== 'function';
    }
    case 'array':
      return type.count !== undefined && isInnerShown(type.element);
    case 'struct':
    case 'union':
      return flatFields(type.fields, types).every(field => isInnerShown(field.type));
    default:
      return false;
  }
}

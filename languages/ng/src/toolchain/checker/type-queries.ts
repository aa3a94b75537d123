// Questions about a type: `typeof(x).name`, `.kind`, `.size`, `.fieldCount`, `.variantCount`.

import type { Node } from '../ast.js';
import type { ConstantValue } from '../checked.js';
import { fail } from './problems.js';
import { string, typeText, u32, untyped, type Type } from './types.js';

export function queriedType(type: Type, property: string, where: Node): Type {
  if (property === 'name' || property === 'kind') return string;
  if (queriedCount(type, property) !== undefined) return u32;
  if (type.kind === 'untyped' && isQuery(property)) return untyped;
  return fail(`Unknown type query property '${property}' for type ${typeText(type)}`, where);
}

export function queriedValue(type: Type, property: string): ConstantValue | undefined {
  if (type.kind === 'untyped') return undefined;
  if (property === 'name') return typeText(type);
  if (property === 'kind') return kindOf(type);
  const count = queriedCount(type, property);
  return count === undefined ? undefined : BigInt(count);
}

const isQuery = (property: string): boolean => ['size', 'fieldCount', 'variantCount'].includes(property);

function queriedCount(type: Type, property: string): number | undefined {
  if (!isQuery(property)) return undefined;
  switch (type.kind) {
    case 'tuple':
      return property === 'variantCount' ? undefined : type.items.length;
    case 'record':
      return property === 'variantCount' ? undefined : type.properties.size;
    case 'variant':
      return property === 'variantCount' ? undefined : type.payload.length;
    case 'union':
      return property === 'fieldCount' ? undefined : type.variants.size;
    case 'either':
      return property === 'size' ? type.members.length : undefined;
    default:
      return undefined;
  }
}

/** The word the original compiler has for a sort of type, also in its messages about sequences. */
export function kindOf(type: Type): string {
  switch (type.kind) {
    case 'primitive':
      if (type.name === 'bool' || type.name === 'string') return type.name;
      return type.name === 'unit' ? 'type' : 'primitive';
    case 'array':
    case 'vector':
    case 'span':
    case 'tuple':
    case 'function':
    case 'alias':
    case 'newtype':
    case 'variant':
      return type.kind;
    case 'record':
      return 'object';
    case 'union':
      return 'tagged_union';
    case 'either':
      return 'union';
    case 'parameter':
      return 'generic_param';
    default:
      return 'type';
  }
}

// Types as a debugger shows them beside a variable: short, and without what the checker could not know.

import { typeText } from '../checker/type-text.js';
import { plain, type Type } from '../checker/types.js';

/** Empty when nothing is known. */
export function debugTypeText(type: Type | undefined): string {
  return type === undefined ? '' : (textOf(type) ?? '');
}

function textOf(type: Type): string | undefined {
  switch (type.kind) {
    case 'untyped':
      return undefined;
    case 'defaulted':
      return textOf(plain(type));
    case 'union':
      return type.name;
    case 'variant':
      return type.union;
    case 'vector':
      return around('vector', type.element);
    case 'span':
      return around('span', type.element);
    case 'range':
      return around('Range', type.element);
    case 'reference':
      return around('ref', type.target);
    case 'tuple': {
      const items = type.items.map(textOf);
      return items.includes(undefined) ? undefined : `(${items.join(', ')})`;
    }
    case 'parameter':
      return undefined;
    default:
      return typeText(type);
  }
}

function around(name: string, element: Type): string | undefined {
  const inner = textOf(element);
  return inner === undefined ? undefined : `${name}<${inner}>`;
}

// How Aria writes the way to a part of a value.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { flatFields } from '@sonde/lens';

/** `*` stands for what a pointer leads to; a number for an element. Undefined for what cannot be written. */
export function memberPath(
  parent: string,
  child: string | number,
  parentType: TypeId,
  types: TypeTable,
): string | undefined {
  const whole = isPath(parent) ? parent : `(${parent})`;
  const { name } = types.get(parentType);
  const type = types.resolve(parentType);
  const leads = pointee(name, type, types);
  if (typeof child === 'number') {
    // A string's elements are its bytes, and a pointer's what lies behind it.
    const indexed = leads ?? type;
    return indexed.kind === 'array' || leads !== undefined || name === 'string'
      ? `${whole}[${child}]`
      : undefined;
  }
  if (child === '*') return starPath(whole, name, leads);
  if (!/^[A-Za-z_]\w*$/.test(child)) return undefined;
  const owner = leads ?? type;
  if (owner.kind !== 'struct' && owner.kind !== 'union') return undefined;
  // The fields of a string and of a pointer with bounds are not the language's.
  if (owner.name === 'string' || owner.name.startsWith('FatPtr')) return undefined;
  if (!flatFields(owner.fields, types).some(field => field.name === child)) return undefined;
  return `${whole}${leads === undefined || isCollected(name) ? '.' : '->'}${child}`;
}

const isCollected = (name: string): boolean => /^gc_ptr<|\$$/.test(name);

/** A struct has no star before it: `p` alone is the pointer, `p[0]` what it leads to. */
function starPath(whole: string, name: string, leads: TypeDescription | undefined): string | undefined {
  if (leads === undefined) return undefined;
  return isCollected(name) ? whole : `${whole}[0]`;
}

/** What a pointer of any kind leads to. */
function pointee(name: string, type: TypeDescription, types: TypeTable): TypeDescription | undefined {
  if (type.kind === 'pointer') return types.resolve(type.target);
  const target = /^wild(?:_ptr)?<(.*)>$/.exec(name)?.[1];
  if (target === undefined) return undefined;
  for (const [id, described] of types.entries()) if (described.name === target) return types.resolve(id);
  return { kind: 'opaque', name: target };
}

/** A name with members and elements binds tighter than anything that is put behind it. */
const isPath = (path: string): boolean => /^[A-Za-z_]\w*(?:\.\w+|->\w+|\[\d+\])*$/.test(path);
